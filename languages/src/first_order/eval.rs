//! The meaning of `FirstOrder`: an embedding into `Mono`, in which calls are applications and function operands are
//! lambdas.

use framework::{Owned, Result, Span, Symbol, Terminal};

use super::{Embed, Program, added};
use crate::mono::{self, Mono};
use crate::prim::{PrimType, PrimValue};
use crate::trace::TRACE;

/// Returns the `Mono` program of the same meaning. With `frames`, an `Applied` body becomes an application of a
/// function without parameters, so that backtraces have a frame for it. Without, it becomes the body alone, for people
/// to read.
pub fn embed(program: &Program<'_>, frames: bool) -> Result<Owned<Mono>> {
    Owned::build(|arena| Embedding { arena, frames }.embed_program(program))
}

struct Embedding<'b> {
    arena: &'b mono::Arena<'b>,
    frames: bool,
}

impl<'b> Embedding<'b> {
    /// Returns the type of functions from these types.
    fn arrow(
        &self,
        span: Span,
        params: impl DoubleEndedIterator<Item = &'b mono::Type<'b>>,
        ret: &'b mono::Type<'b>,
    ) -> &'b mono::Type<'b> {
        let arrow = |to, from| self.arena.alloc(mono::Type::TypeArrow { span, param: None, from, to });
        params.rev().fold(ret, arrow)
    }
}

impl<'a, 'b> Embed<'a, 'b> for Embedding<'b> {
    fn arena(&self) -> &'b mono::Arena<'b> {
        self.arena
    }

    /// Sizes in closures are not compared, so any size will do.
    fn size_size_any(&mut self, node: added::SizeSizeAny) -> Result<mono::Size<'b>> {
        let ty = self.arena.alloc(mono::Type::TypePrim { span: node.span, prim: PrimType::I64 });
        let zero = mono::Exp::Const { span: node.span, ty, value: PrimValue::I64(0) };
        Ok(mono::Size::SizeOf { span: node.span, exp: self.arena.alloc(zero) })
    }

    fn exp_call(&mut self, node: added::ExpCall<'a>) -> Result<mono::Exp<'b>> {
        let added::ExpCall { span, ty, func, args } = node;
        let ty = self.arena.alloc(self.embed_type(ty)?);
        let args: Result<Vec<_>> = args.iter().map(|arg| self.embed_exp(arg)).collect();
        let args = self.arena.slice(args?);
        let arrow = self.arrow(span, args.iter().map(mono::Exp::ty), ty);
        let func = self.arena.alloc(mono::Exp::Var { span, ty: arrow, name: func });
        Ok(mono::Exp::Apply { span, ty, func, args })
    }

    fn exp_applied(&mut self, node: added::ExpApplied<'a>) -> Result<mono::Exp<'b>> {
        let added::ExpApplied { span, ty, body } = node;
        let body = self.embed_exp(body)?;
        if !self.frames {
            return Ok(body);
        }
        let ret = self.arena.alloc(self.embed_type(ty)?);
        let func = mono::Exp::Lambda { span, ty: ret, params: &[], ret, body: self.arena.alloc(body) };
        Ok(mono::Exp::Apply { span, ty: ret, func: self.arena.alloc(func), args: &[] })
    }

    /// The attribute says the label and the form.
    fn exp_trace(&mut self, node: added::ExpTrace<'a>) -> Result<mono::Exp<'b>> {
        let added::ExpTrace { span, ty, label, form, exp } = node;
        let ty = self.arena.alloc(self.embed_type(ty)?);
        let exp = self.arena.alloc(self.embed_exp(exp)?);
        let args = [label, Symbol::new(&form.write())].map(|name| mono::Attr::Atom { span, name });
        let attr = mono::Attr::Compound { span, name: Symbol::new(TRACE), args: self.arena.slice(args) };
        Ok(mono::Exp::ExpAttributed { span, ty, attr: self.arena.alloc(attr), exp })
    }

    fn exp_intrinsic(&mut self, node: added::ExpIntrinsic<'a>) -> Result<mono::Exp<'b>> {
        let added::ExpIntrinsic { span, ty, op, funs, args } = node;
        let arena = self.arena;
        let ty = arena.alloc(self.embed_type(ty)?);
        let mut operands = Vec::new();
        for fun in funs {
            let params: Result<Vec<_>> = fun.params.iter().map(|param| self.embed_pat(param)).collect();
            let params = arena.slice(params?);
            let ret = arena.alloc(self.embed_type(fun.ret)?);
            let body = arena.alloc(self.embed_exp(fun.body)?);
            let arrow = self.arrow(fun.span, params.iter().map(mono::Pat::ty), ret);
            operands.push(mono::Exp::Lambda { span: fun.span, ty: arrow, params, ret, body });
        }
        for arg in args {
            operands.push(self.embed_exp(arg)?);
        }
        Ok(mono::Exp::Intrinsic { span, ty, op, args: arena.slice(operands) })
    }
}
