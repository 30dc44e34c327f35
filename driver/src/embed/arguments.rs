//! Values of Rust as arguments.

use super::{Misfit, Shape, Tree};
use crate::cli::entry::Param;
use half::f16;
use languages::value::{ArrayData, ArrayValue, ArrayView, Element, Given, Value, ValueType};

/// A value that can be an argument, or a part of one. `'a` is how long the arrays live that it borrows.
pub trait Argument<'a>: Sized {
    /// Converts the value to a tree of this type. Errors say why it has none.
    fn into_tree(self, shape: &Shape) -> Result<Tree, String>;

    /// Converts the value to an argument of this type, which may be a borrowed array.
    fn give(self, shape: &Shape) -> Result<Given<'a, Tree>, String> {
        self.into_tree(shape).map(Given::Owned)
    }

    /// Converts an array of such values to a tree of this type. Scalars need not become trees one by one.
    fn list(elements: Vec<Self>, shape: &Shape) -> Result<Tree, String> {
        let Shape::Array(_, elem) = shape else { return Err("an array was given".into()) };
        let rows =
            elements.into_iter().map(|element| element.into_tree(elem)).collect::<Result<Vec<Tree>, String>>()?;
        join(shape, rows)
    }

    /// Converts an array of such values to an argument of this type. Numbers stay where they are.
    fn list_of(elements: &'a [Self], shape: &Shape) -> Result<Given<'a, Tree>, String>
    where
        Self: Clone,
    {
        Self::list(elements.to_vec(), shape).map(Given::Owned)
    }
}

/// An array with these rows. Rows of numbers become one leaf.
fn join(shape: &Shape, rows: Vec<Tree>) -> Result<Tree, String> {
    let Some(first) = rows.first().filter(|_| shape.value_type().is_some()) else { return Ok(Tree::Array(rows)) };
    let Tree::Leaf(Value::Array(first)) = first else { return Ok(Tree::Array(rows)) };
    let inner = first.shape.clone();
    let mut bytes = Vec::new();
    for row in &rows {
        match row {
            Tree::Leaf(Value::Array(row)) if row.shape == inner => row.data.append_bytes(&mut bytes),
            _ => return Err("the rows of an array have different sizes".into()),
        }
    }
    let data = ArrayData::from_bytes(first.data.prim_type(), &bytes);
    leaf(shape, ArrayValue::new([rows.len()].into_iter().chain(inner).collect(), data))
}

/// The elements of an array are more or fewer than those of its sizes.
const MISFIT: &str = "the array has another number of elements than its sizes say";

/// An array as a tree of this type.
fn leaf(shape: &Shape, array: Option<ArrayValue>) -> Result<Tree, String> {
    let value = Value::Array(array.ok_or(MISFIT)?);
    match shape.value_type() {
        Some(ty) if ty == value.value_type() => Ok(Tree::Leaf(value)),
        _ => Err(format!("an array of type {} was given", value.value_type())),
    }
}

/// A borrowed array as an argument of this type.
fn borrow<'a>(shape: &Shape, array: Option<ArrayView<'a>>) -> Result<Given<'a, Tree>, String> {
    let array = array.ok_or(MISFIT)?;
    match shape.value_type() {
        Some(ty) if ty == array.value_type() => Ok(Given::Borrowed(array)),
        _ => Err(format!("an array of type {} was given", array.value_type())),
    }
}

/// Implements [`Argument`] for scalars.
macro_rules! scalars {
    ($($T:ty)*) => {
        $(impl<'a> Argument<'a> for $T {
            fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
                match shape {
                    Shape::Prim(prim) if *prim == <$T>::PRIM => Ok(Tree::Leaf(Value::Scalar(self.to_value()))),
                    _ => Err(format!("a value of type {} was given", <$T>::PRIM)),
                }
            }

            fn list(elements: Vec<$T>, shape: &Shape) -> Result<Tree, String> {
                leaf(shape, ArrayValue::new(vec![elements.len()], <$T>::into_data(elements)))
            }

            fn list_of(elements: &'a [$T], shape: &Shape) -> Result<Given<'a, Tree>, String> {
                borrow(shape, ArrayView::new([elements.len()], elements))
            }
        })*
    };
}

scalars!(i8 i16 i32 i64 u8 u16 u32 u64 f16 f32 f64 bool);

impl<'a, T: Argument<'a>> Argument<'a> for Vec<T> {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        T::list(self, shape)
    }
}

impl<'a, T: Argument<'a>, const N: usize> Argument<'a> for [T; N] {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        T::list(Vec::from(self), shape)
    }
}

/// Implements [`Argument`] for references to lists.
macro_rules! references {
    ($([$($generic:tt)*] $List:ty;)*) => {
        $(impl<'a, T: Argument<'a> + Clone, $($generic)*> Argument<'a> for &'a $List {
            fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
                T::list(self.to_vec(), shape)
            }

            fn give(self, shape: &Shape) -> Result<Given<'a, Tree>, String> {
                T::list_of(self, shape)
            }
        })*
    };
}

references! {
    [] [T];
    [] Vec<T>;
    [const N: usize] [T; N];
}

/// A value as programs take it.
impl Argument<'_> for Tree {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        check(&self, shape).map(|()| self)
    }
}

/// Checks the type of a number or of an array of numbers. Other values are checked when they are taken apart.
fn check(tree: &Tree, shape: &Shape) -> Result<(), String> {
    match tree {
        Tree::Leaf(value) => check_type(value.value_type(), shape),
        _ => Ok(()),
    }
}

/// [`check`] for an argument.
pub(super) fn check_given(given: &Given<'_, Tree>, shape: &Shape) -> Result<(), String> {
    match given {
        Given::Owned(tree) => check(tree, shape),
        Given::Borrowed(array) => check_type(array.value_type(), shape),
    }
}

fn check_type(ty: ValueType, shape: &Shape) -> Result<(), String> {
    match shape.value_type() {
        Some(wanted) if wanted == ty => Ok(()),
        _ => Err(format!("a value of type {ty} was given")),
    }
}

/// An array of numbers with any number of dimensions, in row-major order.
///
/// ```
/// use fut_nano::embed::{Array, Program};
///
/// let program = Program::compile("entry main [n] [m] (xss: [n][m]i32) = transpose xss")?;
/// let transposed: Array<i32> = program.entry("main")?.call(Array::new([2, 3], vec![1, 2, 3, 4, 5, 6]))?;
/// assert_eq!(transposed, Array::new([3, 2], vec![1, 4, 2, 5, 3, 6]));
/// # Ok::<(), fut_nano::embed::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Array<T> {
    /// The sizes, outermost first.
    pub shape: Vec<usize>,
    /// The elements: as many as the product of the sizes. An array that has others is refused as an argument.
    pub elements: Vec<T>,
}

impl<T> Array<T> {
    /// The array of these sizes and elements.
    pub fn new(shape: impl Into<Vec<usize>>, elements: Vec<T>) -> Array<T> {
        Array { shape: shape.into(), elements }
    }
}

impl<T: Element> Argument<'_> for Array<T> {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        leaf(shape, ArrayValue::new(self.shape, T::into_data(self.elements)))
    }
}

impl<'a, T: Element> Argument<'a> for &'a Array<T> {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        self.clone().into_tree(shape)
    }

    fn give(self, shape: &Shape) -> Result<Given<'a, Tree>, String> {
        borrow(shape, ArrayView::new(&self.shape[..], &self.elements))
    }
}

/// An array of any owner, for instance of the crate `ndarray`: `ArrayView::new(array.shape(), array.as_slice()?)`.
impl<'a> Argument<'a> for ArrayView<'a> {
    fn into_tree(self, shape: &Shape) -> Result<Tree, String> {
        leaf(shape, Some(self.to_array()))
    }

    fn give(self, shape: &Shape) -> Result<Given<'a, Tree>, String> {
        borrow(shape, Some(self))
    }
}

/// The arguments of a call: one, or a tuple of them.
pub trait Arguments<'a> {
    /// Converts the arguments to arguments of the parameters' types.
    fn give(self, params: &[&Param]) -> Result<Vec<Given<'a, Tree>>, Misfit>;
}

/// Checks the number of arguments.
fn count(given: usize, params: &[&Param]) -> Result<(), Misfit> {
    match params.len() {
        wanted if wanted == given => Ok(()),
        1 => Err(Misfit { position: None, why: format!("takes 1 argument, but {given} were given") }),
        wanted => Err(Misfit { position: None, why: format!("takes {wanted} arguments, but {given} were given") }),
    }
}

impl<'a, A: Argument<'a>> Arguments<'a> for A {
    fn give(self, params: &[&Param]) -> Result<Vec<Given<'a, Tree>>, Misfit> {
        (self,).give(params)
    }
}

/// Implements [`Arguments`] for a tuple.
macro_rules! tuples {
    ($($($A:ident $number:tt)*;)*) => {
        $(impl<'a, $($A: Argument<'a>),*> Arguments<'a> for ($($A,)*) {
            fn give(self, params: &[&Param]) -> Result<Vec<Given<'a, Tree>>, Misfit> {
                count(0 $(+ { let _ = $number; 1 })*, params)?;
                Ok(vec![$({
                    let given = self.$number.give(&params[$number].shape);
                    given.map_err(|why| Misfit { position: Some($number), why })?
                }),*])
            }
        })*
    };
}

tuples!(;);
with_tuples!(tuples);
