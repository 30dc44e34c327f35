//! The inverse trigonometric functions.

use super::pair::Pair;
use super::polynomial;
use super::real::{Real, Whole};

/// The inverse tangent.
pub(super) fn atan<R: Real>(x: R) -> R {
    atan2(x, R::of(1.0))
}

/// The angle of a point (`x`, `y`): a multiple of π/4 and the inverse tangent of a number up to tan (π/8).
///
/// Let b be the greater and a the lesser of |x| and |y|. The angle in the first octant is that of a / b, or
/// π/4 + that of (a - b) / (a + b). The angle of the point follows by reflections.
pub(super) fn atan2<R: Real>(y: R, x: R) -> R {
    let p = R::PRECISION;
    let (zero, one, infinity) = (R::of(0.0), R::of(1.0), R::of(f64::INFINITY));
    let (width, height) = (x.magnitude(), y.magnitude());
    let steep = width.below(height);
    let (a, b) = (R::select(steep, width, height), R::select(steep, height, width));
    // Infinities have the ratios of 0 or 1.
    let both = a.is(infinity);
    let endless = b.is(infinity);
    let a = R::select(endless, R::select(both, one, zero), a);
    let b = R::select(endless | b.is(zero), one, b);
    // Far from the ends of the range, sums do not overflow and products have all their bits.
    let far = p.two_to_the_mantissa() * p.two_to_the_mantissa();
    let factor = R::select(R::of(p.greatest / far).below(b), R::of(1.0 / far), one);
    let factor = R::select(b.below(one), R::of(far), factor);
    let (a, b) = (a * factor, b * factor);
    let near_diagonal = (b * R::of(std::f64::consts::SQRT_2 - 1.0)).below(a);
    let (above, below) = (Pair::sum(a, -b), Pair::sum(a, b));
    let above = Pair::select(near_diagonal, above, Pair { high: a, low: zero });
    let below = Pair::select(near_diagonal, below, Pair { high: b, low: zero });
    let ratio = above.over(below);
    // The second part of a small ratio has no bits.
    let tiny = ratio.high.magnitude().below(R::of(p.least_normal * p.two_to_the_mantissa()));
    let ratio = Pair { high: ratio.high, low: R::select(tiny, zero, ratio.low) };
    let (angle, rest) = (ratio.high, atan_bend(ratio));
    // The multiple of π/4, and the sign of the angle.
    let left = x.bits().below(R::Int::of(0));
    let eighths = R::select(near_diagonal, one, zero);
    let eighths = R::select(steep, R::of(2.0) - eighths, eighths);
    let eighths = R::select(left, R::of(4.0) - eighths, eighths);
    let sign = R::select(steep, -one, one);
    let sign = R::select(left, -sign, sign);
    let offset = Pair::product(eighths, R::of(p.quarter_pi[0]));
    let offset_low = eighths.fma(R::of(p.quarter_pi[1]), offset.low);
    let sum = Pair::ordered_sum(offset.high, angle * sign);
    let result = sum.high + (sum.low + rest.fma(sign, offset_low));
    let bad = !x.is(x) | !y.is(y);
    R::select(bad, R::of(f64::NAN), result.with_sign_of(y))
}

/// The inverse tangent of a number up to tan (π/8), minus its high part.
fn atan_bend<R: Real>(ratio: Pair<R>) -> R {
    let square = ratio.high * ratio.high;
    let low = ratio.low.fma(-square, ratio.low);
    (square * ratio.high).fma(polynomial(square, R::PRECISION.atan), low)
}

/// The inverse sine `high + low` of the number `high + rest` up to ½.
fn asin_bend<R: Real>(x: R, low: R, square: R) -> R {
    (square * x).fma(polynomial(square, R::PRECISION.asin), low)
}

/// `|x|` up to ½ as it is, and above as √((1 - |x|) / 2) in two parts, and the square of either.
fn asin_argument<R: Real>(x: R) -> (R::Truth, Pair<R>, R) {
    let (a, half) = (x.magnitude(), R::of(0.5));
    let large = half.below(a);
    let rest = (R::of(1.0) - a) * half;
    let square = R::select(large, rest, a * a);
    let root = Pair { high: rest, low: R::of(0.0) }.root();
    // The root of 0 has no low part.
    let low = R::select(R::of(0.0).below(rest) & large, root.low, R::of(0.0));
    (large, Pair { high: R::select(large, root.high, a), low }, square)
}

/// The inverse sine; above ½, it is π/2 - 2 asin √((1 - |x|) / 2).
pub(super) fn asin<R: Real>(x: R) -> R {
    let (large, argument, square) = asin_argument(x);
    let bend = asin_bend(argument.high, argument.low, square);
    let small = argument.high + bend;
    let two = R::of(2.0);
    let half_pi = half_pi::<R>();
    let sum = Pair::ordered_sum(half_pi.high, -(two * argument.high));
    let result = sum.high + (sum.low + (half_pi.low - two * bend));
    R::select(large, result, small).with_sign_of(x)
}

/// The inverse cosine: π/2 - asin x up to ½, 2 asin √((1 - |x|) / 2) above, and π minus that for negative numbers.
pub(super) fn acos<R: Real>(x: R) -> R {
    let (large, argument, square) = asin_argument(x);
    let bend = asin_bend(argument.high, argument.low, square);
    let (zero, one, two) = (R::of(0.0), R::of(1.0), R::of(2.0));
    let negative = x.below(zero);
    let factor = R::select(large, two, one);
    // The result is offset ± factor · asin.
    let offset = half_pi().scaled(R::select(large, R::select(negative, two, zero), one));
    let sign = R::select(negative, -one, one);
    let factor = factor * R::select(large, sign, -sign);
    let sum = Pair::ordered_sum(offset.high, factor * argument.high);
    sum.high + (sum.low + factor.fma(bend, offset.low))
}

/// π/2.
fn half_pi<R: Real>() -> Pair<R> {
    Pair::of(R::PRECISION.quarter_pi.map(|part| 2.0 * part))
}
