//! Values at run time, and Futhark's data formats for them.
//!
//! The interpreters compute with these values, the backends take and return them, and programs read and write them: as
//! text (`text.rs`, `print.rs`: `[[1i32, 2i32]]`) or in Futhark's binary format (`binary.rs`), either of them told apart by [`Reader`].
//!
//! Arrays hold primitive values only; an array of tuples is, here as in the compiled program, a tuple of arrays.

mod array;
mod binary;
mod compare;
mod error;
mod print;
mod reader;
#[cfg(test)]
mod tests;
mod text;

use std::fmt;

use framework::Symbol;

use crate::prim::{PrimType, PrimValue};

pub use array::{ArrayData, ArrayValue, Element};
pub use binary::write_binary;
pub use error::DataError;
pub use print::write_text;
pub use reader::Reader;

/// A value of a Futhark program.
///
/// Equality is that of representations: a NaN equals itself, and `0.0` differs from `-0.0`. [`Value::agrees`] compares up
/// to rounding.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    /// A primitive value.
    Scalar(PrimValue),
    /// An array of primitive values.
    Array(ArrayValue),
    /// A record; or a tuple, whose fields are `0`, `1` and so on.
    Record(Vec<(Symbol, Value)>),
    /// A value of a sum type.
    Sum {
        /// The constructor, without its `#`.
        tag: Symbol,
        /// The constructor's arguments.
        payload: Vec<Value>,
    },
}

/// The type of a value that has an external representation: a primitive type and a number of dimensions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct ValueType {
    /// The type of the value, or of the array's elements.
    pub prim: PrimType,
    /// The number of dimensions, 0 for a scalar.
    pub rank: usize,
}

impl Value {
    /// A tuple of values.
    pub fn tuple(values: impl IntoIterator<Item = Value>) -> Value {
        Value::Record(values.into_iter().enumerate().map(|(i, value)| (Symbol::new(&i.to_string()), value)).collect())
    }

    /// The type of a scalar or an array; `None` for values without an external representation.
    pub fn value_type(&self) -> Option<ValueType> {
        match self {
            Value::Scalar(value) => Some(ValueType { prim: value.prim_type(), rank: 0 }),
            Value::Array(array) => Some(ValueType { prim: array.data.prim_type(), rank: array.shape.len() }),
            Value::Record(_) | Value::Sum { .. } => None,
        }
    }

    /// A description of the value's type with its sizes: `[3][4]f32`, `(i32, [2]bool)`, `{x: i32}`, `#tag i32`.
    pub fn type_description(&self) -> String {
        match self {
            Value::Scalar(value) => value.prim_type().to_string(),
            Value::Array(array) => array.type_description(),
            Value::Record(fields) if is_tuple(fields) => {
                let types: Vec<String> = fields.iter().map(|(_, value)| value.type_description()).collect();
                format!("({})", types.join(", "))
            }
            Value::Record(fields) => {
                let types: Vec<String> =
                    fields.iter().map(|(label, value)| format!("{label}: {}", value.type_description())).collect();
                format!("{{{}}}", types.join(", "))
            }
            Value::Sum { tag, payload } => {
                let types = payload.iter().map(|value| format!(" {}", value.type_description()));
                format!("#{tag}{}", types.collect::<String>())
            }
        }
    }
}

/// Whether the fields of a record are those of a tuple. A record of one field named `0` is not: tuples have none of one.
fn is_tuple(fields: &[(Symbol, Value)]) -> bool {
    fields.len() != 1 && fields.iter().enumerate().all(|(i, (label, _))| label.as_str() == i.to_string())
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

/// As [`write_text`] writes it.
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
