//! Attributes that tell `check-modules` and `check-uniqueness` facts that types do not express.

/// Marks a constant that its module exports under an abstract type. Its type does not tell other modules that it is an
/// array.
pub const ABSTRACT: &str = "abstract";

/// Marks a definition of a parametric module's body, for an argument. The body has been checked for all arguments
/// before: there, the module type of the parameter says what is known of a constant.
pub const INSTANCE: &str = "instance";

/// Marks a loop, with the names of its variables with declared types.
pub const ASCRIBED: &str = "ascribed";
