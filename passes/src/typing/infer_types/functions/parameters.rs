//! Parameters whose sizes are computed. Callers and the function see different types of them.
//!
//! For callers, the size of the array that they pass is the holder of such a size, and the size's expression is about
//! their arguments. The function computes the size itself, and checks that the parameter has it.

use framework::{Error, Name, Result, Span};
use languages::resolved::{self, Exp, Visit};

use crate::typing::infer_types::draft::{E, Kind, Pat, PatKind};
use crate::typing::infer_types::scopes::Binding;
use crate::typing::infer_types::sizes::normal_form::Poly;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Clash, Subst, Sz, Ty, Type};

/// A step that a function takes before its body.
pub enum Before<'t> {
    /// Computes a size.
    Compute(Name, E<'t>),
    /// Checks that a parameter has the computed sizes. Has the parameter and its type for callers, and its name and
    /// type inside the function.
    Check { span: Span, param: Name, outside: Ty<'t>, name: Name, ty: Ty<'t> },
}

impl<'t> Infer<'t> {
    /// The pattern of a parameter as callers see it. `before` receives the steps that give it the written type inside
    /// the function: they compute the sizes, and coerce each variable that has one.
    ///
    ///     def f (n: i64) (ys: [k n]i64) = e
    ///     is
    ///     def f [m] (n: i64) (ys: [m]i64) = let k' = k n let ys = ys :> [k']i64 in e
    pub fn inside(&mut self, pat: Pat<'t>, mark: usize, before: &mut Vec<Before<'t>>) -> Result<Pat<'t>> {
        before.extend(self.take_pending(mark).into_iter().map(|(name, draft)| Before::Compute(name, draft)));
        let computed: Vec<Name> = before
            .iter()
            .filter_map(|step| match step {
                Before::Compute(name, _) => Some(*name),
                Before::Check { .. } => None,
            })
            .collect();
        if computed.is_empty() {
            return Ok(pat);
        }
        let seen = self.outside(&pat, &computed, &mut Vec::new(), before);
        seen.map_err(|_| Error::internal("replacing sizes cannot fail").or_at(pat.span))
    }

    /// Binds the variables that are computed for parameters in the scope of the body.
    pub fn enter_body(&mut self, before: &[Before<'t>]) {
        for step in before {
            let (Before::Compute(name, _) | Before::Check { name, .. }) = step;
            self.declare_inside(*name);
        }
    }

    fn outside(
        &mut self,
        pat: &Pat<'t>,
        computed: &[Name],
        sizes: &mut Vec<(Poly, Sz<'t>)>,
        before: &mut Vec<Before<'t>>,
    ) -> std::result::Result<Pat<'t>, Clash<'t>> {
        let ty = self.map_sizes(pat.ty, true, &mut |infer, size, _| {
            let (holder, mut names) = (infer.zonk_size(size), Vec::new());
            infer.size_names(holder, &mut names);
            if !names.iter().any(|name| computed.contains(name)) {
                return Ok(size);
            }
            let poly = infer.normal_size(size);
            if let Some((_, known)) = sizes.iter().find(|(other, _)| *other == poly) {
                return Ok(known);
            }
            let (own, value) = (infer.fresh_size(pat.span), infer.value(size));
            let known = if infer.has_form(value) { infer.store.computed(own, value) } else { own };
            sizes.push((poly, known));
            Ok(known)
        })?;
        let kind = match &pat.kind {
            PatKind::Var(name) if !std::ptr::eq(ty, self.shallow(pat.ty)) => {
                let (own, inner) = (name.refresh(), self.plain(pat.ty));
                self.set_binding(*name, Binding::Mono(inner));
                self.set_binding(own, Binding::Mono(inner));
                self.set_inside(*name, own);
                // In types the new variable stands for the parameter.
                let param = self.store.named(*name);
                self.set_meaning(own, param);
                let outside = self.plain(ty);
                before.push(Before::Check { span: pat.span, param: *name, outside, name: own, ty: inner });
                PatKind::Var(*name)
            }
            PatKind::Var(name) => PatKind::Var(*name),
            PatKind::Wild => PatKind::Wild,
            PatKind::Const(value) => PatKind::Const(*value),
            PatKind::Number(literal) => PatKind::Number(*literal),
            PatKind::Record(fields) => {
                let mut new = Vec::new();
                for (span, label, pat) in fields {
                    new.push((*span, *label, self.outside(pat, computed, sizes, before)?));
                }
                PatKind::Record(new)
            }
            PatKind::Con(tag, args) => {
                let args = args.iter().map(|pat| self.outside(pat, computed, sizes, before));
                PatKind::Con(*tag, args.collect::<std::result::Result<_, _>>()?)
            }
        };
        Ok(Pat { span: pat.span, ty, kind })
    }

    /// Puts the steps before the body of a function.
    pub fn after(&mut self, before: Vec<Before<'t>>, body: E<'t>) -> Result<E<'t>> {
        let mut result = body;
        for step in before.into_iter().rev() {
            let (span, name, rhs) = match step {
                Before::Compute(name, rhs) => (rhs.span, name, rhs),
                Before::Check { span, param, outside, name, ty } => {
                    let param = self.var(span, param, outside);
                    let inside = match self.has_function(ty) {
                        // Functions get wrappers, which coerce arguments and results.
                        true => self.coercing(|infer| infer.fit(span, param, ty, "this parameter"))?,
                        false => self.exp(span, ty, Kind::Coerce(param)),
                    };
                    (span, name, inside)
                }
            };
            let pat = Pat { span, ty: rhs.ty, kind: PatKind::Var(name) };
            result = self.exp(body.span, body.ty, Kind::Let { sizes: Vec::new(), pat, rhs, body: result });
        }
        Ok(result)
    }

    /// If the declared result is a function whose parameters have computed sizes, turns these parameters into
    /// parameters of the definition. Returns the rest of the declared result, and the new parameters.
    ///
    ///     def f (n: i64): [k n]i64 -> i64 = g     is     def f (n: i64) (x: [k n]i64): i64 = g x
    pub fn extended(
        &mut self,
        ret: Option<&'t resolved::Type<'t>>,
        pats: &mut Vec<Pat<'t>>,
        before: &mut Vec<Before<'t>>,
    ) -> Result<(Option<&'t resolved::Type<'t>>, Vec<Name>)> {
        let (mut ret, mut names) = (ret, Vec::new());
        while let Some(resolved::Type::TypeArrow { span, param, from, to, .. }) = ret
            && computes(from)
        {
            let (mark, name) = (self.pending_count(), param.unwrap_or_else(|| Name::fresh("x")));
            let ty = self.annotation(from)?;
            let plain = self.plain(ty);
            self.declare(name, plain);
            let pat = self.inside(Pat { span: *span, ty, kind: PatKind::Var(name) }, mark, before)?;
            pats.push(pat);
            names.push(name);
            ret = Some(to);
        }
        Ok((ret, names))
    }

    /// The body of such a function, applied to the new parameters.
    pub fn extended_body(&mut self, body: &'t Exp<'t>, args: &[Name], declared: Option<Ty<'t>>) -> Result<E<'t>> {
        let span = body.span();
        let mut draft = self.infer(body)?;
        for name in args {
            let arg = self.variable(span, *name)?;
            let (param, result) = match *self.value_type(draft.ty) {
                Type::Arrow(Some(param), from, to) => {
                    let size = self.held_by(*name);
                    (from, self.substitute(to, &Subst::size(param, size)))
                }
                Type::Arrow(None, from, to) => (from, to),
                _ => {
                    let result = self.fresh_result(span);
                    let wanted = self.store.arrow(None, arg.ty, result);
                    self.expect(span, draft.ty, wanted, "the function's body")?;
                    (arg.ty, result)
                }
            };
            let arg = self.fit(span, arg, param, "the argument of the function's body")?;
            let ty = self.plain(result);
            let call = self.exp(span, ty, Kind::Apply(draft, vec![arg]));
            draft = self.opened(call, "the function's result");
        }
        match declared {
            Some(declared) => self.fit(span, draft, declared, "the function's body"),
            None => Ok(draft),
        }
    }
}

/// Whether a type has a size that is no arithmetic.
fn computes(ty: &resolved::Type<'_>) -> bool {
    struct Sizes(bool);
    impl<'a> Visit<'a> for Sizes {
        fn visit_size(&mut self, size: &'a resolved::Size<'a>) {
            if let resolved::Size::SizeOf { exp, .. } = size {
                self.0 |= !is_arithmetic(exp);
            }
        }
    }
    let mut sizes = Sizes(false);
    sizes.visit_type(ty);
    sizes.0
}

fn is_arithmetic(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Var { .. } | Exp::IntLit { .. } | Exp::Const { .. } => true,
        Exp::Bin { lhs, rhs, .. } => is_arithmetic(lhs) && is_arithmetic(rhs),
        _ => false,
    }
}
