//! The operators on floats.
//!
//! Elementary functions are formulas of our own ([`elementary`]), which may differ from Futhark's in the last bit. All
//! other operators agree with Futhark's to the bit, but for `trunc`, which keeps the sign of zero. Two rules are our
//! own:
//!
//! - An operator on `f16` is the operator on `f32`, rounded to the nearest `f16` (Futhark's emulation truncates).
//! - A NaN that arithmetic makes is the positive quiet NaN, since processors differ in its sign. Operators that move
//!   bits (`neg`, `abs`, `copysign`, `tobits`, `frombits`) and operators that choose an operand (`min`, `max`) keep the
//!   NaN of the operand.

use half::f16;

use super::eval::{ArithError, ordered};
use super::{BinOp, PrimValue, TriOp, UnOp, elementary};

/// A float type on which the operators are defined.
pub(super) trait Float: Copy {
    /// Returns the number itself, or the positive quiet NaN for any NaN.
    fn settled(self) -> Self;

    /// Evaluates a binary operator other than [`BinOp::Ldexp`].
    fn binary(op: BinOp, a: Self, b: Self) -> Result<PrimValue, ArithError>;

    /// Returns `a * 2**exponent`.
    fn ldexp(a: Self, exponent: i32) -> PrimValue;

    /// Evaluates a unary operator other than [`UnOp::FromBits`].
    fn unary(op: UnOp, a: Self) -> Result<PrimValue, ArithError>;

    /// Evaluates a ternary operator.
    fn ternary(op: TriOp, a: Self, b: Self, c: Self) -> PrimValue;
}

/// Implements [`Float`] for a type, given its variant of [`PrimValue`], that of its bits, and the functions of `libm`.
macro_rules! float {
    ($($t:ident $Variant:ident $Bits:ident $nextafter:ident $ldexp:ident;)*) => {$(
        impl Float for $t {
            fn settled(self) -> $t {
                if self.is_nan() { $t::NAN } else { self }
            }

            fn binary(op: BinOp, a: $t, b: $t) -> Result<PrimValue, ArithError> {
                if let Some(value) = elementary::binary(op, a, b) {
                    return Ok(PrimValue::$Variant(value.settled()));
                }
                let value = match op {
                    BinOp::Min => return Ok(PrimValue::$Variant(if b < a || a.is_nan() { b } else { a })),
                    BinOp::Max => return Ok(PrimValue::$Variant(if b > a || a.is_nan() { b } else { a })),
                    BinOp::CopySign => return Ok(PrimValue::$Variant(a.copysign(b))),
                    BinOp::Add => a + b,
                    BinOp::Sub => a - b,
                    BinOp::Mul => a * b,
                    BinOp::Div => a / b,
                    BinOp::Mod => a % b,
                    BinOp::NextAfter => libm::$nextafter(a, b),
                    _ => return ordered(op, a, b),
                };
                Ok(PrimValue::$Variant(value.settled()))
            }

            fn ldexp(a: $t, exponent: i32) -> PrimValue {
                PrimValue::$Variant(libm::$ldexp(a, exponent).settled())
            }

            fn unary(op: UnOp, a: $t) -> Result<PrimValue, ArithError> {
                if let Some(value) = elementary::unary(op, a) {
                    return Ok(PrimValue::$Variant(value.settled()));
                }
                let value = match op {
                    UnOp::Neg => return Ok(PrimValue::$Variant(-a)),
                    UnOp::Abs => return Ok(PrimValue::$Variant(a.abs())),
                    UnOp::IsNan => return Ok(PrimValue::Bool(a.is_nan())),
                    UnOp::IsInf => return Ok(PrimValue::Bool(a.is_infinite())),
                    UnOp::ToBits => return Ok(PrimValue::$Bits(a.to_bits())),
                    // The sign of either zero is 0.0.
                    UnOp::Sgn => if a.is_nan() { a } else { (a > 0.0) as u8 as $t - (a < 0.0) as u8 as $t },
                    UnOp::Sqrt => a.sqrt(),
                    UnOp::Rsqrt => 1.0 / a.sqrt(),
                    UnOp::Ceil => a.ceil(),
                    UnOp::Floor => a.floor(),
                    UnOp::Round => a.round_ties_even(),
                    UnOp::Trunc => a.trunc(),
                    // The elementary functions are above, and all others are not on floats.
                    _ => return Err(ArithError::IllTyped),
                };
                Ok(PrimValue::$Variant(value.settled()))
            }

            fn ternary(op: TriOp, a: $t, b: $t, c: $t) -> PrimValue {
                match op {
                    TriOp::Fma => PrimValue::$Variant(a.mul_add(b, c).settled()),
                }
            }
        }
    )*};
}

float! {
    f32 F32 U32 nextafterf ldexpf;
    f64 F64 U64 nextafter ldexp;
}

impl Float for f16 {
    fn settled(self) -> f16 {
        if self.is_nan() { f16::NAN } else { self }
    }

    fn binary(op: BinOp, a: f16, b: f16) -> Result<PrimValue, ArithError> {
        match op {
            BinOp::CopySign => Ok(PrimValue::F16(a.copysign(b))),
            BinOp::NextAfter => Ok(PrimValue::F16(next_after(a, b))),
            BinOp::Min | BinOp::Max if a.is_nan() => Ok(PrimValue::F16(b)),
            BinOp::Min | BinOp::Max if b.is_nan() => Ok(PrimValue::F16(a)),
            _ => f32::binary(op, a.to_f32(), b.to_f32()).map(rounded),
        }
    }

    fn ldexp(a: f16, exponent: i32) -> PrimValue {
        rounded(f32::ldexp(a.to_f32(), exponent))
    }

    fn unary(op: UnOp, a: f16) -> Result<PrimValue, ArithError> {
        match op {
            UnOp::Neg => Ok(PrimValue::F16(-a)),
            UnOp::Abs => Ok(PrimValue::F16(f16::from_bits(a.to_bits() & !SIGN_F16))),
            UnOp::ToBits => Ok(PrimValue::U16(a.to_bits())),
            _ => f32::unary(op, a.to_f32()).map(rounded),
        }
    }

    fn ternary(op: TriOp, a: f16, b: f16, c: f16) -> PrimValue {
        rounded(f32::ternary(op, a.to_f32(), b.to_f32(), c.to_f32()))
    }
}

/// The sign bit of an `f16`.
const SIGN_F16: u16 = 0x8000;

/// Rounds an `f32` to `f16`; returns any other value (a truth value) unchanged.
fn rounded(value: PrimValue) -> PrimValue {
    match value {
        PrimValue::F32(x) => PrimValue::F16(f16::from_f32(x).settled()),
        other => other,
    }
}

/// Returns the next `f16` after `a` in the direction of `b`.
fn next_after(a: f16, b: f16) -> f16 {
    if a.is_nan() || b.is_nan() {
        return f16::NAN;
    }
    if a == b {
        return b;
    }
    if a == f16::ZERO {
        // The least subnormal number, with the sign of the direction.
        return f16::from_bits(1 | (b.to_bits() & SIGN_F16));
    }
    // Numbers of one sign have the same order as their representations.
    let away_from_zero = (a < b) == (a > f16::ZERO);
    f16::from_bits(if away_from_zero { a.to_bits() + 1 } else { a.to_bits() - 1 })
}
