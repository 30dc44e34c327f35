//! The error function and its complement.

use super::exponential::Power;
use super::pair::Pair;
use super::polynomial;
use super::real::Real;

/// The error function up to ½, in two parts: 2a/√π + a³ E(a²).
fn small<R: Real>(a: R) -> Pair<R> {
    let p = R::PRECISION;
    let factor = Pair::<R>::of(p.two_over_root_pi);
    let line = Pair::product(a, factor.high);
    let square = a * a;
    Pair { high: line.high, low: (square * a).fma(polynomial(square, p.erf), a.fma(factor.low, line.low)) }
}

/// The complementary error function from ½ on: e^(-a²) / (1 + 2a) · P((a - c) / (a + c)) (Shepherd and Laframboise,
/// 1981).
fn large<R: Real>(a: R) -> R {
    let p = R::PRECISION;
    // From 30 on, the result is 0 even in `f64`.
    let limit = R::of(30.0);
    let a = R::select(limit.below(a), limit, a);
    let half = R::of(0.5);
    let a = R::select(a.below(half), half, a);
    let center = R::of(p.erfc_center);
    let place = Pair::sum(a, -center).over(Pair::sum(a, center));
    let middle = Pair::<R>::of(p.erfc_middle);
    let low = place.low.fma(polynomial(place.high, p.erfc_slope), middle.low);
    let value = Pair::ordered_sum(middle.high, place.high * polynomial(place.high, p.erfc)).plus(low);
    let quotient = value.over(Pair::ordered_sum(a + a, R::of(1.0)));
    Power::of_pair(Pair::product(a, a).negated()).times(quotient)
}

/// The error function.
pub(super) fn erf<R: Real>(x: R) -> R {
    let (a, half) = (x.magnitude(), R::of(0.5));
    R::select(a.below(half), small(a).value(), R::of(1.0) - large(a)).with_sign_of(x)
}

/// The complementary error function.
pub(super) fn erfc<R: Real>(x: R) -> R {
    let (a, half) = (x.magnitude(), R::of(0.5));
    let near = small(x);
    let sum = Pair::ordered_sum(R::of(1.0), -near.high);
    let near = sum.high + (sum.low - near.low);
    let far = large(a);
    let far = R::select(x.below(R::of(0.0)), R::of(2.0) - far, far);
    R::select(a.below(half), near, far)
}
