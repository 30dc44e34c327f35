//! The numbers that the formulas compute with.

use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use super::tables::{DOUBLE, Precision, SINGLE};
use super::trigonometric::Reduced;

/// Floats of one precision: numbers, or terms that stand for them.
pub trait Real:
    Copy + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self> + Neg<Output = Self>
{
    /// Integers as wide as the float.
    type Int: Whole<Truth = Self::Truth>;
    /// Integers of 64 bits.
    type Long: Whole<Truth = Self::Truth>;
    /// Truth values.
    type Truth: Copy + BitAnd<Output = Self::Truth> + BitOr<Output = Self::Truth> + Not<Output = Self::Truth>;
    /// The format of the float, and the constants of the formulas.
    const PRECISION: &'static Precision;

    /// A constant, rounded to this precision.
    fn of(value: f64) -> Self;
    /// `self * factor + summand`, rounded once if the precision is `fused`, and else twice.
    fn fma(self, factor: Self, summand: Self) -> Self;
    /// The absolute value.
    fn magnitude(self) -> Self;
    /// The square root.
    fn sqrt(self) -> Self;
    /// A number without a sign with the sign of another.
    fn with_sign_of(self, other: Self) -> Self {
        let sign = Self::Int::of(1).left(Self::Int::of(Self::PRECISION.width - 1));
        Self::from_bits(self.bits() | (other.bits() & sign))
    }
    /// Whether `self < other`.
    fn below(self, other: Self) -> Self::Truth;
    /// Whether `self == other`.
    fn is(self, other: Self) -> Self::Truth;
    /// One of two numbers.
    fn select(cond: Self::Truth, yes: Self, no: Self) -> Self;
    /// The representation.
    fn bits(self) -> Self::Int;
    /// The number with this representation.
    fn from_bits(bits: Self::Int) -> Self;
    /// The nearest number to an integer.
    fn from_int(int: Self::Int) -> Self;
    /// The nearest number to an integer.
    fn from_long(long: Self::Long) -> Self;
    /// The number, which is an integer.
    fn to_long(self) -> Self::Long;
    /// An integer with more bits.
    fn lengthen(int: Self::Int) -> Self::Long;
    /// The low bits of an integer.
    fn shorten(long: Self::Long) -> Self::Int;
    /// `rare()` if the condition holds, which it hardly ever does, else `usual`.
    fn rarely(cond: Self::Truth, usual: Reduced<Self>, rare: impl FnOnce() -> Reduced<Self>) -> Reduced<Self>;
}

/// Integers that wrap around: numbers, or terms that stand for them.
pub trait Whole:
    Copy
    + Add<Output = Self>
    + Sub<Output = Self>
    + Mul<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
{
    /// Truth values.
    type Truth: Copy;

    /// A constant.
    fn of(value: i64) -> Self;
    /// Shifts to the left; all bits out if the amount is the width.
    fn left(self, amount: Self) -> Self;
    /// Shifts to the right and copies the sign.
    fn right(self, amount: Self) -> Self;
    /// Shifts zeros in from the left; all bits out if the amount is the width.
    fn right_unsigned(self, amount: Self) -> Self;
    /// Whether the integers are equal.
    fn is(self, other: Self) -> Self::Truth;
    /// Whether `self < other`, as signed integers.
    fn below(self, other: Self) -> Self::Truth;
    /// One of two integers.
    fn select(cond: Self::Truth, yes: Self, no: Self) -> Self;
}

macro_rules! whole {
    ($($signed:ident $unsigned:ident;)*) => {$(
        impl Whole for Wrapping<$signed> {
            type Truth = bool;

            fn of(value: i64) -> Self {
                Wrapping(value as $signed)
            }
            fn left(self, amount: Self) -> Self {
                Wrapping(self.0.checked_shl(amount.0 as u32).unwrap_or(0))
            }
            fn right(self, amount: Self) -> Self {
                Wrapping(self.0 >> (amount.0 as u32).min($signed::BITS - 1))
            }
            fn right_unsigned(self, amount: Self) -> Self {
                Wrapping((self.0 as $unsigned).checked_shr(amount.0 as u32).unwrap_or(0) as $signed)
            }
            fn is(self, other: Self) -> bool {
                self == other
            }
            fn below(self, other: Self) -> bool {
                self < other
            }
            fn select(cond: bool, yes: Self, no: Self) -> Self {
                if cond { yes } else { no }
            }
        }
    )*};
}

whole! {
    i32 u32;
    i64 u64;
}

macro_rules! real {
    ($($t:ident $signed:ident $unsigned:ident $PRECISION:ident;)*) => {$(
        impl Real for $t {
            type Int = Wrapping<$signed>;
            type Long = Wrapping<i64>;
            type Truth = bool;
            const PRECISION: &'static Precision = &$PRECISION;

            fn of(value: f64) -> $t {
                value as $t
            }
            fn fma(self, factor: $t, summand: $t) -> $t {
                if $PRECISION.fused { self.mul_add(factor, summand) } else { self * factor + summand }
            }
            fn magnitude(self) -> $t {
                self.abs()
            }
            fn sqrt(self) -> $t {
                self.sqrt()
            }
            fn below(self, other: $t) -> bool {
                self < other
            }
            fn is(self, other: $t) -> bool {
                self == other
            }
            fn select(cond: bool, yes: $t, no: $t) -> $t {
                if cond { yes } else { no }
            }
            fn bits(self) -> Wrapping<$signed> {
                Wrapping(self.to_bits() as $signed)
            }
            fn from_bits(bits: Wrapping<$signed>) -> $t {
                $t::from_bits(bits.0 as $unsigned)
            }
            fn from_int(int: Wrapping<$signed>) -> $t {
                int.0 as $t
            }
            fn from_long(long: Wrapping<i64>) -> $t {
                long.0 as $t
            }
            fn to_long(self) -> Wrapping<i64> {
                Wrapping(self as i64)
            }
            fn lengthen(int: Wrapping<$signed>) -> Wrapping<i64> {
                Wrapping(i64::from(int.0))
            }
            fn shorten(long: Wrapping<i64>) -> Wrapping<$signed> {
                Wrapping(long.0 as $signed)
            }
            fn rarely(cond: bool, usual: Reduced<$t>, rare: impl FnOnce() -> Reduced<$t>) -> Reduced<$t> {
                if cond { rare() } else { usual }
            }
        }
    )*};
}

real! {
    f32 i32 u32 SINGLE;
    f64 i64 u64 DOUBLE;
}
