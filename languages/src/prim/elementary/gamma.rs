//! The gamma function and the logarithm of its absolute value.

use super::exponential::Power;
use super::logarithmic::log_pair;
use super::pair::Pair;
use super::real::{Real, Whole};
use super::trigonometric::sin_pi_pair;
use super::{nearest_integer, polynomial};

/// From here on, Stirling's series has enough bits.
const SHIFT: f64 = 8.0;

/// The products of two of the eight numbers from a to a + 7 differ from `a (a + 7)` by these numbers.
const FACTORS: [f64; 3] = [6.0, 10.0, 12.0];

/// Γ(a) for a positive `a`, as the exponential of a number over a product.
struct Positive<R: Real> {
    log: Pair<R>,
    /// Whether `a` is less than `SHIFT`. Then, Γ(a) is to be divided by `a` and by the product.
    shifted: R::Truth,
    product: Pair<R>,
}

impl<R: Real> Positive<R> {
    /// Stirling's series: log Γ(z) = (z - ½) (log z - 1) + ½ (log 2π - 1) + S(1/z²) / z. It has enough bits for large z
    /// only. Below, z = a + 8, and Γ(a) = Γ(z) / (a (a + 1) … (a + 7)).
    fn of(a: R) -> Self {
        let p = R::PRECISION;
        let (zero, one, shift) = (R::of(0.0), R::of(1.0), R::of(SHIFT));
        let shifted = a.below(shift);
        let z = Pair::sum(a, R::select(shifted, shift, zero));
        let bounded = R::select(shifted, a, one);
        let last = Pair::sum(shift - one, bounded);
        let ends = last.times_float(bounded);
        let product = FACTORS.iter().fold(last, |product, &factor| {
            let sum = Pair::sum(R::of(factor), ends.high);
            product.times(sum.plus(ends.low))
        });
        let product = Pair::select(shifted, product, Pair { high: one, low: zero });
        let inverse = one / z.high;
        let log = log_pair(z.high).plus(z.low * inverse);
        let log = Pair::sum(log.high, -one).plus(log.low);
        let power = Pair::sum(z.high, R::of(-0.5)).plus(z.low).times(log);
        let series = inverse * polynomial(inverse * inverse, p.stirling);
        let constant = Pair::<R>::of(p.stirling_constant);
        let log = Pair::sum(power.high, constant.high).plus(power.low + (constant.low + series));
        Positive { log, shifted, product }
    }
}

/// Whether the gamma function of a number without a sign is nearly its inverse.
fn is_tiny<R: Real>(a: R) -> R::Truth {
    let p = R::PRECISION;
    a.below(R::of(2f64.powi(-(p.mantissa as i32) - 5)))
}

/// The gamma function. For negative x = -a, it is -π / (a sin πa Γ(a)).
pub(super) fn gamma<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let negative = x.below(zero);
    let a = x.magnitude();
    let limit = R::of(p.gamma_limit);
    let bounded = R::select(limit.below(a), limit, a);
    let Positive { log, shifted, product } = Positive::of(bounded);
    let power = Power::of_sum(log.high, Some(log.low));
    let factor = power.factor.settled();
    // The factor a is in both denominators, unless it is in the product.
    let in_negative = factor.times(sin_pi_pair(a).times_float(R::select(shifted, one, bounded)));
    let in_positive = product.times_float(R::select(shifted, bounded, one));
    let above = Pair::select(negative, product.times(Pair::of(p.pi())).negated(), factor);
    let below = Pair::select(negative, in_negative, in_positive);
    let exponent = R::Int::select(negative, R::Int::of(0) - power.exponent, power.exponent);
    let result = Power { factor: above.over(below), exponent }.value();
    // Negative integers, what is beyond the limit, and what is near zero.
    let is_whole = nearest_integer(a).is(a);
    let result = R::select(limit.below(x), infinity, result);
    let result = R::select(negative & is_whole, R::of(f64::NAN), result);
    let result = R::select(is_tiny(a), one / x, result);
    R::select(x.is(x), result, x)
}

/// log |Γ(x)|. For negative x = -a, it is -log (|a sin πa| / π) - log Γ(a).
pub(super) fn log_gamma<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let negative = x.below(zero);
    let a = x.magnitude();
    let Positive { log, shifted, product } = Positive::of(a);
    let sine = sin_pi_pair(a);
    let sine = Pair::select(sine.high.below(zero), sine.negated(), sine);
    let in_negative = sine.times_float(R::select(shifted, one, a)).over(product.times(Pair::of(p.pi())));
    let in_positive = product.times_float(R::select(shifted, a, one));
    let divisor = Pair::select(negative, in_negative, in_positive).settled();
    let (tiny, nothing) = (is_tiny(a), Pair { high: zero, low: zero });
    let divisor = Pair::select(tiny, Pair { high: a, low: zero }, divisor);
    let log = Pair::select(tiny, nothing, Pair::select(negative, log.negated(), log));
    let correction = log_pair(divisor.high).plus(divisor.low / divisor.high);
    let sum = Pair::sum(log.high, -correction.high);
    let result = sum.high + (sum.low + (log.low - correction.low));
    // Near 1 and 2, where the logarithm is 0: slope · t + t² P(t). The sum with 0 makes a negative zero positive.
    let near = |center: f64, slope, coefficients, result| {
        let t = x - R::of(center);
        let slope = Pair::<R>::of(slope);
        let line = Pair::product(t, slope.high);
        let value = line.high + (t * t).fma(polynomial(t, coefficients), t.fma(slope.low, line.low)) + zero;
        R::select(t.magnitude().below(R::of(1.0 / 16.0)), value, result)
    };
    let [at_one, at_two] = p.log_gamma_slopes;
    let result = near(1.0, at_one, p.log_gamma_one, near(2.0, at_two, p.log_gamma_two, result));
    let is_whole = nearest_integer(a).is(a);
    let endless = log.high.magnitude().is(infinity) | a.is(infinity) | a.is(zero) | (negative & is_whole);
    let result = R::select(endless, infinity, result);
    R::select(x.is(x), result, x)
}
