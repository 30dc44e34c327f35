//! The meaning of the operators. This module chooses the implementation by the operands' types.

use std::fmt;

use half::f16;

use super::float::Float;
use super::integer::Integer;
use super::{BinOp, PrimValue, TriOp, UnOp};

/// The reason why an operator has no result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum ArithError {
    /// An integer was divided by zero.
    DivisionByZero,
    /// An integer was raised to a negative power.
    NegativeExponent,
    /// The operator does not apply to operands of these types. This is a bug in the compiler: typed programs have no
    /// such operands.
    IllTyped,
}

impl fmt::Display for ArithError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            ArithError::DivisionByZero => "division by zero",
            ArithError::NegativeExponent => "negative exponent",
            ArithError::IllTyped => "operands of the wrong type",
        })
    }
}

impl std::error::Error for ArithError {}

impl BinOp {
    /// Evaluates the operator on `a` and `b`.
    ///
    /// Fails on integer division by zero, on a negative integer exponent, and on operands to which the operator does
    /// not apply.
    pub fn eval(self, a: PrimValue, b: PrimValue) -> Result<PrimValue, ArithError> {
        use PrimValue::*;
        match (a, b) {
            (I8(a), I8(b)) => i8::binary(self, a, b),
            (I16(a), I16(b)) => i16::binary(self, a, b),
            (I32(a), I32(b)) => i32::binary(self, a, b),
            (I64(a), I64(b)) => i64::binary(self, a, b),
            (U8(a), U8(b)) => u8::binary(self, a, b),
            (U16(a), U16(b)) => u16::binary(self, a, b),
            (U32(a), U32(b)) => u32::binary(self, a, b),
            (U64(a), U64(b)) => u64::binary(self, a, b),
            (F16(a), F16(b)) => f16::binary(self, a, b),
            (F32(a), F32(b)) => f32::binary(self, a, b),
            (F64(a), F64(b)) => f64::binary(self, a, b),
            (Bool(a), Bool(b)) => match self {
                BinOp::LogAnd => Ok(Bool(a && b)),
                BinOp::LogOr => Ok(Bool(a || b)),
                _ => ordered(self, a, b),
            },
            (a, I32(exponent)) if self == BinOp::Ldexp => match a {
                F16(a) => Ok(f16::ldexp(a, exponent)),
                F32(a) => Ok(f32::ldexp(a, exponent)),
                F64(a) => Ok(f64::ldexp(a, exponent)),
                _ => Err(ArithError::IllTyped),
            },
            _ => Err(ArithError::IllTyped),
        }
    }
}

impl UnOp {
    /// Evaluates the operator on `a`. Fails only on an operand to which the operator does not apply.
    pub fn eval(self, a: PrimValue) -> Result<PrimValue, ArithError> {
        use PrimValue::*;
        match (self, a) {
            (UnOp::FromBits, U16(a)) => Ok(F16(f16::from_bits(a))),
            (UnOp::FromBits, U32(a)) => Ok(F32(f32::from_bits(a))),
            (UnOp::FromBits, U64(a)) => Ok(F64(f64::from_bits(a))),
            (UnOp::Not, Bool(a)) => Ok(Bool(!a)),
            (_, I8(a)) => i8::unary(self, a),
            (_, I16(a)) => i16::unary(self, a),
            (_, I32(a)) => i32::unary(self, a),
            (_, I64(a)) => i64::unary(self, a),
            (_, U8(a)) => u8::unary(self, a),
            (_, U16(a)) => u16::unary(self, a),
            (_, U32(a)) => u32::unary(self, a),
            (_, U64(a)) => u64::unary(self, a),
            (_, F16(a)) => f16::unary(self, a),
            (_, F32(a)) => f32::unary(self, a),
            (_, F64(a)) => f64::unary(self, a),
            (_, Bool(_)) => Err(ArithError::IllTyped),
        }
    }
}

impl TriOp {
    /// Evaluates the operator on `a`, `b` and `c`. Fails only on operands to which the operator does not apply.
    pub fn eval(self, a: PrimValue, b: PrimValue, c: PrimValue) -> Result<PrimValue, ArithError> {
        use PrimValue::*;
        match (a, b, c) {
            (F16(a), F16(b), F16(c)) => Ok(f16::ternary(self, a, b, c)),
            (F32(a), F32(b), F32(c)) => Ok(f32::ternary(self, a, b, c)),
            (F64(a), F64(b), F64(c)) => Ok(f64::ternary(self, a, b, c)),
            _ => Err(ArithError::IllTyped),
        }
    }
}

/// Evaluates a comparison. Fails for any other operator.
pub(super) fn ordered<T: PartialOrd>(op: BinOp, a: T, b: T) -> Result<PrimValue, ArithError> {
    let result = match op {
        BinOp::Eq => a == b,
        BinOp::Ne => a != b,
        BinOp::Lt => a < b,
        BinOp::Le => a <= b,
        BinOp::Gt => a > b,
        BinOp::Ge => a >= b,
        _ => return Err(ArithError::IllTyped),
    };
    Ok(PrimValue::Bool(result))
}
