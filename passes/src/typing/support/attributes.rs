//! Attributes that tell `check-uniqueness` facts that types do not express.

/// Marks a constant that its module exports under an abstract type. Its type does not tell other modules that it is an
/// array.
pub const ABSTRACT: &str = "abstract";

/// Marks a loop, with the names of its variables with declared types.
pub const ASCRIBED: &str = "ascribed";
