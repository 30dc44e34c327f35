//! The meaning of `Mono`: an embedding into `MonoMatch`, in which tests and projections are matches.

use framework::{Error, Name, Owned, Result, Span, Symbol};

use super::{Embed, Program, added};
use crate::mono_match::{self, Arm, MonoMatch, Pat};
use crate::prim::{PrimType, PrimValue};

/// Returns the `MonoMatch` program of the same meaning.
pub fn embed(program: &Program<'_>) -> Result<Owned<MonoMatch>> {
    Owned::build(|arena| Embedding { arena }.embed_program(program))
}

struct Embedding<'b> {
    arena: &'b mono_match::Arena<'b>,
}

impl<'b> Embedding<'b> {
    /// Returns the pattern `#tag p q …`, in which only operand `kept` has a name.
    fn constructor(
        &self,
        span: Span,
        ty: &'b mono_match::Type<'b>,
        tag: Symbol,
        kept: Option<(usize, Name)>,
    ) -> Result<Pat<'b>> {
        let mono_match::Type::TypeSum { cases, .. } = ty else {
            return Err(Error::internal(format!("constructor `#{tag}` of a type that is no sum type")).or_at(span));
        };
        let Some(case) = cases.iter().find(|case| case.tag == tag) else {
            return Err(Error::internal(format!("a type without constructor `#{tag}`")).or_at(span));
        };
        if let Some((place, _)) = kept
            && place >= case.payload.len()
        {
            return Err(Error::internal(format!("constructor `#{tag}` has no operand {place}")).or_at(span));
        }
        let args = case.payload.iter().enumerate().map(|(index, ty)| match kept {
            Some((place, name)) if place == index => Pat::PatVar { span, ty, name },
            _ => Pat::PatWild { span, ty },
        });
        let args: Vec<_> = args.collect();
        Ok(Pat::PatCon { span, ty, tag, args: self.arena.slice(args) })
    }

    fn arm(&self, span: Span, pat: Pat<'b>, body: mono_match::Exp<'b>) -> Arm<'b> {
        Arm { span, pat: self.arena.alloc(pat), body: self.arena.alloc(body) }
    }
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b mono_match::Arena<'b> {
        self.arena
    }

    fn exp_test(&mut self, node: added::ExpTest<'a>) -> Result<mono_match::Exp<'b>> {
        let added::ExpTest { span, exp, tag, .. } = node;
        let scrutinee = self.arena.alloc(self.embed_exp(exp)?);
        let ty = self.arena.alloc(mono_match::Type::TypePrim { span, prim: PrimType::Bool });
        let truth = |value| mono_match::Exp::Const { span, ty, value: PrimValue::Bool(value) };
        let yes = self.arm(span, self.constructor(span, scrutinee.ty(), tag, None)?, truth(true));
        let no = self.arm(span, Pat::PatWild { span, ty: scrutinee.ty() }, truth(false));
        Ok(mono_match::Exp::Match { span, ty, scrutinee, arms: self.arena.slice([yes, no]) })
    }

    fn exp_payload(&mut self, node: added::ExpPayload<'a>) -> Result<mono_match::Exp<'b>> {
        let added::ExpPayload { span, ty, exp, tag, index } = node;
        let scrutinee = self.arena.alloc(self.embed_exp(exp)?);
        let ty = self.arena.alloc(self.embed_type(ty)?);
        let name = Name::fresh("operand");
        // A negative index is no operand's either.
        let place = usize::try_from(index).unwrap_or(usize::MAX);
        let pat = self.constructor(span, scrutinee.ty(), tag, Some((place, name)))?;
        let arm = self.arm(span, pat, mono_match::Exp::Var { span, ty, name });
        Ok(mono_match::Exp::Match { span, ty, scrutinee, arms: self.arena.slice([arm]) })
    }
}
