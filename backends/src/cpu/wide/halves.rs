//! Operators on `f16`. Those that move bits, or choose one of their operands, are a few instructions. The pass
//! `expand-half` replaces the others; where a program still has them, a function is called.

use languages::prim::{BinOp, PrimType, UnOp};

use super::super::x64::ir::{self as ir, Cond, ConvOp, Elem, Type, Value};
use super::Wide;

/// The bit of an `f16` that is its sign, and the others.
const SIGN: u64 = 0x8000;
const MAGNITUDE: u64 = 0x7fff;

impl Wide<'_> {
    /// The sign of one `f16` and the magnitude of another, in registers of any type.
    fn copied_sign(&mut self, magnitude: Value, sign: Value) -> Value {
        let (magnitude, sign) = (self.masked(magnitude, MAGNITUDE), self.masked(sign, SIGN));
        self.f.binary(ir::BinOp::Or, magnitude, sign)
    }

    fn masked(&mut self, x: Value, bits: u64) -> Value {
        let bits = self.f.constant(self.f.ty(x), bits);
        self.f.binary(ir::BinOp::And, x, bits)
    }

    /// An operator that moves bits, on a register of any type.
    fn moved(&mut self, op: UnOp, x: Value) -> Option<Value> {
        Some(match op {
            UnOp::ToBits => x,
            UnOp::Abs => self.masked(x, MAGNITUDE),
            UnOp::Neg => {
                let sign = self.f.constant(self.f.ty(x), SIGN);
                self.f.binary(ir::BinOp::Xor, x, sign)
            }
            _ => return None,
        })
    }

    /// Whether `min` or `max` takes its right operand, given operands of type `f32`: if that is better, or if the left
    /// one is a NaN.
    fn takes_right(&mut self, op: BinOp, x: Value, y: Value) -> Value {
        let better = self.f.compare(if op == BinOp::Min { Cond::Lt } else { Cond::Gt }, y, x);
        let no_number = self.f.compare(Cond::Ne, x, x);
        self.f.binary(ir::BinOp::Or, better, no_number)
    }

    pub(super) fn scalar_half_unary(&mut self, op: UnOp, x: Value) -> Option<Value> {
        match self.moved(op, x) {
            Some(moved) => Some(moved),
            None => self.scalar_unary_call(op, PrimType::F16, x),
        }
    }

    pub(super) fn scalar_half_binary(&mut self, op: BinOp, x: Value, y: Value) -> Option<Value> {
        match op {
            BinOp::CopySign => Some(self.copied_sign(x, y)),
            BinOp::Min | BinOp::Max => {
                let [a, b] = [x, y].map(|half| self.f.convert(ConvOp::FromHalf, Type::Scalar(Elem::F32), half));
                let right = self.takes_right(op, a, b);
                Some(self.f.select(right, y, x))
            }
            _ => self.scalar_binary_call(op, PrimType::F16, x, y),
        }
    }

    pub(super) fn half_unary(&mut self, op: UnOp, x: Vec<Value>) -> Option<Vec<Value>> {
        let moved: Option<Vec<Value>> = x.iter().map(|&x| self.moved(op, x)).collect();
        moved.or_else(|| self.vector_unary_call(op, PrimType::F16, &x))
    }

    pub(super) fn half_binary(&mut self, op: BinOp, x: &[Value], y: &[Value]) -> Option<Vec<Value>> {
        match op {
            BinOp::CopySign => Some(self.each(x, y, Self::copied_sign)),
            BinOp::Min | BinOp::Max => {
                let a = self.vector_convert(PrimType::F16, PrimType::F32, x.to_vec())?;
                let b = self.vector_convert(PrimType::F16, PrimType::F32, y.to_vec())?;
                let right = self.each(&a, &b, |w, a, b| w.takes_right(op, a, b));
                self.choose(PrimType::F16, &right, y, x)
            }
            _ => self.vector_binary_call(op, PrimType::F16, x, y),
        }
    }
}
