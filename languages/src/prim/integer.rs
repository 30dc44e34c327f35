//! The operators on integers.
//!
//! Arithmetic wraps around. Where C leaves a result undefined, it is defined here, and the same on every machine:
//! shifts by the width or more shift out all bits, and the least integer divided by -1 is itself.

use super::eval::{ArithError, ordered};
use super::{BinOp, PrimValue, UnOp};

/// An integer type on which the operators are defined.
pub(super) trait Integer: Copy {
    /// Evaluates a binary operator.
    fn binary(op: BinOp, a: Self, b: Self) -> Result<PrimValue, ArithError>;

    /// Evaluates a unary operator.
    fn unary(op: UnOp, a: Self) -> Result<PrimValue, ArithError>;
}

/// Implements [`Integer`] for a type, given its variant of [`PrimValue`], the unsigned type of its width, and a type
/// twice as wide.
macro_rules! integer {
    ($($t:ident $Variant:ident $unsigned:ident $wide:ident;)*) => {$(
        impl Integer for $t {
            fn binary(op: BinOp, a: $t, b: $t) -> Result<PrimValue, ArithError> {
                let amount = u32::try_from(b as $unsigned).unwrap_or(u32::MAX);
                let divisor = if b == 0 { Err(ArithError::DivisionByZero) } else { Ok(b) };
                let value = match op {
                    BinOp::Add => a.wrapping_add(b),
                    BinOp::Sub => a.wrapping_sub(b),
                    BinOp::Mul => a.wrapping_mul(b),
                    BinOp::Div => {
                        let quotient = a.wrapping_div(divisor?);
                        if rounds_down(a.wrapping_rem(b), b) { quotient.wrapping_sub(1) } else { quotient }
                    }
                    BinOp::Mod => {
                        let remainder = a.wrapping_rem(divisor?);
                        if rounds_down(remainder, b) { remainder.wrapping_add(b) } else { remainder }
                    }
                    BinOp::Quot => a.wrapping_div(divisor?),
                    BinOp::Rem => a.wrapping_rem(divisor?),
                    BinOp::Pow => {
                        #[allow(unused_comparisons, reason = "the exponent may be of an unsigned type")]
                        if b < 0 {
                            return Err(ArithError::NegativeExponent);
                        }
                        power(a, b as u64, 1, $t::wrapping_mul)
                    }
                    BinOp::And => a & b,
                    BinOp::Or => a | b,
                    BinOp::Xor => a ^ b,
                    BinOp::Shl => a.checked_shl(amount).unwrap_or(0),
                    // Shifting by one less than the width leaves only copies of the sign, and so does any further
                    // shift.
                    BinOp::Shr => a.checked_shr(amount).unwrap_or_else(|| if is_negative(a) { !0 } else { 0 }),
                    BinOp::LShr => (a as $unsigned).checked_shr(amount).unwrap_or(0) as $t,
                    BinOp::Min => a.min(b),
                    BinOp::Max => a.max(b),
                    BinOp::MulHi => (((a as $wide) * (b as $wide)) >> $t::BITS) as $t,
                    _ => return ordered(op, a, b),
                };
                Ok(PrimValue::$Variant(value))
            }

            fn unary(op: UnOp, a: $t) -> Result<PrimValue, ArithError> {
                let value = match op {
                    UnOp::Neg => a.wrapping_neg(),
                    UnOp::Complement => !a,
                    UnOp::Abs => if is_negative(a) { a.wrapping_neg() } else { a },
                    UnOp::Sgn => if is_negative(a) { !0 } else { (a != 0) as $t },
                    UnOp::PopCount => return Ok(PrimValue::I32(a.count_ones() as i32)),
                    UnOp::Clz => return Ok(PrimValue::I32(a.leading_zeros() as i32)),
                    UnOp::Ctz => return Ok(PrimValue::I32(a.trailing_zeros() as i32)),
                    _ => return Err(ArithError::IllTyped),
                };
                Ok(PrimValue::$Variant(value))
            }
        }
    )*};
}

integer! {
    i8 I8 u8 i16;
    i16 I16 u16 i32;
    i32 I32 u32 i64;
    i64 I64 u64 i128;
    u8 U8 u8 u16;
    u16 U16 u16 u32;
    u32 U32 u32 u64;
    u64 U64 u64 u128;
}

/// Whether `x` is below zero. False for unsigned types.
fn is_negative<T: PartialOrd + Default>(x: T) -> bool {
    x < T::default()
}

/// Whether the quotient with this remainder, rounded toward zero, is greater than the quotient rounded toward negative
/// infinity.
fn rounds_down<T: PartialOrd + Default + Copy>(remainder: T, divisor: T) -> bool {
    remainder != T::default() && is_negative(remainder) != is_negative(divisor)
}

/// Returns `base` to the power of `exponent`, by repeated squaring with `mul`.
pub fn power<T: Copy>(mut base: T, mut exponent: u64, one: T, mul: impl Fn(T, T) -> T) -> T {
    let mut result = one;
    while exponent != 0 {
        // No branch: a processor cannot predict the bits of exponents.
        result = mul(result, if exponent & 1 == 1 { base } else { one });
        base = mul(base, base);
        exponent >>= 1;
    }
    result
}
