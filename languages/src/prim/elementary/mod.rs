//! Elementary functions, each written once.
//!
//! Mathematics libraries differ in the last bits, and so do the functions of graphics drivers. Here a function is a
//! formula of basic operations, which IEEE 754 defines to the bit: sums, products, quotients, fused multiply-adds,
//! comparisons, and integer arithmetic on representations. The formulas are generic over the numbers ([`Real`]), and
//! have two users:
//!
//! - [`unary`] and [`binary`] on floats, the meaning of the operators for evaluators and for folding constants;
//! - the pass `expand-math`, whose numbers are terms. Computing with these writes statements, which become
//!   instructions for scalars, vectors and GPUs.
//!
//! So a program has the same results everywhere. The formulas have no branches, only choices between values, because
//! the lanes of a vector cannot branch on their own. Only arguments that hardly occur have code under a branch
//! ([`Real::rarely`]). One formula serves `f32` and `f64`, each with its constants (`tables/`). Where a float is too
//! short, formulas compute with the sum of two (`pair.rs`).
//!
//! The greatest errors that were measured, in units in the last place of the exact result:
//!
//! | function | `f32` | `f64` | | function | `f32` | `f64` |
//! |---|---|---|---|---|---|---|
//! | `exp` | 0.988 | 0.902 | | `sin` | 0.805 | 0.759 |
//! | `sinh` | 0.737 | 0.751 | | `cos` | 0.800 | 0.735 |
//! | `cosh` | 0.753 | 0.746 | | `tan` | 0.948 | 0.881 |
//! | `tanh` | 0.759 | 0.693 | | `asin` | 0.614 | 0.603 |
//! | `log` | 0.881 | 0.767 | | `acos` | 0.619 | 0.582 |
//! | `log2` | 0.833 | 0.764 | | `atan` | 0.646 | 0.578 |
//! | `log10` | 0.759 | 0.717 | | `atan2` | 0.609 | 0.566 |
//! | `log1p` | 0.879 | 0.863 | | `hypot` | 0.748 | 0.733 |
//! | `asinh` | 0.849 | 0.738 | | `cbrt` | 0.503 | 0.504 |
//! | `acosh` | 0.725 | 0.893 | | `pow` | 0.753 | 0.736 |
//! | `atanh` | 0.843 | 0.893 | | `erf` | 0.999 | 0.824 |
//! | `gamma` | 0.785 | 0.742 | | `erfc` | 0.827 | 0.777 |
//!
//! `f32`: `exp`, `sin`, `cos` and `tan` on all numbers, `log` on every 61st, all others on every 251st or more, and
//! those of two operands on some million pairs; against functions of `f64`. `f64`: 60,000 to 180,000 random arguments;
//! against numbers of 160 bits. The error of `lgamma` is as small, but not near its zeros between negative integers:
//! there, it is at most 1e-8 on `f32` and 1e-16 on `f64`. The tests measure fewer arguments, and very many with `ALL_FLOATS=1` in
//! release mode.
//!
//! Special arguments (zeros, infinities, NaN) give what C's standard says. The polynomials interpolate the function in
//! Chebyshev nodes, and their coefficients are rounded.

mod error_function;
mod exponential;
mod gamma;
mod inverse;
mod logarithmic;
mod pair;
mod power;
mod real;
mod tables;
#[cfg(test)]
mod tests;
mod trigonometric;

pub use real::{Real, Whole};
pub use tables::{DOUBLE, Precision, SINGLE};
pub use trigonometric::Reduced;

use super::{BinOp, UnOp};

/// The value of an operator of one operand, if it is one of those that are written here.
pub fn unary<R: Real>(op: UnOp, x: R) -> Option<R> {
    Some(match op {
        UnOp::Exp => exponential::exp(x),
        UnOp::Sinh => exponential::sinh(x),
        UnOp::Cosh => exponential::cosh(x),
        UnOp::Tanh => exponential::tanh(x),
        UnOp::Log => logarithmic::log(x),
        UnOp::Log2 => logarithmic::log2(x),
        UnOp::Log10 => logarithmic::log10(x),
        UnOp::Log1p => logarithmic::log1p(x),
        UnOp::Asinh => logarithmic::asinh(x),
        UnOp::Acosh => logarithmic::acosh(x),
        UnOp::Atanh => logarithmic::atanh(x),
        UnOp::Sin => trigonometric::sin(x),
        UnOp::Cos => trigonometric::cos(x),
        UnOp::Tan => trigonometric::tan(x),
        UnOp::SinPi => trigonometric::sin(x * pi()),
        UnOp::CosPi => trigonometric::cos(x * pi()),
        UnOp::TanPi => trigonometric::tan(x * pi()),
        UnOp::Asin => inverse::asin(x),
        UnOp::Acos => inverse::acos(x),
        UnOp::Atan => inverse::atan(x),
        UnOp::AsinPi => inverse::asin(x) / pi(),
        UnOp::AcosPi => inverse::acos(x) / pi(),
        UnOp::AtanPi => inverse::atan(x) / pi(),
        UnOp::Cbrt => power::cbrt(x),
        UnOp::Erf => error_function::erf(x),
        UnOp::Erfc => error_function::erfc(x),
        UnOp::Gamma => gamma::gamma(x),
        UnOp::LogGamma => gamma::log_gamma(x),
        _ => return None,
    })
}

/// The value of an operator of two operands, if it is one of those that are written here.
pub fn binary<R: Real>(op: BinOp, x: R, y: R) -> Option<R> {
    Some(match op {
        BinOp::Pow => power::pow(x, y),
        BinOp::Hypot => power::hypot(x, y),
        BinOp::Atan2 => inverse::atan2(x, y),
        BinOp::Atan2Pi => inverse::atan2(x, y) / pi(),
        _ => return None,
    })
}

/// Whether an operator of one operand is one of those that are written here.
pub const fn has_unary(op: UnOp) -> bool {
    use UnOp::{
        Acos, AcosPi, Acosh, Asin, AsinPi, Asinh, Atan, AtanPi, Atanh, Cbrt, Cos, CosPi, Cosh, Erf, Erfc, Exp, Gamma,
        Log, Log1p, Log2, Log10, LogGamma, Sin, SinPi, Sinh, Tan, TanPi, Tanh,
    };
    matches!(op, Exp | Sinh | Cosh | Tanh)
        || matches!(op, Log | Log2 | Log10 | Log1p | Asinh | Acosh | Atanh)
        || matches!(op, Sin | Cos | Tan | SinPi | CosPi | TanPi)
        || matches!(op, Asin | Acos | Atan | AsinPi | AcosPi | AtanPi)
        || matches!(op, Cbrt | Erf | Erfc | Gamma | LogGamma)
}

/// Whether an operator of two operands is one of those that are written here.
pub const fn has_binary(op: BinOp) -> bool {
    matches!(op, BinOp::Pow | BinOp::Hypot | BinOp::Atan2 | BinOp::Atan2Pi)
}

/// The number nearest to π. The functions of multiples of π are defined as those of the rounded product.
fn pi<R: Real>() -> R {
    R::of(std::f64::consts::PI)
}

/// The polynomial with these coefficients, from the constant on, by Horner's rule.
fn polynomial<R: Real>(x: R, coefficients: &[f64]) -> R {
    let (last, rest) = coefficients.split_last().unwrap_or((&0.0, &[]));
    rest.iter().rev().fold(R::of(*last), |sum, &coefficient| sum.fma(x, R::of(coefficient)))
}

/// The nearest integer, as a number and in the low bits of an integer (all bits, once those of `magic` are subtracted).
///
/// In the binade of `magic` = 1.5 · 2^p, numbers are integers: adding it rounds, and the integer is in the low bits.
fn nearest<R: Real>(x: R, factor: f64) -> (R, R::Int) {
    let magic = R::of(R::PRECISION.magic());
    let shifted = x.fma(R::of(factor), magic);
    (shifted - magic, shifted.bits())
}

/// A small integer as a number, which needs no conversion: added to the bits of `magic`, it is added to `magic`.
fn number<R: Real>(int: R::Int) -> R {
    let magic = R::of(R::PRECISION.magic());
    R::from_bits(magic.bits() + int) - magic
}

/// The nearest integer to a number without a sign.
fn nearest_integer<R: Real>(x: R) -> R {
    let whole = R::of(R::PRECISION.two_to_the_mantissa());
    R::select(x.below(whole), (x + whole) - whole, x)
}
