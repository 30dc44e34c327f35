//! The numbers that the formulas compute with.

use std::num::Wrapping;
use std::ops::{Add, BitAnd, BitOr, BitXor, Div, Mul, Neg, Not, Sub};

use super::tables::{Precision, SINGLE};
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
    /// `self * factor + summand`, rounded once.
    fn fma(self, factor: Self, summand: Self) -> Self;
    /// The absolute value.
    fn magnitude(self) -> Self;
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
    type Truth;

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

impl Real for f32 {
    type Int = Wrapping<i32>;
    type Long = Wrapping<i64>;
    type Truth = bool;
    const PRECISION: &'static Precision = &SINGLE;

    fn of(value: f64) -> f32 {
        value as f32
    }
    fn fma(self, factor: f32, summand: f32) -> f32 {
        self.mul_add(factor, summand)
    }
    fn magnitude(self) -> f32 {
        self.abs()
    }
    fn below(self, other: f32) -> bool {
        self < other
    }
    fn is(self, other: f32) -> bool {
        self == other
    }
    fn select(cond: bool, yes: f32, no: f32) -> f32 {
        if cond { yes } else { no }
    }
    fn bits(self) -> Wrapping<i32> {
        Wrapping(self.to_bits() as i32)
    }
    fn from_bits(bits: Wrapping<i32>) -> f32 {
        f32::from_bits(bits.0 as u32)
    }
    fn from_int(int: Wrapping<i32>) -> f32 {
        int.0 as f32
    }
    fn from_long(long: Wrapping<i64>) -> f32 {
        long.0 as f32
    }
    fn to_long(self) -> Wrapping<i64> {
        Wrapping(self as i64)
    }
    fn lengthen(int: Wrapping<i32>) -> Wrapping<i64> {
        Wrapping(i64::from(int.0))
    }
    fn shorten(long: Wrapping<i64>) -> Wrapping<i32> {
        Wrapping(long.0 as i32)
    }
    fn rarely(cond: bool, usual: Reduced<f32>, rare: impl FnOnce() -> Reduced<f32>) -> Reduced<f32> {
        if cond { rare() } else { usual }
    }
}
