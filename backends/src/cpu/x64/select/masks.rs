//! Masks: mask registers with a bit for each lane and zeros above (AVX-512), or vectors whose lanes are all ones or all
//! zeros (AVX2).

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Flag, View};
use super::Select;
use super::control::Test;
use super::lines::A;
use super::tables;

impl Select<'_> {
    /// The view of a mask.
    pub const fn mask_view(&self) -> View {
        if self.wide() { View::K } else { self.whole() }
    }

    /// A mask as an argument.
    const fn mask_arg(&self, mask: VReg) -> A {
        A::Use(mask, self.mask_view())
    }

    /// The bits that lanes of this width have in a mask register.
    const fn mask_bits(&self, bits: Bits) -> u64 {
        u64::MAX >> (64 - self.f.lanes_of(bits))
    }

    pub fn mask_constant(&mut self, d: VReg, lanes: Bits, bits: u64) {
        let bits = bits & self.mask_bits(lanes);
        let own = self.mask_arg(d);
        if !self.wide() {
            return match bits {
                0 => self.zero(d),
                _ if bits == self.mask_bits(lanes) => self.all_ones(d),
                _ => {
                    let lane = |i| if bits >> i & 1 != 0 { u64::MAX } else { 0 };
                    let all: Vec<u64> = (0..self.f.lanes_of(lanes)).map(lane).collect();
                    self.lanes_constant(d, lanes.integer(), &all);
                }
            };
        }
        match bits {
            0 => self.line(VEX_Kxorq_kr_kr_kr, &[A::Def(d, View::K), own, own]),
            u64::MAX => self.line(VEX_Kxnorq_kr_kr_kr, &[A::Def(d, View::K), own, own]),
            _ => {
                let word = self.fresh(RegClass::Int);
                self.constant(word, I64, bits);
                self.line(VEX_Kmovq_kr_r64, &[A::Def(d, View::K), A::Use(word, View::R64)]);
            }
        }
    }

    pub fn mask_not(&mut self, d: VReg, lanes: Bits, a: Value) {
        let a = self.reg(a);
        if !self.wide() {
            return self.vector_not(d, a);
        }
        let code = match lanes {
            Bits::B8 => VEX_Knotq_kr_kr,
            Bits::B16 => VEX_Knotd_kr_kr,
            Bits::B32 => VEX_Knotw_kr_kr,
            Bits::B64 => VEX_Knotb_kr_kr,
        };
        self.line(code, &[A::Def(d, View::K), A::Use(a, View::K)]);
    }

    pub fn mask_binary(&mut self, op: BinOp, d: VReg, a: Value, b: Value) {
        if self.wide() && op == BinOp::And && (self.masked_compare(d, a, b) || self.masked_compare(d, b, a)) {
            return;
        }
        let [a, b] = [a, b].map(|value| self.reg(value));
        self.mask_line(op, d, a, b);
    }

    /// An operator on masks in registers.
    fn mask_line(&mut self, op: BinOp, d: VReg, a: VReg, b: VReg) {
        let args = [A::Def(d, self.mask_view()), self.mask_arg(a), self.mask_arg(b)];
        if !self.wide() {
            let pair = tables::binary(op, Elem::I32);
            self.line(self.code(pair), &args);
            return;
        }
        let code = match op {
            BinOp::And => VEX_Kandq_kr_kr_kr,
            BinOp::Or => VEX_Korq_kr_kr_kr,
            BinOp::Xor => VEX_Kxorq_kr_kr_kr,
            _ => VEX_Kandnq_kr_kr_kr,
        };
        self.line(code, &args);
    }

    /// Makes a comparison that only this conjunction uses, for the lanes of the other mask only. Returns whether it is
    /// one.
    fn masked_compare(&mut self, d: VReg, mask: Value, compare: Value) -> bool {
        let Some(Op::Compare(cond, a, b)) = self.only_here(compare) else { return false };
        let under = self.reg(mask);
        self.vector_compare(*cond, self.f.ty(*a).elem(), d, *a, *b, Some(under));
        true
    }

    /// A test whether a mask has any lane. The instruction joins two masks.
    pub fn any_test(&mut self, mask: Value) -> Test {
        let (a, b) = match self.only_here(mask) {
            Some(Op::Binary(BinOp::Or, a, b)) if self.wide() => (*a, *b),
            _ => (mask, mask),
        };
        let [a, b] = [a, b].map(|mask| self.reg(mask));
        let code = if self.wide() { VEX_Kortestq_kr_kr } else { VEX_Vptest_ymm_ymmm256 };
        Test { code, args: [self.mask_arg(a), self.mask_arg(b)], flag: Flag::Ne }
    }

    /// A test whether a mask has all lanes. The carry flag says that no bit is missing.
    pub fn all_test(&mut self, mask: Value) -> Test {
        let lanes = self.f.ty(mask).elem().bits();
        let mask = self.reg(mask);
        let mask = self.mask_arg(mask);
        if !self.wide() {
            let ones = A::Mem(self.pooled(&[0xff; 32], false));
            return Test { code: VEX_Vptest_ymm_ymmm256, args: [mask, ones], flag: Flag::B };
        }
        let code = match lanes {
            Bits::B8 => VEX_Kortestq_kr_kr,
            Bits::B16 => VEX_Kortestd_kr_kr,
            Bits::B32 => VEX_Kortestw_kr_kr,
            Bits::B64 => VEX_Kortestb_kr_kr,
        };
        Test { code, args: [mask, mask], flag: Flag::B }
    }

    pub fn mask_from_bits(&mut self, d: VReg, lanes: Bits, a: Value) {
        let word = self.reg(a);
        self.mask_from_word(d, lanes, word);
    }

    fn mask_from_word(&mut self, d: VReg, lanes: Bits, word: VReg) {
        if self.wide() {
            let (code, view) = match lanes {
                Bits::B8 => (VEX_Kmovq_kr_r64, View::R64),
                Bits::B16 => (VEX_Kmovd_kr_r32, View::R32),
                Bits::B32 => (VEX_Kmovw_kr_r32, View::R32),
                Bits::B64 => (VEX_Kmovb_kr_r32, View::R32),
            };
            return self.line(code, &[A::Def(d, View::K), A::Use(word, view)]);
        }
        // Every lane gets all bits, or the byte with its bit, and keeps its own.
        let elem = lanes.integer();
        let (moved, mut splat) = (self.vector(), self.vector());
        self.line(VEX_Vmovd_xmm_rm32, &[A::Def(moved, View::Xmm), A::Use(word, View::R32)]);
        let spread = if lanes == Bits::B64 { VEX_Vpbroadcastq_ymm_xmmm64 } else { VEX_Vpbroadcastd_ymm_xmmm32 };
        self.line(spread, &[A::Def(splat, View::Ymm), A::Use(moved, View::Xmm)]);
        if lanes == Bits::B8 {
            let bytes: Vec<u8> = (0..32).map(|lane| lane / 8).collect();
            let order = A::Mem(self.pooled(&bytes, false));
            let ordered = self.vector();
            self.line(VEX_Vpshufb_ymm_ymm_ymmm256, &[A::Def(ordered, View::Ymm), self.all_of(splat), order]);
            splat = ordered;
        } else if lanes == Bits::B16 {
            let low = self.vector();
            self.line(VEX_Vpbroadcastw_ymm_xmmm16, &[A::Def(low, View::Ymm), A::Use(moved, View::Xmm)]);
            splat = low;
        }
        let bit = |lane: usize| 1u64 << if lanes == Bits::B8 { lane % 8 } else { lane };
        let own: Vec<u64> = (0..self.f.lanes_of(lanes)).map(bit).collect();
        let bits = self.vector();
        self.lanes_constant(bits, elem, &own);
        let kept = self.made(BinOp::And, Elem::I32, splat, self.all_of(bits));
        let code = match lanes {
            Bits::B8 => VEX_Vpcmpeqb_ymm_ymm_ymmm256,
            Bits::B16 => VEX_Vpcmpeqw_ymm_ymm_ymmm256,
            Bits::B32 => VEX_Vpcmpeqd_ymm_ymm_ymmm256,
            Bits::B64 => VEX_Vpcmpeqq_ymm_ymm_ymmm256,
        };
        self.line(code, &[A::Def(d, View::Ymm), self.all_of(kept), self.all_of(bits)]);
    }

    pub fn mask_to_bits(&mut self, d: VReg, a: Value) {
        let lanes = self.f.ty(a).elem().bits();
        let mask = self.reg(a);
        if self.wide() {
            return self.line(VEX_Kmovq_r64_kr, &[A::Def(d, View::R64), A::Use(mask, View::K)]);
        }
        let code = match lanes {
            Bits::B8 => VEX_Vpmovmskb_r32_ymm,
            Bits::B16 => {
                // As lanes of 8 bits, which saturate; those of each 128 bits are doubled.
                let (packed, ordered) = (self.vector(), self.vector());
                let zero = self.made_zero();
                let args = [A::Def(packed, View::Ymm), self.all_of(mask), self.all_of(zero)];
                self.line(VEX_Vpacksswb_ymm_ymm_ymmm256, &args);
                let args = [A::Def(ordered, View::Ymm), self.all_of(packed), A::Imm8(0b10_00)];
                self.line(VEX_Vpermq_ymm_ymmm256_imm8, &args);
                let args = [A::Def(d, View::R32), A::Use(ordered, View::Xmm)];
                return self.line(VEX_Vpmovmskb_r32_xmm, &args);
            }
            Bits::B32 => VEX_Vmovmskps_r32_ymm,
            Bits::B64 => VEX_Vmovmskpd_r32_ymm,
        };
        self.line(code, &[A::Def(d, View::R32), self.all_of(mask)]);
    }

    /// The count, as near as lanes go, is the number of ones.
    pub fn first_lanes(&mut self, d: VReg, lanes: Bits, a: Value) {
        let count = self.reg(a);
        let most = self.f.lanes_of(lanes) as u64;
        let [zero, limit, positive, clamped] = [(); 4].map(|()| self.fresh(RegClass::Int));
        self.constant(zero, I64, 0);
        self.better(Cond::Gt, Elem::I64, positive, count, zero);
        self.constant(limit, I64, most);
        self.better(Cond::Lt, Elem::I64, clamped, positive, limit);
        if self.wide() {
            let (ones, word) = (self.fresh(RegClass::Int), self.fresh(RegClass::Int));
            self.constant(ones, I64, u64::MAX);
            let args = [A::Def(word, View::R64), A::Use(ones, View::R64), A::Use(clamped, View::R64)];
            self.line(VEX_Bzhi_r64_rm64_r64, &args);
            return self.line(VEX_Kmovq_kr_r64, &[A::Def(d, View::K), A::Use(word, View::R64)]);
        }
        // Lanes whose number is less.
        let (moved, splat) = (self.vector(), self.vector());
        self.line(VEX_Vmovq_xmm_rm64, &[A::Def(moved, View::Xmm), A::Use(clamped, View::R64)]);
        let pair = tables::splat_memory(lanes);
        self.vector_line(pair, splat, &[A::Use(moved, View::Xmm)], None);
        let numbers: Vec<u8> = (0..most).flat_map(|n| n.to_le_bytes().into_iter().take(lanes.count() / 8)).collect();
        let numbers = A::Mem(self.pooled(&numbers, false));
        let code = match lanes {
            Bits::B8 => VEX_Vpcmpgtb_ymm_ymm_ymmm256,
            Bits::B16 => VEX_Vpcmpgtw_ymm_ymm_ymmm256,
            Bits::B32 => VEX_Vpcmpgtd_ymm_ymm_ymmm256,
            Bits::B64 => VEX_Vpcmpgtq_ymm_ymm_ymmm256,
        };
        self.line(code, &[A::Def(d, View::Ymm), self.all_of(splat), numbers]);
    }

    /// A mask for other lanes. Narrower lanes are only another view with AVX-512.
    pub fn mask_convert(&mut self, d: VReg, a: Value, to: Bits, part: u8) {
        let from = self.f.ty(a).elem().bits();
        let a = self.reg(a);
        if self.wide() {
            let count = self.f.lanes_of(to);
            let moved = if part == 0 {
                a
            } else {
                let moved = self.fresh(RegClass::Vector);
                let args = [A::Def(moved, View::K), A::Use(a, View::K), A::Imm8(part * count as u8)];
                self.line(VEX_Kshiftrq_kr_kr_imm8, &args);
                moved
            };
            return self.first_bits(d, moved, count);
        }
        if to > from {
            let part = self.vector_part(a, from, to, part);
            let pair = tables::sign_extend(from.integer(), to.integer());
            self.vector_line(pair, d, &[A::Use(part, View::Xmm)], None);
            return;
        }
        self.truncate_lanes(from.integer(), to.integer(), d, a);
    }

    /// The first bits of a mask register, zeros above.
    fn first_bits(&mut self, d: VReg, a: VReg, count: usize) {
        let exact = match count {
            8 => VEX_Kmovb_kr_km8,
            16 => VEX_Kmovw_kr_km16,
            32 => VEX_Kmovd_kr_km32,
            64 => VEX_Kmovq_kr_km64,
            _ => {
                let up = self.fresh(RegClass::Vector);
                let unused = A::Imm8(8 - count as u8);
                self.line(VEX_Kshiftlb_kr_kr_imm8, &[A::Def(up, View::K), A::Use(a, View::K), unused]);
                return self.line(VEX_Kshiftrb_kr_kr_imm8, &[A::Def(d, View::K), A::Use(up, View::K), unused]);
            }
        };
        self.line(exact, &[A::Def(d, View::K), A::Use(a, View::K)]);
    }

    pub fn mask_join(&mut self, d: VReg, lanes: Bits, parts: [Value; 2], count: u8) {
        let [a, b] = parts.map(|part| self.reg(part));
        if !self.wide() {
            return self.join_bytes(d, a, b, usize::from(count) * lanes.count() / 8);
        }
        let unpack: Option<Code> = match count {
            8 => Some(VEX_Kunpckbw_kr_kr_kr),
            16 => Some(VEX_Kunpckwd_kr_kr_kr),
            32 => Some(VEX_Kunpckdq_kr_kr_kr),
            _ => None,
        };
        if let Some(code) = unpack {
            return self.line(code, &[A::Def(d, View::K), A::Use(b, View::K), A::Use(a, View::K)]);
        }
        let [low, high, moved] = [(); 3].map(|()| self.fresh(RegClass::Vector));
        self.first_bits(low, a, count.into());
        self.first_bits(high, b, count.into());
        let args = [A::Def(moved, View::K), A::Use(high, View::K), A::Imm8(count)];
        self.line(VEX_Kshiftlb_kr_kr_imm8, &args);
        self.mask_line(BinOp::Or, d, low, moved);
    }
}
