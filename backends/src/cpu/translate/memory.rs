//! Translates operations on blocks: references, allocations and copies.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, StackSlotData, StackSlotKind, Value, types};
use framework::{Error, Name, Result};
use languages::lanes::{Exp, Region};
use languages::prim::PrimType;

use super::{ACCESS, Memory, Translator};
use crate::cpu::memory::{DATA_OFFSET, REFERENCES_OFFSET};
use crate::cpu::{ops, runtime};

impl Translator<'_> {
    /// Gives up the block of a memory variable.
    pub fn release(&mut self, memory: Memory) -> Result<()> {
        let Some(block) = memory.block else { return Ok(()) };
        let block = self.b.use_var(block);
        self.branch(
            block,
            |t| {
                let args = [t.worker, block];
                ops::call(&mut t.b, runtime::release as *const u8, &[types::I64; 2], &args);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Adds a reference to a block, unless it is null.
    pub fn retain(&mut self, block: Value) -> Result<()> {
        self.branch(
            block,
            |t| {
                let count = t.b.ins().load(types::I64, ACCESS, block, REFERENCES_OFFSET);
                let count = t.b.ins().iadd_imm_s(count, 1);
                t.b.ins().store(ACCESS, count, block, REFERENCES_OFFSET);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Reserves `words` 8-byte words on the stack.
    pub fn stack_words(&mut self, words: usize) -> Value {
        let size = (words.max(1) * 8) as u32;
        let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3));
        self.b.ins().stack_addr(types::I64, slot, 0)
    }

    /// Stores the values in the message of a failure. Frames stay small, which matters for deep recursion.
    pub fn store_shown(&mut self, values: &[Value]) -> Value {
        let size = (values.len().max(1) * 8) as u32;
        let data = StackSlotData::new(StackSlotKind::ExplicitSlot, size, 3);
        let slot = *self.shown.get_or_insert_with(|| self.b.create_sized_stack_slot(data));
        let whole = &mut self.b.func.sized_stack_slots[slot].size;
        *whole = size.max(*whole);
        let address = self.b.ins().stack_addr(types::I64, slot, 0);
        self.store_words(values, address);
        address
    }

    /// Stores values in consecutive words.
    pub fn store_words(&mut self, values: &[Value], address: Value) {
        for (i, &value) in values.iter().enumerate() {
            self.store(value, address, 8 * i as i32);
        }
    }

    /// Declares a memory variable for a block that belongs to the caller, or for nothing if `block` is null.
    pub fn bind_passed(&mut self, name: Name, block: Value) -> Result<()> {
        let null = self.b.ins().iconst(types::I64, 0);
        self.bind_block(name, block, null);
        let memory = self.memory(name)?;
        self.find_data(memory, block)
    }

    /// Loads the address of the data of a memory variable's block, if there is a block.
    pub(super) fn find_data(&mut self, memory: Memory, block: Value) -> Result<()> {
        self.branch(
            block,
            |t| {
                let address = t.b.ins().load(types::I64, ACCESS, block, DATA_OFFSET);
                t.b.def_var(memory.base, address);
                Ok(())
            },
            |_| Ok(()),
        )
    }

    /// Gives a memory variable a fresh block of `count` elements.
    pub(super) fn alloc(&mut self, name: Name, prim: PrimType, count: &Exp<'_>) -> Result<()> {
        let count = self.exp(count)?;
        let memory = self.memory(name)?;
        let Some(variable) = memory.block else {
            // A thread-private array. The analysis has ensured that the count is a small constant.
            let Some(count) = ops::known_integer(&self.b, count) else {
                return Err(Error::internal(format!("the private array {name} has no constant size")));
            };
            let bytes = count.max(1) as u32 * prim.size_bytes() as u32;
            let slot = self.b.create_sized_stack_slot(StackSlotData::new(StackSlotKind::ExplicitSlot, bytes, 5));
            let address = self.b.ins().stack_addr(types::I64, slot, 0);
            self.b.def_var(memory.base, address);
            return Ok(());
        };
        // Releases the old block first, so that its memory can be reused for the new block.
        self.release(memory)?;
        let zero = self.b.ins().iconst(types::I64, 0);
        self.b.def_var(variable, zero);
        let block = self.new_block(runtime::allocate as *const u8, prim, count);
        let failed = self.b.ins().icmp_imm_s(IntCC::Equal, block, 0);
        self.leave_if(failed);
        let address = self.b.ins().load(types::I64, ACCESS, block, DATA_OFFSET);
        self.b.def_var(variable, block);
        self.b.def_var(memory.base, address);
        Ok(())
    }

    fn new_block(&mut self, routine: *const u8, prim: PrimType, count: Value) -> Value {
        let code = self.b.ins().iconst(types::I32, prim as i64);
        let params = [types::I64, types::I32, types::I64];
        ops::call_value(&mut self.b, routine, &params, types::I64, &[self.worker, code, count])
    }

    /// Declares a memory variable with a block of `count` elements, or without one if there is not enough memory.
    /// Returns the block, or null.
    pub fn alloc_ahead(&mut self, name: Name, prim: PrimType, count: &Exp<'_>) -> Result<Value> {
        let count = self.exp(count)?;
        let block = self.new_block(runtime::allocate_ahead as *const u8, prim, count);
        self.bind_passed(name, block)?;
        Ok(block)
    }

    /// Makes a memory variable denote no block.
    pub fn free_memory(&mut self, name: Name) -> Result<()> {
        let memory = self.memory(name)?;
        if let Some(variable) = memory.block {
            self.release(memory)?;
            let zero = self.b.ins().iconst(types::I64, 0);
            self.b.def_var(variable, zero);
        }
        Ok(())
    }

    /// Makes a memory variable denote the block of another.
    pub fn assign_memory(&mut self, name: Name, from: Name) -> Result<()> {
        let (to, from) = (self.memory(name)?, self.memory(from)?);
        let address = self.b.use_var(from.base);
        let block = match from.block {
            Some(block) => self.b.use_var(block),
            None => self.b.ins().iconst(types::I64, 0),
        };
        if let Some(variable) = to.block {
            self.retain(block)?;
            self.release(to)?;
            self.b.def_var(variable, block);
        }
        self.b.def_var(to.base, address);
        Ok(())
    }

    /// Copies an array of this shape from one region to another.
    pub(super) fn copy(&mut self, prim: PrimType, shape: &[Exp<'_>], to: &Region<'_>, from: &Region<'_>) -> Result<()> {
        let (to_memory, from_memory) = (self.memory(to.mem)?, self.memory(from.mem)?);
        let to_first = self.element(to_memory, prim, to.offset)?;
        let from_first = self.element(from_memory, prim, from.offset)?;
        if shape.is_empty() {
            let value = self.load(prim, from_first, 0);
            self.store(value, to_first, 0);
            return Ok(());
        }
        let mut extents = Vec::with_capacity(shape.len());
        for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
            extents.push([self.exp(count)?, self.exp(to)?, self.exp(from)?]);
        }
        if let ([extent], true) = (extents.as_slice(), self.in_kernel) {
            let is_one = |exp: &Exp<'_>| matches!(exp, Exp::Const { value, .. } if value.as_i64() == Some(1));
            return match to.strides.iter().chain(from.strides).all(is_one) {
                true => self.copy_run(prim, extent[0], to_first, from_first),
                false => self.copy_row(prim, *extent, to_first, from_first),
            };
        }
        let words = self.stack_words(3 * extents.len());
        let rank = self.b.ins().iconst(types::I64, extents.len() as i64);
        let values: Vec<Value> = extents.into_iter().flatten().collect();
        self.store_words(&values, words);
        let size = self.b.ins().iconst(types::I64, prim.size_bytes() as i64);
        let threaded = self.b.ins().iconst(types::I32, i64::from(!self.in_kernel));
        let params = [types::I64, types::I64, types::I64, types::I64, types::I64, types::I64, types::I32];
        let args = [self.worker, to_first, from_first, size, words, rank, threaded];
        ops::call(&mut self.b, runtime::copy as *const u8, &params, &args);
        Ok(())
    }

    /// Copies adjacent elements: in vectors, and the rest one by one.
    fn copy_run(&mut self, prim: PrimType, count: Value, to: Value, from: Value) -> Result<()> {
        let zero = self.b.ins().iconst(types::I64, 0);
        let step = 16 / prim.size_bytes() as i64;
        let rest = self.count_loop(zero, count, step, |t, i| {
            let (to, from) = (t.offset(to, i, prim), t.offset(from, i, prim));
            let vector = t.b.ins().load(types::I8X16, ACCESS, from, 0);
            t.b.ins().store(ACCESS, vector, to, 0);
            Ok(())
        })?;
        self.count_loop(rest, count, 1, |t, i| {
            t.copy_element(prim, (to, i), (from, i));
            Ok(())
        })?;
        Ok(())
    }

    fn copy_element(&mut self, prim: PrimType, (to, at_to): (Value, Value), (from, at_from): (Value, Value)) {
        let (to, from) = (self.offset(to, at_to, prim), self.offset(from, at_from, prim));
        let value = self.load(prim, from, 0);
        self.store(value, to, 0);
    }

    /// Copies one dimension by a loop, which costs less than a call. Short copies are frequent in kernels.
    fn copy_row(
        &mut self,
        prim: PrimType,
        [count, to_stride, from_stride]: [Value; 3],
        to: Value,
        from: Value,
    ) -> Result<()> {
        let zero = self.b.ins().iconst(types::I64, 0);
        self.count_loop(zero, count, 1, |t, i| {
            let (at_to, at_from) = (t.b.ins().imul(i, to_stride), t.b.ins().imul(i, from_stride));
            t.copy_element(prim, (to, at_to), (from, at_from));
            Ok(())
        })?;
        Ok(())
    }
}
