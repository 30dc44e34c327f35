//! Sizes that are checked when the program runs, as editions before today's have it.
//!
//! Types are inferred as always, sizes with them. Where an expression has another size than its context asks for, today's language
//! has an error; here the expression is coerced: `e :> t`. A function in such a place becomes one whose parameters and result are.

use framework::{Error, Name, Result, Span};

use super::draft::{Closure, E, Kind, Pat, PatKind};
use super::infer::{Infer, Subst};
use super::types::{Sz, Ty, Type};
use super::unify::Unified;

impl<'t> Infer<'t> {
    /// An expression as one of the expected type.
    pub fn fit(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, what: &str) -> Result<E<'t>> {
        if !self.dynamic {
            self.expect(span, draft.ty, expected, what)?;
            return Ok(draft);
        }
        self.span = span;
        let equations = self.equations.len();
        let clash = match self.attempt(|infer| infer.unify(draft.ty, expected)) {
            Ok(()) if self.equations.len() == equations => return Ok(draft),
            Ok(()) => None,
            Err(clash) => Some(clash),
        };
        // What cannot be solved yet is checked when the program runs.
        self.equations.truncate(equations);
        let error = match clash {
            Some(clash) => self.type_error(span, draft.ty, expected, what, &clash),
            None => Error::user(span, "sizes do not match"),
        };
        self.coerced(span, draft, expected, error)
    }

    /// Does something, or else nothing.
    fn attempt(&mut self, work: impl FnOnce(&mut Self) -> Unified<'t>) -> Unified<'t> {
        let state = (self.types.snapshot(), self.sizes.snapshot());
        let equations = self.equations.len();
        let result = work(self);
        if result.is_ok() {
            self.types.commit(state.0);
            self.sizes.commit(state.1);
        } else {
            self.types.rollback(state.0);
            self.sizes.rollback(state.1);
            self.equations.truncate(equations);
        }
        result
    }

    /// An expression of a type that differs from the expected one in sizes only; otherwise `error`.
    fn coerced(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, error: Error) -> Result<E<'t>> {
        let (found, wanted) = (self.value_type(draft.ty), self.value_type(expected));
        match (*found, *wanted) {
            (_, Type::Exists(names, body)) => {
                self.level += 1;
                let body = self.flexible(names, body);
                let result = self.fit(span, draft, body, "this expression");
                self.level -= 1;
                return result.map_err(|_| error);
            }
            (Type::Arrow(m, from, to), Type::Arrow(n, wanted_from, wanted_to)) => {
                let result = self.wrapped(span, draft, (m, from, to), (n, wanted_from, wanted_to));
                let result = result.map_err(|_| error.clone())?;
                return match self.attempt(|infer| infer.unify(result.ty, expected)) {
                    Ok(()) => Ok(result),
                    Err(_) => Err(error),
                };
            }
            _ => {}
        }
        let equations = self.equations.len();
        let mut sizes = Vec::new();
        if self.attempt(|infer| infer.loosely(found, wanted, &mut sizes)).is_err() {
            return Err(error);
        }
        for (found, wanted) in sizes {
            // Those that differ are what the coercion checks.
            let _ = self.attempt(|infer| infer.unify_sizes(found, wanted));
        }
        self.equations.truncate(equations);
        let ty = self.plain(expected);
        Ok(self.exp(span, ty, Kind::Coerce(draft)))
    }

    /// Makes two types the same but for the sizes of arrays in their values, which are gathered.
    fn loosely(&mut self, found: Ty<'t>, wanted: Ty<'t>, sizes: &mut Vec<(Sz<'t>, Sz<'t>)>) -> Unified<'t> {
        let (a, b) = (self.value_type(found), self.value_type(wanted));
        match (*a, *b) {
            (Type::Array(n, x), Type::Array(m, y)) => {
                sizes.push((n, m));
                self.loosely(x, y, sizes)
            }
            (Type::Record(xs), Type::Record(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, _), (y, _))| x == y) =>
            {
                xs.iter().zip(ys).try_for_each(|((_, x), (_, y))| self.loosely(x, y, sizes))
            }
            (Type::Sum(xs), Type::Sum(ys))
                if xs.len() == ys.len() && xs.iter().zip(ys).all(|((x, p), (y, q))| x == y && p.len() == q.len()) =>
            {
                let mut payloads = xs.iter().zip(ys).flat_map(|((_, xs), (_, ys))| xs.iter().zip(ys.iter()));
                payloads.try_for_each(|(x, y)| self.loosely(x, y, sizes))
            }
            _ => self.unify(a, b),
        }
    }

    /// `\x -> f (x :> from) :> to`.
    fn wrapped(
        &mut self,
        span: Span,
        func: E<'t>,
        (name, from, to): (Option<Name>, Ty<'t>, Ty<'t>),
        (wanted_name, wanted_from, wanted_to): (Option<Name>, Ty<'t>, Ty<'t>),
    ) -> Result<E<'t>> {
        let callee = Name::fresh("f");
        let (param, param_ty) = (Name::fresh("x"), self.plain(wanted_from));
        self.declare(callee, func.ty);
        let f = self.var(span, callee, func.ty);
        let closure = self.scoped(|infer| {
            infer.declare(param, param_ty);
            let arg = infer.var(span, param, param_ty);
            let (body, ret) = infer.scoped(|infer| {
                let arg = infer.fit(span, arg, from, "this argument")?;
                let own = infer.store.named(param);
                let mut result = |name: Option<Name>, ty: Ty<'t>| match name {
                    Some(name) => infer.substitute(ty, &Subst::size(name, own)),
                    None => ty,
                };
                let (ty, wanted) = (result(name, to), result(wanted_name, wanted_to));
                let ty = infer.plain(ty);
                let call = infer.exp(span, ty, Kind::Apply(f, vec![arg]));
                let call = infer.opened(call, "the result");
                let body = infer.fit(span, call, wanted, "the result")?;
                Ok((body, wanted))
            })?;
            let ret = infer.leave_scope(span, ret)?;
            let pat = Pat { span, ty: param_ty, kind: PatKind::Var(param) };
            Ok(Closure { params: vec![pat], ret, body, declared: false })
        })?;
        let ty = self.closure_type(span, &closure.params, closure.ret)?;
        let lambda = self.exp(span, ty, Kind::Lambda(closure));
        let pat = Pat { span, ty: func.ty, kind: PatKind::Var(callee) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: func, body: lambda }))
    }
}
