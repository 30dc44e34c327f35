//! The reason why types or sizes cannot be unified. The room `messages` turns it into messages.

use framework::{Name, Symbol};

use super::{PrimSet, Sz, Ty};

/// The reason why two types cannot be unified.
#[derive(Clone, Debug)]
pub enum Clash<'t> {
    /// The types have different constructors.
    Types(Ty<'t>, Ty<'t>),
    /// Two sizes in them differ: the one found and the one expected.
    Sizes(Sz<'t>, Sz<'t>),
    /// A type would mention a size outside the size's scope.
    Escape(Name),
    /// A type would contain itself.
    Infinite,
    /// A function where none is allowed.
    Function(Ty<'t>),
    /// A function that consumes its argument, where a function must not.
    Consumes(Ty<'t>),
    /// Unknown sizes where all sizes must be known.
    Unknown(Ty<'t>),
    /// A type other than the primitive types that an operator or a literal may have.
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
