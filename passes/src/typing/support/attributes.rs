//! Attributes by which `infer-types` tells `check-uniqueness` what types do not say.

/// The attribute of a constant that its module shows under an abstract type: nobody outside can tell that it is an array.
pub const ABSTRACT: &str = "abstract";

/// The attribute of a loop with the names of its variables that have declared types.
pub const ASCRIBED: &str = "ascribed";
