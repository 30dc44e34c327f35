//! Sizes up to arithmetic: two sizes are known to be the same if their normal forms are.

use std::collections::BTreeMap;

use framework::Name;
use rustc_hash::FxHashMap;

use super::Exp;
use crate::prim::{BinOp, PrimValue};

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Factor {
    Name(Name),
    /// An operator other than sum, difference and product.
    Op(BinOp, Poly, Poly),
    /// Any other expression, by its S-expression.
    Other(String),
}

/// A sum of products, and how often each is counted (never 0).
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Poly(BTreeMap<Vec<Factor>, i64>);

/// What names stand for; `None` for sizes of which nothing is known.
pub type Sizes = FxHashMap<Name, Option<Poly>>;

impl Poly {
    /// The size that a variable holds.
    pub fn name(name: Name) -> Poly {
        Poly(BTreeMap::from([(vec![Factor::Name(name)], 1)]))
    }

    fn constant(value: i64) -> Poly {
        let mut poly = Poly::default();
        poly.add(Vec::new(), value);
        poly
    }

    fn add(&mut self, product: Vec<Factor>, times: i64) {
        let count = self.0.get(&product).copied().unwrap_or(0).wrapping_add(times);
        if count == 0 {
            self.0.remove(&product);
        } else {
            self.0.insert(product, count);
        }
    }

    fn plus(mut self, other: &Poly, times: i64) -> Poly {
        for (product, count) in &other.0 {
            self.add(product.clone(), count.wrapping_mul(times));
        }
        self
    }

    fn times(&self, other: &Poly) -> Poly {
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

    fn as_constant(&self) -> Option<i64> {
        match self.0.len() {
            0 => Some(0),
            1 => self.0.get(&Vec::new()).copied(),
            _ => None,
        }
    }

    /// The size with names replaced by the sizes that they are known to hold.
    pub fn expanded(&self, known: &FxHashMap<Name, Poly>) -> Poly {
        let mut result = Poly::default();
        for (product, count) in &self.0 {
            let mut term = Poly::constant(*count);
            for factor in product {
                let factor = match factor {
                    Factor::Name(name) => known.get(name).cloned().unwrap_or_else(|| Poly::name(*name)),
                    Factor::Op(op, a, b) => {
                        let factor = Factor::Op(*op, a.expanded(known), b.expanded(known));
                        Poly(BTreeMap::from([(vec![factor], 1)]))
                    }
                    Factor::Other(_) => Poly(BTreeMap::from([(vec![factor.clone()], 1)])),
                };
                term = term.times(&factor);
            }
            result = result.plus(&term, 1);
        }
        result
    }

    /// The normal form of a size, where names stand for what `sizes` says; `None` if it depends on something unknown.
    pub fn of(exp: &Exp<'_>, sizes: &Sizes) -> Option<Poly> {
        Some(match exp {
            Exp::Var { name, .. } => match sizes.get(name) {
                Some(size) => return size.clone(),
                None => Poly::name(*name),
            },
            Exp::Const { value, .. } => Poly::constant(value.as_i64()?),
            Exp::Bin { op, lhs, rhs, .. } => {
                let (a, b) = (Poly::of(lhs, sizes)?, Poly::of(rhs, sizes)?);
                match op {
                    BinOp::Add => a.plus(&b, 1),
                    BinOp::Sub => a.plus(&b, -1),
                    BinOp::Mul => a.times(&b),
                    _ => {
                        let known = a.as_constant().zip(b.as_constant());
                        let value = known.and_then(|(x, y)| op.eval(PrimValue::I64(x), PrimValue::I64(y)).ok());
                        match value {
                            Some(PrimValue::I64(value)) => Poly::constant(value),
                            _ => Poly(BTreeMap::from([(vec![Factor::Op(*op, a, b)], 1)])),
                        }
                    }
                }
            }
            // A size of type `i32`, as older editions have it.
            Exp::Convert { exp, .. } if is_size(exp.ty()) => return Poly::of(exp, sizes),
            other => {
                let text = framework::Node::to_tree(other).to_string();
                Poly(BTreeMap::from([(vec![Factor::Other(text)], 1)]))
            }
        })
    }
}

/// Whether values of this type are sizes in some edition.
fn is_size(ty: &super::Type<'_>) -> bool {
    use crate::prim::PrimType;
    matches!(ty, super::Type::TypePrim { prim: PrimType::I32 | PrimType::I64, .. })
}
