//! Elementary functions, each written once.
//!
//! Mathematics libraries differ in the last bits, and so do the functions of graphics drivers. Here a function is a
//! formula of basic operations, which IEEE 754 defines to the bit: sums, products, quotients, fused multiply-adds,
//! comparisons, and integer arithmetic on representations. The formulas are generic over the numbers ([`Real`]), and
//! have two users:
//!
//! - [`unary`] on `f32`, the meaning of the operators for evaluators, for folding constants, and for code
//!   that a backend does not expand;
//! - the pass `expand-math`, whose numbers are terms. Computing with these writes statements, which become
//!   instructions for scalars, vectors and GPUs.
//!
//! So a program has the same results everywhere. The formulas have no branches, only choices between values, because
//! the lanes of a vector cannot branch on their own. Only arguments that hardly occur have code under a branch
//! ([`Real::rarely`]).
//!
//! | function | error on `f32`, in ulp | arguments |
//! |---|---|---|
//! | `exp` | 0.988 | all |
//! | `log` | 0.863 | every 61st |
//! | `sin` | 0.795 | every 61st |
//! | `cos` | 0.784 | every 61st |
//! | `tan` | 0.947 | every 61st |
//!
//! These are the greatest errors that were measured. `tests.rs` measures them on a million arguments; on all 2^32 with
//! `ALL_FLOATS=1`, in release mode. Special arguments (zeros, infinities, NaN) give what C's standard says. The
//! polynomials interpolate the function in Chebyshev nodes, and their coefficients are rounded to `f32` (`tables.rs`).

mod exponential;
mod real;
mod tables;
#[cfg(test)]
mod tests;
mod trigonometric;

pub use real::{Real, Whole};
pub use tables::{Precision, SINGLE};
pub use trigonometric::Reduced;

use super::UnOp;

/// The value of an operator, if it is one of those that are written here.
pub fn unary<R: Real>(op: UnOp, x: R) -> Option<R> {
    Some(match op {
        UnOp::Exp => exponential::exp(x),
        UnOp::Log => exponential::log(x),
        UnOp::Sin => trigonometric::sin(x),
        UnOp::Cos => trigonometric::cos(x),
        UnOp::Tan => trigonometric::tan(x),
        UnOp::SinPi => trigonometric::sin(x * pi()),
        UnOp::CosPi => trigonometric::cos(x * pi()),
        UnOp::TanPi => trigonometric::tan(x * pi()),
        _ => return None,
    })
}

/// Whether an operator is one of those that are written here.
pub const fn has_unary(op: UnOp) -> bool {
    use UnOp::{Cos, CosPi, Exp, Log, Sin, SinPi, Tan, TanPi};
    matches!(op, Exp | Log | Sin | Cos | Tan | SinPi | CosPi | TanPi)
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

/// `a + b` and the rounding error of that sum (Knuth's TwoSum).
fn two_sum<R: Real>(a: R, b: R) -> (R, R) {
    let sum = a + b;
    let of_b = sum - a;
    (sum, (a - (sum - of_b)) + (b - of_b))
}

/// `a + b` and the rounding error of that sum, if `|a| >= |b|` or `a` is 0 (Dekker's FastTwoSum).
fn fast_two_sum<R: Real>(a: R, b: R) -> (R, R) {
    let sum = a + b;
    (sum, b - (sum - a))
}

/// `a * b` and the rounding error of that product.
fn two_product<R: Real>(a: R, b: R) -> (R, R) {
    let product = a * b;
    (product, a.fma(b, -product))
}
