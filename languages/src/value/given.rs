//! Arguments that a program owns, and arguments that it borrows.

use super::array::element_count;
use super::{ArrayValue, Element, Lent, Tree, Value, ValueType};

/// An array of primitive values in row-major order that stays its owner's.
///
/// ```
/// use languages::value::ArrayView;
///
/// let elements = [1, 2, 3, 4, 5, 6];
/// assert_eq!(ArrayView::new([2, 3], &elements).unwrap().value_type().to_string(), "[][]i32");
/// assert!(ArrayView::new([2, 2], &elements).is_none());
/// ```
#[derive(Debug, Clone)]
pub struct ArrayView<'a> {
    /// The sizes of the dimensions, outermost first; at least one.
    shape: Vec<usize>,
    /// The elements. Their number is the product of the sizes.
    elements: Lent<'a>,
}

impl<'a> ArrayView<'a> {
    /// Returns the array of these sizes and elements, or `None` if they do not fit together.
    pub fn new<T: Element>(shape: impl Into<Vec<usize>>, elements: &'a [T]) -> Option<ArrayView<'a>> {
        let shape = shape.into();
        let fits = !shape.is_empty() && element_count(&shape, T::PRIM)? == elements.len();
        fits.then(|| ArrayView { shape, elements: T::lend(elements) })
    }

    /// The sizes of the dimensions, outermost first; at least one.
    pub fn shape(&self) -> &[usize] {
        &self.shape
    }

    /// The elements.
    pub const fn elements(&self) -> Lent<'a> {
        self.elements
    }

    /// Returns the type.
    pub fn value_type(&self) -> ValueType {
        ValueType { prim: self.elements.prim_type(), rank: self.shape.len() }
    }

    /// Copies the array.
    pub fn to_array(&self) -> ArrayValue {
        ArrayValue { shape: self.shape.clone(), data: self.elements.to_data() }
    }
}

impl<'a> From<&'a ArrayValue> for ArrayView<'a> {
    fn from(array: &'a ArrayValue) -> ArrayView<'a> {
        ArrayView { shape: array.shape.clone(), elements: array.data.lend() }
    }
}

/// An argument: a value that becomes the program's, or an array that the program only reads.
#[derive(Debug, Clone)]
pub enum Given<'a, V = Value> {
    /// A value that becomes the program's.
    Owned(V),
    /// An array that stays the caller's.
    Borrowed(ArrayView<'a>),
}

impl<'a> Given<'a, Value> {
    /// Gives a value and keeps it.
    pub fn lend(value: &'a Value) -> Given<'a, Value> {
        match value {
            Value::Scalar(value) => Given::Owned(Value::Scalar(*value)),
            Value::Array(array) => Given::Borrowed(array.into()),
        }
    }

    /// Returns the type.
    pub fn value_type(&self) -> ValueType {
        match self {
            Given::Owned(value) => value.value_type(),
            Given::Borrowed(array) => array.value_type(),
        }
    }

    /// The sizes of an array, outermost first. None for a scalar.
    pub fn sizes(&self) -> &[usize] {
        match self {
            Given::Owned(Value::Scalar(_)) => &[],
            Given::Owned(Value::Array(array)) => &array.shape,
            Given::Borrowed(array) => array.shape(),
        }
    }

    /// Returns the bytes of the argument's elements.
    pub fn bytes(&self) -> usize {
        match self {
            Given::Owned(value) => value.bytes(),
            Given::Borrowed(array) => array.elements.len() * array.elements.prim_type().size_bytes(),
        }
    }

    /// Returns a description of the argument's type with its sizes: `[3][4]f32`.
    pub fn type_description(&self) -> String {
        let sizes: String = self.sizes().iter().map(|size| format!("[{size}]")).collect();
        format!("{sizes}{}", self.value_type().prim)
    }

    /// The value. A borrowed one is copied.
    pub fn into_value(self) -> Value {
        match self {
            Given::Owned(value) => value,
            Given::Borrowed(array) => Value::Array(array.to_array()),
        }
    }
}

impl Given<'_, Tree> {
    /// The value. A borrowed one is copied.
    pub fn into_tree(self) -> Tree {
        match self {
            Given::Owned(tree) => tree,
            Given::Borrowed(array) => Tree::Leaf(Value::Array(array.to_array())),
        }
    }
}
