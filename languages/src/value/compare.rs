//! Comparing values up to rounding, as tests do.

use super::array::with_elements;
use super::{ArrayValue, Element, Value};
use crate::prim::PrimValue;

impl Value {
    /// Whether two values agree. Floats agree up to a tolerance: `|a - b| <= tolerance * max(1, |b|)`, where `b` is the
    /// expected number. A NaN agrees with any NaN, an infinity only with itself. Types and sizes must be equal.
    pub fn agrees(&self, expected: &Value, tolerance: f64) -> bool {
        self.difference(expected, tolerance).is_none()
    }

    /// Describes the first place at which this value does not agree with the expected one (see [`Value::agrees`]).
    pub fn difference(&self, expected: &Value, tolerance: f64) -> Option<String> {
        match (self, expected) {
            (Value::Scalar(a), Value::Scalar(b)) if a.prim_type() == b.prim_type() => {
                (!scalars_agree(*a, *b, tolerance)).then(|| format!("expected {b}, got {a}"))
            }
            (Value::Array(a), Value::Array(b)) if a.shape == b.shape && a.data.prim_type() == b.data.prim_type() => {
                with_elements!(&a.data, elements => array_difference(elements, b, tolerance))
            }
            _ => Some(format!(
                "expected a value of type {}, got one of type {}",
                expected.type_description(),
                self.type_description()
            )),
        }
    }
}

/// Describes the first element that differs from the expected one. Sizes and types are equal.
fn array_difference<T: Element>(elements: &[T], expected: &ArrayValue, tolerance: f64) -> Option<String> {
    let others = T::elements(&expected.data)?;
    let (index, (a, b)) = elements
        .iter()
        .zip(others)
        .enumerate()
        // Equal numbers agree. Unequal ones, such as NaN, need a closer look.
        .find(|(_, (a, b))| a != b && !scalars_agree(a.to_value(), b.to_value(), tolerance))?;
    Some(format!("at {}: expected {}, got {}", place(index, &expected.shape), b.to_value(), a.to_value()))
}

/// Returns the indices of a position in row-major order, each in brackets.
fn place(mut index: usize, shape: &[usize]) -> String {
    let mut indices = Vec::new();
    for size in shape.iter().rev() {
        indices.push(format!("[{}]", index % size));
        index /= size;
    }
    indices.reverse();
    indices.concat()
}

/// Whether two values of one type agree.
fn scalars_agree(a: PrimValue, b: PrimValue, tolerance: f64) -> bool {
    let (a, b) = match (a, b) {
        (PrimValue::F16(a), PrimValue::F16(b)) => (a.to_f64(), b.to_f64()),
        (PrimValue::F32(a), PrimValue::F32(b)) => (a.into(), b.into()),
        (PrimValue::F64(a), PrimValue::F64(b)) => (a, b),
        _ => return a == b,
    };
    // Two equal infinities have no difference to measure.
    a == b
        || (a.is_nan() && b.is_nan())
        || (a.is_finite() && b.is_finite() && (a - b).abs() <= tolerance * b.abs().max(1.0))
}
