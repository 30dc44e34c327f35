//! Infers expressions that make, index and update arrays, and their sizes.

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};
use languages::resolved;
use languages::source::RangeKind;

use crate::typing::infer_types::draft::{Dim, E, Kind, Literal};
use crate::typing::infer_types::messages::because;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Sz, Ty, Type};

impl<'t> Infer<'t> {
    /// Infers a string, which is an array of its bytes.
    pub fn string(&mut self, span: Span, text: Symbol) -> E<'t> {
        let store = self.store;
        let byte = store.prim(PrimType::U8);
        let bytes = text.as_str().bytes().map(|value| self.exp(span, byte, Kind::Const(PrimValue::U8(value))));
        let bytes: Vec<_> = bytes.collect();
        let ty = store.array(store.constant(bytes.len() as i64), byte);
        self.exp(span, ty, Kind::Array(bytes))
    }

    /// `[e, …]`.
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
            // Older editions check sizes at run time, except those of literals.
            if let (Kind::Coerce(from), resolved::Exp::Array { .. }) = (&draft.kind, exp)
                && let Some(clash) = self.never_same(from.ty, elem)
            {
                return Err(self.type_error(exp.span(), from.ty, elem, what, &clash));
            }
            drafts.push(draft);
        }
        if let Err(clash) = self.need_order_zero(elem) {
            let text = self.show(elem);
            let error = codes::ELEMENT_TYPE.error(span, format!("cannot create array with elements of type `{text}`"));
            return Err(self.explain(error, &clash, elem));
        }
        let ty = self.store.array(self.store.constant(elems.len() as i64), elem);
        Ok(self.exp(span, ty, Kind::Array(drafts)))
    }

    /// `start..second...end` and its relatives.
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
        self.warn_of_empty_range(span, start, second);
        let bounds = [Some(start), second, Some(end)];
        let start = self.check(start, elem, "the range's start")?;
        let second = second.map(|second| self.check(second, elem, "the range's second number")).transpose()?;
        let end = self.check(end, elem, "the range's end")?;
        let size = if matches!(self.shallow(elem), Type::Prim(PrimType::I64)) {
            bounds.into_iter().flatten().for_each(|bound| self.warn_of_binding(bound));
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

    /// The number of elements of a range with step 1, if a size expression can state it. If the program writes the
    /// second element, only ranges of indices have such a size.
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

    /// `array[indices]`.
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

    /// Infers indices. Returns their drafts, the size of each slice if a size expression can state it, and the type of
    /// the elements.
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
                    self.expect(span, ty, store.array(size, elem), "the indexed value")?;
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
                    // A literal has type `i64`. Other indices may have any signed integer type.
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
                        self.warn_of_binding(exp);
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

    /// The number of elements of a slice with step 1 or of a reversed array, if a size expression can state it.
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
