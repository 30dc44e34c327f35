//! Primitive types, primitive values and the operators on them. All languages share them.
//!
//! This module alone defines the meaning of operators. The evaluators call it, the optimiser folds constants with it,
//! and tests compare the backends with it.
//!
//! - [`PrimType`], [`PrimValue`]: the twelve primitive types and their values (`types.rs`)
//! - the notation of values in source programs, dumps and data (`literal.rs`)
//! - [`BinOp`], [`UnOp`], [`TriOp`]: the operators, their names and their types (`ops.rs`)
//! - the meaning of operators: choice by type (`eval.rs`), integers (`integer.rs`), floats (`float.rs`)
//! - [`convert`]: conversion between any two primitive types (`convert.rs`)

mod convert;
pub mod elementary;
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
pub use integer::power;
pub(crate) use literal::Digits;
pub use literal::{LiteralError, parse_as, split_suffix};
pub use ops::{BinOp, TriOp, UnOp};
pub use types::{NotAPrimType, PrimType, PrimValue};
