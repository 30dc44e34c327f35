//! Logarithms and the inverse hyperbolic functions.

use super::exponential::two_to_the;
use super::pair::Pair;
use super::polynomial;
use super::real::{Real, Whole};

/// A positive number as 2^exponent · (1 + fraction), where √½ <= 1 + fraction < √2.
struct Scaled<R> {
    exponent: R,
    fraction: R,
}

impl<R: Real> Scaled<R> {
    fn of(x: R) -> Self {
        let p = R::PRECISION;
        // Subnormal numbers are made normal.
        let small = x.below(R::of(p.least_normal));
        let normal = R::select(small, x * R::of(p.two_to_the_mantissa()), x);
        let (exponent, fraction) = Scaled::of_normal(normal);
        let exponent = R::from_int(exponent) + R::select(small, R::of(-p.mantissa as f64), R::of(0.0));
        Scaled { exponent, fraction }
    }

    /// The exponent as an integer, and the fraction.
    fn of_normal(x: R) -> (R::Int, R) {
        let p = R::PRECISION;
        let mantissa = R::Int::of(p.mantissa);
        let exponent = (x.bits() - R::Int::of(p.root_half)).right(mantissa);
        (exponent, R::from_bits(x.bits() - exponent.left(mantissa)) - R::of(1.0))
    }

    /// The logarithm, a sum of three numbers: the first plus `rest`.
    fn log(&self, rest: R) -> R {
        let p = R::PRECISION;
        // The sum of the large parts, e ln 2 + f, is kept with its rounding error.
        let power = self.exponent * R::of(p.ln_2_short[0]);
        let sum = Pair::ordered_sum(power, self.fraction);
        sum.high + (rest + self.exponent.fma(R::of(p.ln_2_short[1]), sum.low))
    }
}

/// `log (1 + f) - f` for `√½ <= 1 + f < √2`: - f²/2 + f³ P(f).
fn bend<R: Real>(f: R) -> R {
    let square = f * f;
    square.fma(R::of(-0.5), square * f * polynomial(f, R::PRECISION.log))
}

/// The result of a logarithm, but for zeros, negative numbers, infinity and NaN.
fn special_cases<R: Real>(x: R, result: R) -> R {
    let (zero, infinity) = (R::of(0.0), R::of(f64::INFINITY));
    let special = R::select(x.below(zero), R::of(f64::NAN), x);
    let special = R::select(x.is(zero), -infinity, special);
    R::select(zero.below(x) & x.below(infinity), result, special)
}

/// The natural logarithm: log x = e ln 2 + log (1 + f).
pub(super) fn log<R: Real>(x: R) -> R {
    let scaled = Scaled::of(x);
    special_cases(x, scaled.log(bend(scaled.fraction)))
}

/// The logarithm to base 2: e + log (1 + f) / ln 2.
pub(super) fn log2<R: Real>(x: R) -> R {
    let Scaled { exponent, fraction } = Scaled::of(x);
    let log = Pair::ordered_sum(fraction, bend(fraction)).times(Pair::of(R::PRECISION.log2_e));
    let sum = Pair::ordered_sum(exponent, log.high);
    special_cases(x, sum.high + (sum.low + log.low))
}

/// The logarithm to base 10: e log10 2 + log (1 + f) / ln 10.
pub(super) fn log10<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let Scaled { exponent, fraction } = Scaled::of(x);
    let log = Pair::ordered_sum(fraction, bend(fraction)).times(Pair::of(p.log10_e));
    let sum = Pair::ordered_sum(exponent * R::of(p.log10_2_short[0]), log.high);
    let low = exponent.fma(R::of(p.log10_2_short[1]), sum.low + log.low);
    special_cases(x, sum.high + low)
}

/// The natural logarithm of a positive number, in two parts: e ln 2 + 2 artanh s, where s = f / (2 + f).
pub(super) fn log_pair<R: Real>(x: R) -> Pair<R> {
    let p = R::PRECISION;
    let Scaled { exponent, fraction } = Scaled::of(x);
    let s = Pair { high: fraction, low: R::of(0.0) }.over(Pair::ordered_sum(R::of(2.0), fraction));
    // 2 artanh s = 2s + ⅔ s³ (1 + s² L(s²))
    let square = s.times(s).settled();
    let cube = square.times(s).times(Pair::of(p.two_thirds)).settled();
    let rest = cube.high * (square.high * polynomial(square.high, p.artanh));
    let log = Pair::ordered_sum(s.high + s.high, cube.high);
    let log_low = log.low + ((s.low + s.low) + (cube.low + rest));
    let sum = Pair::ordered_sum(exponent * R::of(p.ln_2_short[0]), log.high);
    let low = exponent.fma(R::of(p.ln_2_short[1]), sum.low + log_low);
    Pair { high: sum.high, low }.settled()
}

/// `log (1 + x)`.
pub(super) fn log1p<R: Real>(x: R) -> R {
    let result = log1p_of_pair(Pair { high: x, low: R::of(0.0) }, R::of(0.0));
    let (minus_one, infinity) = (R::of(-1.0), R::of(f64::INFINITY));
    let special = R::select(x.below(minus_one), R::of(f64::NAN), x);
    let special = R::select(x.is(minus_one), -infinity, special);
    let inside = minus_one.below(x) & x.below(infinity) & !x.is(R::of(0.0));
    R::select(inside, result, special)
}

/// `log (1 + x) + doublings · ln 2`.
fn log1p_of_pair<R: Real>(x: Pair<R>, doublings: R) -> R {
    let sum = Pair::sum(R::of(1.0), x.high);
    let (exponent, fraction) = Scaled::of_normal(sum.high);
    // 1 + f is 2^-e (1 + x). The low parts of f only matter where e is small.
    let last = R::Int::of(R::PRECISION.bias - 1);
    let bounded = R::Int::select(last.below(exponent), last, exponent);
    let low = (sum.low + x.low) * two_to_the(R::Int::of(0) - bounded);
    let f = Pair::ordered_sum(fraction, low);
    // The derivative of log (1 + f) is nearly 1 - f + f².
    let slope = f.high.fma(f.high, -f.high);
    let rest = f.low.fma(slope, f.low) + bend(f.high);
    Scaled { exponent: R::from_int(exponent) + doublings, fraction: f.high }.log(rest)
}

/// The inverse hyperbolic sine: log (a + √(a² + 1)) = log (1 + a + a² / (1 + √(a² + 1))).
pub(super) fn asinh<R: Real>(x: R) -> R {
    let a = x.magnitude();
    let large = R::of(R::PRECISION.two_to_the_mantissa()).below(a);
    let bounded = R::select(large, R::of(1.0), a);
    let square = Pair::product(bounded, bounded);
    let below = Pair::sum(R::of(1.0), square.high);
    let root = Pair { high: below.high, low: below.low + square.low }.root();
    let below = Pair::sum(R::of(1.0), root.high);
    let quotient = square.over(Pair { high: below.high, low: below.low + root.low });
    let sum = Pair::sum(bounded, quotient.high);
    let sum = Pair { high: sum.high, low: sum.low + quotient.low }.settled();
    log_of_large(x, a, large, sum).with_sign_of(x)
}

/// `log (1 + sum)`, or `log 2a` for large `a`, and `x` for special ones.
fn log_of_large<R: Real>(x: R, a: R, large: R::Truth, sum: Pair<R>) -> R {
    let zero = R::of(0.0);
    // For large numbers, a - 1 + 1 is a.
    let argument = Pair::select(large, Pair { high: a, low: zero }, sum);
    let result = log1p_of_pair(argument, R::select(large, R::of(1.0), zero));
    R::select(zero.below(a) & a.below(R::of(f64::INFINITY)), result, x)
}

/// The inverse hyperbolic cosine: log (x + √(x² - 1)) = log (1 + t + √(2t + t²)) where x = 1 + t.
pub(super) fn acosh<R: Real>(x: R) -> R {
    let large = R::of(R::PRECISION.two_to_the_mantissa()).below(x);
    let one = R::of(1.0);
    let t = R::select(large, one, x - one);
    let square = Pair::product(t, t);
    let sum = Pair::sum(t + t, square.high);
    let root = Pair { high: sum.high, low: sum.low + square.low }.root();
    let sum = Pair::sum(root.high, t);
    let sum = Pair { high: sum.high, low: sum.low + root.low }.settled();
    let result = log_of_large(x, x, large, sum);
    let result = R::select(x.is(one), R::of(0.0), result);
    R::select(x.below(one), R::of(f64::NAN), result)
}

/// The inverse hyperbolic tangent: ½ log (1 + 2a / (1 - a)).
pub(super) fn atanh<R: Real>(x: R) -> R {
    let (a, one) = (x.magnitude(), R::of(1.0));
    let below = Pair::sum(one, -a);
    let quotient = Pair { high: a + a, low: R::of(0.0) }.over(below);
    let result = R::of(0.5) * log1p_of_pair(quotient.settled(), R::of(0.0));
    let inside = R::of(0.0).below(a) & a.below(one);
    let special = R::select(a.is(one), R::of(f64::INFINITY), R::of(f64::NAN));
    let special = R::select(a.is(R::of(0.0)), a, special);
    R::select(inside, result, special).with_sign_of(x)
}
