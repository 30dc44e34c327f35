//! The exponential and the hyperbolic functions.

use super::pair::Pair;
use super::real::{Real, Whole};
use super::{nearest, polynomial};

/// The exponential: e^x = 2^n · e^r with an integer n and |r| <= ln 2 / 2.
pub(super) fn exp<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let x = within(x, p.exp_range);
    let (k, bits) = nearest(x, std::f64::consts::LOG2_E);
    let n = bits - R::of(p.magic()).bits();
    // r = x - k ln 2. The first difference is exact.
    let r = k.fma(R::of(-p.ln_2[0]), x);
    let r = k.fma(R::of(-p.ln_2[1]), r);
    let power = (r * r).fma(polynomial(r, p.exp), r) + R::of(1.0);
    scale(power, n)
}

/// The number, or the end of a range that it is beyond. Choices rather than a minimum and a maximum, which would lose a
/// NaN.
fn within<R: Real>(x: R, range: [f64; 2]) -> R {
    let [low, high] = range.map(R::of);
    let x = R::select(x.below(low), low, x);
    R::select(high.below(x), high, x)
}

/// `x · 2^n`. In two steps, as 2^n may not be a normal number where the result still is a number.
fn scale<R: Real>(x: R, n: R::Int) -> R {
    let half = n.right(R::Int::of(1));
    x * two_to_the(half) * two_to_the::<R>(n - half)
}

/// 2^n, a normal number.
pub(super) fn two_to_the<R: Real>(n: R::Int) -> R {
    let p = R::PRECISION;
    R::from_bits((n + R::Int::of(p.bias)).left(R::Int::of(p.mantissa)))
}

/// A power of e in two parts, and an exponent of 2: `factor · 2^exponent`.
pub(super) struct Power<R: Real> {
    pub factor: Pair<R>,
    pub exponent: R::Int,
}

impl<R: Real> Power<R> {
    /// The power of `x`, with all the bits of its rest.
    pub fn of(x: R) -> Self {
        let p = R::PRECISION;
        Power::of_sum(within(x, p.exp_range), None)
    }

    /// The power of the sum of two floats.
    pub fn of_pair(x: Pair<R>) -> Self {
        let range = R::PRECISION.exp_range;
        let inside = R::of(range[0]).below(x.high) & x.high.below(R::of(range[1]));
        // The low part may be no number where the high one is out of range.
        Power::of_sum(within(x.high, range), Some(R::select(inside, x.low, R::of(0.0))))
    }

    /// The power of a number, or of a sum of two, that the exponent has enough bits for.
    pub fn of_sum(x: R, low: Option<R>) -> Self {
        let p = R::PRECISION;
        let (k, bits) = nearest(x, std::f64::consts::LOG2_E);
        let exponent = bits - R::of(p.magic()).bits();
        let first = k.fma(R::of(-p.ln_2[0]), x);
        let second = k * R::of(-p.ln_2[1]);
        let r = Pair::sum(first, second);
        let Pair { high: r, low } = low.map_or(r, |low| Pair::sum(r.high, r.low + low));
        let one = Pair::ordered_sum(R::of(1.0), r);
        let beyond = (r * r).fma(polynomial(r, p.exp), low.fma(r, low));
        Power { factor: Pair { high: one.high, low: one.low + beyond }, exponent }
    }

    /// The nearest float to the product with a pair.
    pub fn times(&self, other: Pair<R>) -> R {
        scale(self.factor.times(other).value(), self.exponent)
    }

    /// The nearest float.
    pub fn value(&self) -> R {
        scale(self.factor.value(), self.exponent)
    }

    /// Half of the power.
    fn half(&self) -> Pair<R> {
        let exponent = self.exponent - R::Int::of(1);
        let factor = self.factor.settled();
        Pair { high: scale(factor.high, exponent), low: scale(factor.low, exponent) }
    }
}

/// The hyperbolic sine.
pub(super) fn sinh<R: Real>(x: R) -> R {
    let a = x.magnitude();
    let square = a * a;
    let small = (square * a).fma(polynomial(square, R::PRECISION.sinh), a);
    // (e^a - e^-a) / 2, where e^-a / 2 = ¼ / (e^a / 2).
    let half = Power::of(a).half();
    let large = half.high + (half.low - R::of(0.25) / half.high);
    R::select(a.below(R::of(1.0)), small, large).with_sign_of(x)
}

/// The hyperbolic cosine: (e^a + e^-a) / 2.
pub(super) fn cosh<R: Real>(x: R) -> R {
    let half = Power::of(x.magnitude()).half();
    let inverse = R::of(0.25) / half.high;
    // ¼ / (high + low) is nearly ¼ / high - low · (2 · (¼ / high))².
    let twice = inverse + inverse;
    half.high + (inverse + (half.low - twice * twice * half.low))
}

/// The hyperbolic tangent: 1 - 2 / (e^2a + 1).
pub(super) fn tanh<R: Real>(x: R) -> R {
    let a = x.magnitude();
    let square = a * a;
    let small = (square * a).fma(polynomial(square, R::PRECISION.tanh), a);
    // From 22 on, the result is 1 even in `f64`.
    let limit = R::of(22.0);
    let a = R::select(limit.below(a), limit, a);
    // Half of the fraction, above and below.
    let half = Power::of(a + a).half();
    let below = Pair::sum(half.high, R::of(0.5));
    let below = Pair { high: below.high, low: below.low + half.low };
    let quotient = Pair::over(Pair::of([1.0, 0.0]), below);
    let sum = Pair::ordered_sum(R::of(1.0), -quotient.high);
    let large = sum.high + (sum.low - quotient.low);
    R::select(a.below(R::of(0.55)), small, large).with_sign_of(x)
}
