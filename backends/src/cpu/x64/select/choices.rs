//! Comparisons of lanes, choices between lanes, and the masked forms of AVX-512.

use iced_x86::Code;
use iced_x86::Code::*;
use regalloc2::VReg;

use super::super::ir::*;
use super::Select;
use super::lines::A;
use super::tables::{self, Form};
use super::vectors::{Merge, broadcastable};

impl Select<'_> {
    /// A comparison of lanes, of those of another mask only if there is one (AVX-512).
    pub fn vector_compare(&mut self, cond: Cond, elem: Elem, d: VReg, a: Value, b: Value, under: Option<VReg>) {
        let lanes = broadcastable(elem);
        let swap = self.is_foldable(a, lanes) && !self.is_foldable(b, lanes);
        let (cond, a, b) = if swap { (cond.swapped(), b, a) } else { (cond, a, b) };
        if elem.is_float() {
            let (a, b) = (self.reg(a), self.source(b, lanes));
            return self.float_compare(float_predicate(cond), elem, d, a, b, under);
        }
        if self.wide() {
            let (a, b) = (self.reg(a), self.source(b, lanes));
            return self.integer_compare(cond, elem, d, a, b, under);
        }
        let (mut a, mut b) = (self.reg(a), self.reg(b));
        if cond.is_unsigned() {
            (a, b) = (self.flipped(elem, a), self.flipped(elem, b));
        }
        let (greater, a, b, negate) = match cond {
            Cond::Eq => (false, a, b, false),
            Cond::Ne => (false, a, b, true),
            Cond::Gt | Cond::GtU => (true, a, b, false),
            Cond::Lt | Cond::LtU => (true, b, a, false),
            Cond::Le | Cond::LeU => (true, a, b, true),
            Cond::Ge | Cond::GeU => (true, b, a, true),
        };
        let positive = if negate { self.vector() } else { d };
        if greater {
            self.greater(elem, positive, a, self.all_of(b));
        } else {
            let code = match elem.bits() {
                Bits::B8 => VEX_Vpcmpeqb_ymm_ymm_ymmm256,
                Bits::B16 => VEX_Vpcmpeqw_ymm_ymm_ymmm256,
                Bits::B32 => VEX_Vpcmpeqd_ymm_ymm_ymmm256,
                Bits::B64 => VEX_Vpcmpeqq_ymm_ymm_ymmm256,
            };
            self.line(code, &[A::Def(positive, self.whole()), self.all_of(a), self.all_of(b)]);
        }
        if negate {
            self.vector_not(d, positive);
        }
    }

    /// All bits of the lanes where the left signed integer is greater (AVX2).
    pub fn greater(&mut self, elem: Elem, d: VReg, a: VReg, b: A) {
        let code = match elem.bits() {
            Bits::B8 => VEX_Vpcmpgtb_ymm_ymm_ymmm256,
            Bits::B16 => VEX_Vpcmpgtw_ymm_ymm_ymmm256,
            Bits::B32 => VEX_Vpcmpgtd_ymm_ymm_ymmm256,
            Bits::B64 => VEX_Vpcmpgtq_ymm_ymm_ymmm256,
        };
        self.line(code, &[A::Def(d, self.whole()), self.all_of(a), b]);
    }

    /// A comparison by a predicate of the processor.
    pub fn float_compare(&mut self, predicate: u8, elem: Elem, d: VReg, a: VReg, b: A, under: Option<VReg>) {
        let code = self.code(match elem {
            Elem::F32 => [VEX_Vcmpps_ymm_ymm_ymmm256_imm8, EVEX_Vcmpps_kr_k1_zmm_zmmm512b32_imm8_sae],
            _ => [VEX_Vcmppd_ymm_ymm_ymmm256_imm8, EVEX_Vcmppd_kr_k1_zmm_zmmm512b64_imm8_sae],
        });
        self.compare_line(code, d, a, b, predicate, under);
    }

    fn integer_compare(&mut self, cond: Cond, elem: Elem, d: VReg, a: VReg, b: A, under: Option<VReg>) {
        let code = match (elem.bits(), cond.is_unsigned()) {
            (Bits::B8, false) => EVEX_Vpcmpb_kr_k1_zmm_zmmm512_imm8,
            (Bits::B8, true) => EVEX_Vpcmpub_kr_k1_zmm_zmmm512_imm8,
            (Bits::B16, false) => EVEX_Vpcmpw_kr_k1_zmm_zmmm512_imm8,
            (Bits::B16, true) => EVEX_Vpcmpuw_kr_k1_zmm_zmmm512_imm8,
            (Bits::B32, false) => EVEX_Vpcmpd_kr_k1_zmm_zmmm512b32_imm8,
            (Bits::B32, true) => EVEX_Vpcmpud_kr_k1_zmm_zmmm512b32_imm8,
            (Bits::B64, false) => EVEX_Vpcmpq_kr_k1_zmm_zmmm512b64_imm8,
            (Bits::B64, true) => EVEX_Vpcmpuq_kr_k1_zmm_zmmm512b64_imm8,
        };
        let predicate = match cond {
            Cond::Eq => 0,
            Cond::Lt | Cond::LtU => 1,
            Cond::Le | Cond::LeU => 2,
            Cond::Ne => 4,
            Cond::Ge | Cond::GeU => 5,
            Cond::Gt | Cond::GtU => 6,
        };
        self.compare_line(code, d, a, b, predicate, under);
    }

    fn compare_line(&mut self, code: Code, d: VReg, a: VReg, b: A, predicate: u8, under: Option<VReg>) {
        let def = A::Def(d, self.mask_view());
        let (a, predicate) = (self.all_of(a), A::Imm8(predicate));
        match under {
            Some(mask) => self.line(code, &[def, A::Mask(mask), a, b, predicate]),
            None => self.line(code, &[def, a, b, predicate]),
        }
    }

    /// Lanes of `yes` where the mask is, else of `no`.
    pub fn blend(&mut self, elem: Elem, d: VReg, mask: VReg, yes: A, no: VReg) {
        let def = A::Def(d, self.whole());
        if !self.wide() {
            let code = match elem.bits() {
                Bits::B8 | Bits::B16 => VEX_Vpblendvb_ymm_ymm_ymmm256_ymm,
                Bits::B32 => VEX_Vblendvps_ymm_ymm_ymmm256_ymm,
                Bits::B64 => VEX_Vblendvpd_ymm_ymm_ymmm256_ymm,
            };
            return self.line(code, &[def, self.all_of(no), yes, self.all_of(mask)]);
        }
        let code = match elem.bits() {
            Bits::B8 => EVEX_Vpblendmb_zmm_k1z_zmm_zmmm512,
            Bits::B16 => EVEX_Vpblendmw_zmm_k1z_zmm_zmmm512,
            Bits::B32 => EVEX_Vblendmps_zmm_k1z_zmm_zmmm512b32,
            Bits::B64 => EVEX_Vblendmpd_zmm_k1z_zmm_zmmm512b64,
        };
        self.line(code, &[def, A::Mask(mask), self.all_of(no), yes]);
    }

    pub fn vector_select(&mut self, elem: Elem, d: VReg, c: Value, a: Value, b: Value) {
        if self.wide() {
            if self.masked_operation(elem, d, c, a, b) {
                return;
            }
            if self.known_lane(b) == Some(0) {
                let merge = Merge { mask: self.reg(c), old: None };
                let a = self.source(a, None);
                return self.vector_line(tables::load(elem.bits()), d, &[a], Some(merge));
            }
        }
        let (mask, no) = (self.reg(c), self.reg(b));
        let yes = self.source(a, broadcastable(elem));
        self.blend(elem, d, mask, yes, no);
    }

    /// Makes an operation that only a selection uses in its masked form. Returns whether there is one.
    fn masked_operation(&mut self, elem: Elem, d: VReg, c: Value, a: Value, b: Value) -> bool {
        let Some(op) = self.only_here(a) else { return false };
        let own = self.f.ty(self.facts[a.index()].root).elem();
        if own.bits() != elem.bits() {
            return false;
        }
        if let Op::Fma(op, operands) = op {
            return self.masked_fma(*op, own, d, c, *operands, b);
        }
        let holds = match *op {
            Op::Unary(op, _) => {
                self.has(tables::unary(op, own)) || (own.is_float() && matches!(op, UnOp::Neg | UnOp::Abs))
            }
            // Bitwise instructions know lanes of 32 and 64 bits only, and zero is no instruction of its own.
            Op::Binary(BinOp::And | BinOp::Or | BinOp::Xor | BinOp::AndNot, ..) => own.bits() >= Bits::B32,
            Op::Binary(BinOp::Shl | BinOp::Shr | BinOp::Sar, _, n) if self.known_lane(n).is_some() => {
                own != Elem::I8 && self.known_lane(n).is_some_and(|n| n < own.bits().count() as u64)
            }
            Op::Binary(op, ..) => self.has(tables::binary(op, own)),
            _ => false,
        };
        if !holds {
            return false;
        }
        let mask = self.reg(c);
        let old = if self.known_lane(b) == Some(0) { None } else { Some(self.reg(b)) };
        match *op {
            Op::Unary(op, x) => self.vector_unary(op, own, d, x, Some(Merge { mask, old })),
            Op::Binary(op, x, y) => self.vector_binary(op, own, d, x, y, Some(Merge { mask, old })),
            _ => {}
        }
        true
    }

    /// A fused product in its masked form: the old value must be one of its operands.
    fn masked_fma(&mut self, op: FmaOp, elem: Elem, d: VReg, c: Value, [x, y, z]: [Value; 3], old: Value) -> bool {
        let same = |s: &Self, v: Value| s.facts[v.index()].root == s.facts[old.index()].root;
        let (form, second, third) = if same(self, z) {
            (Form::F231, x, y)
        } else if same(self, x) {
            (Form::F213, y, z)
        } else if same(self, y) {
            (Form::F213, x, z)
        } else {
            return false;
        };
        let pair = tables::fma(op, form, elem);
        let merge = Merge { mask: self.reg(c), old: Some(self.reg(old)) };
        let args = [self.arg(second), self.source(third, broadcastable(elem))];
        self.vector_line(pair, d, &args, Some(merge));
        true
    }
}

/// The immediate of a comparison of floats. None of them signals a NaN.
const fn float_predicate(cond: Cond) -> u8 {
    match cond {
        Cond::Eq => 0x00,
        Cond::Lt => 0x11,
        Cond::Le => 0x12,
        Cond::Ge => 0x1d,
        Cond::Gt => 0x1e,
        _ => 0x04,
    }
}
