//! Attributes by which passes of this stage tell `check-uniqueness` facts that types do not say.

/// Marks a constant that its module shows under an abstract type: outside, its type does not say that it is an array.
pub const ABSTRACT: &str = "abstract";

/// Marks a loop, with the names of those of its variables that have declared types.
pub const ASCRIBED: &str = "ascribed";
