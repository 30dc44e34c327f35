//! Polynomials over `i64`, whose arithmetic wraps around. Two are equal if and only if they are the same value: this is a normal form.

use std::collections::BTreeMap;

/// A sum of products of factors: how often each product is counted (never 0). The factors of a product are in order.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polynomial<F>(BTreeMap<Vec<F>, i64>);

impl<F> Default for Polynomial<F> {
    /// Zero.
    fn default() -> Self {
        Polynomial(BTreeMap::new())
    }
}

impl<F: Ord + Clone> Polynomial<F> {
    /// A number.
    pub fn constant(value: i64) -> Self {
        let mut result = Self::default();
        result.add(Vec::new(), value);
        result
    }

    /// One factor.
    pub fn factor(factor: F) -> Self {
        Polynomial(BTreeMap::from([(vec![factor], 1)]))
    }

    fn add(&mut self, product: Vec<F>, times: i64) {
        let count = self.0.get(&product).copied().unwrap_or(0).wrapping_add(times);
        if count == 0 {
            self.0.remove(&product);
        } else {
            self.0.insert(product, count);
        }
    }

    /// The sum with a multiple of another one.
    pub fn plus_times(&self, other: &Self, times: i64) -> Self {
        let mut result = self.clone();
        for (product, count) in &other.0 {
            result.add(product.clone(), count.wrapping_mul(times));
        }
        result
    }

    /// The sum.
    pub fn plus(&self, other: &Self) -> Self {
        self.plus_times(other, 1)
    }

    /// The difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus_times(other, -1)
    }

    /// The product.
    pub fn times(&self, other: &Self) -> Self {
        let mut result = Self::default();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let mut product = [a.as_slice(), b.as_slice()].concat();
                product.sort();
                result.add(product, m.wrapping_mul(*n));
            }
        }
        result
    }

    /// The number that it is, if it is one.
    pub fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// Whether it is zero.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// The products with their counts.
    pub fn terms(&self) -> impl Iterator<Item = (&[F], i64)> {
        self.0.iter().map(|(product, count)| (product.as_slice(), *count))
    }

    /// All factors, as often as they occur.
    pub fn factors(&self) -> impl Iterator<Item = &F> {
        self.0.keys().flatten()
    }

    /// The polynomial with another one in place of each factor.
    pub fn replaced(&self, mut with: impl FnMut(&F) -> Self) -> Self {
        let mut result = Self::default();
        for (product, count) in &self.0 {
            let term = product.iter().fold(Self::constant(*count), |term, factor| term.times(&with(factor)));
            result = result.plus(&term);
        }
        result
    }
}

#[cfg(test)]
mod tests {
    use super::Polynomial;

    fn x(name: &'static str) -> Polynomial<&'static str> {
        Polynomial::factor(name)
    }

    #[test]
    fn equal_values_have_equal_forms() {
        let one = Polynomial::constant(1);
        let square = x("a").plus(&one).times(&x("a").minus(&one));
        assert_eq!(square, x("a").times(&x("a")).minus(&one));
        assert!(x("a").times(&x("b")).minus(&x("b").times(&x("a"))).is_zero());
        assert_eq!(Polynomial::<&str>::constant(i64::MAX).plus(&Polynomial::constant(1)).as_constant(), Some(i64::MIN));
    }

    #[test]
    fn factors_are_replaced() {
        let product = x("a").times(&x("b"));
        let replaced =
            product.replaced(|name| if *name == "a" { x("b").plus(&Polynomial::constant(2)) } else { x(name) });
        assert_eq!(replaced, x("b").times(&x("b")).plus_times(&x("b"), 2));
    }
}
