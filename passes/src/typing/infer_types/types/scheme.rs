//! Types with parameters, and substitutions for parameters.

use framework::{Name, Span};
use languages::source::Liftedness;
use rustc_hash::FxHashMap;

use super::{Sz, Ty};

/// A parameter that stands for a size or a type.
#[derive(Clone, Copy, Debug)]
#[allow(missing_docs)]
pub enum TypeParam {
    Size(Name),
    Type(Name, Liftedness),
}

/// Type parameters in order, with their places.
pub type PlacedParams = Vec<(Span, TypeParam)>;

/// The type of a definition, general in its type parameters.
#[derive(Debug)]
pub struct Scheme<'t> {
    /// The type parameters in order.
    pub params: Vec<TypeParam>,
    /// The type.
    pub ty: Ty<'t>,
}

/// A named type.
#[derive(Clone, Debug)]
pub struct Abbreviation<'t> {
    /// Its parameters.
    pub params: Vec<TypeParam>,
    /// The definition; `None` for an abstract type.
    pub rhs: Option<Ty<'t>>,
}

/// A substitution: sizes and types for names.
#[derive(Default)]
pub struct Subst<'t> {
    /// Sizes for names of sizes.
    pub sizes: FxHashMap<Name, Sz<'t>>,
    /// Types for type parameters.
    pub types: FxHashMap<Name, Ty<'t>>,
}

impl<'t> Subst<'t> {
    /// A size for a name.
    pub fn size(name: Name, size: Sz<'t>) -> Subst<'t> {
        Subst { sizes: FxHashMap::from_iter([(name, size)]), types: FxHashMap::default() }
    }
}
