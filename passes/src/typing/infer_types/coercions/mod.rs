//! Coercions: `e :> t` of the program, and coercions that inference inserts.
//!
//! In today's edition, inference inserts a coercion only if the two sizes have the same value but different variables
//! hold it. Such a coercion cannot fail. In older editions types and sizes are inferred in the same way, but where an
//! expression has another size than its context expects, today's edition reports an error, and older editions coerce
//! the expression (`e :> t`) and check the sizes at run time. A function in such a place is wrapped in a function that
//! coerces the parameters and the result.

mod older;
mod packages;
mod reshape;

use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::resolved;

use crate::typing::infer_types::draft::{Closure, E, Kind, Pat, PatKind};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Clash, Size, Subst, Ty, Type};

impl<'t> Infer<'t> {
    /// Makes an expression fit the expected type, by a coercion if necessary.
    pub fn fit(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, what: &str) -> Result<E<'t>> {
        if !self.coerces() {
            let outer = self.begin_coercible();
            let result = self.expect(span, draft.ty, expected, what);
            let differs = self.end_coercible(outer);
            result.map_err(|error| {
                let error = self.bound(error, draft);
                self.lacks_arguments(error, draft, expected)
            })?;
            return if differs { self.held_elsewhere(span, draft, expected) } else { Ok(draft) };
        }
        self.check_at(span);
        let equations = self.open_equations();
        let state = self.snapshot();
        let result = self.unify(draft.ty, expected).and_then(|()| self.consumes_no_more(draft.ty, expected));
        let error = match &result {
            Ok(()) => codes::WRONG_SIZE.error(span, "sizes do not match"),
            // The clash may mention variables of the attempt.
            Err(clash) => self.type_error(span, draft.ty, expected, what, clash),
        };
        match result {
            Ok(()) => self.commit(state),
            Err(_) => self.rollback(state),
        }
        if result.is_ok() && self.open_equations() == equations {
            return Ok(draft);
        }
        // The coercion checks the equations that could not be solved.
        self.forget_equations(equations);
        if let Err(Clash::Consumes(_)) = result {
            return Err(error);
        }
        self.coerced(span, draft, expected, error)
    }

    /// Coerces an expression whose sizes have the expected values but are held by other variables. The coercion cannot
    /// fail.
    fn held_elsewhere(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>) -> Result<E<'t>> {
        let (ty, mut inside) = (self.plain(expected), false);
        if let Type::Exists(..) = ty {
            return Ok(draft);
        }
        // The closure changes nothing and cannot fail.
        let _ = self.map_sizes(ty, true, &mut |infer, size, visible| {
            inside |= !visible && infer.has_form(size);
            Ok(size)
        });
        let lets = self.compute_open_sizes(span, ty)?;
        let result = match inside {
            true => self.coercing(|infer| infer.fit(span, draft, ty, "this function"))?,
            false => self.exp(span, ty, Kind::Coerce(draft)),
        };
        Ok(self.with_lets(lets, result))
    }

    /// Coerces an expression whose type differs from the expected one in sizes only. Other differences are reported as
    /// `error`.
    fn coerced(&mut self, span: Span, draft: E<'t>, expected: Ty<'t>, error: Error) -> Result<E<'t>> {
        let (found, wanted) = (self.value_type(draft.ty), self.value_type(expected));
        match (*found, *wanted) {
            (_, Type::Exists(names, body)) => {
                let result = self.at_level(self.level() + 1, |infer| {
                    let body = infer.flexible(names, body);
                    infer.fit(span, draft, body, "this expression")
                });
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
            (Type::Record(parts), Type::Record(wanted_parts))
                if parts.len() == wanted_parts.len() && self.has_function(wanted) =>
            {
                return self.coerced_parts(span, draft, parts, expected).map_err(|_| error);
            }
            _ if self.has_function(wanted) => return Err(error),
            _ => {}
        }
        let equations = self.open_equations();
        let mut sizes = Vec::new();
        if self.attempt(|infer| infer.unify_but_for_sizes(found, wanted, &mut sizes)).is_err() {
            return Err(error);
        }
        for (found, wanted) in sizes {
            // The coercion checks the sizes that differ.
            let _ = self.attempt(|infer| infer.unify_sizes(found, wanted));
        }
        self.forget_equations(equations);
        let ty = self.plain(expected);
        Ok(self.exp(span, ty, Kind::Coerce(draft)))
    }

    /// The clash of two sizes that are different numbers, if there is one: a coercion between these types always fails.
    pub fn never_same(&mut self, found: Ty<'t>, wanted: Ty<'t>) -> Option<Clash<'t>> {
        let mut sizes = Vec::new();
        self.attempt(|infer| infer.unify_but_for_sizes(found, wanted, &mut sizes)).ok()?;
        sizes.into_iter().find_map(|(found, wanted)| match (self.holder(found), self.holder(wanted)) {
            (Size::Const(n), Size::Const(m)) if n != m => self.unify_sizes(found, wanted).err(),
            _ => None,
        })
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
        let atomic = matches!(func.kind, Kind::Lambda(_) | Kind::Var(..));
        let f = if atomic { func } else { self.var(span, callee, func.ty) };
        let closure = self.scoped(|infer| {
            infer.declare(param, param_ty);
            let arg = infer.var(span, param, param_ty);
            let (body, ret) = infer.scoped(|infer| {
                let arg = infer.opened(arg, "this argument");
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
        if atomic {
            return Ok(lambda);
        }
        let pat = Pat { span, ty: func.ty, kind: PatKind::Var(callee) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: func, body: lambda }))
    }

    /// `exp :> ty`.
    pub fn coerce(&mut self, span: Span, exp: &'t resolved::Exp<'t>, ty: &'t resolved::Type<'t>) -> Result<E<'t>> {
        let mark = self.pending_count();
        let wanted = self.annotation(ty)?;
        // The sizes in a lambda's types belong to the lambda, so its type is no hint.
        let hint = (!self.has_function(wanted)).then_some(wanted);
        let draft = self.infer_hinted(exp, hint)?;
        // The types must be equal up to sizes.
        let anyhow = self.map_sizes(wanted, true, &mut |infer, _, _| Ok(infer.fresh_size(span)));
        let anyhow = anyhow.map_err(|_| Error::internal("replacing sizes cannot fail").or_at(span))?;
        self.expect(exp.span(), draft.ty, anyhow, "this expression")?;
        let ty = self.plain(wanted);
        self.keep_open_sizes(ty, anyhow);
        let result = self.coercion(span, draft, ty)?;
        Ok(self.after_pending(mark, result))
    }

    /// `e :> t`. If `t` is a function type, its sizes are checked when the function is called (TFP'18 §5.2):
    /// `f :> (t -> u)` is `\x -> f (x :> …) :> u`.
    fn coercion(&mut self, span: Span, draft: E<'t>, wanted: Ty<'t>) -> Result<E<'t>> {
        if !self.has_function(wanted) {
            return Ok(self.exp(span, wanted, Kind::Coerce(draft)));
        }
        let outside = matches!(*self.value_type(wanted), Type::Record(_) | Type::Arrow(..));
        let fitted = self.coercing(|infer| infer.fit(span, draft, wanted, "this function"));
        fitted.map_err(|error| match outside {
            true => error,
            false => codes::MISSING_FEATURE.error(span, "coercions of constructors with functions are not implemented"),
        })
    }

    /// Makes each component of a record with functions fit.
    fn coerced_parts(
        &mut self,
        span: Span,
        draft: E<'t>,
        found: &'t [(Symbol, Ty<'t>)],
        expected: Ty<'t>,
    ) -> Result<E<'t>> {
        let ty = self.plain(expected);
        let Type::Record(fields) = *self.value_type(ty) else {
            return Err(Error::internal("a record does not fit a record").or_at(span));
        };
        let name = Name::fresh("r");
        self.declare(name, draft.ty);
        let mut parts = Vec::new();
        for ((label, from), (_, to)) in found.iter().zip(fields) {
            let whole = self.var(span, name, draft.ty);
            let part = self.exp(span, from, Kind::Project(whole, *label));
            parts.push((*label, self.fit(span, part, to, "this component")?));
        }
        let body = self.exp(span, ty, Kind::Record(parts));
        let pat = Pat { span, ty: draft.ty, kind: PatKind::Var(name) };
        Ok(self.exp(span, ty, Kind::Let { sizes: Vec::new(), pat, rhs: draft, body }))
    }

    /// Takes the sizes that a coercion leaves open from the coerced expression.
    fn keep_open_sizes(&mut self, wanted: Ty<'t>, found: Ty<'t>) {
        let sizes = self.visible_sizes(found);
        for (wanted, found) in self.visible_sizes(wanted).into_iter().zip(sizes) {
            if let Size::Var(var) = *self.holder(wanted)
                && self.size_level(var) >= self.level()
            {
                // An open size of the current scope can take any value.
                let _ = self.equate(wanted, found);
            }
        }
    }

    /// If a branch yields constructors of a sum type that is not known yet, takes the other constructors from the type
    /// that is probably expected. Each branch has its own sizes. The caller reports types that do not match.
    pub fn complete_sums(&mut self, found: Ty<'t>, hint: Option<Ty<'t>>) {
        let Some(hint) = hint else { return };
        match (*self.value_type(found), *self.value_type(hint)) {
            (Type::Var(_), Type::Exists(_, body)) => self.complete_sums(found, Some(body)),
            (Type::Record(fields), Type::Record(hints)) => {
                for ((label, found), (other, hint)) in fields.iter().zip(hints) {
                    if label == other {
                        self.complete_sums(found, Some(hint));
                    }
                }
            }
            (Type::Record(_), Type::Exists(_, body)) => self.complete_sums(found, Some(body)),
            (Type::Var(_), Type::Sum(_)) => {
                let span = self.span();
                let own_sizes = self.map_sizes(hint, true, &mut |types, size, visible| {
                    Ok(if visible { types.fresh_size(span) } else { size })
                });
                if let Ok(expected) = own_sizes {
                    let _ = self.attempt(|types| types.unify(found, expected));
                }
            }
            _ => {}
        }
    }
}
