//! Reads and writes.

use std::borrow::Cow;

use framework::Name;
use languages::lanes::Exp;
use languages::prim::PrimType;

use super::super::x64::ir::{Address, BinOp, Bits, Cond, ConvOp, Elem, Type, Value};
use super::function::access;
use super::{Held, Wide, elem};

/// The bytes that are written past the caches at once. Allocators align large blocks to as many, and not to whole
/// registers. The processor collects what it writes into whole lines.
const CHUNK: usize = 16;

/// The width of the elements of a type in memory.
fn memory_bits(prim: PrimType) -> Bits {
    stored(prim).bits()
}

/// The elements of a type in memory, where truth values are bytes.
fn stored(prim: PrimType) -> Elem {
    elem(prim).unwrap_or(Elem::I8)
}

impl Wide<'_> {
    fn base(&self, mem: Name) -> Option<Value> {
        match self.held.get(&mem)? {
            Held::Memory(base) => Some(*base),
            Held::Scalar(_) | Held::Vector(_) => None,
        }
    }

    /// The address of an element.
    pub(super) fn place(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>) -> Option<Address> {
        let base = self.base(mem)?;
        // A constant distance is part of the address.
        if let Exp::Const { value, .. } = index
            && let Some(bytes) = value.as_i64().and_then(|index| index.checked_mul(prim.size_bytes() as i64))
            && let Ok(bytes) = i32::try_from(bytes)
        {
            return Some(Address::at(base, bytes));
        }
        let index = self.scalar(index)?;
        Some(Address::indexed(base, index, prim.size_bytes() as u8))
    }

    pub(super) fn read(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>) -> Option<Value> {
        let place = self.place(mem, prim, index)?;
        Some(self.f.load(access(prim), place))
    }

    pub(super) fn write(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>, value: Value) -> Option<()> {
        let place = self.place(mem, prim, index)?;
        self.f.store(access(prim), place, value);
        Some(())
    }

    /// Reads consecutive elements.
    pub(super) fn load_vector(
        &mut self,
        mem: Name,
        prim: PrimType,
        index: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<Vec<Value>> {
        let masks = self.masks(memory_bits(prim), mask)?;
        let place = self.place(mem, prim, index)?;
        self.load_registers(prim, place, masks.as_deref())
    }

    /// Writes consecutive elements.
    pub(super) fn store_vector(
        &mut self,
        mem: Name,
        prim: PrimType,
        index: &Exp<'_>,
        value: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<()> {
        let masks = self.masks(memory_bits(prim), mask)?;
        let registers = self.vector(value)?;
        let place = self.place(mem, prim, index)?;
        if self.past && masks.is_none() && self.lanes * prim.size_bytes() >= CHUNK {
            return self.store_past(prim, &registers, place);
        }
        self.store_registers(prim, &registers, place, masks.as_deref())
    }

    /// Writes consecutive elements past the caches, if their address is a multiple of [`CHUNK`], as those of large
    /// blocks are.
    fn store_past(&mut self, prim: PrimType, registers: &[Value], place: Address) -> Option<()> {
        let mut start = place.base;
        if let Some(index) = place.index {
            let distance = self.f.binary_const(BinOp::Mul, index, u64::from(place.scale));
            start = self.f.binary(BinOp::Add, start, distance);
        }
        start = self.f.binary_const(BinOp::Add, start, i64::from(place.displacement) as u64);
        let low = self.f.binary_const(BinOp::And, start, CHUNK as u64 - 1);
        let zero = self.f.i64(0);
        let aligned = self.f.compare(Cond::Eq, low, zero);
        let [past, through, after] = [(); 3].map(|()| self.f.block(&[]));
        self.f.branch(aligned, (past, &[]), (through, &[]));
        self.f.switch_to(through);
        self.store_registers(prim, registers, place, None)?;
        self.f.jump(after, &[]);
        self.f.switch_to(past);
        let lane = stored(prim);
        let (per, all) = (CHUNK / lane.bytes(), self.lanes.min(self.f.lanes(lane)));
        for (k, &register) in self.in_memory(prim, registers)?.iter().enumerate() {
            for first in (0..all).step_by(per) {
                let part = if first == 0 { register } else { self.f.slide(register, register, first as u8) };
                let bytes = (k * all + first) * lane.bytes();
                self.f.stream_lanes(Address::at(start, i32::try_from(bytes).ok()?), part, per as u8);
            }
        }
        self.f.jump(after, &[]);
        self.f.switch_to(after);
        Some(())
    }

    /// The masks for lanes of a width, if there is a mask. The outer `None`: there is no translation.
    #[allow(clippy::option_option)]
    fn masks(&mut self, bits: Bits, mask: Option<&Exp<'_>>) -> Option<Option<Vec<Value>>> {
        let Some(mask) = mask else { return Some(None) };
        let masks = self.vector(mask)?;
        self.masks_for(bits, &masks).map(Some)
    }

    /// Reads the elements at an address.
    pub(super) fn load_registers(
        &mut self,
        prim: PrimType,
        place: Address,
        masks: Option<&[Value]>,
    ) -> Option<Vec<Value>> {
        let lane = stored(prim);
        let full = self.f.lanes(lane);
        let bytes = full * lane.bytes();
        let count = self.lanes.div_ceil(full);
        let mut registers = Vec::with_capacity(count);
        for k in 0..count {
            let place = place.plus(i32::try_from(k * bytes).ok()?);
            registers.push(match masks {
                Some(masks) => self.f.load_vector(lane, place, Some(*masks.get(k)?)),
                None if self.lanes < full => self.f.load_lanes(lane, place, self.lanes as u8),
                None if self.by_halves => {
                    let half = full as u8 / 2;
                    let low = self.f.load_lanes(lane, place, half);
                    let high = self.f.load_lanes(lane, place.plus(bytes as i32 / 2), half);
                    self.f.join(low, high, half)
                }
                None => self.f.load_vector(lane, place, None),
            });
        }
        if prim == PrimType::Bool { self.masks_of_lanes(&registers) } else { Some(registers) }
    }

    /// Writes elements to an address.
    pub(super) fn store_registers(
        &mut self,
        prim: PrimType,
        registers: &[Value],
        place: Address,
        masks: Option<&[Value]>,
    ) -> Option<()> {
        let registers = &*self.in_memory(prim, registers)?;
        let lane = stored(prim);
        let full = self.f.lanes(lane);
        for (k, &register) in registers.iter().enumerate() {
            let place = place.plus(i32::try_from(k * full * lane.bytes()).ok()?);
            match masks {
                Some(masks) => self.f.store_vector(place, register, Some(*masks.get(k)?)),
                None if self.lanes < full => self.f.store_lanes(place, register, self.lanes as u8),
                None => self.f.store_vector(place, register, None),
            }
        }
        Some(())
    }

    /// Registers of a type as they are in memory, where truth values are bytes.
    fn in_memory<'r>(&mut self, prim: PrimType, registers: &'r [Value]) -> Option<Cow<'r, [Value]>> {
        match prim {
            PrimType::Bool => self.lanes_of_masks(Elem::I8, registers).map(Cow::Owned),
            _ => Some(Cow::Borrowed(registers)),
        }
    }

    /// The indices of elements as registers, and whether their lanes have 32 bits.
    fn indices(&mut self, index: &Exp<'_>) -> Option<(Vec<Value>, Bits)> {
        match index {
            // Addresses are computed with signed indices.
            Exp::Convert { from: PrimType::I32, to: PrimType::I64, arg, .. } => Some((self.vector(arg)?, Bits::B32)),
            _ => Some((self.vector(index)?, Bits::B64)),
        }
    }

    /// The first address and the step in bytes of elements that are equally far apart, and how many of them are in a
    /// register.
    fn stepped(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>) -> Option<(Address, Value, usize)> {
        let Exp::Steps { prim: PrimType::I64, base, step, .. } = index else { return None };
        let place = self.place(mem, prim, base)?;
        let step = self.scalar(step)?;
        let step = self.f.binary_const(BinOp::Mul, step, prim.size_bytes() as u64);
        Some((place, step, self.lanes.min(self.f.lanes(stored(prim)))))
    }

    /// The same so many elements on.
    fn steps_on(&mut self, place: Address, step: Value, elements: usize) -> Address {
        let distance = self.f.binary_const(BinOp::Mul, step, elements as u64);
        let base = self.f.binary(BinOp::Add, place.base, distance);
        Address { base, ..place }
    }

    /// Reads elements that are equally far apart.
    fn load_steps(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>) -> Option<Vec<Value>> {
        let (mut place, step, per) = self.stepped(mem, prim, index)?;
        let mut registers = Vec::new();
        for k in 0..self.lanes / per {
            if k > 0 {
                place = self.steps_on(place, step, per);
            }
            registers.push(self.f.load_steps(stored(prim), place, step, per as u8));
        }
        if prim == PrimType::Bool { self.masks_of_lanes(&registers) } else { Some(registers) }
    }

    /// Writes such elements.
    fn store_steps(&mut self, mem: Name, prim: PrimType, index: &Exp<'_>, registers: &[Value]) -> Option<()> {
        let (mut place, step, per) = self.stepped(mem, prim, index)?;
        for (k, &register) in self.in_memory(prim, registers)?.iter().enumerate() {
            if k > 0 {
                place = self.steps_on(place, step, per);
            }
            self.f.store_steps(place, step, register, per as u8);
        }
        Some(())
    }

    /// Reads an element in each lane.
    pub(super) fn gather(
        &mut self,
        mem: Name,
        prim: PrimType,
        index: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<Vec<Value>> {
        if let (Exp::Steps { .. }, None) = (index, mask) {
            return self.load_steps(mem, prim, index);
        }
        let base = self.base(mem)?;
        let Some(lane) = elem(prim).filter(|elem| elem.bytes() >= 4) else {
            return self.gather_bytes(base, prim, index, mask);
        };
        let (indices, bits) = self.indices(index)?;
        let wide = bits.max(lane.bits());
        let masks = self.masks(wide, mask)?;
        let per = self.f.lanes_of(wide);
        let mut registers = Vec::new();
        for k in 0..self.lanes / per {
            let (index, part) = self.index_part(&indices, bits, wide, k)?;
            let address = Address::indexed(base, index, lane.bytes() as u8);
            let mask = masks.as_ref().and_then(|masks| masks.get(k)).copied();
            registers.push(self.f.gather(lane, address, mask, part));
        }
        let full = self.f.lanes(lane);
        Some(self.joined(registers, per, full))
    }

    /// Writes an element in each lane.
    pub(super) fn scatter(
        &mut self,
        mem: Name,
        prim: PrimType,
        index: &Exp<'_>,
        value: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<()> {
        if let (Exp::Steps { .. }, None) = (index, mask) {
            let registers = self.vector(value)?;
            return self.store_steps(mem, prim, index, &registers);
        }
        let base = self.base(mem)?;
        let Some(lane) = elem(prim).filter(|elem| elem.bytes() >= 4) else {
            return self.scatter_one_by_one(base, prim, index, value, mask);
        };
        let (indices, bits) = self.indices(index)?;
        let wide = bits.max(lane.bits());
        let masks = self.masks(wide, mask)?;
        let values = self.vector(value)?;
        let (per, full) = (self.f.lanes_of(wide), self.f.lanes(lane));
        for k in 0..self.lanes / per {
            let (index, part) = self.index_part(&indices, bits, wide, k)?;
            let address = Address::indexed(base, index, lane.bytes() as u8);
            let mask = masks.as_ref().and_then(|masks| masks.get(k)).copied();
            let register = *values.get(k * per / full)?;
            // Where lanes of 32 bits have indices of 64, the values are in the low half.
            let low = k * per % full;
            let value = if low == 0 { register } else { self.f.slide(register, register, low as u8) };
            self.f.scatter(address, value, mask, part);
        }
        Some(())
    }

    /// Writes elements of fewer than 32 bits, for which there is no instruction. Lanes that are not in the mask write
    /// to a place of the function's own.
    fn scatter_one_by_one(
        &mut self,
        base: Value,
        prim: PrimType,
        index: &Exp<'_>,
        value: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<()> {
        let lane = stored(prim);
        let indices = self.vector(index)?;
        let masks = self.masks(Bits::B64, mask)?;
        let values = self.vector(value)?;
        let values = self.in_memory(prim, &values)?.into_owned();
        let nowhere = self.f.reserve(8);
        let (nowhere, zero) = (self.f.stack_address(nowhere), self.f.i64(0));
        let (per, full) = (self.f.lanes(Elem::I64), self.f.lanes(lane));
        for (k, &index) in indices.iter().enumerate() {
            let bits = masks.as_ref().and_then(|masks| masks.get(k)).map(|&mask| self.f.mask_to_bits(mask));
            for own in 0..per {
                let number = self.f.extract(index, own as u8);
                let mut place = Address::indexed(base, number, lane.bytes() as u8);
                if let Some(bits) = bits {
                    let distance = self.f.binary_const(BinOp::Mul, number, lane.bytes() as u64);
                    let there = self.f.binary(BinOp::Add, base, distance);
                    let wanted = self.f.binary_const(BinOp::And, bits, 1 << own);
                    let wanted = self.f.compare(Cond::Ne, wanted, zero);
                    place = Address::at(self.f.select(wanted, there, nowhere), 0);
                }
                let position = k * per + own;
                let element = self.f.extract(*values.get(position / full)?, (position % full) as u8);
                self.f.store(access(prim), place, element);
            }
        }
        Some(())
    }

    /// The register of indices for the access number `k`, and its part.
    fn index_part(&self, indices: &[Value], bits: Bits, wide: Bits, k: usize) -> Option<(Value, u8)> {
        let (per, full) = (self.f.lanes_of(wide), self.f.lanes_of(bits));
        let first = k * per;
        Some((*indices.get(first / full)?, (first % full / per) as u8))
    }

    /// Reads elements of fewer than 32 bits, in words.
    fn gather_bytes(
        &mut self,
        base: Value,
        prim: PrimType,
        index: &Exp<'_>,
        mask: Option<&Exp<'_>>,
    ) -> Option<Vec<Value>> {
        let lane = stored(prim);
        let indices = self.vector(index)?;
        let masks = self.masks(Bits::B64, mask)?;
        let address = Address { scale: lane.bytes() as u8, ..Address::at(base, 0) };
        let mut registers = Vec::new();
        for (k, &index) in indices.iter().enumerate() {
            let mask = masks.as_ref().and_then(|masks| masks.get(k)).copied();
            let words = self.f.gather_narrow(address, index, mask);
            registers.push(self.f.convert(ConvOp::Truncate, Type::Vector(lane), words));
        }
        let (per, full) = (self.f.lanes(Elem::I64), self.f.lanes(lane));
        let registers = self.joined(registers, per, full);
        if prim == PrimType::Bool { self.masks_of_lanes(&registers) } else { Some(registers) }
    }
}
