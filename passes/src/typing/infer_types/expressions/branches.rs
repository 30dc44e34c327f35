//! Infers conditionals and matches.

use framework::{Error, Result, Span};
use languages::codes;
use languages::prim::PrimType;
use languages::resolved;

use super::join::Joined;
use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::messages::because;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Ty, Type};

impl<'t> Infer<'t> {
    /// Infers an expression in a scope of its own. Sizes that it binds cannot be used outside.
    pub fn branch(&mut self, exp: &'t resolved::Exp<'t>, hint: Option<Ty<'t>>) -> Result<E<'t>> {
        self.scoped(|infer| {
            let draft = infer.infer_hinted(exp, hint)?;
            infer.complete_sums(draft.ty, hint);
            Ok(draft)
        })
    }

    /// `if cond then yes else no`.
    pub fn conditional(
        &mut self,
        span: Span,
        cond: &'t resolved::Exp<'t>,
        yes: &'t resolved::Exp<'t>,
        no: &'t resolved::Exp<'t>,
        hint: Option<Ty<'t>>,
    ) -> Result<E<'t>> {
        let bool_ty = self.store.prim(PrimType::Bool);
        let cond = self.check(cond, bool_ty, "the condition")?;
        let yes_draft = self.branch(yes, hint)?;
        let a = self.leave_scope(yes.span(), yes_draft.ty)?;
        let no_draft = self.branch(no, hint.or(Some(a)))?;
        let mut joined = Joined::default();
        let b = self.leave_scope(no.span(), no_draft.ty)?;
        let (a, b) = (self.unpack(a, &mut joined), self.unpack(b, &mut joined));
        let ty = self.join_or_fail(span, no.span(), a, b, &mut joined, "the `else` branch");
        let ty = ty.map_err(|error| because(error, no.span(), yes.span(), "the `then` branch has that type"))?;
        self.no_function_from(span, ty, "this conditional")?;
        let ty = self.joined_type(ty, joined);
        let result = self.exp(span, ty, Kind::If(cond, yes_draft, no_draft));
        if !matches!(ty, Type::Exists(..)) {
            return Ok(result);
        }
        let (a, b) = (self.show(a), self.show(b));
        Ok(self.opened(result, &format!("this conditional, whose branches have the types `{a}` and `{b}`,")))
    }

    /// Checks that a branch yields no function, unless the user allows it: every function must be known at compile
    /// time.
    fn no_function_from(&mut self, span: Span, ty: Ty<'t>, what: &str) -> Result<()> {
        if self.allows_function_branches() {
            return Ok(());
        }
        self.need_no_function(ty).map_err(|clash| {
            let error = codes::FUNCTION_VALUE.error(span, format!("the result of {what} may not be of function type"));
            let error = self.explain(error, &clash, ty);
            error.note("`--function-branches` allows it; every call of the function then becomes a conditional")
        })
    }

    /// The common type of two branches. `what` names the second branch in messages, and `place` is its place.
    fn join_or_fail(
        &mut self,
        span: Span,
        place: Span,
        a: Ty<'t>,
        b: Ty<'t>,
        joined: &mut Joined,
        what: &str,
    ) -> Result<Ty<'t>> {
        self.check_at(span);
        self.join(a, b, joined).map_err(|clash| self.type_error(place, b, a, what, &clash))
    }

    /// `match scrutinee case … -> …`.
    pub fn matching(
        &mut self,
        span: Span,
        scrutinee: &'t resolved::Exp<'t>,
        arms: &'t [resolved::Arm<'t>],
        hint: Option<Ty<'t>>,
    ) -> Result<E<'t>> {
        let scrutinee = self.infer(scrutinee)?;
        let mark = self.pending_count();
        let mut joined = Joined::default();
        let mut all: Option<Ty<'t>> = None;
        let mut drafts = Vec::new();
        for arm in arms {
            let (pat, body) = self.scoped(|infer| {
                let pat = infer.pattern(arm.pat, scrutinee.ty)?;
                let body = infer.infer_hinted(arm.body, hint.or(all))?;
                infer.complete_sums(body.ty, hint);
                Ok((pat, body))
            })?;
            let ty = self.leave_scope(arm.body.span(), body.ty)?;
            let ty = self.unpack(ty, &mut joined);
            all = Some(match all {
                None => ty,
                Some(all) => {
                    // This is not the first case, so `arms[0]` exists.
                    let (place, first) = (arm.body.span(), arms[0].body.span());
                    let all = self.join_or_fail(span, place, all, ty, &mut joined, "this case");
                    all.map_err(|error| because(error, place, first, "the first case has that type"))?
                }
            });
            drafts.push((pat, body));
        }
        let Some(ty) = all else { return Err(Error::internal("a match without cases").or_at(span)) };
        self.no_function_from(span, ty, "this `match`")?;
        let ty = self.joined_type(ty, joined);
        let result = self.exp(span, ty, Kind::Match(scrutinee, drafts));
        let result = self.after_pending(mark, result);
        Ok(self.opened(result, "this `match`, whose cases may differ in size,"))
    }
}
