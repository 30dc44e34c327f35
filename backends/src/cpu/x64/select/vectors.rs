//! Operators that work lane by lane.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::Select;
use super::lines::A;
use super::tables::{self, Pair};

/// A masked form of AVX-512.
#[derive(Clone, Copy)]
pub struct Merge {
    /// Which lanes get the result.
    pub mask: VReg,
    /// What the other lanes get; zero if nothing.
    pub old: Option<VReg>,
}

/// How an instruction rounds: its immediate, if the operator rounds to an integer.
pub const fn rounding(op: UnOp) -> Option<u8> {
    // The bit 8 says that an inexact result is no exception.
    match op {
        UnOp::Round => Some(8),
        UnOp::Floor => Some(9),
        UnOp::Ceil => Some(10),
        UnOp::Trunc => Some(11),
        _ => None,
    }
}

/// The widths whose lanes an instruction of AVX-512 can read from memory as one for all.
pub fn broadcastable(elem: Elem) -> Option<Bits> {
    Some(elem.bits()).filter(|bits| *bits >= Bits::B32)
}

impl Select<'_> {
    /// A new vector register.
    pub fn vector(&mut self) -> VReg {
        self.fresh(RegClass::Float)
    }

    /// A whole register as an argument.
    pub const fn all_of(&self, register: VReg) -> A {
        A::Use(register, self.whole())
    }

    /// An instruction whose result is a whole register, perhaps in its masked form.
    pub fn vector_line(&mut self, pair: Pair, d: VReg, args: &[A], merge: Option<Merge>) {
        let mut all = [A::End; 6];
        let given = match merge {
            None => &[A::Def(d, self.whole())][..],
            Some(Merge { mask, old: Some(old) }) => &[A::Tied(d, old, self.whole()), A::Mask(mask)],
            Some(Merge { mask, old: None }) => &[A::Def(d, self.whole()), A::Zero(mask)],
        };
        let count = given.len() + args.len();
        all[..given.len()].copy_from_slice(given);
        all[given.len()..count].copy_from_slice(args);
        self.line(self.code(pair), &all[..count]);
    }

    /// An operator on registers that has a row for this level.
    fn row(&mut self, op: BinOp, elem: Elem, d: VReg, a: VReg, b: A) {
        let pair = tables::binary(op, elem);
        self.vector_line(pair, d, &[self.all_of(a), b], None);
    }

    /// As `row`, into a new register.
    pub fn made(&mut self, op: BinOp, elem: Elem, a: VReg, b: A) -> VReg {
        let d = self.vector();
        self.row(op, elem, d, a, b);
        d
    }

    /// Lanes shifted by a constant, in a new register. There are no such instructions for lanes of 8 bits.
    pub fn made_shift(&mut self, op: BinOp, elem: Elem, a: VReg, amount: u8) -> VReg {
        let d = self.vector();
        let pair = tables::shift(op, elem);
        self.vector_line(pair, d, &[self.all_of(a), A::Imm8(amount)], None);
        d
    }

    /// Whether the table has an instruction of this level.
    pub fn has(&self, pair: Pair) -> bool {
        self.code(pair) != Code::INVALID
    }

    pub fn vector_unary(&mut self, op: UnOp, elem: Elem, d: VReg, a: Value, merge: Option<Merge>) {
        let bits = elem.bits();
        let sign = 1u64 << (bits.count() - 1);
        match op {
            UnOp::Neg | UnOp::Abs if elem.is_float() => {
                let (op, pattern) = if op == UnOp::Neg { (BinOp::Xor, sign) } else { (BinOp::And, sign - 1) };
                let (a, pattern) = (self.arg(a), self.every_lane(bits, pattern));
                let pair = tables::binary(op, elem);
                self.vector_line(pair, d, &[a, pattern], merge);
            }
            UnOp::Neg => {
                let zero = self.made_zero();
                let a = self.source(a, broadcastable(elem));
                self.row(BinOp::Sub, elem, d, zero, a);
            }
            UnOp::Not => {
                let a = self.reg(a);
                self.vector_not(d, a);
            }
            UnOp::Abs if !self.has(tables::unary(op, elem)) => {
                // Negative lanes are complemented, and 1 is added.
                let a = self.reg(a);
                let negative = self.sign_lanes(elem, a);
                let flipped = self.made(BinOp::Xor, elem, a, self.all_of(negative));
                self.row(BinOp::Sub, elem, d, flipped, self.all_of(negative));
            }
            _ => {
                let pair = tables::unary(op, elem);
                let a = self.source(a, broadcastable(elem));
                match rounding(op) {
                    Some(mode) => self.vector_line(pair, d, &[a, A::Imm8(mode)], merge),
                    None => self.vector_line(pair, d, &[a], merge),
                }
            }
        }
    }

    /// The complement of a whole register.
    pub fn vector_not(&mut self, d: VReg, a: VReg) {
        let ones = self.vector();
        self.all_ones(ones);
        self.row(BinOp::Xor, Elem::I32, d, a, self.all_of(ones));
    }

    /// Sets all bits of a register.
    pub fn all_ones(&mut self, d: VReg) {
        let own = self.all_of(d);
        let def = A::Def(d, self.whole());
        if self.wide() {
            return self.line(EVEX_Vpternlogd_zmm_k1z_zmm_zmmm512b32_imm8, &[def, own, own, A::Imm8(0xff)]);
        }
        self.line(VEX_Vpcmpeqd_ymm_ymm_ymmm256, &[def, own, own]);
    }

    /// All bits of the negative lanes.
    fn sign_lanes(&mut self, elem: Elem, a: VReg) -> VReg {
        let zero = self.made_zero();
        let negative = self.vector();
        self.greater(elem, negative, zero, self.all_of(a));
        negative
    }

    pub fn vector_binary(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value, merge: Option<Merge>) {
        let is_shift = matches!(op, BinOp::Shl | BinOp::Shr | BinOp::Sar);
        if let Some(amount) = self.known_lane(b).filter(|_| is_shift) {
            return self.shift_lanes_by(op, elem, d, a, amount, merge);
        }
        if elem.is_float() && matches!(op, BinOp::Min | BinOp::Max) {
            return self.float_choice(op, elem, d, a, b);
        }
        let lanes = broadcastable(elem);
        let pair = tables::binary(op, elem);
        if self.has(pair) {
            let left_in_memory = self.is_foldable(a, lanes) && !self.is_foldable(b, lanes);
            let swap = matches!(op, BinOp::MinLeft | BinOp::MaxLeft) || (op.commutes() && left_in_memory);
            let (a, b) = if swap { (b, a) } else { (a, b) };
            let args = [self.arg(a), self.source(b, lanes)];
            return self.vector_line(pair, d, &args, merge);
        }
        let [a, b] = [a, b].map(|value| self.reg(value));
        match op {
            BinOp::Mul if elem == Elem::I8 => self.product_8(d, a, b),
            BinOp::Mul => self.product_64(d, a, b),
            BinOp::MulHighS | BinOp::MulHighU => self.high_product_32(op, d, a, b),
            BinOp::Min | BinOp::Max | BinOp::MinU | BinOp::MaxU => self.choice_64(op, d, a, b),
            _ => self.shift_lanes(op, elem, d, a, b),
        }
    }

    /// Lanes of 8 bits are multiplied in lanes of 16: those with even numbers as they are, the others moved down.
    fn product_8(&mut self, d: VReg, a: VReg, b: VReg) {
        let [odd_a, odd_b] = [a, b].map(|value| self.made_shift(BinOp::Shr, Elem::I16, value, 8));
        let even = self.made(BinOp::Mul, Elem::I16, a, self.all_of(b));
        let odd = self.made(BinOp::Mul, Elem::I16, odd_a, self.all_of(odd_b));
        let odd = self.made_shift(BinOp::Shl, Elem::I16, odd, 8);
        let low = self.every_lane(Bits::B16, 0xff);
        let even = self.made(BinOp::And, Elem::I16, even, low);
        self.row(BinOp::Or, Elem::I16, d, even, self.all_of(odd));
    }

    /// Of the four products of halves, two count in their low half only, and one not at all.
    fn product_64(&mut self, d: VReg, a: VReg, b: VReg) {
        let swapped = self.vector();
        let halves = [self.all_of(b), A::Imm8(0xb1)];
        self.vector_line([VEX_Vpshufd_ymm_ymmm256_imm8, EVEX_Vpshufd_zmm_k1z_zmmm512b32_imm8], swapped, &halves, None);
        let crossed = self.made(BinOp::Mul, Elem::I32, a, self.all_of(swapped));
        let moved = self.made_shift(BinOp::Shr, Elem::I64, crossed, 32);
        let sum = self.made(BinOp::Add, Elem::I64, crossed, self.all_of(moved));
        let upper = self.made_shift(BinOp::Shl, Elem::I64, sum, 32);
        let lower = self.made(BinOp::MulLowU, Elem::I64, a, self.all_of(b));
        self.row(BinOp::Add, Elem::I64, d, upper, self.all_of(lower));
    }

    /// Products of lanes with even numbers, and of the others, are 64 bits wide; their upper halves are put together.
    fn high_product_32(&mut self, op: BinOp, d: VReg, a: VReg, b: VReg) {
        let product = if op == BinOp::MulHighS { BinOp::MulLowS } else { BinOp::MulLowU };
        let even = self.made(product, Elem::I64, a, self.all_of(b));
        let [odd_a, odd_b] = [a, b].map(|value| self.made_shift(BinOp::Shr, Elem::I64, value, 32));
        let odd = self.made(product, Elem::I64, odd_a, self.all_of(odd_b));
        let even = self.made_shift(BinOp::Shr, Elem::I64, even, 32);
        let upper = self.every_lane(Bits::B64, 0xffff_ffff << 32);
        let odd = self.made(BinOp::And, Elem::I64, odd, upper);
        self.row(BinOp::Or, Elem::I64, d, even, self.all_of(odd));
    }

    /// The lesser or greater lane of 64 bits, by a comparison, for AVX2.
    fn choice_64(&mut self, op: BinOp, d: VReg, a: VReg, b: VReg) {
        let greater = self.vector();
        let [x, y] = match op {
            BinOp::MinU | BinOp::MaxU => [a, b].map(|value| self.flipped(Elem::I64, value)),
            _ => [a, b],
        };
        self.greater(Elem::I64, greater, x, self.all_of(y));
        let (yes, no) = if matches!(op, BinOp::Min | BinOp::MinU) { (b, a) } else { (a, b) };
        self.blend(Elem::I64, d, greater, self.all_of(yes), no);
    }

    /// Unsigned integers as signed ones of the same order.
    pub fn flipped(&mut self, elem: Elem, a: VReg) -> VReg {
        let sign = self.every_lane(elem.bits(), 1 << (elem.bits().count() - 1));
        self.made(BinOp::Xor, elem, a, sign)
    }

    /// The instruction yields its second operand if one is a NaN. So the left number is the second operand, and the
    /// right one is taken if the left is a NaN.
    fn float_choice(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let better = if op == BinOp::Min { BinOp::MinLeft } else { BinOp::MaxLeft };
        let [a, b] = [a, b].map(|value| self.reg(value));
        let chosen = self.made(better, elem, b, self.all_of(a));
        let unordered = self.fresh(self.class(Type::Mask(elem.bits())));
        self.float_compare(3, elem, unordered, a, self.all_of(a), None);
        self.blend(elem, d, unordered, self.all_of(b), chosen);
    }

    fn shift_lanes_by(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, amount: u64, merge: Option<Merge>) {
        let width = elem.bits().count() as u64;
        if amount >= width && op != BinOp::Sar {
            return self.zero(d);
        }
        let amount = amount.min(width - 1) as u8;
        let pair = tables::shift(op, elem);
        if self.has(pair) {
            // Of AVX2, only the other operand may be in memory.
            let a = if self.wide() { self.source(a, broadcastable(elem)) } else { self.arg(a) };
            return self.vector_line(pair, d, &[a, A::Imm8(amount)], merge);
        }
        let a = self.reg(a);
        let amounts = self.vector();
        self.constant(amounts, Type::Vector(elem), amount.into());
        self.shift_lanes(op, elem, d, a, amounts);
    }

    /// Shifts that have no instruction: by way of lanes twice as wide.
    fn shift_lanes(&mut self, op: BinOp, elem: Elem, d: VReg, a: VReg, amounts: VReg) {
        if self.has(tables::binary(op, elem)) {
            return self.row(op, elem, d, a, self.all_of(amounts));
        }
        if elem == Elem::I64 {
            // AVX2 has no arithmetic one. The complement of negative numbers is shifted.
            let negative = self.sign_lanes(elem, a);
            let flipped = self.made(BinOp::Xor, elem, a, self.all_of(negative));
            let shifted = self.made(BinOp::Shr, elem, flipped, self.all_of(amounts));
            return self.row(BinOp::Xor, elem, d, shifted, self.all_of(negative));
        }
        let wide = if elem == Elem::I8 { Elem::I16 } else { Elem::I32 };
        let width = elem.bits().count() as u8;
        let low = (1 << width) - 1;
        let [low_mask, high_mask] = [low, low << width].map(|mask| self.every_lane(wide.bits(), mask));
        let low_amounts = self.made(BinOp::And, wide, amounts, low_mask);
        let high_amounts = self.made_shift(BinOp::Shr, wide, amounts, width);
        let [low_result, high_result] = [(); 2].map(|()| self.vector());
        let (low, high);
        match op {
            BinOp::Shl => {
                let upper = self.made(BinOp::And, wide, a, high_mask);
                self.shift_lanes(op, wide, low_result, a, low_amounts);
                self.shift_lanes(op, wide, high_result, upper, high_amounts);
                low = self.made(BinOp::And, wide, low_result, low_mask);
                high = high_result;
            }
            BinOp::Shr => {
                let lower = self.made(BinOp::And, wide, a, low_mask);
                self.shift_lanes(op, wide, low_result, lower, low_amounts);
                self.shift_lanes(op, wide, high_result, a, high_amounts);
                low = low_result;
                high = self.made(BinOp::And, wide, high_result, high_mask);
            }
            _ => {
                // The low lane is shifted at the place of the high one.
                let lower = self.made_shift(BinOp::Shl, wide, a, width);
                self.shift_lanes(op, wide, low_result, lower, low_amounts);
                self.shift_lanes(op, wide, high_result, a, high_amounts);
                low = self.made_shift(BinOp::Shr, wide, low_result, width);
                high = self.made(BinOp::And, wide, high_result, high_mask);
            }
        }
        self.row(BinOp::Or, wide, d, low, self.all_of(high));
    }
}
