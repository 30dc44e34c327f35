//! Comparing values up to rounding, as tests do.

use super::array::with_elements;
use super::{ArrayValue, Element, Value};
use crate::prim::PrimValue;

/// How far floats may be from the expected ones.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Tolerance {
    /// `|a - b| <= t * max(1, |b|)`, where `b` is the expected number.
    OfEach(f64),
    /// `|a - b| <= t * max(1, m)`, where `m` is the largest of the finite expected numbers: the rule of `futhark test`.
    OfLargest(f64),
}

impl From<f64> for Tolerance {
    fn from(part: f64) -> Tolerance {
        Tolerance::OfEach(part)
    }
}

impl Tolerance {
    /// The tolerance for the elements of a value: with `OfLargest`, the allowed difference itself.
    fn for_elements(self, expected: &Value) -> Tolerance {
        let Tolerance::OfLargest(part) = self else { return self };
        let largest = match expected {
            Value::Scalar(value) => finite(*value).unwrap_or(1.0),
            Value::Array(array) if array.data.prim_type().is_float() => {
                let numbers = (0..array.data.len()).filter_map(|index| finite(array.data.get(index)?));
                numbers.fold(1.0, f64::max)
            }
            Value::Array(_) => 1.0,
        };
        Tolerance::OfLargest(part * largest.max(1.0))
    }

    /// The allowed difference from an expected number.
    fn at(self, expected: f64) -> f64 {
        match self {
            Tolerance::OfEach(part) => part * expected.abs().max(1.0),
            Tolerance::OfLargest(whole) => whole,
        }
    }
}

/// A finite float as a number.
fn finite(value: PrimValue) -> Option<f64> {
    let number = match value {
        PrimValue::F16(number) => number.to_f64(),
        PrimValue::F32(number) => number.into(),
        PrimValue::F64(number) => number,
        _ => return None,
    };
    number.is_finite().then_some(number)
}

impl Value {
    /// Whether two values agree. Floats agree up to a tolerance. A NaN agrees with any NaN, an infinity only with
    /// itself. Types and sizes must be equal.
    pub fn agrees(&self, expected: &Value, tolerance: impl Into<Tolerance>) -> bool {
        self.difference(expected, tolerance).is_none()
    }

    /// Describes the first place at which this value does not agree with the expected one (see [`Value::agrees`]).
    pub fn difference(&self, expected: &Value, tolerance: impl Into<Tolerance>) -> Option<String> {
        let tolerance = tolerance.into().for_elements(expected);
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
fn array_difference<T: Element>(elements: &[T], expected: &ArrayValue, tolerance: Tolerance) -> Option<String> {
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
fn scalars_agree(a: PrimValue, b: PrimValue, tolerance: Tolerance) -> bool {
    let (a, b) = match (a, b) {
        (PrimValue::F16(a), PrimValue::F16(b)) => (a.to_f64(), b.to_f64()),
        (PrimValue::F32(a), PrimValue::F32(b)) => (a.into(), b.into()),
        (PrimValue::F64(a), PrimValue::F64(b)) => (a, b),
        _ => return a == b,
    };
    // Two equal infinities have no difference to measure.
    a == b || (a.is_nan() && b.is_nan()) || (a.is_finite() && b.is_finite() && (a - b).abs() <= tolerance.at(b))
}
