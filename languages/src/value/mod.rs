//! Run-time values, and Futhark's data formats.
//!
//! Evaluators compute with these values, backends take and return them, and programs read and write them: as text
//! (`text.rs`, `print.rs`: `[[1i32, 2i32]]`) or in Futhark's binary format (`binary.rs`). [`Reader`] distinguishes the
//! two formats.
//!
//! Programs take and return primitive values and arrays of them. They may borrow arrays (`given.rs`). `shape.rs` says
//! how values of other types are represented by these. `tree.rs` converts between the two, and `source.rs` reads and
//! writes such values as in Futhark's source.

mod array;
mod binary;
mod compare;
mod error;
mod given;
mod print;
mod reader;
mod shape;
mod source;
#[cfg(test)]
mod tests;
mod text;
mod tree;

use std::fmt;

use crate::prim::{PrimType, PrimValue};
use serde::{Deserialize, Serialize};

pub use array::{ArrayData, ArrayValue, Element, Lent, with_elements, with_type};
pub use binary::write_binary;
pub use compare::Tolerance;
pub use error::DataError;
pub use given::{ArrayView, Given};
pub use half::f16;
pub use print::write_text;
pub use reader::Reader;
pub use shape::{Dim, Leaf, Shape};
pub use tree::{Sizes, Tree};

/// A value of a Futhark program.
///
/// Equality compares representations: a NaN equals itself, and `0.0` differs from `-0.0`. [`Value::agrees`] compares up
/// to rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A primitive value.
    Scalar(PrimValue),
    /// An array of primitive values.
    Array(ArrayValue),
}

/// The type of a value: a primitive type and a number of dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ValueType {
    /// The type of the value, or of the array's elements.
    pub prim: PrimType,
    /// The number of dimensions, 0 for a scalar.
    pub rank: usize,
}

impl Value {
    /// Returns the type.
    pub fn value_type(&self) -> ValueType {
        match self {
            Value::Scalar(value) => ValueType { prim: value.prim_type(), rank: 0 },
            Value::Array(array) => ValueType { prim: array.data.prim_type(), rank: array.shape.len() },
        }
    }

    /// Returns the bytes of the value's elements.
    pub fn bytes(&self) -> usize {
        match self {
            Value::Scalar(value) => value.prim_type().size_bytes(),
            Value::Array(array) => array.data.len() * array.data.prim_type().size_bytes(),
        }
    }

    /// Returns a description of the value's type with its sizes: `[3][4]f32`.
    pub fn type_description(&self) -> String {
        match self {
            Value::Scalar(value) => value.prim_type().to_string(),
            Value::Array(array) => array.type_description(),
        }
    }
}

impl From<PrimValue> for Value {
    fn from(value: PrimValue) -> Value {
        Value::Scalar(value)
    }
}

impl From<ArrayValue> for Value {
    fn from(array: ArrayValue) -> Value {
        Value::Array(array)
    }
}

/// The text that [`write_text`] writes.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = Vec::new();
        write_text(self, &mut text).map_err(|_| fmt::Error)?;
        f.write_str(&String::from_utf8_lossy(&text))
    }
}

impl fmt::Display for ValueType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for _ in 0..self.rank {
            f.write_str("[]")?;
        }
        write!(f, "{}", self.prim)
    }
}
