//! Results as values of Rust.

use super::{Array, Shape, Tree};
use framework::Error;
use half::f16;
use languages::value::{ArrayData, ArrayValue, Element, Value};

/// A value that can be a result, or a part of one.
pub trait Return: Sized {
    /// Converts a tree of some type to the value. Errors say why that is not possible.
    fn from_tree(tree: Tree, shape: &Shape) -> Result<Self, String>;

    /// Converts an array to its elements. Scalars need not be trees one by one.
    fn list(tree: Tree, shape: &Shape) -> Result<Vec<Self>, String> {
        let Shape::Array(_, elem) = shape else { return Err(other(shape, "an array")) };
        rows(tree).into_iter().map(|row| Self::from_tree(row, elem)).collect()
    }
}

/// The error for a result that the caller asked for by another type.
pub(super) fn other(shape: &Shape, wanted: &str) -> String {
    format!("a result of type {shape} is not {wanted}")
}

/// A result from its leaves.
pub(super) fn tree(shape: &Shape, mut leaves: Vec<Value>) -> Result<Tree, Error> {
    let tree = match shape.value_type() {
        Some(_) if leaves.len() == 1 => leaves.pop().map(Tree::Leaf),
        _ => shape.tree(&leaves),
    };
    tree.ok_or_else(|| Error::internal(format!("a result is not of its type, {shape}")))
}

/// The rows of an array.
fn rows(tree: Tree) -> Vec<Tree> {
    match tree {
        Tree::Array(rows) => rows,
        Tree::Leaf(Value::Array(ArrayValue { shape, data })) => {
            let Some((count, inner)) = shape.split_first() else { return Vec::new() };
            let (size, prim) = (inner.iter().product::<usize>(), data.prim_type());
            let row = |index: usize| {
                if inner.is_empty() {
                    return data.get(index).map(Value::Scalar);
                }
                let elements = (index * size..(index + 1) * size).filter_map(|at| data.get(at));
                ArrayValue::new(inner.to_vec(), ArrayData::from_values(prim, elements)?).map(Value::Array)
            };
            (0..*count).filter_map(row).map(Tree::Leaf).collect()
        }
        _ => Vec::new(),
    }
}

/// Implements [`Return`] for scalars, whose arrays have a variant of `ArrayData` each.
macro_rules! scalars {
    ($($T:ty, $Variant:ident;)*) => {
        $(impl Return for $T {
            fn from_tree(tree: Tree, shape: &Shape) -> Result<$T, String> {
                match tree {
                    Tree::Leaf(Value::Scalar(value)) => <$T>::from_value(value),
                    _ => None,
                }
                .ok_or_else(|| other(shape, stringify!($T)))
            }

            fn list(tree: Tree, shape: &Shape) -> Result<Vec<$T>, String> {
                match tree {
                    Tree::Leaf(Value::Array(ArrayValue { shape, data: ArrayData::$Variant(elements) }))
                        if shape.len() == 1 =>
                    {
                        Ok(elements)
                    }
                    _ => Err(other(shape, concat!("[]", stringify!($T)))),
                }
            }
        }

        impl Return for Array<$T> {
            fn from_tree(tree: Tree, shape: &Shape) -> Result<Array<$T>, String> {
                match tree {
                    Tree::Leaf(Value::Array(ArrayValue { shape, data: ArrayData::$Variant(elements) })) => {
                        Ok(Array { shape, elements })
                    }
                    _ => Err(other(shape, concat!("an array of ", stringify!($T)))),
                }
            }
        })*
    };
}

scalars! {
    i8, I8;
    i16, I16;
    i32, I32;
    i64, I64;
    u8, U8;
    u16, U16;
    u32, U32;
    u64, U64;
    f16, F16;
    f32, F32;
    f64, F64;
    bool, Bool;
}

impl<T: Return> Return for Vec<T> {
    fn from_tree(tree: Tree, shape: &Shape) -> Result<Vec<T>, String> {
        T::list(tree, shape)
    }
}

/// A value as programs return it.
impl Return for Tree {
    fn from_tree(tree: Tree, _: &Shape) -> Result<Tree, String> {
        Ok(tree)
    }
}

/// The results of a call: one, or a tuple of them.
pub trait Returns: Sized {
    /// Converts the trees of an entry point's results.
    fn from_trees(trees: Vec<Tree>, shapes: &[Shape]) -> Result<Self, String>;
}

impl<R: Return> Returns for R {
    fn from_trees(trees: Vec<Tree>, shapes: &[Shape]) -> Result<R, String> {
        <(R,)>::from_trees(trees, shapes).map(|(result,)| result)
    }
}

/// Implements [`Returns`] for a tuple.
macro_rules! tuples {
    ($($($R:ident $number:tt)*;)*) => {
        $(impl<$($R: Return),*> Returns for ($($R,)*) {
            fn from_trees(trees: Vec<Tree>, shapes: &[Shape]) -> Result<Self, String> {
                let wanted = 0 $(+ { let _ = $number; 1 })*;
                if trees.len() != wanted {
                    return Err(format!("{wanted} results were asked for, but there are {}", trees.len()));
                }
                let mut parts = trees.into_iter().zip(shapes);
                let mut next = || parts.next().ok_or("a result is missing");
                Ok(($({
                    let (tree, shape) = next()?;
                    $R::from_tree(tree, shape)?
                },)*))
            }
        })*
    };
}

with_tuples!(tuples);
