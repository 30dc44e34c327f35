//! Powers and roots.

use super::exponential::{Power, two_to_the};
use super::logarithmic::log_pair;
use super::pair::Pair;
use super::polynomial;
use super::real::{Real, Whole};

/// `x` to the power of `y`: e^(y log |x|) with the sign of an odd power.
pub(super) fn pow<R: Real>(x: R, y: R) -> R {
    let p = R::PRECISION;
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let a = x.magnitude();
    let log = log_pair(a);
    let high = R::select(a.is(zero), -infinity, log.high);
    let high = R::select(a.is(infinity), infinity, high);
    let exponent = Pair::product(high, y);
    let exponent = Pair { high: exponent.high, low: log.low.fma(y, exponent.low) };
    let magnitude = Power::of_pair(exponent).value();
    let magnitude = R::select(a.is(one), one, magnitude);
    // Floats are integers from `whole` on, and even integers from twice that on.
    let whole = R::of(p.two_to_the_mantissa());
    let size = y.magnitude();
    let shifted = size + whole;
    let is_small = size.below(whole);
    let is_whole = !is_small | (shifted - whole).is(size);
    let last = R::Int::select(is_small, shifted.bits(), size.bits()) & R::Int::of(1);
    let is_odd = is_whole & size.below(whole + whole) & last.is(R::Int::of(1));
    let signed = R::select(is_odd, magnitude.with_sign_of(x), magnitude);
    let no_root = x.below(zero) & a.below(infinity) & !is_whole;
    let result = R::select(no_root | !x.is(x) | !y.is(y), R::of(f64::NAN), signed);
    // 1 to any power and anything to the power 0 is 1.
    let result = R::select(x.is(one) | y.is(zero), one, result);
    // A square is exact.
    R::select(y.is(R::of(2.0)), x * x, result)
}

/// The length of the hypotenuse: the root of a sum of squares in two parts.
pub(super) fn hypot<R: Real>(x: R, y: R) -> R {
    let p = R::PRECISION;
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let (x, y) = (x.magnitude(), y.magnitude());
    let less = x.below(y);
    let (a, b) = (R::select(less, y, x), R::select(less, x, y));
    // Scaled by a power of two, squares neither overflow nor lose bits.
    let (limit, far) = (2f64.powi(p.bias as i32 * 2 / 5), 2f64.powi(p.bias as i32 * 3 / 4));
    let (large, small) = (R::of(limit).below(a), a.below(R::of(1.0 / limit)));
    let scale = |up: f64| R::select(large, R::of(1.0 / up), R::select(small, R::of(up), one));
    let (factor, back) = (scale(far), scale(1.0 / far));
    let (a_scaled, b_scaled) = (a * factor, b * factor);
    let (square, other) = (Pair::product(a_scaled, a_scaled), Pair::product(b_scaled, b_scaled));
    let sum = Pair::ordered_sum(square.high, other.high);
    let root = Pair { high: sum.high, low: sum.low + (square.low + other.low) }.root();
    let result = root.value() * back;
    let result = R::select(a.is(zero), zero, result);
    let result = R::select(!x.is(x) | !y.is(y), R::of(f64::NAN), result);
    R::select(x.is(infinity) | y.is(infinity), infinity, result)
}

/// The cube root: |x| = 2^3n · 2^k · m with 1 <= m < 2 and k up to 2, and a step of Newton's method.
pub(super) fn cbrt<R: Real>(x: R) -> R {
    let p = R::PRECISION;
    let (one, infinity) = (R::of(1.0), R::of(f64::INFINITY));
    let a = x.magnitude();
    let small = a.below(R::of(p.least_normal));
    // Subnormal numbers are made normal, by a power of 8.
    let shift = (p.mantissa + 2) / 3;
    let normal = R::select(small, a * R::of(2f64.powi(3 * shift as i32)), a);
    let mantissa = R::Int::of(p.mantissa);
    let biased = normal.bits().right(mantissa);
    // A bias that is a multiple of 3 makes the exponent positive. The quotient by 3 is exact for numbers below 2^15.
    let bias = (p.bias + 2) / 3;
    let biased = biased + R::Int::of(3 * bias - p.bias);
    let third = (biased * R::Int::of(0x5556)).right(R::Int::of(16));
    let k = R::from_int(biased - third * R::Int::of(3));
    let m = R::from_bits((normal.bits() & R::Int::of((1 << p.mantissa) - 1)) | one.bits());
    let two = R::of(2.0);
    let (is_one, is_two) = (k.is(one), k.is(two));
    let factor =
        R::select(is_two, R::of(1.587_401_051_968_199_4), R::select(is_one, R::of(1.259_921_049_894_873_2), one));
    let whole = m * R::select(is_two, R::of(4.0), R::select(is_one, two, one));
    let guess = polynomial(m, p.cbrt) * factor;
    // The rest m - t³, with all its bits, corrects a guess with half of them.
    let square = Pair::product(guess, guess);
    let cube = square.times(Pair { high: guess, low: R::of(0.0) });
    let rest = (whole - cube.high) - cube.low;
    let root = guess + rest / (R::of(3.0) * square.high);
    let exponent = third - R::Int::of(bias);
    let exponent = R::Int::select(small, exponent - R::Int::of(shift), exponent);
    let result = root * two_to_the(exponent);
    R::select(R::of(0.0).below(a) & a.below(infinity), result.with_sign_of(x), x)
}
