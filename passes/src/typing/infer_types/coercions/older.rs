//! Older editions: functions whose results may differ in size, in places that need equal sizes. A run-time check
//! ensures them.

use framework::{Name, Result, Span};
use languages::builtin::Builtin;
use languages::codes;
use languages::prim::{BinOp, PrimType, PrimValue};

use crate::typing::infer_types::draft::{Closure, Dim, E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Size, Subst, Sz, Ty, Type, TypeParam};

/// A function whose results may differ in size, although its place needs equal sizes.
#[derive(Debug)]
pub struct Irregular<'t> {
    span: Span,
    /// The variable that holds the function.
    func: Name,
    draft: E<'t>,
    /// The types of the parameters that the place expects.
    params: Vec<Ty<'t>>,
    /// The type of the result, with unknown sizes.
    result: Ty<'t>,
    /// The names of the sizes of the result.
    sizes: Vec<Name>,
}

impl<'t> Infer<'t> {
    /// Turns the sizes that the types of parameters leave open into size parameters of the function.
    pub fn any_sizes(&mut self, params: &[Pat<'t>], declared: &mut Vec<(Span, TypeParam)>) {
        if !self.has_dynamic_sizes() {
            return;
        }
        for pat in params {
            let mut open = Vec::new();
            self.each_size(pat.ty, &mut |infer, size| {
                if let Size::Var(var) = *infer.shallow_size(size) {
                    open.push(var);
                }
            });
            for var in open {
                if self.is_solved_size(var) {
                    continue;
                }
                let (place, name) = (self.size_span(var), Name::fresh("n"));
                // The level of the parameters.
                self.at_level(self.level() - 1, |infer| infer.declare_size(name, place, "the size of a parameter"));
                let own = self.store.named(name);
                self.assign_size(var, own);
                declared.push((place, TypeParam::Size(name)));
            }
        }
    }

    /// Wraps a function for a place that needs results of one shape without saying which: the wrapper coerces the
    /// results to sizes that [`Infer::applied`] finds. `None` if the function needs no wrapper, or cannot have one.
    pub fn regular(&mut self, span: Span, draft: E<'t>, wanted: Ty<'t>) -> Result<Option<(E<'t>, Irregular<'t>)>> {
        if !self.has_dynamic_sizes() || !matches!(self.value_type(draft.ty), Type::Arrow(..)) {
            return Ok(None);
        }
        self.check_at(span);
        let equations = self.open_equations();
        if self.attempt(|infer| infer.unify(draft.ty, wanted)).is_ok() {
            // The caller unifies these types again.
            self.forget_equations(equations);
            return Ok(None);
        }
        let (mut found, mut expected) = (self.value_type(draft.ty), self.value_type(wanted));
        let (mut params, mut names) = (Vec::new(), Vec::new());
        while let (Type::Arrow(name, from, to), Type::Arrow(_, own, result)) = (found, expected) {
            if self.attempt(|infer| infer.unify(own, from)).is_err() {
                return Ok(None);
            }
            names.extend(*name);
            params.push((*own, self.plain(from)));
            (found, expected) = (self.value_type(to), self.value_type(result));
        }
        let Ok(result) = self.hide(found, &|_, name| names.contains(&name)) else { return Ok(None) };
        let (Type::Exists(unknown, body), Type::Var(_)) = (*self.shallow(result), *expected) else { return Ok(None) };
        let func = Name::fresh("f");
        self.declare(func, draft.ty);
        let mut subst = Subst::default();
        let mut sizes = Vec::new();
        for name in unknown {
            let size = name.refresh();
            self.declare_size(size, span, "a size of the results of this function");
            subst.sizes.insert(*name, self.store.named(size));
            sizes.push(size);
        }
        let plain = self.plain(body);
        let regular = self.substitute(plain, &subst);
        let callee = self.var(span, func, draft.ty);
        let closure = self.scoped(|infer| {
            let (mut pats, mut args) = (Vec::new(), Vec::new());
            for (_, ty) in &params {
                let name = Name::fresh("x");
                infer.declare(name, ty);
                pats.push(Pat { span, ty, kind: PatKind::Var(name) });
                args.push(infer.var(span, name, ty));
            }
            infer.scoped(|infer| {
                let call = infer.exp(span, result, Kind::Apply(callee, args));
                let call = infer.opened(call, "the result");
                let body = infer.exp(span, regular, Kind::Coerce(call));
                Ok(Closure { params: pats, ret: regular, body, declared: false })
            })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        if self.attempt(|infer| infer.unify(ty, wanted)).is_err() {
            return Ok(None);
        }
        let params = params.into_iter().map(|(wanted, _)| wanted).collect();
        Ok(Some((lambda, Irregular { span, func, draft, params, result, sizes })))
    }

    /// Applies a function to arguments. If an argument is a function with results of unknown size, that size is taken
    /// from its result for the first elements of its arrays (intra-assertion, figure 17 of FHPC'14).
    pub fn applied(
        &mut self,
        span: Span,
        ty: Ty<'t>,
        callee: E<'t>,
        mut passed: Vec<E<'t>>,
        params: &[Ty<'t>],
        unknown: Vec<(usize, Irregular<'t>)>,
    ) -> Result<E<'t>> {
        let mut arrays = Vec::new();
        let mut sizes = Vec::new();
        for (position, function) in &unknown {
            let mut args = Vec::new();
            let mut counts = Vec::new();
            for wanted in &function.params {
                let wanted = self.value_type(wanted);
                let mut found = None;
                for (index, param) in params.iter().enumerate().skip(position + 1) {
                    if let Type::Array(size, elem) = *self.value_type(param)
                        && std::ptr::eq(self.value_type(elem), wanted)
                    {
                        found = Some((index, size, elem));
                    }
                }
                let Some((index, size, elem)) = found else {
                    let message = "the sizes of the results of this function are not known before it is applied";
                    return Err(codes::UNKNOWN_RESULT_SIZES.error(function.span, message));
                };
                let array = passed[index];
                let array = match array.kind {
                    Kind::Var(..) => array,
                    _ => {
                        let name = Name::fresh("xs");
                        self.declare(name, array.ty);
                        arrays.push((name, array));
                        self.var(array.span, name, array.ty)
                    }
                };
                passed[index] = array;
                let zero = self.number(function.span, 0);
                let elem = self.plain(elem);
                let first = self.exp(function.span, elem, Kind::Index(array, vec![Dim::At(function.span, zero)]));
                // The function may consume its argument.
                let first = match elem {
                    Type::Prim(_) => first,
                    _ => self.exp(function.span, elem, Kind::Intrinsic(Builtin::Copy, vec![first])),
                };
                args.push(first);
                counts.push(size);
            }
            for (position, name) in function.sizes.iter().enumerate() {
                sizes.push((*name, self.size_of_first(function, position, args.clone(), &counts)));
            }
        }
        let mut result = self.exp(span, ty, Kind::Apply(callee, passed));
        let functions = unknown.into_iter().map(|(_, function)| (function.func, function.draft));
        let bindings: Vec<_> = arrays.into_iter().chain(functions).chain(sizes).collect();
        for (name, rhs) in bindings.into_iter().rev() {
            let pat = Pat { span: rhs.span, ty: rhs.ty, kind: PatKind::Var(name) };
            result = self.exp(span, result.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        Ok(result)
    }

    /// A size of the function's result for these arguments; 0 if one of `counts` is 0.
    fn size_of_first(
        &mut self,
        function: &Irregular<'t>,
        position: usize,
        args: Vec<E<'t>>,
        counts: &[Sz<'t>],
    ) -> E<'t> {
        let span = function.span;
        let (size_ty, truth) = (self.store.prim(PrimType::I64), self.store.prim(PrimType::Bool));
        let callee = self.var(span, function.func, function.draft.ty);
        let call = self.exp(span, function.result, Kind::Apply(callee, args));
        let mut names = Vec::new();
        let mut subst = Subst::default();
        let (unknown, body): (&[Name], Ty<'t>) = match *self.shallow(function.result) {
            Type::Exists(names, body) => (names, body),
            _ => (&[], function.result),
        };
        for name in unknown {
            let fresh = name.refresh();
            self.declare_size(fresh, span, "a size of this function's first result");
            self.declare_inside(fresh);
            subst.sizes.insert(*name, self.store.named(fresh));
            names.push(fresh);
        }
        let plain = self.plain(body);
        let ty = self.substitute(plain, &subst);
        let own = match names.get(position) {
            Some(name) => self.var(span, *name, size_ty),
            None => self.number(span, 0),
        };
        let pat = Pat { span, ty, kind: PatKind::Var(Name::fresh("first")) };
        let mut size = self.exp(span, size_ty, Kind::Let { sizes: names, pat, rhs: call, body: own });
        for count in counts {
            let name = Name::fresh("n");
            self.declare_size(name, span, "the number of elements");
            let (own, zero) = (self.var(span, name, size_ty), self.number(span, 0));
            let empty = self.exp(span, truth, Kind::Bin(BinOp::Eq, own, zero));
            let none = self.number(span, 0);
            let body = self.exp(span, size_ty, Kind::If(empty, none, size));
            size = self.exp(span, size_ty, Kind::LetSize { name, size: count, body });
        }
        size
    }

    /// `a == b` or `a != b` of arrays whose sizes may differ: `if n == m then a == (b :> t) else false`.
    pub fn compared(&mut self, span: Span, op: BinOp, a: E<'t>, b: E<'t>) -> E<'t> {
        let truth = self.store.prim(PrimType::Bool);
        let operand = |infer: &mut Self, name: &str, draft: E<'t>| {
            let name = Name::fresh(name);
            infer.declare(name, draft.ty);
            (name, infer.var(draft.span, name, draft.ty))
        };
        let ((x, left), (y, right)) = (operand(self, "x", a), operand(self, "y", b));
        let ty = self.plain(a.ty);
        let same = self.exp(b.span, ty, Kind::Coerce(right));
        let mut result = self.exp(span, truth, Kind::Bin(op, left, same));
        let differ = self.exp(span, truth, Kind::Const(PrimValue::Bool(op == BinOp::Ne)));
        for pair in self.visible_sizes(a.ty).into_iter().zip(self.visible_sizes(b.ty)).rev() {
            let number = |infer: &mut Self, size: Sz<'t>| {
                let name = Name::fresh("n");
                infer.declare_size(name, span, "a size of a compared array");
                let ty = infer.store.prim(PrimType::I64);
                (name, size, infer.var(span, name, ty))
            };
            let ((n, size, left), (m, other, right)) = (number(self, pair.0), number(self, pair.1));
            let equal = self.exp(span, truth, Kind::Bin(BinOp::Eq, left, right));
            result = self.exp(span, truth, Kind::If(equal, result, differ));
            for (name, size) in [(m, other), (n, size)] {
                result = self.exp(span, truth, Kind::LetSize { name, size, body: result });
            }
        }
        for (name, rhs) in [(y, b), (x, a)] {
            let pat = Pat { span, ty: rhs.ty, kind: PatKind::Var(name) };
            result = self.exp(span, truth, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        result
    }

    fn number(&mut self, span: Span, value: i64) -> E<'t> {
        let ty = self.store.prim(PrimType::I64);
        self.exp(span, ty, Kind::Const(PrimValue::I64(value)))
    }
}
