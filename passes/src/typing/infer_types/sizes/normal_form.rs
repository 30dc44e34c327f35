//! Normal forms of sizes: sums of products of names, numbers and results of other operators. Two sizes are the same if
//! their normal forms are. Arithmetic is that of `i64`: it wraps around.

use std::collections::BTreeMap;

use framework::{Name, Symbol};
use languages::prim::BinOp;

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A variable of the program.
    Name(Name),
    /// A variable of inference.
    Var(u32),
    /// An operator that is not part of the normal form, applied to two sizes.
    Op(BinOp, Poly, Poly),
    /// An expression that is no arithmetic.
    Form(Symbol, Vec<Poly>),
}

/// The normal form of a size: products with their factors in order, and how often each is counted (never 0).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Poly(BTreeMap<Vec<Factor>, i64>);

impl Poly {
    /// A number.
    pub fn constant(value: i64) -> Poly {
        let mut poly = Poly::default();
        poly.add(Vec::new(), value);
        poly
    }

    /// One factor.
    pub fn factor(factor: Factor) -> Poly {
        Poly(BTreeMap::from([(vec![factor], 1)]))
    }

    fn add(&mut self, product: Vec<Factor>, times: i64) {
        let entry = self.0.entry(product);
        let count = entry.or_insert(0);
        *count = count.wrapping_add(times);
        if *count == 0 {
            self.0.retain(|_, count| *count != 0);
        }
    }

    /// The sum with a multiple of another.
    pub fn plus(mut self, other: &Poly, times: i64) -> Poly {
        for (product, count) in &other.0 {
            self.add(product.clone(), count.wrapping_mul(times));
        }
        self
    }

    /// The product of two.
    pub fn times(&self, other: &Poly) -> Poly {
        let mut result = Poly::default();
        for (a, m) in &self.0 {
            for (b, n) in &other.0 {
                let mut product: Vec<Factor> = a.iter().chain(b).cloned().collect();
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

    /// Whether it is the number 0.
    pub fn is_zero(&self) -> bool {
        self.0.is_empty()
    }

    /// Whether this variable of inference is in it.
    pub fn mentions(&self, var: u32) -> bool {
        self.0.keys().flatten().any(|factor| match factor {
            Factor::Var(other) => *other == var,
            Factor::Op(_, a, b) => a.mentions(var) || b.mentions(var),
            Factor::Form(_, parts) => parts.iter().any(|part| part.mentions(var)),
            Factor::Name(_) => false,
        })
    }

    /// Whether a variable of inference is in it.
    pub fn has_vars(&self) -> bool {
        self.0.keys().flatten().any(|factor| match factor {
            Factor::Var(_) => true,
            Factor::Op(_, a, b) => a.has_vars() || b.has_vars(),
            Factor::Form(_, parts) => parts.iter().any(Poly::has_vars),
            Factor::Name(_) => false,
        })
    }
}
