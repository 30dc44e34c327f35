//! Sine, cosine and tangent.

use super::real::{Real, Whole};
use super::tables::TWO_OVER_PI;
use super::{fast_two_sum, nearest, polynomial, two_product, two_sum};

/// An angle as a multiple of π/2 and a rest of at most π/4, a sum of two floats. Only the last two bits of the multiple
/// count.
#[derive(Debug, Clone, Copy)]
pub struct Reduced<R: Real> {
    /// The multiple of π/2.
    pub quadrant: R::Int,
    /// The rest.
    pub high: R,
    /// What the rest is more than `high`.
    pub low: R,
}

/// The sine.
pub(super) fn sin<R: Real>(x: R) -> R {
    let result = wave(x, 0);
    // A zero keeps its sign.
    R::select(x.is(R::of(0.0)), x, result)
}

/// The cosine.
pub(super) fn cos<R: Real>(x: R) -> R {
    wave(x, 1)
}

/// The sine of `x + quarters · π/2`.
fn wave<R: Real>(x: R, quarters: i64) -> R {
    let rest = reduce(x);
    let quadrant = rest.quadrant + R::Int::of(quarters);
    let ((sin, sin_low), (cos, cos_low)) = (sine(&rest), cosine(&rest));
    let even = (quadrant & R::Int::of(1)).is(R::Int::of(0));
    let magnitude = R::select(even, sin + sin_low, cos + cos_low);
    // Quadrants 2 and 3 have the other sign.
    let sign = (quadrant & R::Int::of(2)).left(R::Int::of(R::PRECISION.width - 2));
    R::from_bits(magnitude.bits() ^ sign)
}

/// The tangent, a quotient of sine and cosine with all their bits.
pub(super) fn tan<R: Real>(x: R) -> R {
    let rest = reduce(x);
    let (sin, sin_low) = sine(&rest);
    let (cos, cos_low) = cosine(&rest);
    let (sin, sin_low) = fast_two_sum(sin, sin_low);
    let (cos, cos_low) = fast_two_sum(cos, cos_low);
    // tan (r + π/2) = -cos r / sin r
    let even = (rest.quadrant & R::Int::of(1)).is(R::Int::of(0));
    let (above, above_low) = (R::select(even, sin, -cos), R::select(even, sin_low, -cos_low));
    let (below, below_low) = (R::select(even, cos, sin), R::select(even, cos_low, sin_low));
    let quotient = above / below;
    let missing = (-quotient).fma(below, above) + (-quotient).fma(below_low, above_low);
    R::select(x.is(R::of(0.0)), x, quotient + missing / below)
}

/// The sine of a rest, a sum of two floats: r + r³ S(r²).
fn sine<R: Real>(rest: &Reduced<R>) -> (R, R) {
    let r = rest.high;
    let square = r * r;
    let correction = (square * r).fma(polynomial(square, R::PRECISION.sin), rest.low);
    (r, square.fma(R::of(-0.5) * rest.low, correction))
}

/// The cosine of a rest, a sum of two floats: 1 - r²/2 + r⁴ C(r²).
fn cosine<R: Real>(rest: &Reduced<R>) -> (R, R) {
    let r = rest.high;
    let (square, square_low) = two_product(r, r);
    let (half, half_low) = (square * R::of(0.5), square_low * R::of(0.5));
    let one = R::of(1.0);
    let first = one - half;
    let lost = ((one - first) - half) - r.fma(rest.low, half_low);
    (first, (square * square).fma(polynomial(square, R::PRECISION.cos), lost))
}

/// The angle as a multiple of π/2 and the rest (Cody and Waite, 1980).
fn reduce<R: Real>(x: R) -> Reduced<R> {
    let p = R::PRECISION;
    let [first, second, third] = p.half_pi.map(|part| R::of(-part));
    let (k, quadrant) = nearest(x, std::f64::consts::FRAC_2_PI);
    // The rest after the first part is exact.
    let rest = k.fma(first, x);
    let (product, product_low) = two_product(k, second);
    let (high, sum_low) = two_sum(rest, product);
    let low = k.fma(third, sum_low + product_low);
    let huge = R::of(p.huge_angle).below(x.magnitude());
    R::rarely(huge, Reduced { quadrant, high, low }, || reduce_huge(x))
}

/// The rest of an angle beyond `huge_angle` (Payne and Hanek, 1983): of 2/π, only those digits count whose products
/// with the mantissa are neither multiples of 4 nor too small to matter.
fn reduce_huge<R: Real>(x: R) -> Reduced<R> {
    let p = R::PRECISION;
    let long = |value: u64| R::Long::of(value as i64);
    let bits = R::lengthen(x.magnitude().bits());
    let hidden = 1u64 << p.mantissa;
    let mantissa = (bits & long(hidden - 1)) | long(hidden);
    // The window of 128 digits starts at this place; 0 for 2^17.
    let start = bits.right(long(p.mantissa as u64)) - long(p.bias as u64 + 17);
    let in_first = start.below(long(64));
    let word = |k: usize| R::Long::select(in_first, long(TWO_OVER_PI[k]), long(TWO_OVER_PI[k + 1]));
    let words = [word(0), word(1), word(2)];
    let shift = start & long(63);
    let back = long(64) - shift;
    let window = |k: usize| words[k].left(shift) | words[k + 1].right_unsigned(back);
    // The product modulo 4, in units of 2^-62.
    let low = mantissa * window(1).right_unsigned(long(32));
    let product = mantissa * window(0) + low.right_unsigned(long(32));
    let quadrant = (product + long(1 << 61)).right_unsigned(long(62));
    let rest = product - quadrant.left(long(62));
    // To radians, with the sign of the angle.
    let high = R::from_long(rest);
    let low = R::from_long(rest - high.to_long());
    let unit = 2f64.powi(-62);
    let (first, second) = (R::of(p.half_pi[0] * unit), R::of(p.half_pi[1] * unit));
    let (radians, radians_low) = two_product(high, first);
    let (high, low) = fast_two_sum(radians, low.fma(first, high.fma(second, radians_low)));
    let negative = x.below(R::of(0.0));
    let quadrant = R::shorten(quadrant);
    let quadrant = R::Int::select(negative, R::Int::of(0) - quadrant, quadrant);
    let sign = R::select(negative, R::of(-1.0), R::of(1.0));
    // An infinite angle has no rest: its product with 0 is NaN.
    Reduced { quadrant, high: high * sign, low: low.fma(sign, x * R::of(0.0)) }
}
