//! The types of entry points as callers see them, and how compiled programs represent their values.
//!
//! Compiled programs take and return *leaves*: primitive values and arrays of them. A record is represented by the
//! leaves of its fields. A value of a sum type is represented by the number of its constructor (in the order of their
//! names) and by the leaves of the operands of all constructors; only the operands of its own constructor have a
//! meaning. An array of such values is represented by an array for each leaf, an array of empty records by an array of
//! `false`.

use framework::{Name, Symbol};
use serde::{Deserialize, Serialize};

use super::{ArrayValue, Value, ValueType};
use crate::prim::{PrimType, PrimValue};

/// The type of a value outside of the program.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Shape {
    /// A primitive type.
    Prim(PrimType),
    /// An array.
    Array(Dim, Box<Shape>),
    /// A record. A tuple is a record with the fields `0`, `1` and so on.
    Record(Vec<(Symbol, Shape)>),
    /// A sum type: the constructors in the order of their numbers.
    Sum(Vec<(Symbol, Vec<Shape>)>),
}

/// A size in a type.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Dim {
    /// A known number.
    Known(usize),
    /// A size parameter, or a size that other arrays have, too.
    Named(Name),
    /// Any other size.
    Unknown,
}

/// The type of a leaf: its primitive type, and its sizes.
pub type Leaf = (PrimType, Vec<Dim>);

impl Shape {
    /// Returns the type in the data formats, or `None` if they have no such type.
    pub fn value_type(&self) -> Option<ValueType> {
        let (mut rank, mut innermost) = (0, self);
        while let Shape::Array(_, elem) = innermost {
            (rank, innermost) = (rank + 1, elem);
        }
        match innermost {
            Shape::Prim(prim) => Some(ValueType { prim: *prim, rank }),
            _ => None,
        }
    }

    /// Whether the type is a sum type or has one as a part.
    pub fn has_sum(&self) -> bool {
        match self {
            Shape::Prim(_) => false,
            Shape::Array(_, elem) => elem.has_sum(),
            Shape::Record(fields) => fields.iter().any(|(_, shape)| shape.has_sum()),
            Shape::Sum(_) => true,
        }
    }

    /// Whether the type is a tuple type. A record type whose only field is `0` is none.
    pub fn is_tuple(&self) -> bool {
        let Shape::Record(fields) = self else { return false };
        fields.len() != 1 && fields.iter().enumerate().all(|(index, (label, _))| label.as_str() == index.to_string())
    }

    /// Returns the leaves of a value.
    pub fn leaves(&self) -> Vec<Leaf> {
        let mut leaves = Vec::new();
        self.add_leaves(&mut Vec::new(), &mut leaves);
        leaves
    }

    /// Adds the leaves of an array of such values of sizes `outer`, or of one value if `outer` is empty.
    pub(super) fn add_leaves(&self, outer: &mut Vec<Dim>, leaves: &mut Vec<Leaf>) {
        match self {
            Shape::Prim(prim) => leaves.push((*prim, outer.clone())),
            Shape::Array(dim, elem) => {
                outer.push(*dim);
                elem.add_leaves(outer, leaves);
                outer.pop();
            }
            Shape::Record(fields) if fields.is_empty() => {
                leaves.extend((!outer.is_empty()).then(|| (PrimType::Bool, outer.clone())));
            }
            Shape::Record(fields) => fields.iter().for_each(|(_, shape)| shape.add_leaves(outer, leaves)),
            Shape::Sum(cases) => {
                leaves.push((PrimType::U8, outer.clone()));
                operands(cases).for_each(|shape| shape.add_leaves(outer, leaves));
            }
        }
    }

    /// Returns the number of leaves of a value, or of an array of such values.
    pub(super) fn width(&self, in_array: bool) -> usize {
        match self {
            Shape::Prim(_) => 1,
            Shape::Array(_, elem) => elem.width(true),
            Shape::Record(fields) if fields.is_empty() => usize::from(in_array),
            Shape::Record(fields) => fields.iter().map(|(_, shape)| shape.width(in_array)).sum(),
            Shape::Sum(cases) => 1 + operands(cases).map(|shape| shape.width(in_array)).sum::<usize>(),
        }
    }

    /// Returns the type with the sizes that these leaves have from dimension `depth` on.
    pub(super) fn sized(&self, leaves: &[Value], depth: usize) -> Shape {
        let mut rest = match self {
            Shape::Sum(_) => leaves.get(1..).unwrap_or_default(),
            _ => leaves,
        };
        let mut part = |shape: &Shape| {
            let (own, after) = rest.split_at(shape.width(depth > 0).min(rest.len()));
            rest = after;
            shape.sized(own, depth)
        };
        match self {
            Shape::Prim(prim) => Shape::Prim(*prim),
            Shape::Array(_, elem) => {
                let size = match leaves.first() {
                    Some(Value::Array(ArrayValue { shape, .. })) => shape.get(depth).copied(),
                    _ => None,
                };
                Shape::Array(size.map_or(Dim::Unknown, Dim::Known), Box::new(elem.sized(leaves, depth + 1)))
            }
            Shape::Record(fields) => Shape::Record(fields.iter().map(|(label, shape)| (*label, part(shape))).collect()),
            Shape::Sum(cases) => {
                let cases = cases.iter().map(|(tag, payload)| (*tag, payload.iter().map(&mut part).collect()));
                Shape::Sum(cases.collect())
            }
        }
    }
}

/// Prints the type as in a program's text. A size that is no number is empty.
impl std::fmt::Display for Shape {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shape::Prim(prim) => write!(f, "{prim}"),
            Shape::Array(dim, elem) => {
                match dim {
                    Dim::Known(size) => write!(f, "[{size}]")?,
                    Dim::Named(_) | Dim::Unknown => f.write_str("[]")?,
                }
                elem.fmt_atom(f)
            }
            Shape::Record(fields) => {
                let tuple = self.is_tuple();
                f.write_str(if tuple { "(" } else { "{" })?;
                for (index, (label, shape)) in fields.iter().enumerate() {
                    f.write_str(if index > 0 { ", " } else { "" })?;
                    if !tuple {
                        write!(f, "{label}: ")?;
                    }
                    write!(f, "{shape}")?;
                }
                f.write_str(if tuple { ")" } else { "}" })
            }
            Shape::Sum(cases) => {
                for (index, (tag, payload)) in cases.iter().enumerate() {
                    write!(f, "{}#{tag}", if index > 0 { " | " } else { "" })?;
                    for shape in payload {
                        f.write_str(" ")?;
                        shape.fmt_atom(f)?;
                    }
                }
                Ok(())
            }
        }
    }
}

impl Shape {
    /// Prints the type with sum types in parentheses.
    fn fmt_atom(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Shape::Sum(_) => write!(f, "({self})"),
            _ => write!(f, "{self}"),
        }
    }
}

/// Returns the operands of all constructors.
pub(super) fn operands(cases: &[(Symbol, Vec<Shape>)]) -> impl Iterator<Item = &Shape> {
    cases.iter().flat_map(|(_, payload)| payload)
}

/// Returns the number of a constructor, as a leaf.
pub(super) fn tag_value(number: usize) -> PrimValue {
    // `flatten-sums` has checked that there are not more constructors.
    PrimValue::U8(u8::try_from(number).unwrap_or(u8::MAX))
}
