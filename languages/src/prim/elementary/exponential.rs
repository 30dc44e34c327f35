//! The exponential and the logarithm.

use super::real::{Real, Whole};
use super::{nearest, polynomial};

/// The exponential: e^x = 2^n · e^r with an integer n and |r| <= ln 2 / 2.
pub(super) fn exp<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    // Choices rather than a minimum and a maximum, which would lose a NaN.
    let [low, high] = p.exp_range.map(R::of);
    let x = R::select(x.below(low), low, x);
    let x = R::select(high.below(x), high, x);
    let (k, bits) = nearest(x, std::f64::consts::LOG2_E);
    let n = bits - R::of(p.magic()).bits();
    // r = x - k ln 2. The first difference is exact.
    let r = k.fma(R::of(-p.ln_2[0]), x);
    let r = k.fma(R::of(-p.ln_2[1]), r);
    let power = (r * r).fma(polynomial(r, p.exp), r) + R::of(1.0);
    scale(power, n)
}

/// `x · 2^n`. In two steps, as 2^n may not be a normal number where the result still is a number.
fn scale<R: Real>(x: R, n: R::Int) -> R {
    let half = n.right(R::Int::of(1));
    x * two_to_the(half) * two_to_the::<R>(n - half)
}

/// 2^n, a normal number.
fn two_to_the<R: Real>(n: R::Int) -> R {
    let p = R::PRECISION;
    R::from_bits((n + R::Int::of(p.bias)).left(R::Int::of(p.mantissa)))
}

/// The natural logarithm: x = 2^e · (1 + f) with an integer e and √½ <= 1 + f < √2, and log x = e ln 2 + log (1 + f).
pub(super) fn log<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let infinity = R::of(f64::INFINITY);
    // Subnormal numbers are made normal.
    let small = x.below(R::of(p.least_normal));
    let normal = R::select(small, x * R::of(p.two_to_the_mantissa()), x);
    let mantissa = R::Int::of(p.mantissa);
    let e = (normal.bits() - R::Int::of(p.root_half)).right(mantissa);
    let f = R::from_bits(normal.bits() - e.left(mantissa)) - R::of(1.0);
    let e = R::from_int(e) + R::select(small, R::of(-p.mantissa as f64), R::of(0.0));
    // log (1 + f) = f - f²/2 + f³ P(f). The sum of the large parts, e ln 2 + f, is kept with its rounding error.
    let square = f * f;
    let rest = square.fma(R::of(-0.5), square * f * polynomial(f, p.log));
    let power = e * R::of(p.ln_2_short[0]);
    let sum = power + f;
    let lost = (power - sum) + f;
    let result = sum + (rest + e.fma(R::of(p.ln_2_short[1]), lost));
    // Zeros, negative numbers, infinity and NaN.
    let zero = R::of(0.0);
    let special = R::select(x.below(zero), R::of(f64::NAN), x);
    let special = R::select(x.is(zero), -infinity, special);
    R::select(zero.below(x) & x.below(infinity), result, special)
}
