//! Blocks: references, allocations and copies.
//!
//! A memory variable is the address of its first element, and the block that counts references. It has no block in
//! kernels, if it is from outside of them, and if it is an array private to a thread, which lies on the stack.

use framework::{Error, Name, Result};
use languages::lanes::{Exp, Region, Stm, facts};
use languages::prim::PrimType;

use super::program::{Function, Memory};
use super::types::{c_type, identifier};

impl Function<'_> {
    /// The variable of a memory variable's block, or none.
    pub fn block_of(&self, name: Name) -> Result<String> {
        Ok(match self.memory(name)?.counted {
            true => format!("{}_block", identifier(name)),
            false => "NULL".into(),
        })
    }

    /// Declares a memory variable, whose first value this statement is if it gives it one. Returns whether it does.
    pub fn declare_memory(&mut self, name: Name, prim: PrimType, first: Option<&Stm<'_>>) -> Result<bool> {
        let counted = !self.unit.private.contains(&name);
        self.memories.insert(name, Memory { prim, counted });
        let (variable, ty) = (identifier(name), c_type(prim));
        if counted && let Some(scope) = self.scopes.last_mut() {
            scope.push(name);
        }
        if let Some(Stm::Alloc { name: target, count, .. }) = first
            && counted
            && *target == name
        {
            self.fresh(name, prim, count, true)?;
            return Ok(true);
        }
        self.code.line(format!("{ty} *{variable} = NULL;"));
        if counted {
            self.code.line(format!("struct block *{variable}_block = NULL;"));
        }
        Ok(false)
    }

    /// Declares a memory variable for a block that belongs to somebody else.
    pub fn borrow(&mut self, name: Name, prim: PrimType, address: &str) {
        self.memories.insert(name, Memory { prim, counted: false });
        self.code.line(format!("{} *{} = {address};", c_type(prim), identifier(name)));
    }

    /// Declares a memory variable for a block, or for nothing if there is none.
    pub fn bind_block(&mut self, name: Name, prim: PrimType, block: &str) {
        self.memories.insert(name, Memory { prim, counted: true });
        let (variable, ty) = (identifier(name), c_type(prim));
        self.code.line(format!("struct block *{variable}_block = {block};"));
        self.code.line(format!("{ty} *{variable} = {variable}_block == NULL ? NULL : {variable}_block->data;"));
    }

    /// Gives up the block of a variable.
    pub fn release(&mut self, name: Name) -> Result<()> {
        if self.memory(name)?.counted {
            self.code.line(format!("release(w, {}_block);", identifier(name)));
        }
        Ok(())
    }

    /// Gives up the blocks of all scopes from number `depth` on.
    pub fn release_scopes(&mut self, depth: usize) -> Result<()> {
        let names: Vec<Name> = self.scopes[depth..].iter().flatten().copied().collect();
        names.into_iter().try_for_each(|name| self.release(name))
    }

    /// Gives a memory variable a fresh block.
    pub(super) fn alloc(&mut self, name: Name, prim: PrimType, count: &Exp<'_>) -> Result<()> {
        let variable = identifier(name);
        if !self.memory(name)?.counted {
            // The analysis has ensured that the count is a small constant.
            let Some(count) = facts::constant_integer(count) else {
                return Err(Error::internal(format!("the private array {name} has no constant size")));
            };
            let array = self.unit.temporary();
            self.arrays.push(format!("_Alignas(64) {} {array}[{}];", c_type(prim), count.max(1)));
            self.code.line(format!("{variable} = {array};"));
            return Ok(());
        }
        self.release(name)?;
        self.fresh(name, prim, count, false)
    }

    /// Gives a memory variable that has no block a fresh one. It may be declared here.
    fn fresh(&mut self, name: Name, prim: PrimType, count: &Exp<'_>, declares: bool) -> Result<()> {
        let (variable, count, size) = (identifier(name), self.exp(count)?, prim.size_bytes());
        let (block, ty) = if declares { ("struct block *", format!("{} *", c_type(prim))) } else { Default::default() };
        self.code.line(format!("{block}{variable}_block = fresh(w, {count}, {size});"));
        self.code.line(format!("if ({variable}_block == NULL) return FAILED;"));
        self.code.line(format!("{ty}{variable} = {variable}_block->data;"));
        Ok(())
    }

    /// Makes a memory variable denote no block.
    pub(super) fn free(&mut self, name: Name) -> Result<()> {
        if self.memory(name)?.counted {
            if !self.given_away.remove(&name) {
                self.release(name)?;
            }
            self.code.line(format!("{}_block = NULL;", identifier(name)));
        }
        Ok(())
    }

    /// Makes a memory variable denote the block of another. `after` are the statements that follow.
    pub(super) fn assign_memory(&mut self, name: Name, from: Name, after: &[Stm<'_>]) -> Result<()> {
        if self.memory(name)?.counted {
            let (block, kept) = (self.block_of(from)?, !self.given_away.remove(&name));
            if self.memory(from)?.counted && gives_up(after, from) {
                self.given_away.insert(from);
            } else {
                self.code.line(format!("retain({block});"));
            }
            if kept {
                self.release(name)?;
            }
            self.code.line(format!("{}_block = {block};", identifier(name)));
        }
        self.code.line(format!("{} = {};", identifier(name), identifier(from)));
        Ok(())
    }

    /// Copies an array of this shape from one region to another.
    pub(super) fn copy(&mut self, prim: PrimType, shape: &[Exp<'_>], to: &Region<'_>, from: &Region<'_>) -> Result<()> {
        let place = |t: &mut Self, region: &Region<'_>| {
            let offset = t.exp(region.offset)?;
            Ok::<String, Error>(match offset.as_str() {
                "0" => identifier(region.mem),
                _ => format!("{} + {offset}", identifier(region.mem)),
            })
        };
        let (target, source) = (place(self, to)?, place(self, from)?);
        if shape.is_empty() {
            self.code.line(format!("*({target}) = *({source});"));
            return Ok(());
        }
        let mut extents = Vec::with_capacity(shape.len());
        for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
            extents.push([self.exp(count)?, self.exp(to)?, self.exp(from)?]);
        }
        if let ([[count, to, from]], true) = (extents.as_slice(), self.in_kernel()) {
            // Short copies are frequent in kernels.
            if to == "1" && from == "1" {
                let ty = c_type(prim);
                self.code.line(format!("copy_row({target}, {source}, {count}, sizeof({ty}));"));
                return Ok(());
            }
            let k = self.unit.temporary();
            self.code.open("{");
            self.code.line(format!("{} *to = {target}, *from = {source};", c_type(prim)));
            self.code.line(format!("const int64_t count = {count}, to_stride = {to}, from_stride = {from};"));
            self.code.line(format!(
                "for (int64_t {k} = 0; {k} < count; {k}++) to[{k} * to_stride] = from[{k} * from_stride];"
            ));
            self.code.close();
            return Ok(());
        }
        self.unit.most_dimensions = self.unit.most_dimensions.max(extents.len());
        let (rank, size, threaded) = (extents.len(), prim.size_bytes(), !self.in_kernel());
        let extents: Vec<String> = extents.iter().map(|extent| format!("{{{}}}", extent.join(", "))).collect();
        self.code.line(format!(
            "copy(w, {target}, {source}, {size}, (const struct extent[]){{{}}}, {rank}, {threaded});",
            extents.join(", ")
        ));
        Ok(())
    }
}

/// Whether the first of some statements that mentions a variable makes it denote no block, or another one. Only
/// statements that do little else are in front of it.
fn gives_up(stms: &[Stm<'_>], variable: Name) -> bool {
    for stm in stms {
        match stm {
            Stm::Decl { .. } | Stm::DeclVec { .. } | Stm::DeclMem { .. } | Stm::Assign { .. } => {}
            Stm::AssignMem { from, .. } if *from == variable => return false,
            Stm::AssignMem { name, .. } | Stm::Free { name, .. } if *name == variable => return true,
            Stm::AssignMem { .. } | Stm::Free { .. } => {}
            _ => return false,
        }
    }
    false
}
