//! The meaning of types at run time: sizes of empty arrays, of parameters, and existential sizes.

use std::rc::Rc;

use framework::{Error, Name, Result};
use rustc_hash::FxHashMap;

use super::values::{Array, Data, ElemType, Val};
use super::{Frame, Machine};
use crate::memory;
use crate::prim::{PrimType, PrimValue};
use crate::typed::{Exp, Size, Type};
use crate::value::ArrayData;

/// The meaning of type parameters.
pub type Bindings<'p> = Rc<FxHashMap<Name, Meaning<'p>>>;

/// A type with the meaning of its free names.
#[derive(Clone, Debug)]
pub struct Meaning<'p> {
    /// The type.
    pub ty: &'p Type<'p>,
    /// The sizes in it.
    pub sizes: Rc<Vec<(Name, Val<'p>)>>,
    /// The type parameters in it.
    pub types: Bindings<'p>,
}

impl<'p> Machine<'p> {
    /// Returns the meaning of a type that is passed to a type parameter.
    pub fn meaning(&mut self, frame: &Frame<'p>, ty: &'p Type<'p>) -> Meaning<'p> {
        let mut names = Vec::new();
        size_names(ty, &mut names);
        let sizes = names.into_iter().filter_map(|name| Some((name, frame.vars.get(&name)?.clone())));
        Meaning { ty, sizes: Rc::new(sizes.collect()), types: frame.types.clone() }
    }

    /// Returns the frame in which to evaluate the type of a type parameter.
    fn inside(&self, meaning: &Meaning<'p>) -> Frame<'p> {
        Frame { vars: meaning.sizes.iter().cloned().collect(), types: meaning.types.clone() }
    }

    /// Evaluates a size. An unknown size, such as that of the elements of an empty array, is 0.
    pub fn size(&mut self, frame: &mut Frame<'p>, size: &'p Size<'p>) -> Result<i64> {
        let Size::SizeOf { exp, .. } = size;
        self.size_exp(frame, exp)
    }

    fn size_exp(&mut self, frame: &mut Frame<'p>, exp: &'p Exp<'p>) -> Result<i64> {
        match exp {
            Exp::Var { name, .. } if !frame.vars.contains_key(name) && !self.is_definition(*name) => Ok(0),
            Exp::Bin { lhs, rhs, op, .. } => {
                let (a, b) = (self.size_exp(frame, lhs)?, self.size_exp(frame, rhs)?);
                Ok(op.eval(PrimValue::I64(a), PrimValue::I64(b)).ok().and_then(PrimValue::as_i64).unwrap_or(0))
            }
            _ => self.eval(frame, exp)?.int(),
        }
    }

    /// Describes the elements of an array of this type.
    pub fn elem_type(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>) -> Result<ElemType> {
        let mut all = self.shape_of(frame, ty)?;
        if all.shape.is_empty() {
            return Err(Error::internal("the type of an array was expected"));
        }
        all.shape.remove(0);
        Ok(all)
    }

    /// Returns the sizes of all dimensions of a type, and the innermost type.
    pub fn shape_of(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>) -> Result<ElemType> {
        match ty {
            Type::TypeArray { size, elem, .. } => {
                let size = usize::try_from(self.size(frame, size)?).unwrap_or(0);
                let mut inner = self.shape_of(frame, elem)?;
                inner.shape.insert(0, size);
                Ok(inner)
            }
            Type::TypeVar { name, .. } => match frame.types.get(name).cloned() {
                Some(meaning) => {
                    let mut frame = self.inside(&meaning);
                    self.shape_of(&mut frame, meaning.ty)
                }
                None => Err(Error::internal(format!("the type parameter `{name}` has no meaning"))),
            },
            Type::TypePrim { prim, .. } => Ok(ElemType { shape: Vec::new(), prim: Some(*prim) }),
            Type::TypeExists { body, .. } | Type::TypePacked { body, .. } | Type::TypeUnique { body, .. } => {
                self.shape_of(frame, body)
            }
            Type::TypeRecord { .. } | Type::TypeSum { .. } | Type::TypeArrow { .. } => {
                Ok(ElemType { shape: Vec::new(), prim: None })
            }
        }
    }

    /// Evaluates the sizes of an array type, from the outermost to the innermost.
    pub fn sizes(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>) -> Result<Vec<i64>> {
        let (mut sizes, mut ty) = (Vec::new(), ty);
        loop {
            match ty {
                Type::TypeArray { size, elem, .. } => {
                    sizes.push(self.size(frame, size)?);
                    ty = elem;
                }
                Type::TypeExists { body, .. } | Type::TypePacked { body, .. } | Type::TypeUnique { body, .. } => {
                    ty = body
                }
                _ => return Ok(sizes),
            }
        }
    }

    /// Returns some value of a type.
    pub fn any_value(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>) -> Result<Val<'p>> {
        Ok(match ty {
            Type::TypePrim { prim, .. } => Val::Prim(PrimValue::zero(*prim)),
            Type::TypeArray { size, elem, .. } => {
                let size = usize::try_from(self.size(frame, size)?).unwrap_or(0);
                self.copies(frame, size, elem)?
            }
            Type::TypeRecord { fields, .. } => {
                let mut values = Vec::new();
                for field in *fields {
                    values.push((field.label, self.any_value(frame, field.ty)?));
                }
                super::record(values)
            }
            Type::TypeSum { cases, .. } => {
                let Some(case) = cases.first() else { return Err(Error::internal("a sum type without constructors")) };
                let mut values = Vec::new();
                for ty in case.payload {
                    values.push(self.any_value(frame, ty)?);
                }
                Val::Sum(case.tag, Rc::new(values))
            }
            Type::TypeVar { name, .. } => {
                let Some(meaning) = frame.types.get(name).cloned() else {
                    return Err(Error::internal(format!("the type parameter `{name}` has no meaning")));
                };
                let mut frame = self.inside(&meaning);
                self.any_value(&mut frame, meaning.ty)?
            }
            Type::TypeExists { body, .. } | Type::TypePacked { body, .. } | Type::TypeUnique { body, .. } => {
                self.any_value(frame, body)?
            }
            Type::TypeArrow { .. } => return Err(Error::internal("there is no default function")),
        })
    }

    /// Returns an array of `count` values of a type.
    pub fn copies(&mut self, frame: &mut Frame<'p>, count: usize, elem: &'p Type<'p>) -> Result<Val<'p>> {
        let inner = self.shape_of(frame, elem)?;
        let mut shape = vec![count];
        shape.extend(inner.shape);
        let total = memory::check(inner.prim.map_or(size_of::<Val<'p>>(), PrimType::size_bytes), &shape)?;
        let data = match inner.prim {
            Some(prim) => Data::Prim(ArrayData::zeros(prim, total)),
            None => {
                let mut innermost = elem;
                while let Type::TypeArray { elem, .. } | Type::TypeUnique { body: elem, .. } = innermost {
                    innermost = elem;
                }
                let value = if total > 0 { Some(self.any_value(frame, innermost)?) } else { None };
                Data::Boxed(value.map_or_else(Vec::new, |value| vec![value; total]))
            }
        };
        Ok(Val::Array(Array::new(shape, data)))
    }

    /// Finds sizes in the shape of a value: each wanted size is that of some array in the type.
    pub fn find_sizes(&self, ty: &Type<'p>, value: &Val<'p>, wanted: &mut Vec<Name>, found: &mut Vec<(Name, i64)>) {
        if wanted.is_empty() {
            return;
        }
        match (ty, value) {
            (Type::TypeArray { .. }, Val::Array(array)) => {
                let mut ty = ty;
                for size in array.shape.iter() {
                    while let Type::TypeUnique { body, .. } = ty {
                        ty = body;
                    }
                    let Type::TypeArray { size: Size::SizeOf { exp, .. }, elem, .. } = ty else { return };
                    if let Exp::Var { name, .. } = exp
                        && let Some(position) = wanted.iter().position(|other| other == name)
                    {
                        wanted.swap_remove(position);
                        found.push((*name, *size as i64));
                    }
                    ty = elem;
                }
                // Arrays in records and sums have the same sizes in all elements that have such arrays.
                if let Data::Boxed(values) = &*array.data {
                    for value in values.iter().skip(array.offset).take(array.count()) {
                        self.find_sizes(ty, value, wanted, found);
                        if wanted.is_empty() {
                            break;
                        }
                    }
                }
            }
            (Type::TypeRecord { fields, .. }, Val::Record(values)) => {
                for field in *fields {
                    if let Some((_, value)) = values.iter().find(|(label, _)| *label == field.label) {
                        self.find_sizes(field.ty, value, wanted, found);
                    }
                }
            }
            (Type::TypeSum { cases, .. }, Val::Sum(tag, values)) => {
                for case in cases.iter().filter(|case| case.tag == *tag) {
                    for (ty, value) in case.payload.iter().zip(values.iter()) {
                        self.find_sizes(ty, value, wanted, found);
                    }
                }
            }
            (Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } | Type::TypePacked { body, .. }, _) => {
                self.find_sizes(body, value, wanted, found);
            }
            _ => {}
        }
    }
}

/// Adds the variables in the sizes of a type.
fn size_names<'p>(ty: &'p Type<'p>, out: &mut Vec<Name>) {
    match ty {
        Type::TypePrim { .. } | Type::TypeVar { .. } => {}
        Type::TypeArray { size: Size::SizeOf { exp, .. }, elem, .. } => {
            exp_names(exp, out);
            size_names(elem, out);
        }
        Type::TypeRecord { fields, .. } => fields.iter().for_each(|field| size_names(field.ty, out)),
        Type::TypeSum { cases, .. } => {
            cases.iter().flat_map(|case| case.payload).for_each(|ty| size_names(ty, out));
        }
        Type::TypeArrow { from, to, .. } => {
            size_names(from, out);
            size_names(to, out);
        }
        Type::TypeExists { body, .. } | Type::TypePacked { body, .. } | Type::TypeUnique { body, .. } => {
            size_names(body, out);
        }
    }
}

fn exp_names<'p>(exp: &'p Exp<'p>, out: &mut Vec<Name>) {
    match exp {
        Exp::Var { name, .. } => out.push(*name),
        Exp::Bin { lhs, rhs, .. } => {
            exp_names(lhs, out);
            exp_names(rhs, out);
        }
        Exp::Convert { exp, .. } => exp_names(exp, out),
        _ => {}
    }
}
