//! The rules of `Mono`: those of `Typed`, on the `Typed` program of the same meaning, but without comparing sizes.

use framework::rules;

use super::Mono;
use crate::embedded;

rules! { Mono:
    /// Every name is bound where it is used.
    pub NamesInScope = "names-in-scope" by embedded::names_in_scope::<Mono>;
    /// No variable is bound twice.
    pub UniqueNames = "unique-names" by embedded::unique_names::<Mono>;
    /// Every expression has the type that its parts require.
    pub WellTyped = "well-typed" by embedded::well_typed::<Mono>;
}
