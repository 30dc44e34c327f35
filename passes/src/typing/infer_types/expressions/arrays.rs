//! Inference of expressions that make, index and update arrays, and of the sizes that they have.

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::resolved;
use languages::source::RangeKind;

use crate::typing::infer_types::draft::{Dim, E, Kind, Literal, Pat, PatKind, Step};
use crate::typing::infer_types::expressions::because;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Size, Sz, Ty, Type};

impl<'t> Infer<'t> {
    pub fn string(&mut self, span: Span, text: Symbol) -> E<'t> {
        let store = self.store;
        let byte = store.prim(PrimType::U8);
        let bytes = text.as_str().bytes().map(|value| self.exp(span, byte, Kind::Const(PrimValue::U8(value))));
        let bytes: Vec<_> = bytes.collect();
        let ty = store.array(store.constant(bytes.len() as i64), byte);
        self.exp(span, ty, Kind::Array(bytes))
    }

    pub fn array_literal(&mut self, span: Span, elems: &'t [resolved::Exp<'t>]) -> Result<E<'t>> {
        let elem = self.fresh(span);
        let mut drafts = Vec::with_capacity(elems.len());
        for exp in elems {
            let what = if drafts.is_empty() { "this element" } else { "this element, unlike the ones before," };
            let draft = self.check(exp, elem, what);
            let draft = draft.map_err(|error| match drafts.is_empty() {
                true => error,
                false => because(error, exp.span(), elems[0].span(), "the first element has that type"),
            })?;
            // Older editions check sizes when the program runs, but for those of literals.
            if let (Kind::Coerce(from), resolved::Exp::Array { .. }) = (&draft.kind, exp)
                && let Some(clash) = self.never_same(from.ty, elem)
            {
                return Err(self.type_error(exp.span(), from.ty, elem, what, &clash));
            }
            drafts.push(draft);
        }
        if let Err(clash) = self.need_order_zero(elem) {
            let text = self.show(elem);
            let error = codes::ELEMENT_TYPE.error(span, format!("arrays cannot have elements of type `{text}`"));
            return Err(self.explain(error, &clash, elem, elem));
        }
        let ty = self.store.array(self.store.constant(elems.len() as i64), elem);
        Ok(self.exp(span, ty, Kind::Array(drafts)))
    }

    pub fn coerce(&mut self, span: Span, exp: &'t resolved::Exp<'t>, ty: &'t resolved::Type<'t>) -> Result<E<'t>> {
        let mark = self.pending.len();
        let wanted = self.annotation(ty)?;
        // The sizes in a lambda's types are its own.
        let hint = (!self.has_function(wanted)).then_some(wanted);
        let draft = self.infer_hinted(exp, hint)?;
        // Everything but the sizes must be the same.
        let anyhow = self.map_sizes(wanted, true, &mut |infer, _, _| Ok(infer.fresh_size(span)));
        let anyhow = anyhow.map_err(|_| Error::internal("replacing sizes cannot fail").or_at(span))?;
        self.expect(exp.span(), draft.ty, anyhow, "this expression")?;
        let ty = self.plain(wanted);
        self.keep_open_sizes(ty, anyhow);
        let result = self.coercion(span, draft, ty)?;
        Ok(self.after_pending(mark, result))
    }

    /// `e :> t`. What `t` says of the sizes of a function is checked where the function is called (TFP'18 §5.2): `f :> (t -> u)` is
    /// `\x -> f (x :> …) :> u`.
    fn coercion(&mut self, span: Span, draft: E<'t>, wanted: Ty<'t>) -> Result<E<'t>> {
        if !self.has_function(wanted) {
            return Ok(self.exp(span, wanted, Kind::Coerce(draft)));
        }
        match (*self.value_type(draft.ty), *self.value_type(wanted)) {
            (Type::Record(found), Type::Record(fields)) => {
                let name = Name::fresh("r");
                self.declare(name, draft.ty);
                let mut parts = Vec::new();
                for ((label, from), (_, to)) in found.iter().zip(fields) {
                    let whole = self.var(span, name, draft.ty);
                    let part = self.exp(span, from, Kind::Project(whole, *label));
                    parts.push((*label, self.coercion(span, part, to)?));
                }
                let body = self.exp(span, wanted, Kind::Record(parts));
                let pat = Pat { span, ty: draft.ty, kind: PatKind::Var(name) };
                Ok(self.exp(span, wanted, Kind::Let { sizes: Vec::new(), pat, rhs: draft, body }))
            }
            (Type::Arrow(..), Type::Arrow(..)) => {
                let dynamic = std::mem::replace(&mut self.dynamic, true);
                let result = self.fit(span, draft, wanted, "this function");
                self.dynamic = dynamic;
                result
            }
            _ => {
                Err(codes::MISSING_FEATURE.error(span, "coercions of constructors with functions are not implemented"))
            }
        }
    }

    /// Sizes that a coercion leaves open stay what they are.
    fn keep_open_sizes(&mut self, wanted: Ty<'t>, found: Ty<'t>) {
        let sizes = self.visible_sizes(found);
        for (wanted, found) in self.visible_sizes(wanted).into_iter().zip(sizes) {
            if let Size::Var(var) = *self.holder(wanted)
                && self.sizes.level(var) >= self.level
            {
                // A size of its own scope can always be given.
                let _ = self.equate(wanted, found);
            }
        }
    }

    pub fn range(
        &mut self,
        span: Span,
        start: &'t resolved::Exp<'t>,
        second: Option<&'t resolved::Exp<'t>>,
        kind: RangeKind,
        end: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let store = self.store;
        let elem = self.fresh_prim(span, PrimType::is_integer);
        let start = self.check(start, elem, "the range's start")?;
        let second = second.map(|second| self.check(second, elem, "the range's second number")).transpose()?;
        let end = self.check(end, elem, "the range's end")?;
        let size = if matches!(self.shallow(elem), Type::Prim(PrimType::I64)) {
            self.range_size(start, second, kind, end)
        } else {
            None
        };
        let node = Kind::Range { start, second, kind, end };
        let Some(size) = size else {
            let name = Name::fresh("k");
            let ty = store.exists(vec![name], store.array(store.named(name), elem));
            let range = self.exp(span, ty, node);
            return Ok(self.opened(range, "this range"));
        };
        Ok(self.exp(span, store.array(size, elem), node))
    }

    /// The number of elements of a range of steps of 1, if it can be written. Where the step is written, too, only that of indices can.
    pub fn range_size(&mut self, start: E<'t>, second: Option<E<'t>>, kind: RangeKind, end: E<'t>) -> Option<Sz<'t>> {
        let store = self.store;
        let from = self.size_of(start)?;
        if let Some(second) = second {
            let (first, second) = (self.normal_size(from).as_constant()?, self.size_of(second)?);
            let first_index = match kind {
                RangeKind::UpTo => 0,
                RangeKind::Inclusive => 1,
                RangeKind::DownTo => return None,
            };
            if first != first_index || self.normal_size(second).as_constant() != Some(first + 1) {
                return None;
            }
        }
        let to = self.size_of(end)?;
        let difference = self.simplified(BinOp::Sub, to, from);
        match kind {
            RangeKind::UpTo => Some(difference),
            RangeKind::Inclusive => {
                // `1...n` has `n` elements.
                let more = store.bin(BinOp::Add, difference, store.constant(1));
                Some(if self.same_size(more, to) { to } else { more })
            }
            RangeKind::DownTo => None,
        }
    }

    pub fn update(
        &mut self,
        span: Span,
        exp: &'t resolved::Exp<'t>,
        path: &'t [resolved::Step<'t>],
        value: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let exp = self.infer(exp)?;
        let mut part = exp.ty;
        let mut steps = Vec::new();
        let mut loose = Vec::new();
        for step in path {
            match *step {
                resolved::Step::StepField { span, label } => {
                    let Type::Record(fields) = self.value_type(part) else {
                        let text = self.show(part);
                        return Err(codes::UNKNOWN_RECORD
                            .error(span, format!("the type `{text}` is not known to have fields here")));
                    };
                    let Some((_, ty)) = fields.iter().find(|(other, _)| *other == label) else {
                        return Err(self.no_field(span, part, label));
                    };
                    part = ty;
                    steps.push(Step::Field(span, label));
                }
                resolved::Step::StepIndex { span, indices } => {
                    let (dims, shape, elem) = self.dimensions(span, part, indices)?;
                    // Whether a value has the size of the slice is checked when the program runs.
                    loose.clear();
                    part = shape.into_iter().rev().fold(elem, |elem, size| {
                        let own = self.fresh_size(span);
                        loose.extend(size.map(|size| (own, size)));
                        self.store.array(own, elem)
                    });
                    steps.push(Step::Index(span, dims));
                }
            }
        }
        if let Some(labels) = field_path(path) {
            return self.update_field(span, exp, &labels, part, value);
        }
        let draft = self.check(value, part, "the new value")?;
        // What the value leaves open is as large as the slice.
        for (open, size) in loose {
            if self.is_local_size(open) {
                self.unify_sizes(open, size).map_err(|clash| self.size_error(span, &clash))?;
            }
        }
        Ok(self.exp(span, exp.ty, Kind::Update { exp, path: steps, value: draft }))
    }

    pub fn index(
        &mut self,
        span: Span,
        array: &'t resolved::Exp<'t>,
        indices: &'t [resolved::Dim<'t>],
    ) -> Result<E<'t>> {
        let array = self.infer(array)?;
        let (dims, shape, elem) = self.dimensions(span, array.ty, indices)?;
        let mut unknown = Vec::new();
        let ty = shape.into_iter().rev().fold(elem, |elem, size| {
            let size = size.unwrap_or_else(|| {
                let name = Name::fresh("k");
                unknown.push(name);
                self.store.named(name)
            });
            self.store.array(size, elem)
        });
        let ty = self.store.exists(unknown, ty);
        let result = self.exp(span, ty, Kind::Index(array, dims));
        Ok(self.opened(result, "this slice"))
    }

    /// The indices of an array, the sizes of the dimensions that are left, as far as they can be written, and the type of what is indexed
    /// in the rest.
    pub fn dimensions(
        &mut self,
        span: Span,
        array: Ty<'t>,
        indices: &'t [resolved::Dim<'t>],
    ) -> Result<(Vec<Dim<'t>>, Vec<Option<Sz<'t>>>, Ty<'t>)> {
        let store = self.store;
        let index_ty = store.prim(PrimType::I64);
        let mut ty = array;
        let mut dims = Vec::new();
        let mut shape = Vec::new();
        for index in indices {
            let (size, elem) = match *self.value_type(ty) {
                Type::Array(size, elem) => (size, elem),
                Type::Var(_) => {
                    let (size, elem) = (self.fresh_size(span), self.fresh(span));
                    self.expect(span, ty, store.array(size, elem), "what is indexed")?;
                    (size, elem)
                }
                _ => {
                    let text = self.show(array);
                    let many = indices.len();
                    return Err(codes::NOT_INDEXABLE.error(
                        span,
                        format!(
                            "a value of type `{text}` cannot be indexed{}",
                            match many {
                                1 => String::new(),
                                _ => format!(" by {many} indices"),
                            }
                        ),
                    ));
                }
            };
            match *index {
                resolved::Dim::At { span, index } => {
                    let draft = self.infer(index)?;
                    // A number is a size like others; otherwise any signed integer will do.
                    let wanted = match draft.kind {
                        Kind::Number(Literal::Int(_)) => index_ty,
                        _ => self.fresh_prim(index.span(), |prim| prim.is_integer() && prim.is_signed()),
                    };
                    self.expect(index.span(), draft.ty, wanted, "an index")?;
                    dims.push(Dim::At(span, draft));
                }
                resolved::Dim::Slice { span, start, end, stride } => {
                    let whole = stride.is_none();
                    let mut part = |part: Option<&'t resolved::Exp<'t>>, named: bool| {
                        let Some(exp) = part else { return Ok((None, Some(None))) };
                        let draft = self.check(exp, index_ty, "an index")?;
                        Ok::<_, Error>(if named {
                            let (draft, size) = self.named_size(exp, draft);
                            (Some(draft), Some(Some(size)))
                        } else {
                            (Some(draft), self.size_of(draft).map(Some))
                        })
                    };
                    let parts = [part(start, whole)?, part(end, whole)?, part(stride, false)?];
                    shape.push(match parts.map(|(_, size)| size) {
                        [Some(start), Some(end), Some(stride)] => self.slice_size(size, [start, end, stride]),
                        _ => None,
                    });
                    dims.push(Dim::Slice(span, parts.map(|(draft, _)| draft)));
                }
            }
            ty = elem;
        }
        Ok((dims, shape, ty))
    }

    /// The number of elements of a slice of steps of 1 or of a whole array backwards, if it can be written.
    pub fn slice_size(&mut self, size: Sz<'t>, [start, end, stride]: [Option<Sz<'t>>; 3]) -> Option<Sz<'t>> {
        let stride = stride.map_or(Some(1), |stride| self.normal_size(stride).as_constant())?;
        match stride {
            1 => {
                let from = start.unwrap_or(self.store.constant(0));
                Some(self.simplified(BinOp::Sub, end.unwrap_or(size), from))
            }
            -1 if start.is_none() && end.is_none() => Some(size),
            _ => None,
        }
    }
}

/// The labels of a path of fields only.
fn field_path(path: &[resolved::Step<'_>]) -> Option<Vec<framework::Symbol>> {
    let label = |step: &resolved::Step<'_>| match step {
        resolved::Step::StepField { label, .. } => Some(*label),
        resolved::Step::StepIndex { .. } => None,
    };
    path.iter().map(label).collect()
}
