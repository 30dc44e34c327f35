//! Type inference, and checks on typed programs.

pub mod check_exhaustive;
pub mod check_modules;
pub mod check_uniqueness;
pub mod infer_types;
pub(crate) mod support;
pub mod warn_comparisons;
