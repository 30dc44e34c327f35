//! The reason why types or sizes cannot be made the same. Messages are made from it.

use framework::{Name, Symbol};

use super::{PrimSet, Sz, Ty};

/// Why two types cannot be made the same.
#[derive(Clone, Debug)]
pub enum Clash<'t> {
    /// They are of different kinds.
    Types(Ty<'t>, Ty<'t>),
    /// Two sizes in them differ: the one found and the one expected.
    Sizes(Sz<'t>, Sz<'t>),
    /// One would name a size where it does not exist.
    Escape(Name),
    /// A type would contain itself.
    Infinite,
    /// A function where none may be.
    Function(Ty<'t>),
    /// A function that consumes its argument where one is needed that does not.
    Consumes(Ty<'t>),
    /// Unknown sizes where all must be known.
    Unknown(Ty<'t>),
    /// Not one of the primitive types that an operator or a literal may have.
    NotOneOf(Ty<'t>, PrimSet),
    /// A type without equality.
    NoEquality(Ty<'t>),
    /// A record without a field.
    NoField(Ty<'t>, Symbol),
    /// A sum type without a constructor.
    NoCase(Ty<'t>, Symbol),
}

/// The outcome of unification.
pub type Unified<'t> = Result<(), Clash<'t>>;
