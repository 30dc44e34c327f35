//! Translates reads, writes and copies.

use framework::Result;
use languages::lanes::{Exp, Region, ScalarParam};
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;

use super::{Kernel, Memory};
use crate::vulkan::ops;
use crate::vulkan::spirv::{LONG, Val};

impl Kernel<'_, '_> {
    pub(super) fn add(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(SpirvOp::IAdd, LONG, x, y)
    }

    pub(super) fn mul(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(SpirvOp::IMul, LONG, x, y)
    }

    /// The address `index` elements after a base.
    pub fn offset(&mut self, base: Val, index: Val, prim: PrimType) -> Val {
        let size = self.c.long(prim.size_bytes() as i64);
        let bytes = self.mul(index, size);
        self.add(base, bytes)
    }

    /// Loads a value from an address.
    pub fn load(&mut self, prim: PrimType, address: Val) -> Val {
        let value = self.c.load(address, ops::memory_type(prim));
        ops::from_memory(&mut self.c, prim, value)
    }

    /// Stores a value at an address.
    pub fn store(&mut self, prim: PrimType, address: Val, value: Val) {
        let value = ops::to_memory(&mut self.c, prim, value);
        self.c.store(address, value);
    }

    pub(super) fn read(&mut self, memory: Memory, prim: PrimType, index: Val) -> Val {
        match memory {
            Memory::Device(base) => {
                let base = self.c.get(base);
                let address = self.offset(base, index, prim);
                self.load(prim, address)
            }
            Memory::Private(array, base) => {
                let base = self.c.get(base);
                let place = self.add(base, index);
                let element = self.c.element(array, place);
                let value = self.c.get(element);
                ops::from_memory(&mut self.c, prim, value)
            }
        }
    }

    pub(super) fn write(&mut self, memory: Memory, prim: PrimType, index: Val, value: Val) {
        match memory {
            Memory::Device(base) => {
                let base = self.c.get(base);
                let address = self.offset(base, index, prim);
                self.store(prim, address, value);
            }
            Memory::Private(array, base) => {
                let base = self.c.get(base);
                let place = self.add(base, index);
                let element = self.c.element(array, place);
                let value = ops::to_memory(&mut self.c, prim, value);
                self.c.set(element, value);
            }
        }
    }

    /// Loads values from consecutive 8-byte words.
    pub fn load_words(&mut self, params: &[ScalarParam], address: Val) -> Vec<Val> {
        let mut values = Vec::with_capacity(params.len());
        for (i, param) in params.iter().enumerate() {
            let offset = self.c.long(8 * i as i64);
            let at = self.add(address, offset);
            let word = self.c.load(at, LONG);
            values.push(ops::from_bits(&mut self.c, ops::register_type(param.prim), word));
        }
        values
    }

    /// Stores values in consecutive 8-byte words.
    pub fn store_words(&mut self, values: &[Val], address: Val) {
        for (i, &value) in values.iter().enumerate() {
            let offset = self.c.long(8 * i as i64);
            let at = self.add(address, offset);
            let word = ops::to_bits(&mut self.c, value);
            self.c.store(at, word);
        }
    }

    /// The address of row `index` of a table whose rows have `width` words.
    pub fn row(&mut self, base: Val, index: Val, width: usize) -> Val {
        let bytes = self.c.long(8 * width as i64);
        let offset = self.mul(index, bytes);
        self.add(base, offset)
    }

    /// Copies an array of this shape from one region to another.
    pub(super) fn copy(&mut self, prim: PrimType, shape: &[Exp<'_>], to: &Region<'_>, from: &Region<'_>) -> Result<()> {
        let (to_memory, from_memory) = (self.memory(to.mem)?, self.memory(from.mem)?);
        let (to_offset, from_offset) = (self.exp(to.offset)?, self.exp(from.offset)?);
        let mut dims = Vec::new();
        for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
            dims.push([self.exp(count)?, self.exp(to)?, self.exp(from)?]);
        }
        self.copy_dims(prim, &dims, (to_memory, to_offset), (from_memory, from_offset))
    }

    fn copy_dims(
        &mut self,
        prim: PrimType,
        dims: &[[Val; 3]],
        (dst, to): (Memory, Val),
        (src, from): (Memory, Val),
    ) -> Result<()> {
        let Some((&[count, to_stride, from_stride], rest)) = dims.split_first() else {
            let value = self.read(src, prim, from);
            self.write(dst, prim, to, value);
            return Ok(());
        };
        let (zero, one) = (self.c.long(0), self.c.long(1));
        self.count_loop(zero, count, one, |k, index| {
            let (to_step, from_step) = (k.mul(index, to_stride), k.mul(index, from_stride));
            let (to, from) = (k.add(to, to_step), k.add(from, from_step));
            k.copy_dims(prim, rest, (dst, to), (src, from))
        })
    }
}
