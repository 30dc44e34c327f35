//! Pairs of floats, for intermediate results that one float is too short for.

use super::real::Real;

/// A number as the sum of two floats (Dekker, 1971). `high` is nearly the number, and `low` is the rest, so a pair has
/// about twice as many bits as a float.
#[derive(Debug, Clone, Copy)]
pub(super) struct Pair<R> {
    pub high: R,
    pub low: R,
}

impl<R: Real> Pair<R> {
    /// A constant in two parts.
    pub fn of(parts: [f64; 2]) -> Self {
        Pair { high: R::of(parts[0]), low: R::of(parts[1]) }
    }

    /// `a + b`, exactly (Knuth's TwoSum).
    pub fn sum(a: R, b: R) -> Self {
        let high = a + b;
        let of_b = high - a;
        Pair { high, low: (a - (high - of_b)) + (b - of_b) }
    }

    /// `a + b`, exactly, if `|a| >= |b|` or `a` is 0 (Dekker's FastTwoSum).
    pub fn ordered_sum(a: R, b: R) -> Self {
        let high = a + b;
        Pair { high, low: b - (high - a) }
    }

    /// `a * b`, exactly.
    pub fn product(a: R, b: R) -> Self {
        let high = a * b;
        if R::PRECISION.fused {
            return Pair { high, low: a.fma(b, -high) };
        }
        // Dekker's product: the products of halves are exact.
        let ([a, a_low], [b, b_low]) = (halves(a), halves(b));
        Pair { high, low: (((a * b - high) + a * b_low) + a_low * b) + a_low * b_low }
    }

    /// The same number with a `high` that is the nearest float to it.
    pub fn settled(self) -> Self {
        Pair::ordered_sum(self.high, self.low)
    }

    /// The nearest float.
    pub fn value(self) -> R {
        self.high + self.low
    }

    pub fn negated(self) -> Self {
        Pair { high: -self.high, low: -self.low }
    }

    /// The product with a power of two.
    pub fn scaled(self, factor: R) -> Self {
        Pair { high: self.high * factor, low: self.low * factor }
    }

    pub fn times(self, other: Pair<R>) -> Self {
        let product = Pair::product(self.high, other.high);
        let low = self.high.fma(other.low, self.low.fma(other.high, product.low));
        Pair { high: product.high, low }
    }

    pub fn times_float(self, factor: R) -> Self {
        let product = Pair::product(self.high, factor);
        Pair { high: product.high, low: self.low.fma(factor, product.low) }
    }

    /// The sum with a much smaller number.
    pub fn plus(self, small: R) -> Self {
        Pair { high: self.high, low: self.low + small }
    }

    /// The quotient. Its `high` is the quotient of both `high` parts.
    pub fn over(self, other: Pair<R>) -> Self {
        let high = self.high / other.high;
        let rest = rest(self.high, high, other.high);
        Pair { high, low: (rest + (self.low - high * other.low)) / other.high }
    }

    /// The square root of a positive number.
    pub fn root(self) -> Self {
        let high = self.high.sqrt();
        Pair { high, low: (rest(self.high, high, high) + self.low) / (high + high) }
    }

    /// One of two numbers.
    pub fn select(cond: R::Truth, yes: Self, no: Self) -> Self {
        Pair { high: R::select(cond, yes.high, no.high), low: R::select(cond, yes.low, no.low) }
    }
}

/// A float as a sum of two floats with half as many bits (Veltkamp, 1968).
fn halves<R: Real>(x: R) -> [R; 2] {
    let product = x * R::of(R::PRECISION.splitter);
    let high = product - (product - x);
    [high, x - high]
}

/// `a - b c`, where `b c` is nearly `a`: the difference is a float.
fn rest<R: Real>(a: R, b: R, c: R) -> R {
    if R::PRECISION.fused {
        return (-b).fma(c, a);
    }
    let product = Pair::product(b, c);
    (a - product.high) - product.low
}
