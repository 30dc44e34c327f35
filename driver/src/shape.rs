//! Types without sizes, and values of them made of leaves.
//!
//! Compiled programs know primitive values and arrays of them only: the *leaves* of a value. A record is the leaves of its fields; a value of
//! a sum type is the number of its constructor, by name, and the leaves of the operands of all constructors, of which only those of its own
//! mean something; an array of such values is an array for each leaf, and one of empty records an array of `false`.

use framework::{Error, Symbol};
use languages::prim::PrimValue;
use languages::typed::Type;
use languages::value::{ArrayData, ArrayValue, Value, ValueType, write_text};
use std::io::{self, Write};

/// A type without sizes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Shape {
    /// A primitive type or an array of one.
    Leaf(ValueType),
    /// An array of something else.
    Array(Box<Shape>),
    Record(Vec<(Symbol, Shape)>),
    /// The constructors in the order of their numbers.
    Sum(Vec<(Symbol, Vec<Shape>)>),
}

impl Shape {
    /// `None` for types that values outside do not have.
    pub fn of(ty: &Type<'_>) -> Option<Shape> {
        Some(match ty {
            Type::TypePrim { prim, .. } => Shape::Leaf(ValueType { prim: *prim, rank: 0 }),
            Type::TypeArray { elem, .. } => match Shape::of(elem)? {
                Shape::Leaf(ValueType { prim, rank }) => Shape::Leaf(ValueType { prim, rank: rank + 1 }),
                elem => Shape::Array(Box::new(elem)),
            },
            Type::TypeRecord { fields, .. } => {
                let fields = fields.iter().map(|field| Some((field.label, Shape::of(field.ty)?)));
                Shape::Record(fields.collect::<Option<_>>()?)
            }
            Type::TypeSum { cases, .. } => {
                let cases = cases.iter().map(|case| {
                    let payload: Option<Vec<Shape>> = case.payload.iter().map(Shape::of).collect();
                    Some((case.tag, payload?))
                });
                Shape::Sum(cases.collect::<Option<_>>()?)
            }
            Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => Shape::of(body)?,
            Type::TypeArrow { .. } | Type::TypeVar { .. } => return None,
        })
    }

    /// How many leaves a value has, or an array of such values.
    fn width(&self, in_array: bool) -> usize {
        match self {
            Shape::Leaf(_) => 1,
            Shape::Array(elem) => elem.width(true),
            Shape::Record(fields) if fields.is_empty() => usize::from(in_array),
            Shape::Record(fields) => fields.iter().map(|(_, shape)| shape.width(in_array)).sum(),
            Shape::Sum(cases) => 1 + operands(cases).map(|shape| shape.width(in_array)).sum::<usize>(),
        }
    }

    /// Whether a value of a sum type is in it.
    pub fn has_sum(&self) -> bool {
        match self {
            Shape::Leaf(_) => false,
            Shape::Array(elem) => elem.has_sum(),
            Shape::Record(fields) => fields.iter().any(|(_, shape)| shape.has_sum()),
            Shape::Sum(_) => true,
        }
    }

    /// Takes an evaluator's value, in which records and sums may be whole, apart.
    pub fn leaves(&self, value: &Value, leaves: &mut Vec<Value>) {
        match (self, value) {
            (Shape::Array(elem), _) => elem.leaves(value, leaves),
            (Shape::Record(fields), Value::Record(values)) => {
                for ((_, shape), (_, value)) in fields.iter().zip(values) {
                    shape.leaves(value, leaves);
                }
            }
            (Shape::Sum(cases), Value::Sum { tag, payload }) => {
                let number = cases.iter().position(|(known, _)| known == tag).unwrap_or(cases.len());
                leaves.push(tag_value(number));
                for (at, (_, shapes)) in cases.iter().enumerate() {
                    for (index, shape) in shapes.iter().enumerate() {
                        match payload.get(index) {
                            Some(value) if at == number => shape.leaves(value, leaves),
                            // Nobody looks at the operands of other constructors.
                            _ => leaves.extend((0..shape.width(false)).map(|_| tag_value(0))),
                        }
                    }
                }
            }
            // What `flatten-sums` makes of a sum.
            (Shape::Sum(cases), Value::Record(values)) => {
                leaves.extend(values.first().map(|(_, tag)| tag.clone()));
                for (shape, (_, value)) in operands(cases).zip(values.iter().skip(1)) {
                    shape.leaves(value, leaves);
                }
            }
            _ => leaves.push(value.clone()),
        }
    }

    /// Writes a value as in Futhark's source; as the operand of a constructor, one that itself has operands needs parentheses.
    pub fn write(&self, leaves: &[Value], is_operand: bool, out: &mut impl Write) -> io::Result<()> {
        match self {
            Shape::Leaf(_) => leaves.iter().try_for_each(|value| write_text(value, out)),
            Shape::Array(elem) => self.write_array(elem, leaves, out),
            Shape::Record(fields) => {
                let tuple = is_tuple(fields);
                out.write_all(if tuple { b"(" } else { b"{" })?;
                let parts = split(fields.iter().map(|(_, shape)| shape), leaves)?;
                for (index, ((label, shape), part)) in fields.iter().zip(parts).enumerate() {
                    out.write_all(if index > 0 { b", " } else { b"" })?;
                    if !tuple {
                        write!(out, "{label} = ")?;
                    }
                    shape.write(part, false, out)?;
                }
                out.write_all(if tuple { b")" } else { b"}" })
            }
            Shape::Sum(cases) => {
                let (number, rest) = leaves.split_first().ok_or_else(mismatch)?;
                let number = match number {
                    Value::Scalar(PrimValue::U8(number)) => usize::from(*number),
                    _ => return Err(mismatch()),
                };
                let (tag, payload) = cases.get(number).ok_or_else(mismatch)?;
                let before: usize = cases[..number].iter().map(|(_, payload)| payload.len()).sum();
                let parts = split(operands(cases), rest)?;
                let parentheses = is_operand && !payload.is_empty();
                write!(out, "{}#{tag}", if parentheses { "(" } else { "" })?;
                for (shape, part) in payload.iter().zip(parts.into_iter().skip(before)) {
                    out.write_all(b" ")?;
                    shape.write(part, true, out)?;
                }
                out.write_all(if parentheses { b")" } else { b"" })
            }
        }
    }

    fn write_array(&self, elem: &Shape, leaves: &[Value], out: &mut impl Write) -> io::Result<()> {
        let mut rank = 1;
        let mut innermost = elem;
        while let Shape::Array(elem) = innermost {
            (rank, innermost) = (rank + 1, elem);
        }
        let Some(Value::Array(first)) = leaves.first() else { return Err(mismatch()) };
        if first.shape.iter().take(rank).any(|size| *size == 0) {
            return write!(out, "empty({})", self.text(leaves, 0));
        }
        out.write_all(b"[")?;
        for index in 0..first.shape[0] {
            out.write_all(if index > 0 { b", " } else { b"" })?;
            let rows: Option<Vec<Value>> = leaves.iter().map(|leaf| row(leaf, index)).collect();
            let mut rows = rows.ok_or_else(mismatch)?;
            // Empty records have a leaf in arrays only.
            if !matches!(elem, Shape::Array(_)) {
                rows = elem.without_empty(rows);
            }
            elem.write(&rows, false, out)?;
        }
        out.write_all(b"]")
    }

    /// The leaves of an element, from those that it has in an array.
    fn without_empty(&self, leaves: Vec<Value>) -> Vec<Value> {
        fn keep(shape: &Shape, kept: &mut Vec<bool>) {
            match shape {
                Shape::Leaf(_) => kept.push(true),
                Shape::Array(_) => kept.extend((0..shape.width(true)).map(|_| true)),
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

    /// The type, with the sizes of these leaves from dimension `depth` on.
    pub fn text(&self, leaves: &[Value], depth: usize) -> String {
        let size = |index: usize| match leaves.first() {
            Some(Value::Array(array)) => array.shape.get(index).map_or("[]".into(), |size| format!("[{size}]")),
            _ => String::from("[]"),
        };
        match self {
            Shape::Leaf(ty) => (0..ty.rank).map(|index| size(depth + index)).collect::<String>() + &ty.prim.to_string(),
            Shape::Array(elem) if matches!(**elem, Shape::Sum(_)) => {
                format!("{}({})", size(depth), elem.text(leaves, depth + 1))
            }
            Shape::Array(elem) => size(depth) + &elem.text(leaves, depth + 1),
            Shape::Record(fields) => {
                let mut rest = leaves;
                let types = fields.iter().map(|(label, shape)| {
                    let (own, after) = rest.split_at(shape.width(depth > 0).min(rest.len()));
                    rest = after;
                    let ty = shape.text(own, depth);
                    if is_tuple(fields) { ty } else { format!("{label}: {ty}") }
                });
                let types = types.collect::<Vec<_>>().join(", ");
                if is_tuple(fields) { format!("({types})") } else { format!("{{{types}}}") }
            }
            Shape::Sum(cases) => {
                let mut rest = leaves.get(1..).unwrap_or_default();
                let cases = cases.iter().map(|(tag, payload)| {
                    let types = payload.iter().map(|shape| {
                        let (own, after) = rest.split_at(shape.width(depth > 0).min(rest.len()));
                        rest = after;
                        let ty = shape.text(own, depth);
                        if matches!(shape, Shape::Sum(_)) { format!(" ({ty})") } else { format!(" {ty}") }
                    });
                    format!("#{tag}{}", types.collect::<String>())
                });
                cases.collect::<Vec<_>>().join(" | ")
            }
        }
    }
}

fn operands(cases: &[(Symbol, Vec<Shape>)]) -> impl Iterator<Item = &Shape> {
    cases.iter().flat_map(|(_, payload)| payload)
}

fn is_tuple(fields: &[(Symbol, Shape)]) -> bool {
    fields.len() != 1 && fields.iter().enumerate().all(|(index, (label, _))| label.as_str() == index.to_string())
}

fn tag_value(number: usize) -> Value {
    // `flatten-sums` has checked that there are no more constructors.
    Value::Scalar(PrimValue::U8(u8::try_from(number).unwrap_or(u8::MAX)))
}

/// The leaves that belong to each shape.
pub fn split<'s, 'v>(shapes: impl Iterator<Item = &'s Shape>, leaves: &'v [Value]) -> io::Result<Vec<&'v [Value]>> {
    let mut rest = leaves;
    let mut parts = Vec::new();
    for shape in shapes {
        let (own, after) = rest.split_at_checked(shape.width(false)).ok_or_else(mismatch)?;
        parts.push(own);
        rest = after;
    }
    if rest.is_empty() { Ok(parts) } else { Err(mismatch()) }
}

/// An array's row.
fn row(value: &Value, index: usize) -> Option<Value> {
    let Value::Array(ArrayValue { shape, data }) = value else { return None };
    let shape = shape.get(1..)?;
    if shape.is_empty() {
        return data.get(index).map(Value::Scalar);
    }
    let count: usize = shape.iter().product();
    let elements = (index * count..(index + 1) * count).map_while(|at| data.get(at));
    ArrayValue::new(shape.to_vec(), ArrayData::from_values(data.prim_type(), elements)?).map(Value::Array)
}

fn mismatch() -> io::Error {
    io::Error::other(Error::internal("the results are not of the entry point's types"))
}
