//! Masks, and conversions between lanes of different width.

use languages::prim::PrimType;

use super::super::x64::ir::{BinOp, Bits, ConvOp, Elem, Type, Value};
use super::{Wide, elem};

/// The width of lanes of which masks are kept.
pub(super) const MASK: Bits = Bits::B32;

impl Wide<'_> {
    /// The number of registers, or masks, for lanes of a width.
    fn count(&self, bits: Bits) -> usize {
        self.lanes.div_ceil(self.f.lanes_of(bits))
    }

    /// Registers of lanes of another width. `to` is the type of the new ones.
    pub(super) fn resized(&mut self, op: ConvOp, registers: &[Value], to: Type) -> Option<Vec<Value>> {
        let from = self.f.ty(*registers.first()?).elem().bits();
        let bits = to.elem().bits();
        if from == bits {
            return Some(registers.iter().map(|&register| self.f.convert(op, to, register)).collect());
        }
        let (from_lanes, to_lanes) = (self.f.lanes_of(from), self.f.lanes_of(bits));
        if from < bits {
            // To wider lanes: each new register reads a part.
            let parts = (0..self.count(bits)).map(|k| {
                let first = k * to_lanes;
                let register = *registers.get(first / from_lanes)?;
                Some(self.f.convert_part(op, to, register, (first % from_lanes / to_lanes) as u8))
            });
            return parts.collect();
        }
        // To narrower lanes: the results fill low lanes, and are joined.
        let narrow = registers.iter().map(|&register| self.f.convert(op, to, register)).collect();
        Some(self.joined(narrow, from_lanes.min(self.lanes), to_lanes))
    }

    /// Puts the low lanes of registers together, `lanes` of each, until a register has `most`.
    pub(super) fn joined(&mut self, mut registers: Vec<Value>, mut lanes: usize, most: usize) -> Vec<Value> {
        while lanes < most && registers.len() > 1 {
            registers = registers
                .chunks(2)
                .map(|pair| match *pair {
                    [low, high] => self.f.join(low, high, lanes as u8),
                    _ => pair[0],
                })
                .collect();
            lanes *= 2;
        }
        registers
    }

    /// The lanes from number `from` on, before other lanes.
    pub(super) fn lanes_from(&mut self, from: usize, prim: PrimType, registers: &[Value]) -> Option<Vec<Value>> {
        let lanes = self.f.lanes_of(elem(prim).map_or(MASK, Elem::bits));
        let whole = from / lanes;
        let part = from % lanes;
        let moved = registers.iter().enumerate().map(|(k, &own)| {
            let register = registers.get(k + whole).copied().unwrap_or(own);
            match elem(prim) {
                _ if part == 0 => register,
                Some(_) => self.f.slide(register, register, part as u8),
                None => {
                    let bits = self.f.mask_to_bits(register);
                    let bits = self.f.binary_const(BinOp::Shr, bits, part as u64);
                    self.f.mask_from_bits(MASK, bits)
                }
            }
        });
        Some(moved.collect())
    }

    /// Masks for lanes of another width.
    pub(super) fn masks_for(&mut self, bits: Bits, masks: &[Value]) -> Option<Vec<Value>> {
        if bits == MASK { Some(masks.to_vec()) } else { self.resized(ConvOp::Mask, masks, Type::Mask(bits)) }
    }

    /// Masks of lanes of any width as they are kept.
    pub(super) fn kept_masks(&mut self, masks: &[Value]) -> Option<Vec<Value>> {
        match self.f.ty(*masks.first()?) {
            Type::Mask(MASK) => Some(masks.to_vec()),
            _ => self.resized(ConvOp::Mask, masks, Type::Mask(MASK)),
        }
    }

    /// Masks as lanes that are 0 or 1.
    pub(super) fn lanes_of_masks(&mut self, elem: Elem, masks: &[Value]) -> Option<Vec<Value>> {
        let ty = Type::Vector(elem);
        let (one, zero) = (self.f.constant(ty, 1), self.f.constant(ty, 0));
        let masks = self.masks_for(elem.bits(), masks)?;
        Some(masks.into_iter().map(|mask| self.f.select(mask, one, zero)).collect())
    }

    /// Lanes that are not 0 as masks.
    pub(super) fn masks_of_lanes(&mut self, registers: &[Value]) -> Option<Vec<Value>> {
        let zero = self.f.constant(self.f.ty(*registers.first()?), 0);
        let masks: Vec<Value> =
            registers.iter().map(|&x| self.f.compare(super::super::x64::ir::Cond::Ne, x, zero)).collect();
        self.kept_masks(&masks)
    }

    /// A scalar in every lane.
    pub(super) fn splat(&mut self, prim: PrimType, value: Value) -> Option<Vec<Value>> {
        let register = match elem(prim) {
            Some(elem) => self.f.splat(elem, value),
            None => {
                // A truth value is 0 or 1, and its negation has all bits.
                let wide = self.f.convert(ConvOp::ExtendU, super::super::x64::ir::I64, value);
                let zero = self.f.i64(0);
                let bits = self.f.binary(BinOp::Sub, zero, wide);
                self.f.mask_from_bits(MASK, bits)
            }
        };
        Some(vec![register; self.registers(prim)])
    }

    /// Whether the processor has instructions that convert integers of 64 bits: AVX-512 has, AVX2 has not.
    fn converts_longs(&self) -> bool {
        self.f.lanes_of(Bits::B64) > 4
    }

    /// A conversion of vectors.
    pub(super) fn vector_convert(&mut self, from: PrimType, to: PrimType, x: Vec<Value>) -> Option<Vec<Value>> {
        if from == to {
            return Some(x);
        }
        // By way of `f32`.
        if from == PrimType::F16 {
            let x = self.resized(ConvOp::FromHalf, &x, Type::Vector(Elem::F32))?;
            return self.vector_convert(PrimType::F32, to, x);
        }
        if to == PrimType::F16 {
            let x = self.vector_convert(from, PrimType::F32, x)?;
            return self.resized(ConvOp::ToHalf, &x, Type::Vector(Elem::I16));
        }
        let (Some(source), Some(target)) = (elem(from), elem(to)) else {
            return match elem(from) {
                Some(_) => self.masks_of_lanes(&x),
                None => {
                    let target = elem(to)?;
                    if !target.is_float() {
                        return self.lanes_of_masks(target, &x);
                    }
                    let numbers = self.lanes_of_masks(Elem::I32, &x)?;
                    self.resized(ConvOp::FloatS, &numbers, Type::Vector(target))
                }
            };
        };
        let ty = Type::Vector(target);
        match (from.is_float(), to.is_float()) {
            (true, true) => self.resized(ConvOp::Float, &x, ty),
            (true, false) => {
                let unsigned = matches!(to, PrimType::U32 | PrimType::U64);
                let op = if unsigned { ConvOp::IntU } else { ConvOp::IntS };
                if to.size_bytes() == 8 && !self.converts_longs() {
                    let x = self.vector_convert(from, PrimType::F64, x)?;
                    return self.longs_of_floats(to, &x);
                }
                if to.size_bytes() >= 4 {
                    return self.resized(op, &x, ty);
                }
                let numbers = self.resized(op, &x, Type::Vector(Elem::I32))?;
                self.resized(ConvOp::Truncate, &numbers, ty)
            }
            (false, true) if from.size_bytes() == 8 && to == PrimType::F32 && !self.converts_longs() => {
                self.short_floats(from, &x)
            }
            (false, true) => {
                let (x, signed) = if from.size_bytes() < 4 {
                    let extend = if from.is_signed() { ConvOp::ExtendS } else { ConvOp::ExtendU };
                    (self.resized(extend, &x, Type::Vector(Elem::I32))?, true)
                } else {
                    (x, from.is_signed())
                };
                self.resized(if signed { ConvOp::FloatS } else { ConvOp::FloatU }, &x, ty)
            }
            (false, false) if source == target => Some(x),
            (false, false) => {
                let extend = if from.is_signed() && to.is_signed() { ConvOp::ExtendS } else { ConvOp::ExtendU };
                self.resized(if source.bits() > target.bits() { ConvOp::Truncate } else { extend }, &x, ty)
            }
        }
    }
}
