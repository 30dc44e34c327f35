//! Primitive types, primitive values and the operators on them: what every language of the compiler shares.
//!
//! This module is the one definition of what an operator means. The interpreters call it, the optimiser folds constants
//! with it, and the backends are tested against it.
//!
//! - [`PrimType`], [`PrimValue`]: the twelve primitive types and their values (`types.rs`);
//! - their notation in source programs, dumps and data (`literal.rs`);
//! - [`BinOp`], [`UnOp`], [`TriOp`]: the operators, their names and their types (`ops.rs`);
//! - their meaning, chosen by type in `eval.rs`: on integers (`integer.rs`) and on floats (`float.rs`);
//! - [`convert`]: conversion between any two primitive types (`convert.rs`).

mod convert;
mod eval;
mod float;
mod integer;
mod literal;
mod ops;
mod terminal;
#[cfg(test)]
mod tests;
mod types;

pub use convert::convert;
pub use eval::ArithError;
pub(crate) use literal::Digits;
pub use literal::{LiteralError, parse_as, split_suffix};
pub use ops::{BinOp, TriOp, UnOp};
pub use types::{NotAPrimType, PrimType, PrimValue};
