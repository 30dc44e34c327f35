//! Infers loops: finds the sizes of the loop's parameter that change from iteration to iteration.
//!
//! At first, every size is assumed to stay as it is before the loop. If the body returns a value of another size, that
//! size becomes unknown, and the body is inferred again, until a fixpoint. A body that is well typed for unknown sizes
//! is well typed for known ones as well, so an error in any round is an error of the program. But if the pattern says
//! what the size is, a size of the body's result that nothing has decided yet becomes this size.

mod sizes;

use framework::{Error, Name, Result, Span};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved;

use crate::typing::infer_types::draft::{E, Form, Kind, Pat};
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::tables::Constraint;
use crate::typing::infer_types::types::{Clash, Sz, Ty, Type};

/// The part of a loop's form that is outside the loop's scope.
enum Header<'t> {
    For(Span, Name, E<'t>),
    ForIn(Span, &'t resolved::Pat<'t>, E<'t>),
    While(Span, &'t resolved::Exp<'t>),
}

/// One attempt at a loop.
struct Round<'t> {
    param: Ty<'t>,
    pat: Pat<'t>,
    form: Form<'t>,
    body: E<'t>,
    /// Pairs of a size of the parameter and the size that the body returns in its place.
    sizes: Vec<(Sz<'t>, Sz<'t>)>,
}

/// The variables of a pattern whose types are declared.
pub fn ascribed_names(pat: &resolved::Pat<'_>, ascribed: bool, out: &mut Vec<Name>) {
    use resolved::Pat as P;
    match *pat {
        P::PatVar { name, .. } => out.extend(ascribed.then_some(name)),
        P::PatAscribe { pat, .. } => ascribed_names(pat, true, out),
        P::PatRecord { fields, .. } => fields.iter().for_each(|field| ascribed_names(field.pat, ascribed, out)),
        P::PatCon { args, .. } => args.iter().for_each(|arg| ascribed_names(arg, ascribed, out)),
        _ => {}
    }
}

impl<'t> Infer<'t> {
    /// Infers a loop.
    pub fn looping(
        &mut self,
        span: Span,
        pat: &'t resolved::Pat<'t>,
        init: &'t resolved::Exp<'t>,
        form: &resolved::LoopForm<'t>,
        body: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let source = pat;
        let init = self.infer(init)?;
        let start = self.plain(init.ty);
        // An abstract type or a type parameter may have unknown sizes.
        if let Err(clash) = self.need_order_zero(start)
            && !matches!(clash, Clash::Unknown(Type::Abstract(..) | Type::Param(_)))
        {
            let text = self.show(start);
            let error = codes::FUNCTION_VALUE
                .error(init.span, format!("the parameter of a loop may not be of function type: its type is `{text}`"));
            return Err(self.explain(error, &clash, start));
        }
        let header = self.header(form)?;
        self.learn(span, start, pat, &header, body);
        let start = self.plain(start);
        let mark = self.pending_count();
        let before = self.visible_sizes(start);
        // For every size, the name that stands for it if it may change.
        let mut variant: Vec<Option<Name>> = vec![None; before.len()];
        // The error if the sizes change that nothing had decided before the loop.
        let mut first_error = None;
        let mut is_open = false;
        loop {
            let state = self.snapshot();
            let recorded = self.recorded();
            let round = match self.scoped(|infer| infer.round(span, start, &variant, pat, &header, body)) {
                Ok(round) => round,
                // The pattern may say what such a size is (`(acc: [n]i32)`). Then the size cannot change.
                Err(error) if is_open && first_error.is_none() => {
                    self.rollback(state);
                    self.forget_recorded(recorded);
                    variant.fill(None);
                    first_error = Some(error);
                    continue;
                }
                Err(error) => {
                    self.commit(state);
                    return Err(first_error.unwrap_or(error));
                }
            };
            let decides = first_error.is_some();
            if !decides {
                is_open |= round.sizes.iter().any(|(_, result)| self.is_open_outside(result));
            }
            if self.refine(&before, &round.sizes, &mut variant, decides) {
                self.rollback(state);
                self.forget_recorded(recorded);
                continue;
            }
            self.commit(state);
            let mut sizes = Vec::new();
            for name in variant.iter().flatten() {
                if !sizes.contains(name) {
                    sizes.push(*name);
                }
            }
            let Round { param, pat, form, body, .. } = round;
            let ty = self.store.exists(sizes.clone(), param);
            let mut ascribed = Vec::new();
            ascribed_names(source, false, &mut ascribed);
            let result = self.exp(span, ty, Kind::Loop { sizes, pat, ascribed, init, form, body });
            let result = self.after_pending(mark, result);
            return Ok(self.opened(result, "this loop"));
        }
    }

    /// Learns the type of a loop's parameter from the loop, up to sizes, if nothing before the loop decides that type. In
    /// today's Futhark, sizes are inferred after types.
    fn learn(
        &mut self,
        span: Span,
        start: Ty<'t>,
        pat: &'t resolved::Pat<'t>,
        header: &Header<'t>,
        body: &'t resolved::Exp<'t>,
    ) {
        if self.has_dynamic_sizes() || !self.is_undecided(start) {
            return;
        }
        let state = self.snapshot();
        let (recorded, first) = (self.recorded(), self.type_count());
        let learned = self.scoped(|infer| {
            let result = infer.parts(span, start, &[], pat, header, body)?.body.ty;
            let shape = infer.resized(span, result, u32::MAX);
            let _ = infer.unify(shape, start);
            // All solutions are parts of the type, so that it outlives them.
            Ok(infer.map_sizes(start, true, &mut |_, size, _| Ok(size)))
        });
        self.rollback(state);
        self.forget_recorded(recorded);
        if let Ok(Ok(learned)) = learned {
            let shape = self.resized(span, learned, first);
            let _ = self.attempt(|infer| infer.unify(shape, start));
        }
    }

    /// Whether a component of a value may turn out to be an array.
    fn is_undecided(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Var(var) => self.free(var).is_some_and(|free| !matches!(free.constraint, Constraint::Prims(_))),
            Type::Record(fields) => fields.iter().any(|(_, ty)| self.is_undecided(ty)),
            _ => false,
        }
    }

    /// The type at open sizes. Variables from number `first` on become new ones: they no longer exist.
    fn resized(&mut self, span: Span, ty: Ty<'t>, first: u32) -> Ty<'t> {
        let ty = match *ty {
            Type::Var(var) if var.0 >= first => return self.fresh(span),
            _ => self.value_type(ty),
        };
        match *ty {
            Type::Exists(_, body) => self.resized(span, body, first),
            Type::Array(_, elem) => {
                let (size, elem) = (self.fresh_size(span), self.resized(span, elem, first));
                self.store.array(size, elem)
            }
            Type::Record(fields) => {
                let new = fields.iter().map(|(label, ty)| (*label, self.resized(span, ty, first))).collect();
                self.store.record(new)
            }
            Type::Prim(_) | Type::Param(_) | Type::Var(_) => ty,
            // Loops over functions are wrong; the parts of other types are found again.
            _ => self.fresh(span),
        }
    }

    fn header(&mut self, form: &resolved::LoopForm<'t>) -> Result<Header<'t>> {
        Ok(match *form {
            resolved::LoopForm::For { span, name, bound } => {
                let ty = self.fresh_prim(bound.span(), PrimType::is_integer);
                Header::For(span, name, self.check(bound, ty, "the loop's bound")?)
            }
            resolved::LoopForm::ForIn { span, pat, array } => {
                let elem = self.fresh(array.span());
                let size = self.fresh_size(array.span());
                let wanted = self.store.array(size, elem);
                Header::ForIn(span, pat, self.check(array, wanted, "the array of the loop")?)
            }
            resolved::LoopForm::While { span, cond } => Header::While(span, cond),
        })
    }

    /// Infers the parts of a loop at the given sizes, without a comparison of the body's result with the parameter.
    fn parts(
        &mut self,
        span: Span,
        start: Ty<'t>,
        variant: &[Option<Name>],
        pat: &'t resolved::Pat<'t>,
        header: &Header<'t>,
        body: &'t resolved::Exp<'t>,
    ) -> Result<Round<'t>> {
        for name in variant.iter().flatten() {
            self.declare_size(*name, span, "a size that changes in this loop");
        }
        let param = self.loop_type(start, variant);
        let pat = self.pattern(pat, param)?;
        let form = match header {
            Header::For(span, name, bound) => {
                self.declare(*name, bound.ty);
                Form::For(*span, *name, bound)
            }
            Header::ForIn(span, pat, array) => {
                let elem = match self.value_type(array.ty) {
                    Type::Array(_, elem) => elem,
                    _ => return Err(Error::internal("a loop over no array").or_at(*span)),
                };
                Form::ForIn(*span, self.pattern(pat, elem)?, array)
            }
            Header::While(span, cond) => {
                let wanted = self.store.prim(PrimType::Bool);
                let cond = self.scoped(|infer| infer.check(cond, wanted, "the loop's condition"))?;
                Form::While(*span, cond)
            }
        };
        let body = self.infer_hinted(body, Some(param))?;
        Ok(Round { param, pat, form, body, sizes: Vec::new() })
    }

    fn round(
        &mut self,
        span: Span,
        start: Ty<'t>,
        variant: &[Option<Name>],
        pat: &'t resolved::Pat<'t>,
        header: &Header<'t>,
        body: &'t resolved::Exp<'t>,
    ) -> Result<Round<'t>> {
        let mut round = self.parts(span, start, variant, pat, header, body)?;
        let (param, draft) = (round.param, round.body);
        let mut sizes = Vec::new();
        self.check_at(body.span());
        if let Err(clash) = self.go_around(draft.ty, param, &mut sizes) {
            return Err(self.type_error(body.span(), draft.ty, param, "the loop's body", &clash));
        }
        round.body = self.with_holders(draft, &sizes);
        round.sizes = sizes;
        Ok(round)
    }

    /// The type of the loop's parameter.
    fn loop_type(&mut self, start: Ty<'t>, variant: &[Option<Name>]) -> Ty<'t> {
        let mut position = 0;
        let ty = self.map_sizes(start, true, &mut |infer, size, visible| {
            if !visible {
                return Ok(size);
            }
            let name = variant.get(position).copied().flatten();
            position += 1;
            Ok(name.map_or(size, |name| infer.store.named(name)))
        });
        ty.unwrap_or(start)
    }
}
