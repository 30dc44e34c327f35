//! The meaning of `FunMem` by values: memory is removed (IFL'22 figure 9, `⇒unmem`), which leaves a `Seg` program.

use super::{Embed, FunMem, added};
use crate::prim::{PrimType, PrimValue};
use crate::seg::{self, Seg};
use framework::{Owned, Result};

/// Returns the `Seg` program without memory.
pub fn unmemorise(program: &Owned<FunMem>) -> Result<Owned<Seg>> {
    unmemorise_root(program.root())
}

/// Returns the `Seg` program without memory.
pub fn unmemorise_root(program: &super::Program<'_>) -> Result<Owned<Seg>> {
    Owned::build(|arena| Unmem { arena }.embed_program(program))
}

struct Unmem<'b> {
    arena: &'b seg::Arena<'b>,
}

impl<'a, 'b> Embed<'a, 'b> for Unmem<'b> {
    fn arena(&self) -> &'b seg::Arena<'b> {
        self.arena
    }

    /// `[x]@x_mem → L ⇒unmem [x]`
    fn type_array(&mut self, node: added::TypeArray<'a>) -> Result<seg::Type<'b>> {
        let added::TypeArray { span, prim, dims, unique, .. } = node;
        let dims: Result<Vec<_>> = dims.iter().map(|dim| self.embed_atom(dim)).collect();
        Ok(seg::Type::Array { span, prim, dims: self.arena.slice(dims?), unique })
    }

    /// `mem ⇒unmem int`
    fn type_mem(&mut self, node: added::TypeMem) -> Result<seg::Type<'b>> {
        Ok(seg::Type::Scalar { span: node.span, prim: PrimType::I64 })
    }

    /// `alloc se ⇒unmem 0`
    fn exp_alloc(&mut self, node: added::ExpAlloc<'a>) -> Result<seg::Exp<'b>> {
        let zero = seg::Atom::Const { span: node.span, value: PrimValue::I64(0) };
        Ok(seg::Exp::Atoms { span: node.span, atoms: self.arena.slice([zero]) })
    }
}
