//! Polynomials over `i64`, with wrapping arithmetic. They are in normal form: equal values are equal as data.

use std::collections::BTreeMap;

/// A sum of products of factors. Each product has a coefficient, which is never 0, and its factors are sorted.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Polynomial<F>(BTreeMap<Vec<F>, i64>);

impl<F> Default for Polynomial<F> {
    /// Returns zero.
    fn default() -> Self {
        Polynomial(BTreeMap::new())
    }
}

impl<F: Ord + Clone> Polynomial<F> {
    /// Returns a constant polynomial.
    pub fn constant(value: i64) -> Self {
        let mut result = Self::default();
        result.add(Vec::new(), value);
        result
    }

    /// Returns the polynomial of a single factor.
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

    /// Returns the sum of `self` and `times * other`.
    pub fn plus_times(&self, other: &Self, times: i64) -> Self {
        let mut result = self.clone();
        for (product, count) in &other.0 {
            result.add(product.clone(), count.wrapping_mul(times));
        }
        result
    }

    /// Returns the sum.
    pub fn plus(&self, other: &Self) -> Self {
        self.plus_times(other, 1)
    }

    /// Returns the difference.
    pub fn minus(&self, other: &Self) -> Self {
        self.plus_times(other, -1)
    }

    /// Returns the product.
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

    /// Returns the value of a constant polynomial.
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

    /// Returns the products with their coefficients.
    pub fn terms(&self) -> impl Iterator<Item = (&[F], i64)> {
        self.0.iter().map(|(product, count)| (product.as_slice(), *count))
    }

    /// Returns the factors of all products, repeated ones repeatedly.
    pub fn factors(&self) -> impl Iterator<Item = &F> {
        self.0.keys().flatten()
    }

    /// Substitutes a polynomial for each factor.
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
