//! Sine, cosine and tangent.

use super::pair::Pair;
use super::real::{Real, Whole};
use super::tables::{Precision, TWO_OVER_PI};
use super::{nearest, nearest_integer, polynomial};

/// An angle as a multiple of π/2 and a rest of at most π/4, a difference of two floats. Only the last two bits of the
/// multiple count.
#[derive(Debug, Clone, Copy)]
pub struct Reduced<R: Real> {
    /// The multiple of π/2.
    pub quadrant: R::Int,
    /// The rest.
    pub high: R,
    /// What `high` is more than the rest.
    pub excess: R,
}

/// The sine. A zero keeps its sign, since its excess and its third power are subtracted from it.
pub(super) fn sin<R: Real>(x: R) -> R {
    wave(x, 0)
}

/// The cosine.
pub(super) fn cos<R: Real>(x: R) -> R {
    wave(x, 1)
}

/// The sine of `x + quarters · π/2`.
fn wave<R: Real>(x: R, quarters: i64) -> R {
    let rest = reduce(x);
    let quadrant = rest.quadrant + R::Int::of(quarters);
    let (high, excess) = sine(&rest);
    let magnitude = R::select(is_even::<R>(quadrant), high - excess, cosine(&rest).value());
    R::from_bits(magnitude.bits() ^ sign_of_quadrant::<R>(quadrant))
}

/// Whether the sine in this quadrant is that of the rest, but for the sign, and not the cosine.
fn is_even<R: Real>(quadrant: R::Int) -> R::Truth {
    (quadrant & R::Int::of(1)).is(R::Int::of(0))
}

/// The bit of the sign of the sine in this quadrant: 2 and 3 have the other one.
fn sign_of_quadrant<R: Real>(quadrant: R::Int) -> R::Int {
    (quadrant & R::Int::of(2)).left(R::Int::of(R::PRECISION.width - 2))
}

/// The sine of π times a number without a sign, in two parts.
pub(super) fn sin_pi_pair<R: Real>(x: R) -> Pair<R> {
    let p = R::PRECISION;
    let x = x - R::of(2.0) * nearest_integer(x * R::of(0.5));
    let (k, bits) = nearest(x, 2.0);
    let angle = Pair::of(p.pi()).times_float(x - k * R::of(0.5));
    let rest = Reduced { quadrant: bits, high: angle.high, excess: -angle.low };
    let magnitude = Pair::select(is_even::<R>(bits), sine_pair(&rest), cosine(&rest)).settled();
    let minus = R::select(sign_of_quadrant::<R>(bits).is(R::Int::of(0)), R::of(1.0), R::of(-1.0));
    magnitude.scaled(minus)
}

/// The tangent, a quotient of sine and cosine with all their bits.
pub(super) fn tan<R: Real>(x: R) -> R {
    let rest = reduce(x);
    let (sin, cos) = (sine_pair(&rest).settled(), cosine(&rest).settled());
    // tan (r + π/2) = -cos r / sin r
    let even = is_even::<R>(rest.quadrant);
    let quotient = Pair::select(even, sin, cos.negated()).over(Pair::select(even, cos, sin));
    R::select(x.is(R::of(0.0)), x, quotient.value())
}

/// The sine of a rest, a difference of two floats: r - r³ S(r²).
fn sine<R: Real>(rest: &Reduced<R>) -> (R, R) {
    let r = rest.high;
    let square = r * r;
    let excess = (square * r).fma(polynomial(square, R::PRECISION.sin), rest.excess);
    (r, square.fma(R::of(-0.5) * rest.excess, excess))
}

/// The sine of a rest as a pair.
fn sine_pair<R: Real>(rest: &Reduced<R>) -> Pair<R> {
    let (high, excess) = sine(rest);
    Pair { high, low: -excess }
}

/// The cosine of a rest, a sum of two floats: 1 - r²/2 + r⁴ C(r²).
fn cosine<R: Real>(rest: &Reduced<R>) -> Pair<R> {
    let r = rest.high;
    let square = Pair::product(r, r);
    let (half, one) = (R::of(0.5), R::of(1.0));
    // Half of the square is exact.
    let first = square.high.fma(-half, one);
    let lost = square.high.fma(-half, one - first) - (-r).fma(rest.excess, square.low * half);
    Pair { high: first, low: (square.high * square.high).fma(polynomial(square.high, R::PRECISION.cos), lost) }
}

/// The angle as a multiple of π/2 and the rest (Cody and Waite, 1980).
fn reduce<R: Real>(x: R) -> Reduced<R> {
    let p = R::PRECISION;
    let [first, second, third] = p.half_pi;
    let (k, quadrant) = nearest(x, std::f64::consts::FRAC_2_PI);
    // The rest after the first part is exact.
    let rest = k.fma(R::of(-first), x);
    let product = Pair::product(k, R::of(second));
    // Knuth's TwoSum, as a difference.
    let high = rest - product.high;
    let subtracted = rest - high;
    let rounding = ((high + subtracted) - rest) + (product.high - subtracted);
    let excess = k.fma(R::of(third), rounding + product.low);
    let huge = R::of(p.huge_angle).below(x.magnitude());
    R::rarely(huge, Reduced { quadrant, high, excess }, || reduce_huge(x))
}

/// The rest of an angle beyond `huge_angle` (Payne and Hanek, 1983): of 2/π, only those digits count whose products
/// with the mantissa are neither multiples of 4 nor too small to matter.
fn reduce_huge<R: Real>(x: R) -> Reduced<R> {
    let p = R::PRECISION;
    let long = |value: i64| R::Long::of(value);
    let bits = R::lengthen(x.magnitude().bits());
    let hidden = 1 << p.mantissa;
    let mantissa = (bits & long(hidden - 1)) | long(hidden);
    // The first digit that counts has weight 2 in the product.
    let start = bits.right(long(p.mantissa)) - long(p.bias + p.mantissa + 2 - 40);
    let product = product_with_digits(p, mantissa, &two_over_pi(p, start));
    // The product modulo 4, in units of 2^-62.
    let whole = product[0].left(long(32)) | product[1];
    let quadrant = (whole + long(1 << 61)).right_unsigned(long(62));
    let rest = whole - quadrant.left(long(62));
    let high = R::from_long(rest);
    let mut rest = Pair { high, low: R::from_long(rest - high.to_long()) };
    if let [_, _, third, fourth, ..] = product[..] {
        let sum = Pair::sum(rest.high, R::from_long(third) * R::of(2f64.powi(-32)));
        rest = Pair { high: sum.high, low: sum.low + R::from_long(fourth).fma(R::of(2f64.powi(-64)), rest.low) };
    }
    // To radians, with the sign of the angle.
    let negative = x.below(R::of(0.0));
    let half_pi = Pair::of(p.quarter_pi.map(|part| part * 2f64.powi(-61)));
    let radians = rest.times(half_pi).settled();
    let quadrant = R::shorten(quadrant);
    let quadrant = R::Int::select(negative, R::Int::of(0) - quadrant, quadrant);
    let sign = R::select(negative, R::of(-1.0), R::of(1.0));
    // An infinite angle has no rest: its product with 0 is NaN.
    Reduced { quadrant, high: radians.high * sign, excess: radians.low.fma(-sign, x * R::of(0.0)) }
}

/// The digits of 2/π from the given one on, 32 in each number: as many as decide about the rest of an angle.
fn two_over_pi<L: Whole>(p: &Precision, start: L) -> Vec<L> {
    // The rest of an `f64` may start with 61 zeros, and the product of a mantissa and the digits left out is too small.
    let needed = if p.width == 32 { 3 } else { 6 };
    let count = usize::div_ceil(needed, 2);
    let highest = (p.bias - p.mantissa - 2 + 40) / 64;
    let index = start.right(L::of(6));
    let mut words = TWO_OVER_PI.map(|word| L::of(word as i64)).to_vec();
    // Skips 8, 4, 2 and 1 numbers, as the bits of the index say.
    for bit in (0..=highest.ilog2()).rev() {
        let step = 1usize << bit;
        let skips = (index & L::of(1 << bit)).is(L::of(1 << bit));
        words = (0..count + step).map(|k| L::select(skips, words[k + step], words[k])).collect();
    }
    let shift = start & L::of(63);
    let back = L::of(64) - shift;
    let digits = words.windows(2).map(|pair| pair[0].left(shift) | pair[1].right_unsigned(back));
    digits.flat_map(|digits| [digits.right_unsigned(L::of(32)), digits & L::of(0xffff_ffff)]).take(needed).collect()
}

/// The product of a mantissa with digits, 32 in each number, without what is beyond the first.
fn product_with_digits<L: Whole>(p: &Precision, mantissa: L, digits: &[L]) -> Vec<L> {
    let (low_bits, width) = (L::of(0xffff_ffff), L::of(32));
    let limbs = if p.width == 32 { vec![mantissa] } else { vec![mantissa & low_bits, mantissa.right(width)] };
    let mut product = vec![L::of(0); digits.len()];
    for (place, limb) in limbs.into_iter().enumerate() {
        let mut carry = L::of(0);
        for k in (place..digits.len()).rev() {
            let sum = limb * digits[k] + product[k - place] + carry;
            product[k - place] = sum & low_bits;
            carry = sum.right_unsigned(width);
        }
    }
    product
}
