//! Structured values, and their conversion to and from leaves.

use framework::Name;
use rustc_hash::FxHashMap;

use super::array::element_count;
use super::shape::{Dim, Shape, operands, tag_value};
use super::{ArrayData, ArrayValue, Value};
use crate::prim::{PrimType, PrimValue};

/// A value of some [`Shape`].
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Tree {
    /// A primitive value, or an array of primitive values.
    Leaf(Value),
    /// An array of other elements.
    Array(Vec<Tree>),
    /// An array of other elements that has none, by its type with all sizes. The sizes tell which dimensions are empty.
    Empty(Shape),
    /// The fields of a record.
    Record(Vec<Tree>),
    /// The number of a constructor, and its operands.
    Sum(usize, Vec<Tree>),
}

/// The values of named sizes.
pub type Sizes = FxHashMap<Name, usize>;

/// The greatest number of elements of an operand that is made up.
const MOST: usize = 1 << 32;

impl Shape {
    /// Puts a value together from its leaves. Returns `None` if the leaves do not fit the type.
    pub fn tree(&self, leaves: &[Value]) -> Option<Tree> {
        if let Some(ty) = self.value_type() {
            let [leaf] = leaves else { return None };
            return (leaf.value_type() == ty).then(|| Tree::Leaf(leaf.clone()));
        }
        match self {
            Shape::Prim(_) => None,
            Shape::Array(_, elem) => {
                let arrays = leaves.iter().map(|leaf| match leaf {
                    Value::Array(array) => Some(array),
                    Value::Scalar(_) => None,
                });
                let arrays = arrays.collect::<Option<Vec<&ArrayValue>>>()?;
                let rank = self.rank();
                let outer = arrays.first()?.shape.get(..rank)?;
                if arrays.iter().any(|array| array.shape.get(..rank) != Some(outer)) {
                    return None;
                }
                if outer.contains(&0) {
                    return (self.width(false) == leaves.len()).then(|| Tree::Empty(self.sized(leaves, 0)));
                }
                let rows = (0..outer[0]).map(|index| {
                    let rows = arrays.iter().map(|array| row(array, index)).collect::<Option<Vec<Value>>>()?;
                    elem.tree(&elem.without_empty(rows))
                });
                Some(Tree::Array(rows.collect::<Option<_>>()?))
            }
            Shape::Record(fields) => Some(Tree::Record(trees(fields.iter().map(|(_, shape)| shape), leaves)?)),
            Shape::Sum(cases) => {
                let (number, rest) = leaves.split_first()?;
                let number = match number {
                    Value::Scalar(PrimValue::U8(number)) => usize::from(*number),
                    _ => return None,
                };
                let (_, payload) = cases.get(number)?;
                let before: usize = operands(&cases[..number]).map(|shape| shape.width(false)).sum();
                let own: usize = payload.iter().map(|shape| shape.width(false)).sum();
                Some(Tree::Sum(number, trees(payload.iter(), rest.get(before..before + own)?)?))
            }
        }
    }

    /// Returns the number of dimensions of an array type.
    fn rank(&self) -> usize {
        match self {
            Shape::Array(_, elem) => 1 + elem.rank(),
            _ => 0,
        }
    }

    /// Returns the leaves of a row, given those that it has in an array. Empty records have a leaf only in arrays.
    fn without_empty(&self, leaves: Vec<Value>) -> Vec<Value> {
        fn keep(shape: &Shape, kept: &mut Vec<bool>) {
            match shape {
                Shape::Prim(_) => kept.push(true),
                Shape::Array(..) => kept.extend((0..shape.width(true)).map(|_| true)),
                Shape::Record(fields) if fields.is_empty() => kept.push(false),
                Shape::Record(fields) => fields.iter().for_each(|(_, shape)| keep(shape, kept)),
                Shape::Sum(cases) => {
                    kept.push(true);
                    operands(cases).for_each(|shape| keep(shape, kept));
                }
            }
        }
        let mut kept = Vec::new();
        keep(self, &mut kept);
        leaves.into_iter().zip(kept).filter_map(|(leaf, kept)| kept.then_some(leaf)).collect()
    }

    /// Adds the sizes of a value to the named sizes of its type.
    pub fn note_sizes(&self, tree: &Tree, sizes: &mut Sizes) {
        match (self, tree) {
            (Shape::Array(..), Tree::Leaf(Value::Array(array))) => self.note_array_sizes(&array.shape, sizes),
            (Shape::Array(dim, elem), Tree::Array(rows)) => {
                note(sizes, dim, rows.len());
                rows.iter().for_each(|row| elem.note_sizes(row, sizes));
            }
            (Shape::Array(..), Tree::Empty(empty)) => {
                for ((_, dims), (_, known)) in self.leaves().iter().zip(empty.leaves()) {
                    for (dim, known) in dims.iter().zip(known) {
                        if let Dim::Known(size) = known {
                            note(sizes, dim, size);
                        }
                    }
                }
            }
            (Shape::Record(fields), Tree::Record(values)) => {
                fields.iter().zip(values).for_each(|((_, shape), value)| shape.note_sizes(value, sizes));
            }
            (Shape::Sum(cases), Tree::Sum(number, values)) => {
                let payload = cases.get(*number).map_or(&[][..], |(_, payload)| payload);
                payload.iter().zip(values).for_each(|(shape, value)| shape.note_sizes(value, sizes));
            }
            _ => {}
        }
    }

    /// Adds the sizes of an array of primitive values to the named sizes of its type.
    pub fn note_array_sizes(&self, array: &[usize], sizes: &mut Sizes) {
        let mut elem = self;
        for size in array {
            let Shape::Array(dim, inner) = elem else { return };
            note(sizes, dim, *size);
            elem = inner;
        }
    }

    /// Adds the leaves of a value. Constructors that the value does not use have zeros as operands, of sizes that fit.
    /// Fails, with a reason, if the rows of an array have different sizes.
    pub fn take_apart(&self, tree: &Tree, sizes: &Sizes, leaves: &mut Vec<Value>) -> Result<(), String> {
        self.columns(&[Some(tree)], &[], sizes, leaves)
    }

    /// Adds the leaves of an array of sizes `outer` with the elements `trees` in row-major order; without `outer`, the
    /// leaves of one value. A missing element, or a missing list, stands for any value.
    fn columns(
        &self,
        trees: &[Option<&Tree>],
        outer: &[usize],
        sizes: &Sizes,
        leaves: &mut Vec<Value>,
    ) -> Result<(), String> {
        if self.value_type().is_some() {
            leaves.push(self.column(trees, outer, sizes)?);
            return Ok(());
        }
        match self {
            // The type has a value type.
            Shape::Prim(_) => {}
            Shape::Array(dim, elem) => {
                let known = || trees.iter().flatten();
                if let Some(Tree::Empty(empty)) = known().find(|tree| matches!(tree, Tree::Empty(_))) {
                    if known().any(|tree| !matches!(tree, Tree::Empty(other) if other == empty)) {
                        return Err("the rows of an array have different sizes".into());
                    }
                    return empty.zeros(outer, leaves);
                }
                let lengths =
                    || known().filter_map(|tree| if let Tree::Array(rows) = tree { Some(rows.len()) } else { None });
                let length = lengths().next().unwrap_or_else(|| resolve(*dim, sizes));
                if let Some(other) = lengths().find(|other| *other != length) {
                    return Err(format!("an array has rows of {length} and of {other} elements"));
                }
                let shape: Vec<usize> = outer.iter().copied().chain([length]).collect();
                let mut rows = Vec::new();
                if known().next().is_some() {
                    for tree in trees {
                        match tree {
                            Some(Tree::Array(elems)) => rows.extend(elems.iter().map(Some)),
                            _ => rows.extend((0..length).map(|_| None)),
                        }
                    }
                }
                elem.columns(&rows, &shape, sizes, leaves)?;
            }
            Shape::Record(fields) if fields.is_empty() => {
                if !outer.is_empty() {
                    leaves.push(zeros(PrimType::Bool, outer.to_vec())?);
                }
            }
            Shape::Record(fields) => {
                for (index, (_, shape)) in fields.iter().enumerate() {
                    let parts = trees.iter().map(|tree| match tree {
                        Some(Tree::Record(values)) => values.get(index),
                        _ => None,
                    });
                    shape.columns(&parts.collect::<Vec<_>>(), outer, sizes, leaves)?;
                }
            }
            Shape::Sum(cases) => {
                let number = |tree: &Option<&Tree>| match tree {
                    Some(Tree::Sum(number, _)) => Some(*number),
                    _ => None,
                };
                let tags: Vec<Tree> =
                    trees.iter().map(|tree| Tree::Leaf(Value::Scalar(tag_value(number(tree).unwrap_or(0))))).collect();
                let tags: Vec<Option<&Tree>> = tags.iter().map(Some).collect();
                leaves.push(Shape::Prim(PrimType::U8).column(&tags, outer, sizes)?);
                for (at, (_, payload)) in cases.iter().enumerate() {
                    for (index, shape) in payload.iter().enumerate() {
                        let parts = trees.iter().map(|tree| match tree {
                            Some(Tree::Sum(number, values)) if *number == at => values.get(index),
                            _ => None,
                        });
                        shape.columns(&parts.collect::<Vec<_>>(), outer, sizes, leaves)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns a single leaf.
    fn column(&self, trees: &[Option<&Tree>], outer: &[usize], sizes: &Sizes) -> Result<Value, String> {
        let mut known =
            trees.iter().flatten().filter_map(|tree| if let Tree::Leaf(value) = tree { Some(value) } else { None });
        let first = known.next();
        if let (Some(value), true) = (first, outer.is_empty()) {
            return Ok(value.clone());
        }
        let leaves = self.leaves();
        let Some((prim, dims)) = leaves.first() else { return Err("a value without leaves".into()) };
        let inner = |value: &Value| match value {
            Value::Scalar(_) => Vec::new(),
            Value::Array(array) => array.shape.clone(),
        };
        let own = first.map_or_else(|| dims.iter().map(|dim| resolve(*dim, sizes)).collect(), inner);
        if known.any(|value| inner(value) != own) {
            return Err("the rows of an array have different sizes".into());
        }
        let shape: Vec<usize> = outer.iter().chain(&own).copied().collect();
        if first.is_none() {
            return zeros(*prim, shape);
        }
        let size: usize = own.iter().product();
        let elements = trees.iter().flat_map(|tree| {
            (0..size).map(move |index| match tree {
                Some(Tree::Leaf(Value::Scalar(value))) => *value,
                Some(Tree::Leaf(Value::Array(array))) => array.data.get(index).unwrap_or(PrimValue::zero(*prim)),
                _ => PrimValue::zero(*prim),
            })
        });
        let array = ArrayData::from_values(*prim, elements).and_then(|data| ArrayValue::new(shape, data));
        array.map(Value::Array).ok_or_else(|| "an array that does not fit its sizes".into())
    }

    /// Adds the leaves of an array of this type without elements, in arrays of the sizes `outer`.
    fn zeros(&self, outer: &[usize], leaves: &mut Vec<Value>) -> Result<(), String> {
        for (prim, dims) in self.leaves() {
            let own = dims.into_iter().map(|dim| resolve(dim, &Sizes::default()));
            leaves.push(zeros(prim, outer.iter().copied().chain(own).collect())?);
        }
        Ok(())
    }
}

/// Puts consecutive values together from their leaves.
fn trees<'s>(shapes: impl Iterator<Item = &'s Shape>, leaves: &[Value]) -> Option<Vec<Tree>> {
    let mut rest = leaves;
    let trees = shapes.map(|shape| {
        let (own, after) = rest.split_at_checked(shape.width(false))?;
        rest = after;
        shape.tree(own)
    });
    let trees = trees.collect::<Option<Vec<Tree>>>()?;
    rest.is_empty().then_some(trees)
}

/// Adds a size, if it has a name that is not known yet.
fn note(sizes: &mut Sizes, dim: &Dim, size: usize) {
    if let Dim::Named(name) = dim {
        sizes.entry(*name).or_insert(size);
    }
}

fn resolve(dim: Dim, sizes: &Sizes) -> usize {
    match dim {
        Dim::Known(size) => size,
        Dim::Named(name) => sizes.get(&name).copied().unwrap_or(0),
        Dim::Unknown => 0,
    }
}

/// Returns zeros of these sizes; a scalar if there are none.
fn zeros(prim: PrimType, shape: Vec<usize>) -> Result<Value, String> {
    if shape.is_empty() {
        return Ok(Value::Scalar(PrimValue::zero(prim)));
    }
    let count = element_count(&shape, prim).filter(|count| *count <= MOST);
    let count = count.ok_or_else(|| format!("the sizes {shape:?} are too large"))?;
    Ok(Value::Array(ArrayValue { shape, data: ArrayData::zeros(prim, count) }))
}

/// Returns a row of an array.
fn row(array: &ArrayValue, index: usize) -> Option<Value> {
    let shape = array.shape.get(1..)?;
    if shape.is_empty() {
        return array.data.get(index).map(Value::Scalar);
    }
    let count: usize = shape.iter().product();
    let elements = (index * count..(index + 1) * count).map_while(|at| array.data.get(at));
    ArrayValue::new(shape.to_vec(), ArrayData::from_values(array.data.prim_type(), elements)?).map(Value::Array)
}
