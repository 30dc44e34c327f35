//! Scalar floats, fused products, and conversions of scalars.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Flag, View};
use super::integers::sized;
use super::lines::A;
use super::operands::general;
use super::tables::{self, Form, Pair};
use super::{Select, vectors};

impl Select<'_> {
    pub fn float_unary(&mut self, op: UnOp, elem: Elem, d: VReg, a: Value) {
        if let UnOp::Neg | UnOp::Abs = op {
            let sign = 1 << (elem.bits().count() - 1);
            let (op, mask) = if op == UnOp::Neg { (BinOp::Xor, sign) } else { (BinOp::And, sign - 1) };
            let pair = tables::scalar_binary(op, elem);
            let mask = self.scalar_pattern(elem, mask);
            let a = self.arg(a);
            return self.line(self.code(pair), &[A::Def(d, View::Xmm), a, mask]);
        }
        let pair = tables::scalar_unary(op, elem);
        // The upper lanes of the result are those of another operand. Zero depends on no earlier instruction.
        let upper = self.made_zero();
        let a = self.float_source(a);
        let args = [A::Def(d, View::Xmm), A::Use(upper, View::Xmm), a];
        match vectors::rounding(op) {
            Some(mode) => self.line(self.code(pair), &[args[0], args[1], args[2], A::Imm8(mode)]),
            None => self.line(self.code(pair), &args),
        }
    }

    /// The bits in the lowest lane of 128 bits of memory.
    fn scalar_pattern(&mut self, elem: Elem, bits: u64) -> A {
        let bytes = bits.to_le_bytes()[..elem.bytes()].repeat(16 / elem.bytes());
        A::Mem(self.pooled(&bytes, false))
    }

    pub fn float_binary(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        match op {
            BinOp::Min | BinOp::Max => {
                let better = if op == BinOp::Min { BinOp::MinLeft } else { BinOp::MaxLeft };
                let pair = tables::scalar_binary(better, elem);
                let [a, b] = [a, b].map(|value| A::Use(self.reg(value), View::Xmm));
                let chosen = self.fresh(RegClass::Float);
                self.line(self.code(pair), &[A::Def(chosen, View::Xmm), b, a]);
                // If the left one is a NaN, the right one is taken.
                let A::Use(right, _) = b else { return };
                let moved = [A::Tied(d, chosen, self.whole()), A::Use(right, self.whole())];
                let code = self.code([VEX_Vmovaps_ymm_ymmm256, EVEX_Vmovaps_zmm_k1z_zmmm512]);
                let test = (self.float_test(elem), &[a, a][..]);
                self.lines(&[test, (Flag::Np.codes()[1], &[A::End]), (code, &moved)]);
            }
            BinOp::MinLeft | BinOp::MaxLeft => {
                let pair = tables::scalar_binary(op, elem);
                let args = [A::Def(d, View::Xmm), self.arg(b), self.float_source(a)];
                self.line(self.code(pair), &args);
            }
            _ => {
                let pair = tables::scalar_binary(op, elem);
                // Bitwise operators read 128 bits of memory.
                let bitwise = matches!(op, BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot);
                let swap = !bitwise && op.commutes() && self.loaded_scalar(a, elem).is_some();
                let (a, b) = if swap { (b, a) } else { (a, b) };
                let left = self.arg(a);
                let right = if bitwise { self.arg(b) } else { self.float_source(b) };
                self.line(self.code(pair), &[A::Def(d, View::Xmm), left, right]);
            }
        }
    }

    /// A fused product and sum of scalars or vectors. One operand is overwritten: one that nobody else needs, if there
    /// is such a one. Another may be in memory.
    pub fn fma(&mut self, mut op: FmaOp, ty: Type, d: VReg, [mut a, mut b, mut c]: [Value; 3]) {
        let elem = ty.elem();
        // A sign is part of the instruction.
        let negated = |v: Value| match self.op(v) {
            Some(Op::Unary(UnOp::Neg, of)) if self.f.ty(*of) == ty => Some(*of),
            _ => None,
        };
        for factor in [&mut a, &mut b] {
            if let Some(of) = negated(*factor) {
                (op, *factor) = (op.with_negated_factor(), of);
            }
        }
        if let Some(of) = negated(c) {
            (op, c) = (op.with_negated_summand(), of);
        }
        let vector = matches!(ty, Type::Vector(_));
        let in_memory = |s: &Self, v: Value| match vector {
            true => s.is_foldable(v, Some(elem.bits())),
            false => matches!(s.op(v), Some(Op::Const(_))) || s.loaded_scalar(v, elem).is_some(),
        };
        let free = |s: &Self, v: Value| s.fact(v).uses == 1 && !in_memory(s, v);
        let (a, b) = if in_memory(self, a) && !in_memory(self, b) { (b, a) } else { (a, b) };
        let (form, old, second, third) = if in_memory(self, c) && a != c && b != c {
            let (a, b) = if free(self, b) { (b, a) } else { (a, b) };
            (Form::F213, a, b, c)
        } else if in_memory(self, b) && b != c && a != b {
            if free(self, a) && !free(self, c) { (Form::F132, a, c, b) } else { (Form::F231, c, a, b) }
        } else if free(self, a) && !free(self, c) {
            (Form::F213, a, b, c)
        } else if free(self, b) && !free(self, c) {
            (Form::F213, b, a, c)
        } else {
            (Form::F231, c, a, b)
        };
        let pair = if vector { tables::fma(op, form, elem) } else { tables::scalar_fma(op, form, elem) };
        let view = if vector { self.whole() } else { View::Xmm };
        let (old, second) = (self.reg(old), self.reg(second));
        let third = if vector { self.source(third, Some(elem.bits())) } else { self.float_source(third) };
        self.line(self.code(pair), &[A::Tied(d, old, view), A::Use(second, view), third]);
    }

    pub fn scalar_convert(&mut self, op: ConvOp, d: VReg, a: Value, to: Elem) {
        let from = self.f.ty(a).elem();
        let (wide, narrow) = (A::Def(d, View::R64), A::Def(d, View::R32));
        match op {
            ConvOp::ExtendS => {
                let a = self.integer_source(a);
                self.line(Code::Movsxd_r64_rm32, &[wide, a]);
            }
            ConvOp::ExtendU => {
                let a = self.integer_source(a);
                self.line(Code::Mov_r32_rm32, &[narrow, a]);
            }
            ConvOp::Extend8S | ConvOp::Extend8U => {
                let a = A::Use(self.reg(a), View::R8);
                let code = if op == ConvOp::Extend8S { Code::Movsx_r32_rm8 } else { Code::Movzx_r32_rm8 };
                self.line(code, &[narrow, a]);
            }
            ConvOp::Extend16S | ConvOp::Extend16U => {
                let a = A::Use(self.reg(a), View::R16);
                let code = if op == ConvOp::Extend16S { Code::Movsx_r32_rm16 } else { Code::Movzx_r32_rm16 };
                self.line(code, &[narrow, a]);
            }
            ConvOp::FloatS | ConvOp::FloatU | ConvOp::IntS | ConvOp::IntU => {
                let a = self.reg(a);
                self.convert_scalar(op, d, a, from, to);
            }
            ConvOp::IntFast => {
                let a = self.float_source(a);
                self.line(self.code(truncation(from, to)), &[A::Def(d, general(to)), a]);
            }
            ConvOp::Float => {
                let upper = self.made_zero();
                let a = self.float_source(a);
                let pair = match from {
                    Elem::F32 => [VEX_Vcvtss2sd_xmm_xmm_xmmm32, EVEX_Vcvtss2sd_xmm_k1z_xmm_xmmm32_sae],
                    _ => [VEX_Vcvtsd2ss_xmm_xmm_xmmm64, EVEX_Vcvtsd2ss_xmm_k1z_xmm_xmmm64_er],
                };
                self.line(self.code(pair), &[A::Def(d, View::Xmm), A::Use(upper, View::Xmm), a]);
            }
            ConvOp::FromHalf => {
                let bits = self.fresh(RegClass::Float);
                let a = self.arg(a);
                self.line(self.code(MOVE_32), &[A::Def(bits, View::Xmm), a]);
                let pair = [VEX_Vcvtph2ps_xmm_xmmm64, EVEX_Vcvtph2ps_xmm_k1z_xmmm64];
                self.line(self.code(pair), &[A::Def(d, View::Xmm), A::Use(bits, View::Xmm)]);
            }
            ConvOp::ToHalf => {
                let bits = self.fresh(RegClass::Float);
                let a = self.arg(a);
                let pair = [VEX_Vcvtps2ph_xmmm64_xmm_imm8, EVEX_Vcvtps2ph_xmmm64_k1z_xmm_imm8];
                self.line(self.code(pair), &[A::Def(bits, View::Xmm), a, A::Imm8(0)]);
                let all = self.fresh(RegClass::Int);
                self.line(self.code(BACK_32), &[A::Def(all, View::R32), A::Use(bits, View::Xmm)]);
                // Three more lanes have been converted.
                self.line(Code::And_rm32_imm32, &[A::Tied(d, all, View::R32), A::Imm32(0xffff)]);
            }
            _ => self.move_bits(d, a, to),
        }
    }

    /// Moves bits between general registers and vector registers.
    fn move_bits(&mut self, d: VReg, a: Value, to: Elem) {
        let a = self.arg(a);
        match to {
            Elem::F32 => self.line(self.code(MOVE_32), &[A::Def(d, View::Xmm), a]),
            Elem::F64 => self.line(self.code(MOVE_64), &[A::Def(d, View::Xmm), a]),
            Elem::I64 => self.line(self.code(BACK_64), &[A::Def(d, View::R64), a]),
            _ => self.line(self.code(BACK_32), &[A::Def(d, View::R32), a]),
        }
    }

    /// Converts a scalar in a register between integers and floats.
    pub fn convert_scalar(&mut self, op: ConvOp, d: VReg, a: VReg, from: Elem, to: Elem) {
        if from.is_float() {
            self.float_to_integer(op, d, a, from, to)
        } else {
            self.integer_to_float(op, d, a, from, to)
        }
    }

    fn integer_to_float(&mut self, op: ConvOp, d: VReg, a: VReg, from: Elem, to: Elem) {
        let double = to == Elem::F64;
        let mut source = A::Use(a, general(from));
        let mut code = match (from, double) {
            (Elem::I64, false) => [VEX_Vcvtsi2ss_xmm_xmm_rm64, EVEX_Vcvtsi2ss_xmm_xmm_rm64_er],
            (Elem::I64, true) => [VEX_Vcvtsi2sd_xmm_xmm_rm64, EVEX_Vcvtsi2sd_xmm_xmm_rm64_er],
            (_, false) => [VEX_Vcvtsi2ss_xmm_xmm_rm32, EVEX_Vcvtsi2ss_xmm_xmm_rm32_er],
            (_, true) => [VEX_Vcvtsi2sd_xmm_xmm_rm32, EVEX_Vcvtsi2sd_xmm_xmm_rm32_er],
        };
        let upper = A::Use(self.made_zero(), View::Xmm);
        if op == ConvOp::FloatU && from == Elem::I32 {
            // With zeros above, it is a positive number of 64 bits.
            let extended = self.fresh(RegClass::Int);
            self.line(Code::Mov_r32_rm32, &[A::Def(extended, View::R32), source]);
            source = A::Use(extended, View::R64);
            code = match double {
                false => [VEX_Vcvtsi2ss_xmm_xmm_rm64, EVEX_Vcvtsi2ss_xmm_xmm_rm64_er],
                true => [VEX_Vcvtsi2sd_xmm_xmm_rm64, EVEX_Vcvtsi2sd_xmm_xmm_rm64_er],
            };
        } else if op == ConvOp::FloatU {
            return self.unsigned_to_float(d, source, upper, code, to);
        }
        self.line(self.code(code), &[A::Def(d, View::Xmm), upper, source]);
    }

    /// An unsigned integer of 64 bits. AVX2 converts half of a number that is too great for a signed one, with the lost
    /// bit kept for rounding, and doubles the result.
    fn unsigned_to_float(&mut self, d: VReg, source: A, upper: A, signed: Pair, to: Elem) {
        if self.wide() {
            let code = match to {
                Elem::F32 => EVEX_Vcvtusi2ss_xmm_xmm_rm64_er,
                _ => EVEX_Vcvtusi2sd_xmm_xmm_rm64_er,
            };
            return self.line(code, &[A::Def(d, View::Xmm), upper, source]);
        }
        let A::Use(number, _) = source else { return };
        let [half, low, rounded] = [(); 3].map(|()| self.fresh(RegClass::Int));
        self.shift_by(BinOp::Shr, Elem::I64, half, number, 1);
        self.line(Code::And_rm64_imm32, &[A::Tied(low, number, View::R64), A::Imm32To64(1)]);
        self.line(Code::Or_r64_rm64, &[A::Tied(rounded, half, View::R64), A::Use(low, View::R64)]);
        let [small, halved, doubled] = [(); 3].map(|()| self.fresh(RegClass::Float));
        self.line(self.code(signed), &[A::Def(small, View::Xmm), upper, source]);
        self.line(self.code(signed), &[A::Def(halved, View::Xmm), upper, A::Use(rounded, View::R64)]);
        let add = tables::scalar_binary(BinOp::Add, to);
        let halved = A::Use(halved, View::Xmm);
        self.line(self.code(add), &[A::Def(doubled, View::Xmm), halved, halved]);
        let test = (Code::Test_rm64_r64, &[source, source][..]);
        let moved = [A::Tied(d, small, View::Ymm), A::Use(doubled, View::Ymm)];
        self.lines(&[test, (Flag::Ge.codes()[1], &[A::End]), (VEX_Vmovaps_ymm_ymmm256, &moved)]);
    }

    /// A float to an integer. The instruction yields the least integer for whatever is out of range.
    fn float_to_integer(&mut self, op: ConvOp, d: VReg, a: VReg, from: Elem, to: Elem) {
        let number = A::Use(a, View::Xmm);
        if op == ConvOp::IntFast {
            return self.line(self.code(truncation(from, to)), &[A::Def(d, general(to)), number]);
        }
        let saturated = self.fresh(RegClass::Int);
        match (op, to) {
            (ConvOp::IntS, Elem::I64) => self.saturated(saturated, number, from),
            (ConvOp::IntS, _) => self.narrow_saturated(saturated, number, from, f64::from(i32::MAX), false),
            (_, Elem::I64) => self.unsigned_saturated(saturated, number, from),
            _ => self.narrow_saturated(saturated, number, from, f64::from(u32::MAX), true),
        }
        // The difference of a number and itself is 0, that of infinities and NaNs is NaN, which sets the parity flag.
        let difference = self.fresh(RegClass::Float);
        let zero = self.fresh(RegClass::Int);
        let subtract = tables::scalar_binary(BinOp::Sub, from);
        self.line(self.code(subtract), &[A::Def(difference, View::Xmm), number, number]);
        self.constant(zero, I64, 0);
        let test = [A::Use(difference, View::Xmm); 2];
        let [.., short, long] = Flag::P.codes();
        let moved = [A::Tied(d, saturated, general(to)), A::Use(zero, general(to))];
        self.lines(&[(self.float_test(from), &test), (sized(to, short, long), &moved)]);
    }

    /// To 64 bits, with the greatest signed integer for numbers that are too great.
    fn saturated(&mut self, d: VReg, number: A, from: Elem) {
        let (truncated, greatest) = (self.fresh(RegClass::Int), self.fresh(RegClass::Int));
        self.line(self.code(truncation(from, Elem::I64)), &[A::Def(truncated, View::R64), number]);
        self.constant(greatest, I64, i64::MAX as u64);
        self.replace_from(d, truncated, greatest, number, from, 63);
    }

    /// The second integer instead of the first if the number is at least this power of two.
    fn replace_from(&mut self, d: VReg, old: VReg, new: VReg, number: A, from: Elem, power: i32) {
        let limit = float_bits(from, 2f64.powi(power));
        let limit = self.pooled(&limit.to_le_bytes()[..from.bytes()], false);
        let moved = [A::Tied(d, old, View::R64), A::Use(new, View::R64)];
        let [.., long] = Flag::Ae.codes();
        self.lines(&[(self.float_test(from), &[number, A::Mem(limit)]), (long, &moved)]);
    }

    /// To 32 bits: the lesser of the number and the greatest integer, which is exact in `F64`. An unsigned result is
    /// converted through 64 bits, and a negative number saturates at the least signed integer.
    fn narrow_saturated(&mut self, d: VReg, number: A, from: Elem, greatest: f64, unsigned: bool) {
        let double = if from == Elem::F32 {
            let double = self.fresh(RegClass::Float);
            let pair = [VEX_Vcvtss2sd_xmm_xmm_xmmm32, EVEX_Vcvtss2sd_xmm_k1z_xmm_xmmm32_sae];
            self.line(self.code(pair), &[A::Def(double, View::Xmm), number, number]);
            A::Use(double, View::Xmm)
        } else {
            number
        };
        let lesser = self.fresh(RegClass::Float);
        let greatest = self.pooled(&greatest.to_bits().to_le_bytes(), false);
        let min = [VEX_Vminsd_xmm_xmm_xmmm64, EVEX_Vminsd_xmm_k1z_xmm_xmmm64_sae];
        self.line(self.code(min), &[A::Def(lesser, View::Xmm), double, A::Mem(greatest)]);
        let lesser = A::Use(lesser, View::Xmm);
        if !unsigned {
            return self.line(self.code(truncation(Elem::F64, Elem::I32)), &[A::Def(d, View::R32), lesser]);
        }
        let (truncated, least) = (self.fresh(RegClass::Int), self.fresh(RegClass::Int));
        self.line(self.code(truncation(Elem::F64, Elem::I64)), &[A::Def(truncated, View::R64), lesser]);
        self.constant(least, I64, i64::from(i32::MIN) as u64);
        self.better(Cond::Gt, Elem::I64, d, truncated, least);
    }

    /// To an unsigned integer of 64 bits. Numbers from 2⁶³ on are converted without this part, which is put back.
    fn unsigned_saturated(&mut self, d: VReg, number: A, from: Elem) {
        let small = self.fresh(RegClass::Int);
        self.saturated(small, number, from);
        let rest = self.fresh(RegClass::Float);
        let part = float_bits(from, 2f64.powi(63));
        let part = self.pooled(&part.to_le_bytes()[..from.bytes()], false);
        let subtract = tables::scalar_binary(BinOp::Sub, from);
        self.line(self.code(subtract), &[A::Def(rest, View::Xmm), number, A::Mem(part)]);
        let (great, sign, all) = (self.fresh(RegClass::Int), self.fresh(RegClass::Int), self.fresh(RegClass::Int));
        self.saturated(great, A::Use(rest, View::Xmm), from);
        self.constant(sign, I64, 1 << 63);
        self.line(Code::Xor_r64_rm64, &[A::Tied(all, great, View::R64), A::Use(sign, View::R64)]);
        self.replace_from(d, small, all, number, from, 63);
    }
}

/// The bits of a float of a type.
pub fn float_bits(elem: Elem, value: f64) -> u64 {
    if elem == Elem::F32 { (value as f32).to_bits().into() } else { value.to_bits() }
}

/// The conversion of scalars that rounds toward zero.
const fn truncation(from: Elem, to: Elem) -> Pair {
    match (from, to) {
        (Elem::F32, Elem::I64) => [VEX_Vcvttss2si_r64_xmmm32, EVEX_Vcvttss2si_r64_xmmm32_sae],
        (Elem::F32, _) => [VEX_Vcvttss2si_r32_xmmm32, EVEX_Vcvttss2si_r32_xmmm32_sae],
        (_, Elem::I64) => [VEX_Vcvttsd2si_r64_xmmm64, EVEX_Vcvttsd2si_r64_xmmm64_sae],
        _ => [VEX_Vcvttsd2si_r32_xmmm64, EVEX_Vcvttsd2si_r32_xmmm64_sae],
    }
}

/// From a general register to a vector register.
pub const MOVE_32: Pair = [VEX_Vmovd_xmm_rm32, EVEX_Vmovd_xmm_rm32];
/// From a general register to a vector register.
pub const MOVE_64: Pair = [VEX_Vmovq_xmm_rm64, EVEX_Vmovq_xmm_rm64];
/// From a vector register to a general register.
pub const BACK_32: Pair = [VEX_Vmovd_rm32_xmm, EVEX_Vmovd_rm32_xmm];
/// From a vector register to a general register.
pub const BACK_64: Pair = [VEX_Vmovq_rm64_xmm, EVEX_Vmovq_rm64_xmm];
