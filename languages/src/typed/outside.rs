//! Types of entry points as their callers see them.

use super::{Exp, Size, Type};
use crate::prim::PrimValue;
use crate::value::{Dim, Shape};

/// Returns the shape of values of a type, or `None` if callers have no values of this type.
pub fn shape(ty: &Type<'_>) -> Option<Shape> {
    Some(match ty {
        Type::TypePrim { prim, .. } => Shape::Prim(*prim),
        Type::TypeArray { size: Size::SizeOf { exp, .. }, elem, .. } => {
            let dim = match exp {
                Exp::Const { value: PrimValue::I64(size), .. } => {
                    usize::try_from(*size).map_or(Dim::Unknown, Dim::Known)
                }
                Exp::Var { name, .. } => Dim::Named(*name),
                _ => Dim::Unknown,
            };
            Shape::Array(dim, Box::new(shape(elem)?))
        }
        Type::TypeRecord { fields, .. } => {
            let fields = fields.iter().map(|field| Some((field.label, shape(field.ty)?)));
            Shape::Record(fields.collect::<Option<_>>()?)
        }
        Type::TypeSum { cases, .. } => {
            let cases = cases.iter().map(|case| {
                let payload: Option<Vec<Shape>> = case.payload.iter().map(shape).collect();
                Some((case.tag, payload?))
            });
            Shape::Sum(cases.collect::<Option<_>>()?)
        }
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => shape(body)?,
        Type::TypeArrow { .. } | Type::TypeVar { .. } => return None,
    })
}
