//! Normal forms of sizes: sums of products of names, numbers and results of other operators. Two sizes are equal if
//! their normal forms are. Arithmetic wraps around, as on `i64`.

use framework::{Name, Symbol};
use languages::polynomial::Polynomial;
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

/// The normal form of a size.
pub type Poly = Polynomial<Factor>;

/// Whether a size contains this variable of inference.
pub fn mentions(size: &Poly, var: u32) -> bool {
    size.factors().any(|factor| match factor {
        Factor::Var(other) => *other == var,
        Factor::Op(_, a, b) => mentions(a, var) || mentions(b, var),
        Factor::Form(_, parts) => parts.iter().any(|part| mentions(part, var)),
        Factor::Name(_) => false,
    })
}

/// Whether a size contains any variable of inference.
pub fn has_vars(size: &Poly) -> bool {
    size.factors().any(|factor| match factor {
        Factor::Var(_) => true,
        Factor::Op(_, a, b) => has_vars(a) || has_vars(b),
        Factor::Form(_, parts) => parts.iter().any(has_vars),
        Factor::Name(_) => false,
    })
}
