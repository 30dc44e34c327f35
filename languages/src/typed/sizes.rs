//! Sizes up to arithmetic: two sizes are equal if their normal forms are.

use framework::Name;
use rustc_hash::FxHashMap;

use super::Exp;
use crate::polynomial::Polynomial;
use crate::prim::{BinOp, PrimValue};

/// A factor of a product.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Factor {
    /// A variable.
    Name(Name),
    /// An operator other than sum, difference and product, with its operands.
    Op(BinOp, Poly, Poly),
    /// Any other expression, by its S-expression.
    Other(String),
}

/// The normal form of a size.
pub type Poly = Polynomial<Factor>;

/// The sizes that names stand for; `None` for an unknown size.
pub type Sizes = FxHashMap<Name, Option<Poly>>;

impl Poly {
    /// Returns the size that a variable holds.
    pub fn name(name: Name) -> Poly {
        Poly::factor(Factor::Name(name))
    }

    /// Substitutes names by the sizes that they are known to hold.
    pub fn expanded(&self, known: &FxHashMap<Name, Poly>) -> Poly {
        self.replaced(|factor| match factor {
            Factor::Name(name) => known.get(name).cloned().unwrap_or_else(|| Poly::name(*name)),
            Factor::Op(op, a, b) => Poly::factor(Factor::Op(*op, a.expanded(known), b.expanded(known))),
            Factor::Other(_) => Poly::factor(factor.clone()),
        })
    }

    /// Returns the normal form of a size, with names replaced by their sizes in `sizes`. Returns `None` if the size
    /// depends on an unknown one.
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
                    BinOp::Add => a.plus(&b),
                    BinOp::Sub => a.minus(&b),
                    BinOp::Mul => a.times(&b),
                    _ => {
                        let known = a.as_constant().zip(b.as_constant());
                        let value = known.and_then(|(x, y)| op.eval(PrimValue::I64(x), PrimValue::I64(y)).ok());
                        match value {
                            Some(PrimValue::I64(value)) => Poly::constant(value),
                            _ => Poly::factor(Factor::Op(*op, a, b)),
                        }
                    }
                }
            }
            // In older editions, a size may be of type `i32`.
            Exp::Convert { exp, .. } if is_size(exp.ty()) => return Poly::of(exp, sizes),
            other => {
                let text = framework::Node::to_tree(other).to_string();
                Poly::factor(Factor::Other(text))
            }
        })
    }
}

/// Whether values of this type are sizes in some edition.
fn is_size(ty: &super::Type<'_>) -> bool {
    use crate::prim::PrimType;
    matches!(ty, super::Type::TypePrim { prim: PrimType::I32 | PrimType::I64, .. })
}
