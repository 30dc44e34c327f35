//! The types of inference. They may contain variables, have no abbreviations, and are shared by reference.

mod clash;
mod scheme;
mod store;
pub mod tables;

use framework::{Name, Symbol};
use languages::prim::{BinOp, PrimType};
use languages::resolved;

pub use self::clash::{Clash, Unified};
pub use self::scheme::{Abbreviation, PlacedParams, Scheme, Subst, TypeParam};
pub use self::store::Store;

/// A reference to a type.
pub type Ty<'t> = &'t Type<'t>;
/// A reference to a size.
pub type Sz<'t> = &'t Size<'t>;

/// The largest number of parts of a type. Types can double with every `let`: `let b = (a, a) let c = (b, b) …`.
pub const MAX_PARTS: usize = 20_000;

/// A type variable of inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct TypeVar(pub u32);
/// A size variable of inference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct SizeVar(pub u32);

/// A type.
///
/// Fields of records are sorted by [`label_order`] and constructors of sums by name, so that equal types have the same
/// shape.
#[derive(Clone, Copy, Debug)]
pub enum Type<'t> {
    /// A primitive type.
    Prim(PrimType),
    /// A variable of inference, unsolved or solved.
    Var(TypeVar),
    /// A type parameter in scope.
    Param(Name),
    /// An abstract type of a parametric module that is being checked.
    Abstract(Name, &'t [Arg<'t>]),
    /// An array.
    Array(Sz<'t>, Ty<'t>),
    /// A record or tuple.
    Record(&'t [(Symbol, Ty<'t>)]),
    /// A sum type.
    Sum(&'t [(Symbol, &'t [Ty<'t>])]),
    /// A function. The name, if any, stands for the argument in sizes of the result.
    Arrow(Option<Name>, Ty<'t>, Ty<'t>),
    /// Sizes that are unknown before the value is computed. Only results of functions and of expressions have such
    /// types.
    Exists(&'t [Name], Ty<'t>),
    /// A unique value: no other value shares its memory. Only parameters and results of functions have such types.
    Unique(Ty<'t>),
}

/// A size: an expression of type `i64`.
#[derive(Clone, Copy, Debug)]
pub enum Size<'t> {
    /// A variable of the program.
    Name(Name),
    /// A number.
    Const(i64),
    /// A variable of inference, unsolved or solved.
    Var(SizeVar),
    /// An operator applied to two sizes.
    Bin(BinOp, Sz<'t>, Sz<'t>),
    /// The value of an expression that is no arithmetic. The first part is the size that holds the value, the second
    /// the expression.
    Computed(Sz<'t>, Sz<'t>),
    /// An expression that is no arithmetic: its form and its parts. It occurs only as the second part of `Computed`.
    Form(Form<'t>, &'t [Sz<'t>]),
}

/// What an expression that is no arithmetic is, apart from its parts.
#[derive(Clone, Copy, Debug)]
pub struct Form<'t> {
    /// Tells expressions of different forms apart.
    pub text: Symbol,
    /// An expression of this form in the program.
    pub exp: &'t resolved::Exp<'t>,
}

/// The argument for a type parameter.
#[derive(Clone, Copy, Debug)]
pub enum Arg<'t> {
    /// A size parameter's size.
    Size(Sz<'t>),
    /// A type parameter's type.
    Type(Ty<'t>),
}

/// The order of labels: numbers as numbers, before words.
pub fn label_order(a: Symbol, b: Symbol) -> std::cmp::Ordering {
    let key = |label: Symbol| (label.as_str().parse::<u64>().unwrap_or(u64::MAX), label.as_str());
    key(a).cmp(&key(b))
}

/// A set of primitive types.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrimSet(u16);

impl PrimSet {
    /// The types that satisfy a condition.
    pub fn of(holds: impl Fn(PrimType) -> bool) -> PrimSet {
        let bits = PrimType::ALL.into_iter().filter(|prim| holds(*prim)).fold(0, |bits, prim| bits | 1 << prim as u16);
        PrimSet(bits)
    }
    /// Whether the set contains a type.
    pub fn contains(self, prim: PrimType) -> bool {
        self.0 & (1 << prim as u16) != 0
    }
    /// The intersection of two sets.
    pub fn and(self, other: PrimSet) -> PrimSet {
        PrimSet(self.0 & other.0)
    }
    /// The elements of the set, in order.
    pub fn iter(self) -> impl Iterator<Item = PrimType> {
        PrimType::ALL.into_iter().filter(move |prim| self.contains(*prim))
    }
    /// The default for an ambiguous literal or operator: `i32` if possible, else `f64`.
    pub fn default(self) -> Option<PrimType> {
        let mut all = self.iter();
        match (all.next(), all.next()) {
            (only, None) => only,
            _ => [PrimType::I32, PrimType::F64].into_iter().find(|prim| self.contains(*prim)),
        }
    }
}
