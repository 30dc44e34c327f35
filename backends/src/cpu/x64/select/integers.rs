//! Scalar integers.

use iced_x86::Code;
use regalloc2::{RegClass, VReg};

use super::super::ir::*;
use super::super::machine::{Base, Flag, Kind, Mem, View};
use super::Select;
use super::lines::{A, fixed_def, fixed_use, late_use};
use super::operands::general;

/// Of two instructions the one for this type.
pub const fn sized(elem: Elem, short: Code, long: Code) -> Code {
    match elem {
        Elem::I64 => long,
        _ => short,
    }
}

impl Select<'_> {
    pub fn integer_unary(&mut self, op: UnOp, elem: Elem, d: VReg, a: Value) {
        let view = general(elem);
        let counted = match op {
            UnOp::PopCount => sized(elem, Code::Popcnt_r32_rm32, Code::Popcnt_r64_rm64),
            UnOp::LeadingZeros => sized(elem, Code::Lzcnt_r32_rm32, Code::Lzcnt_r64_rm64),
            UnOp::TrailingZeros => sized(elem, Code::Tzcnt_r32_rm32, Code::Tzcnt_r64_rm64),
            UnOp::Not => {
                let a = self.reg(a);
                return self.line(sized(elem, Code::Not_rm32, Code::Not_rm64), &[A::Tied(d, a, view)]);
            }
            _ => {
                let a = self.reg(a);
                let negated = if op == UnOp::Neg { d } else { self.fresh(RegClass::Int) };
                let neg = sized(elem, Code::Neg_rm32, Code::Neg_rm64);
                if op == UnOp::Neg {
                    return self.line(neg, &[A::Tied(negated, a, view)]);
                }
                // The negation is negative if the number is positive, and then the number is taken.
                let [.., short, long] = Flag::L.codes();
                let test = sized(elem, Code::Test_rm32_r32, Code::Test_rm64_r64);
                self.line(neg, &[A::Tied(negated, a, view)]);
                let both = [A::Use(negated, view), A::Use(negated, view)];
                let moved = [A::Tied(d, negated, view), A::Use(a, view)];
                return self.lines(&[(test, &both), (sized(elem, short, long), &moved)]);
            }
        };
        let a = self.integer_source(a);
        self.line(counted, &[A::Def(d, view), a]);
    }

    pub fn integer_binary(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let (a, b) = if op.commutes() && self.known(a).is_some() { (b, a) } else { (a, b) };
        match op {
            BinOp::Add | BinOp::Sub => self.sum(op, elem, d, a, b),
            BinOp::Mul => self.product(elem, d, a, b),
            BinOp::And | BinOp::Or | BinOp::Xor => self.bitwise(op, elem, d, a, b),
            BinOp::AndNot => {
                let view = general(elem);
                let args = [A::Def(d, view), self.arg(a), self.integer_source(b)];
                self.line(sized(elem, Code::VEX_Andn_r32_r32_rm32, Code::VEX_Andn_r64_r64_rm64), &args);
            }
            BinOp::Shl | BinOp::Shr | BinOp::Sar => self.scalar_shift(op, elem, d, a, b),
            BinOp::Min | BinOp::Max | BinOp::MinU | BinOp::MaxU => {
                let cond = match op {
                    BinOp::Min => Cond::Lt,
                    BinOp::Max => Cond::Gt,
                    BinOp::MinU => Cond::LtU,
                    _ => Cond::GtU,
                };
                let [a, b] = [a, b].map(|value| self.reg(value));
                self.better(cond, elem, d, a, b);
            }
            BinOp::MulHighS | BinOp::MulHighU => self.high_product(op, elem, d, a, b),
            _ => self.quotient(op, elem, d, a, b),
        }
    }

    /// The first register if the comparison with the second one holds, else the second one.
    pub fn better(&mut self, cond: Cond, elem: Elem, d: VReg, a: VReg, b: VReg) {
        let flag = match cond {
            Cond::Lt => Flag::L,
            Cond::Gt => Flag::G,
            Cond::LtU => Flag::B,
            _ => Flag::A,
        };
        let view = general(elem);
        let [.., short, long] = flag.codes();
        let compare = sized(elem, Code::Cmp_r32_rm32, Code::Cmp_r64_rm64);
        self.lines(&[
            (compare, &[A::Use(a, view), A::Use(b, view)]),
            (sized(elem, short, long), &[A::Tied(d, b, view), A::Use(a, view)]),
        ]);
    }

    fn sum(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let view = general(elem);
        let constant = self.known(b).map(|b| if op == BinOp::Sub { b.wrapping_neg() } else { b });
        if let Some(constant) = constant.and_then(|b| i32::try_from(b).ok()) {
            let base = Base::Reg(self.reg(a));
            let mem = Mem { base, index: None, scale: 1, displacement: constant, broadcast: false };
            return self.line(sized(elem, Code::Lea_r32_m, Code::Lea_r64_m), &[A::Def(d, view), A::Mem(mem)]);
        }
        if op == BinOp::Sub {
            let (a, b) = (self.reg(a), self.integer_source(b));
            return self.line(sized(elem, Code::Sub_r32_rm32, Code::Sub_r64_rm64), &[A::Tied(d, a, view), b]);
        }
        let (a, b) = if self.loaded_scalar(a, elem).is_some() { (b, a) } else { (a, b) };
        let a = self.reg(a);
        match self.integer_source(b) {
            A::Use(b, _) => {
                let (base, index) = (Base::Reg(a), Some((b, View::R64)));
                let mem = Mem { base, index, scale: 1, displacement: 0, broadcast: false };
                self.line(sized(elem, Code::Lea_r32_m, Code::Lea_r64_m), &[A::Def(d, view), A::Mem(mem)]);
            }
            b => self.line(sized(elem, Code::Add_r32_rm32, Code::Add_r64_rm64), &[A::Tied(d, a, view), b]),
        }
    }

    fn product(&mut self, elem: Elem, d: VReg, a: Value, b: Value) {
        let view = general(elem);
        if let Some(constant) = self.known(b) {
            if constant > 0 && constant.count_ones() == 1 {
                let a = self.reg(a);
                return self.shift_by(BinOp::Shl, elem, d, a, constant.trailing_zeros() as u8);
            }
            if let Ok(constant) = i32::try_from(constant) {
                let a = self.integer_source(a);
                let (code, constant) = match elem {
                    Elem::I64 => (Code::Imul_r64_rm64_imm32, A::Imm32To64(constant)),
                    _ => (Code::Imul_r32_rm32_imm32, A::Imm32(constant)),
                };
                return self.line(code, &[A::Def(d, view), a, constant]);
            }
        }
        let (a, b) = if self.loaded_scalar(a, elem).is_some() { (b, a) } else { (a, b) };
        let (a, b) = (self.reg(a), self.integer_source(b));
        self.line(sized(elem, Code::Imul_r32_rm32, Code::Imul_r64_rm64), &[A::Tied(d, a, view), b]);
    }

    fn bitwise(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let view = general(elem);
        let [short, long, short_constant, long_constant] = match op {
            BinOp::And => [Code::And_r32_rm32, Code::And_r64_rm64, Code::And_rm32_imm32, Code::And_rm64_imm32],
            BinOp::Or => [Code::Or_r32_rm32, Code::Or_r64_rm64, Code::Or_rm32_imm32, Code::Or_rm64_imm32],
            _ => [Code::Xor_r32_rm32, Code::Xor_r64_rm64, Code::Xor_rm32_imm32, Code::Xor_rm64_imm32],
        };
        if let Some(constant) = self.known_i32(b) {
            let a = self.reg(a);
            let constant = if elem == Elem::I64 { A::Imm32To64(constant) } else { A::Imm32(constant) };
            return self.line(sized(elem, short_constant, long_constant), &[A::Tied(d, a, view), constant]);
        }
        let (a, b) = if self.loaded_scalar(a, elem).is_some() { (b, a) } else { (a, b) };
        let (a, b) = (self.reg(a), self.integer_source(b));
        self.line(sized(elem, short, long), &[A::Tied(d, a, view), b]);
    }

    /// A shift by a constant less than the width.
    pub fn shift_by(&mut self, op: BinOp, elem: Elem, d: VReg, a: VReg, amount: u8) {
        let code = match op {
            BinOp::Shl => sized(elem, Code::Shl_rm32_imm8, Code::Shl_rm64_imm8),
            BinOp::Shr => sized(elem, Code::Shr_rm32_imm8, Code::Shr_rm64_imm8),
            _ => sized(elem, Code::Sar_rm32_imm8, Code::Sar_rm64_imm8),
        };
        self.line(code, &[A::Tied(d, a, general(elem)), A::Imm8(amount)]);
    }

    fn scalar_shift(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let (view, width) = (general(elem), elem.bits().count() as i64);
        if let Some(amount) = self.known(b) {
            return match amount {
                _ if (0..width).contains(&amount) => {
                    let a = self.reg(a);
                    self.shift_by(op, elem, d, a, amount as u8);
                }
                _ if op == BinOp::Sar => {
                    let a = self.reg(a);
                    self.shift_by(op, elem, d, a, width as u8 - 1);
                }
                _ => self.constant(d, Type::Scalar(elem), 0),
            };
        }
        let (a, amount) = (self.reg(a), self.reg(b));
        let limited = |limit: i64| match elem {
            Elem::I64 => (Code::Cmp_rm64_imm32, [A::Use(amount, view), A::Imm32To64(limit as i32)]),
            _ => (Code::Cmp_rm32_imm32, [A::Use(amount, view), A::Imm32(limit as i32)]),
        };
        let shift = match op {
            BinOp::Shl => sized(elem, Code::VEX_Shlx_r32_rm32_r32, Code::VEX_Shlx_r64_rm64_r64),
            BinOp::Shr => sized(elem, Code::VEX_Shrx_r32_rm32_r32, Code::VEX_Shrx_r64_rm64_r64),
            _ => sized(elem, Code::VEX_Sarx_r32_rm32_r32, Code::VEX_Sarx_r64_rm64_r64),
        };
        // The instructions take the amount modulo the width.
        let [.., short, long] = Flag::A.codes();
        let other = self.fresh(RegClass::Int);
        let result = self.fresh(RegClass::Int);
        let (test, args) = limited(width - 1);
        if op == BinOp::Sar {
            self.constant(other, Type::Scalar(elem), width as u64 - 1);
            let moved = [A::Tied(result, amount, view), A::Use(other, view)];
            self.lines(&[(test, &args), (sized(elem, short, long), &moved)]);
            return self.line(shift, &[A::Def(d, view), A::Use(a, view), A::Use(result, view)]);
        }
        self.constant(other, Type::Scalar(elem), 0);
        self.line(shift, &[A::Def(result, view), A::Use(a, view), A::Use(amount, view)]);
        let moved = [A::Tied(d, result, view), A::Use(other, view)];
        self.lines(&[(test, &args), (sized(elem, short, long), &moved)]);
    }

    /// The upper half of a product, which the processor leaves in RDX.
    fn high_product(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let code = match op {
            BinOp::MulHighS => sized(elem, Code::Imul_rm32, Code::Imul_rm64),
            _ => sized(elem, Code::Mul_rm32, Code::Mul_rm64),
        };
        let low = self.fresh(RegClass::Int);
        let (a, b) = self.apart(elem, a, b);
        let operands = [fixed_use(a, RAX), fixed_def(low, RAX), fixed_def(d, RDX), late_use(b)];
        self.bundle(Kind::Lines, &operands, &[(code, &[A::Use(b, general(elem))])]);
    }

    /// Two values in different registers, even if they are the same value.
    fn apart(&mut self, elem: Elem, a: Value, b: Value) -> (VReg, VReg) {
        let (a, b, copy) = (self.reg(a), self.reg(b), self.fresh(RegClass::Int));
        let view = general(elem);
        self.line(sized(elem, Code::Mov_r32_rm32, Code::Mov_r64_rm64), &[A::Def(copy, view), A::Use(b, view)]);
        (a, copy)
    }

    /// A quotient or a remainder. The processor divides RDX and RAX, and leaves the quotient in RAX and the remainder
    /// in RDX.
    fn quotient(&mut self, op: BinOp, elem: Elem, d: VReg, a: Value, b: Value) {
        let signed = matches!(op, BinOp::DivS | BinOp::RemS);
        let other = self.fresh(RegClass::Int);
        let (quotient, remainder) = if matches!(op, BinOp::DivS | BinOp::DivU) { (d, other) } else { (other, d) };
        let (dividend, divisor) = self.apart(elem, a, b);
        let view = general(elem);
        let operands =
            [fixed_use(dividend, RAX), fixed_def(quotient, RAX), fixed_def(remainder, RDX), late_use(divisor)];
        let upper = A::Use(remainder, View::R32);
        let divide = (
            match (signed, elem) {
                (true, Elem::I64) => Code::Idiv_rm64,
                (true, _) => Code::Idiv_rm32,
                (false, Elem::I64) => Code::Div_rm64,
                (false, _) => Code::Div_rm32,
            },
            &[A::Use(divisor, view)][..],
        );
        if signed {
            let extend = (sized(elem, Code::Cdq, Code::Cqo), &[][..]);
            self.bundle(Kind::Lines, &operands, &[extend, divide]);
        } else {
            self.bundle(Kind::Lines, &operands, &[(Code::Xor_r32_rm32, &[upper, upper]), divide]);
        }
    }
}

/// The number of RAX.
const RAX: usize = 0;
/// The number of RDX.
const RDX: usize = 2;
