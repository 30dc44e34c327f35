//! Conversions between vectors.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Base, Mem, View};
use super::Select;
use super::floats::float_bits;
use super::lines::A;
use super::tables::{self, Pair};
use super::vectors::{Merge, broadcastable};

/// The classes of floats that convert to the integer 0: NaNs and infinities.
const NOT_FINITE: u8 = 0x99;

impl<'f> Select<'f> {
    pub fn vector_convert(&mut self, op: ConvOp, d: VReg, a: Value, to: Elem, part: u8) {
        let from = self.f.ty(a).elem();
        match op {
            ConvOp::ExtendS | ConvOp::ExtendU => {
                let table = if op == ConvOp::ExtendS { tables::sign_extend } else { tables::zero_extend };
                let pair = table(from, to);
                let source = match self.loaded_part(a, to, part) {
                    Some(address) => A::Mem(self.address(address)),
                    None => self.part_source(a, to, part),
                };
                self.vector_line(pair, d, &[source], None);
            }
            ConvOp::Truncate => {
                let a = self.reg(a);
                self.truncate_lanes(from, to, d, a);
            }
            ConvOp::FloatS | ConvOp::FloatU => self.lanes_to_float(op == ConvOp::FloatS, from, to, d, a, part),
            ConvOp::IntS | ConvOp::IntU | ConvOp::IntFast => {
                // Every `F32` is an `F64`, which has as many lanes as the result.
                if (from, to) == (Elem::F32, Elem::I64) {
                    let a = self.part_source(a, to, part);
                    let double = self.vector();
                    self.vector_line(WIDEN, double, &[a], None);
                    return self.lanes_to_integer(op, Elem::F64, to, d, double);
                }
                let a = self.reg(a);
                self.lanes_to_integer(op, from, to, d, a);
            }
            ConvOp::Float if to == Elem::F64 => {
                let a = self.part_source(a, to, part);
                self.vector_line(WIDEN, d, &[a], None);
            }
            ConvOp::Float => {
                let a = self.reg(a);
                let pair = [VEX_Vcvtpd2ps_xmm_ymmm256, EVEX_Vcvtpd2ps_ymm_k1z_zmmm512b64_er];
                self.line(self.code(pair), &[A::Def(d, self.part_view(2)), self.all_of(a)]);
            }
            ConvOp::FromHalf => {
                let a = self.part_source(a, to, part);
                self.vector_line([VEX_Vcvtph2ps_ymm_xmmm128, EVEX_Vcvtph2ps_zmm_k1z_ymmm256_sae], d, &[a], None);
            }
            ConvOp::ToHalf => {
                let a = self.reg(a);
                let pair = [VEX_Vcvtps2ph_xmmm128_ymm_imm8, EVEX_Vcvtps2ph_ymmm256_k1z_zmm_imm8_sae];
                self.line(self.code(pair), &[A::Def(d, self.part_view(2)), self.all_of(a), A::Imm8(0)]);
            }
            // A view of the same bits has no code, and the others are for scalars and masks.
            _ => {}
        }
    }

    /// A load of just the lanes that a conversion to wider lanes reads.
    fn loaded_part(&self, a: Value, to: Elem, part: u8) -> Option<&'f Address> {
        let own = self.f.ty(self.facts[a.index()].root);
        match self.only_here_unchanged(a)? {
            Op::LoadVector { address, lanes, mask: None }
                if part == 0 && usize::from(*lanes) == self.f.lanes(to) && own == self.f.ty(a) =>
            {
                Some(address)
            }
            _ => None,
        }
    }

    /// A part of a vector, as the argument of a conversion to wider lanes.
    fn part_source(&mut self, a: Value, to: Elem, part: u8) -> A {
        let (from, to) = (self.f.ty(a).elem().bits(), to.bits());
        let a = self.reg(a);
        let part = self.vector_part(a, from, to, part);
        A::Use(part, self.part_view(to.count() / from.count()))
    }

    /// A part of a vector in the low lanes of a register, which may be the same one.
    pub fn vector_part(&mut self, a: VReg, from: Bits, to: Bits, part: u8) -> VReg {
        if part == 0 {
            return a;
        }
        let d = self.vector();
        match self.f.level.register_bits() * from.count() / to.count() / 8 {
            32 => {
                let args = [A::Def(d, View::Ymm), self.all_of(a), A::Imm8(part)];
                self.line(EVEX_Vextracti64x4_ymmm256_k1z_zmm_imm8, &args);
                d
            }
            16 => self.chunk(a, part),
            bytes => {
                let in_chunk = (16 / bytes) as u8;
                let chunk = self.chunk(a, part / in_chunk);
                let part = part % in_chunk;
                let order = if bytes == 8 { [0b01_00, 0b11_10][usize::from(part)] } else { part };
                let pair = [VEX_Vpshufd_xmm_xmmm128_imm8, EVEX_Vpshufd_xmm_k1z_xmmm128b32_imm8];
                self.line(self.code(pair), &[A::Def(d, View::Xmm), A::Use(chunk, View::Xmm), A::Imm8(order)]);
                d
            }
        }
    }

    /// Integers to narrower lanes. AVX2 moves the bytes that stay to the low end of each 128 bits, and then to that of
    /// the register.
    pub fn truncate_lanes(&mut self, from: Elem, to: Elem, d: VReg, a: VReg) {
        let ratio = from.bytes() / to.bytes();
        if self.wide() {
            let [_, code] = tables::truncate(from, to);
            return self.line(code, &[A::Def(d, self.part_view(ratio)), self.all_of(a)]);
        }
        // A byte of which the top bit is set selects zero.
        let kept = (0..16usize).filter(|byte| byte % from.bytes() < to.bytes()).map(|byte| byte as u8);
        let mut order: Vec<u8> = kept.collect();
        order.resize(16, 0x80);
        let order = A::Mem(self.pooled(&order.repeat(2), false));
        let shuffled = self.vector();
        self.line(VEX_Vpshufb_ymm_ymm_ymmm256, &[A::Def(shuffled, View::Ymm), self.all_of(a), order]);
        let shuffled = self.all_of(shuffled);
        if ratio == 2 {
            // The quarter with number 1 is zero.
            return self.line(VEX_Vpermq_ymm_ymmm256_imm8, &[A::Def(d, View::Ymm), shuffled, A::Imm8(0b01_01_10_00)]);
        }
        let joined = if ratio == 4 { d } else { self.vector() };
        let quarters = self.vector();
        self.lanes_constant(quarters, Elem::I32, &[0, 4, 1, 1, 1, 1, 1, 1]);
        self.line(VEX_Vpermd_ymm_ymm_ymmm256, &[A::Def(joined, View::Ymm), self.all_of(quarters), shuffled]);
        if ratio == 8 {
            let mut order = vec![0, 1, 4, 5];
            order.resize(32, 0x80);
            let order = A::Mem(self.pooled(&order, false));
            self.line(VEX_Vpshufb_ymm_ymm_ymmm256, &[A::Def(d, View::Ymm), self.all_of(joined), order]);
        }
    }

    /// Integers to floats.
    fn lanes_to_float(&mut self, signed: bool, from: Elem, to: Elem, d: VReg, a: Value, part: u8) {
        match (from, to) {
            (Elem::I32, Elem::F64) => {
                let a = self.part_source(a, to, part);
                let A::Use(narrow, view) = a else { return };
                if self.wide() || signed {
                    let wide = if signed {
                        EVEX_Vcvtdq2pd_zmm_k1z_ymmm256b32_er
                    } else {
                        EVEX_Vcvtudq2pd_zmm_k1z_ymmm256b32_er
                    };
                    return self.vector_line([VEX_Vcvtdq2pd_ymm_xmmm128, wide], d, &[a], None);
                }
                // The number less 2³¹ is signed.
                let (less, moved) = (self.flipped(Elem::I32, narrow), self.vector());
                self.vector_line([VEX_Vcvtdq2pd_ymm_xmmm128; 2], moved, &[A::Use(less, view)], None);
                let power = self.every_lane(Bits::B64, 2f64.powi(31).to_bits());
                self.made_into(BinOp::Add, to, d, moved, power);
            }
            (Elem::I32, _) if self.wide() || signed => {
                let a = self.source(a, broadcastable(from));
                let wide =
                    if signed { EVEX_Vcvtdq2ps_zmm_k1z_zmmm512b32_er } else { EVEX_Vcvtudq2ps_zmm_k1z_zmmm512b32_er };
                self.vector_line([VEX_Vcvtdq2ps_ymm_ymmm256, wide], d, &[a], None);
            }
            (Elem::I32, _) => {
                // Both halves are exact, so that only their sum is rounded.
                let a = self.reg(a);
                let low_bits = self.every_lane(Bits::B32, 0xffff);
                let halves = [self.made_shift(BinOp::Shr, from, a, 16), self.made(BinOp::And, from, a, low_bits)];
                let [high, low] = halves.map(|half| {
                    let float = self.vector();
                    self.vector_line([VEX_Vcvtdq2ps_ymm_ymmm256; 2], float, &[self.all_of(half)], None);
                    float
                });
                let power = self.every_lane(Bits::B32, float_bits(to, 65536.0));
                let high = self.made(BinOp::Mul, to, high, power);
                self.made_into(BinOp::Add, to, d, high, self.all_of(low));
            }
            (_, Elem::F64) if self.wide() => {
                let a = self.source(a, broadcastable(from));
                let code =
                    if signed { EVEX_Vcvtqq2pd_zmm_k1z_zmmm512b64_er } else { EVEX_Vcvtuqq2pd_zmm_k1z_zmmm512b64_er };
                self.vector_line([code; 2], d, &[a], None);
            }
            (_, Elem::F64) => {
                let a = self.reg(a);
                self.lanes_64_to_double(signed, d, a);
            }
            _ if self.wide() => {
                let code =
                    if signed { EVEX_Vcvtqq2ps_ymm_k1z_zmmm512b64_er } else { EVEX_Vcvtuqq2ps_ymm_k1z_zmmm512b64_er };
                let a = self.arg(a);
                self.line(code, &[A::Def(d, View::Ymm), a]);
            }
            _ => {
                let op = if signed { ConvOp::FloatS } else { ConvOp::FloatU };
                let a = self.reg(a);
                self.lane_by_lane(op, from, to, d, a);
            }
        }
    }

    /// As `made`, into a given register.
    fn made_into(&mut self, op: BinOp, elem: Elem, d: VReg, a: VReg, b: A) {
        let pair = tables::binary(op, elem);
        self.vector_line(pair, d, &[self.all_of(a), b], None);
    }

    /// Integers of 64 bits with AVX2. The lower half, with the exponent of 2⁵² above, is a float, as is the upper half
    /// with that of 2⁸⁴. What these exponents add is subtracted from the upper one, which is exact, so that only the
    /// sum is rounded.
    fn lanes_64_to_double(&mut self, signed: bool, d: VReg, a: VReg) {
        let (flip, excess) = if signed {
            (0x4530_0000_8000_0000, 0x4530_0000_8010_0000)
        } else {
            (0x4530_0000_0000_0000, 0x4530_0000_0010_0000)
        };
        let upper = self.made_shift(BinOp::Shr, Elem::I64, a, 32);
        let flip = self.every_lane(Bits::B64, flip);
        let upper = self.made(BinOp::Xor, Elem::I64, upper, flip);
        let excess = self.every_lane(Bits::B64, excess);
        let upper = self.made(BinOp::Sub, Elem::F64, upper, excess);
        let lower = self.vector();
        let exponent = self.every_lane(Bits::B64, 0x4330_0000_0000_0000);
        let odd = A::Imm8(0b1010_1010);
        self.line(VEX_Vpblendd_ymm_ymm_ymmm256_imm8, &[A::Def(lower, View::Ymm), self.all_of(a), exponent, odd]);
        self.made_into(BinOp::Add, Elem::F64, d, upper, self.all_of(lower));
    }

    /// Floats to integers with as many lanes, or half as many that are twice as wide.
    fn lanes_to_integer(&mut self, op: ConvOp, from: Elem, to: Elem, d: VReg, a: VReg) {
        let view = if from.bits() > to.bits() { self.part_view(2) } else { self.whole() };
        if !self.wide() {
            return self.lanes_to_integer_avx2(op, from, to, d, a, view);
        }
        let number = self.all_of(a);
        let [signed, unsigned] = match (from, to) {
            (Elem::F32, _) => [EVEX_Vcvttps2dq_zmm_k1z_zmmm512b32_sae, EVEX_Vcvttps2udq_zmm_k1z_zmmm512b32_sae],
            (_, Elem::I64) => [EVEX_Vcvttpd2qq_zmm_k1z_zmmm512b64_sae, EVEX_Vcvttpd2uqq_zmm_k1z_zmmm512b64_sae],
            _ => [EVEX_Vcvttpd2dq_ymm_k1z_zmmm512b64_sae, EVEX_Vcvttpd2udq_ymm_k1z_zmmm512b64_sae],
        };
        if op == ConvOp::IntFast {
            return self.line(signed, &[A::Def(d, view), number]);
        }
        let [truncated, saturated] = [(); 2].map(|()| self.vector());
        let special = self.fresh(RegClass::Vector);
        let greater = |power| float_bits(from, 2f64.powi(power));
        if op == ConvOp::IntU {
            // The instruction saturates above. Negative numbers are converted as signed ones.
            self.line(unsigned, &[A::Def(truncated, view), number]);
            let zero = self.made_zero();
            self.float_compare(0x11, from, special, a, self.all_of(zero), None);
            self.line(signed, &[A::Tied(saturated, truncated, view), A::Mask(special), number]);
        } else {
            // What is too great becomes the greatest integer.
            self.line(signed, &[A::Def(truncated, view), number]);
            let width = to.bits().count();
            let limit = self.every_lane(from.bits(), greater(width as i32 - 1));
            self.float_compare(0x1d, from, special, a, limit, None);
            let greatest = (u64::MAX >> 1) >> (64 - width);
            let greatest = A::Mem(self.pooled(&greatest.to_le_bytes()[..to.bytes()], false));
            let pair = tables::splat_memory(to.bits());
            let merge = Merge { mask: special, old: Some(truncated) };
            self.vector_line(pair, saturated, &[greatest], Some(merge));
        }
        let class = match from {
            Elem::F32 => EVEX_Vfpclassps_kr_k1_zmmm512b32_imm8,
            _ => EVEX_Vfpclasspd_kr_k1_zmmm512b64_imm8,
        };
        let unwanted = self.fresh(RegClass::Vector);
        self.line(class, &[A::Def(unwanted, View::K), number, A::Imm8(NOT_FINITE)]);
        let pair = tables::binary(BinOp::Xor, to);
        let merge = Merge { mask: unwanted, old: Some(saturated) };
        self.vector_line(pair, d, &[self.all_of(saturated), self.all_of(saturated)], Some(merge));
    }

    /// AVX2 converts to signed integers of 32 bits only.
    fn lanes_to_integer_avx2(&mut self, op: ConvOp, from: Elem, to: Elem, d: VReg, a: VReg, view: View) {
        if to == Elem::I64 {
            return self.lane_by_lane(op, from, to, d, a);
        }
        let code = if from == Elem::F32 { VEX_Vcvttps2dq_ymm_ymmm256 } else { VEX_Vcvttpd2dq_xmm_ymmm256 };
        if op == ConvOp::IntFast {
            return self.line(code, &[A::Def(d, view), self.all_of(a)]);
        }
        // The difference of a number and itself is NaN if it is infinite or NaN. Such lanes become 0 first.
        let difference = self.made(BinOp::Sub, from, a, self.all_of(a));
        let finite = self.vector();
        self.float_compare(7, from, finite, difference, self.all_of(difference), None);
        let number = self.made(BinOp::And, from, a, self.all_of(finite));
        if op == ConvOp::IntS {
            return self.signed_of_finite(code, from, d, number, view);
        }
        // From 2³¹ on, a number less 2³¹ is converted, and the top bit is set: that is what 2³¹ itself becomes.
        let (is_great, top) = (self.vector(), self.vector());
        let limit = self.every_lane(from.bits(), float_bits(from, 2f64.powi(31)));
        self.float_compare(0x1d, from, is_great, number, limit, None);
        let excess = self.made(BinOp::And, from, is_great, limit);
        let less = self.made(BinOp::Sub, from, number, self.all_of(excess));
        let rest = self.vector();
        self.signed_of_finite(code, from, rest, less, view);
        self.line(code, &[A::Def(top, view), self.all_of(excess)]);
        self.made_into(BinOp::Xor, Elem::I32, d, rest, self.all_of(top));
    }

    /// Finite floats to signed integers of 32 bits with AVX2. What is too great becomes the greatest integer.
    fn signed_of_finite(&mut self, code: Code, from: Elem, d: VReg, number: VReg, view: View) {
        if from == Elem::F64 {
            let limit = self.every_lane(Bits::B64, f64::from(i32::MAX).to_bits());
            let lesser = self.made(BinOp::MinLeft, from, number, limit);
            return self.line(code, &[A::Def(d, view), self.all_of(lesser)]);
        }
        let (truncated, too_great) = (self.vector(), self.vector());
        self.line(code, &[A::Def(truncated, view), self.all_of(number)]);
        let limit = self.every_lane(Bits::B32, float_bits(from, 2f64.powi(31)));
        self.float_compare(0x1d, from, too_great, number, limit, None);
        // The least integer becomes the greatest.
        self.made_into(BinOp::Xor, Elem::I32, d, truncated, self.all_of(too_great));
    }

    /// Converts each lane as a scalar, where AVX2 has nothing better.
    fn lane_by_lane(&mut self, op: ConvOp, from: Elem, to: Elem, d: VReg, a: VReg) {
        let count = self.f.lanes_of(from.bits().max(to.bits()));
        let slot = self.machine.stack_bytes.next_multiple_of(64);
        self.machine.stack_bytes = slot + 64;
        let place = |lane: usize, elem: Elem| Mem {
            base: Base::Stack(slot),
            index: None,
            scale: 1,
            displacement: (lane * elem.bytes()) as i32,
            broadcast: false,
        };
        // Lanes are taken from memory and put back there in order: none is overwritten before it is read, as they do
        // not get wider.
        self.line(VEX_Vmovups_ymmm256_ymm, &[A::Mem(place(0, from)), self.all_of(a)]);
        for lane in 0..count {
            let scalar = self.fresh(self.class(Type::Scalar(from)));
            self.load_scalar(from, scalar, A::Mem(place(lane, from)));
            let converted = self.fresh(self.class(Type::Scalar(to)));
            self.convert_scalar(op, converted, scalar, from, to);
            self.store_scalar(to, A::Mem(place(lane, to)), converted);
        }
        let code: Code = if to.bits() < from.bits() { VEX_Vmovups_xmm_xmmm128 } else { VEX_Vmovups_ymm_ymmm256 };
        let view = if to.bits() < from.bits() { View::Xmm } else { View::Ymm };
        self.line(code, &[A::Def(d, view), A::Mem(place(0, to))]);
    }
}

/// `F32` to `F64`.
const WIDEN: Pair = [VEX_Vcvtps2pd_ymm_xmmm128, EVEX_Vcvtps2pd_zmm_k1z_ymmm256b32_sae];
