//! The meaning of `FunMem` by values: memory is removed (IFL'22 figure 9, `⇒unmem`), which leaves a `Seg` program.

use super::{Embed, FunMem, added};
use crate::codes::{self, FailureCode};
use crate::prim::{PrimType, PrimValue};
use crate::seg::{self, Seg};
use framework::{Owned, Result};

/// Returns the `Seg` program without memory.
pub fn unmemorise(program: &Owned<FunMem>) -> Result<Owned<Seg>> {
    Owned::build(|arena| Unmem { arena, certificates: false }.embed_program(program.root()))
}

/// The same with a certificate for each memory block, so that types tell blocks from numbers.
pub fn with_certificates(program: &super::Program<'_>) -> Result<Owned<Seg>> {
    Owned::build(|arena| Unmem { arena, certificates: true }.embed_program(program))
}

struct Unmem<'b> {
    arena: &'b seg::Arena<'b>,
    certificates: bool,
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
        if self.certificates {
            return Ok(seg::Type::Cert { span: node.span });
        }
        Ok(seg::Type::Scalar { span: node.span, prim: PrimType::I64 })
    }

    /// `alloc se ⇒unmem 0`
    fn exp_alloc(&mut self, node: added::ExpAlloc<'a>) -> Result<seg::Exp<'b>> {
        if self.certificates {
            let cond = self.arena.alloc(seg::Atom::Const { span: node.span, value: PrimValue::Bool(true) });
            let code = FailureCode(&codes::OUT_OF_MEMORY);
            return Ok(seg::Exp::Assert { span: node.span, code, cond, message: &[], trace: &[] });
        }
        let zero = seg::Atom::Const { span: node.span, value: PrimValue::I64(0) };
        Ok(seg::Exp::Atoms { span: node.span, atoms: self.arena.slice([zero]) })
    }
}
