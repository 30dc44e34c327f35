//! Calls of entry points: from the values of the outside to those of evaluation, and back.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};

use super::values::{Array, Data, Val};
use super::{Frame, Machine, Type, TypeParam};
use crate::prim::PrimType;
use crate::run::Call;
use crate::typed::print::type_text;
use crate::typed::{Def, tuple_components};
use crate::value::{ArrayData, ArrayValue, Value};

impl<'p> Machine<'p> {
    /// Runs a call.
    pub fn call(&mut self, call: &Call) -> Result<Vec<Value>> {
        let entry = self.defs.values().copied().find(|def| {
            let Def::Value { name, entry, .. } = def;
            *entry && name.base == call.entry
        });
        let Some(Def::Value { type_params, params, ret, body, .. }) = entry else {
            return Err(Error::user(Span::NONE, format!("there is no entry point `{}`", call.entry)));
        };
        // What the body gives may be a function that takes the rest.
        let (mut result_ty, mut rest) = (*ret, Vec::new());
        while params.len() + rest.len() < call.args.len()
            && let Type::TypeArrow { from, to, .. } = plain(result_ty)
        {
            rest.push(*from);
            result_ty = *to;
        }
        if params.len() + rest.len() != call.args.len() {
            let message = format!("`{}` takes {} arguments, not {}", call.entry, params.len(), call.args.len());
            return Err(Error::run_time(format!("Error: {message}\n")));
        }
        let mut frame = Frame::default();
        let mut args = Vec::new();
        let mut wanted: Vec<Name> = type_params
            .iter()
            .filter_map(|param| match param {
                TypeParam::SizeParam { name, .. } => Some(*name),
                TypeParam::TypeParamNamed { .. } => None,
            })
            .collect();
        let types: Vec<&'p Type<'p>> = params.iter().map(|param| param.ty()).chain(rest).collect();
        for (index, (ty, arg)) in types.iter().copied().zip(&call.args).enumerate() {
            let Some(value) = inside(arg, ty) else {
                let (found, expected) = (arg.type_description(), type_text(ty));
                let message =
                    format!("argument {} of `{}` has type {found}, but {expected} is expected", index + 1, call.entry);
                return Err(Error::run_time(format!("Error: {message}\n")));
            };
            let mut found = Vec::new();
            self.find_sizes(ty, &value, &mut wanted, &mut found);
            frame.vars.extend(found.into_iter().map(|(name, size)| (name, Val::i64(size))));
            if let Some(crate::typed::Pat::PatVar { name, .. }) = params.get(index) {
                frame.vars.insert(*name, value.clone());
            }
            args.push(value);
        }
        for (ty, value) in types.iter().copied().zip(&args) {
            if !self.fits(&mut frame, ty, value)? {
                // As Futhark's compiled programs say it.
                return Err(Error::run_time("Error: entry point arguments have invalid sizes.\n"));
            }
        }
        let rest = args.split_off(params.len());
        for (param, value) in params.iter().zip(args) {
            self.bind(&mut frame, param, value)?;
        }
        let mut result = self.eval(&mut frame, body)?;
        if !rest.is_empty() {
            let fun = result.fun()?.clone();
            result = self.apply(&fun, rest)?;
        }
        let mut results = Vec::new();
        match tuple_components(plain(result_ty)) {
            Some(fields) => {
                for field in fields {
                    results.push(self.outside_value(&mut frame, field.ty, result.field(field.label)?)?);
                }
            }
            None => results.push(self.outside_value(&mut frame, result_ty, &result)?),
        }
        Ok(results)
    }

    /// Whether the sizes of a value are those of its type.
    fn fits(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, value: &Val<'p>) -> Result<bool> {
        Ok(match (plain(ty), value) {
            (ty @ Type::TypeArray { .. }, Val::Array(array)) => self.shape_of(frame, ty)?.shape[..] == array.shape[..],
            (Type::TypeRecord { fields, .. }, Val::Record(_)) => {
                for field in *fields {
                    if !self.fits(frame, field.ty, value.field(field.label)?)? {
                        return Ok(false);
                    }
                }
                true
            }
            _ => true,
        })
    }

    /// A value for the outside.
    fn outside_value(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, value: &Val<'p>) -> Result<Value> {
        Ok(match (plain(ty), value) {
            (_, Val::Prim(value)) => Value::Scalar(*value),
            (Type::TypeRecord { fields, .. }, Val::Record(_)) => {
                let mut values = Vec::new();
                for field in *fields {
                    values.push((field.label, self.outside_value(frame, field.ty, value.field(field.label)?)?));
                }
                Value::Record(values)
            }
            (Type::TypeSum { cases, .. }, Val::Sum(tag, values)) => {
                let types = cases.iter().find(|case| case.tag == *tag).map_or(&[][..], |case| case.payload);
                let mut payload = Vec::new();
                for (ty, value) in types.iter().zip(values.iter()) {
                    payload.push(self.outside_value(frame, ty, value)?);
                }
                Value::Sum { tag: *tag, payload }
            }
            (ty, Val::Array(array)) => self.outside_array(frame, ty, array)?,
            (ty, _) => {
                return Err(Error::limitation(
                    Span::NONE,
                    format!("values of type {} have no external representation", type_text(ty)),
                ));
            }
        })
    }

    fn outside_array(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, array: &Array<'p>) -> Result<Value> {
        let mut innermost = plain(ty);
        while let Type::TypeArray { elem, .. } = innermost {
            innermost = plain(elem);
        }
        match &*array.data {
            Data::Prim(_) => {
                let copied = array.select(0..array.len())?;
                let Data::Prim(data) = &*copied.data else { return Err(Error::internal("a copy of another type")) };
                let shape = array.shape.to_vec();
                ArrayValue::new(shape, data.clone())
                    .map(Value::Array)
                    .ok_or_else(|| Error::internal("an array that does not fit its shape"))
            }
            // An array of records is a record of arrays; one of empty records is one of `false`, which has its shape.
            Data::Boxed(values) => {
                let Type::TypeRecord { fields, .. } = innermost else {
                    return Err(Error::limitation(
                        Span::NONE,
                        format!("arrays of type {} have no external representation", type_text(ty)),
                    ));
                };
                if fields.is_empty() {
                    let data = ArrayData::zeros(PrimType::Bool, array.count());
                    return ArrayValue::new(array.shape.to_vec(), data)
                        .map(Value::Array)
                        .ok_or_else(|| Error::internal("an array that does not fit its shape"));
                }
                let values = &values[array.offset..array.offset + array.count()];
                let mut columns = Vec::new();
                for field in *fields {
                    let column = values.iter().map(|value| Ok(value.field(field.label)?.clone()));
                    let column = Array::collect(column, || self.shape_of(frame, field.ty))?;
                    let shape = array.shape.iter().chain(&column.shape[1..]).copied().collect();
                    let column = column.reshaped(shape);
                    columns.push((field.label, self.outside_array(frame, field.ty, &column)?));
                }
                Ok(Value::Record(columns))
            }
        }
    }
}

fn plain<'p>(ty: &'p Type<'p>) -> &'p Type<'p> {
    match ty {
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } => plain(body),
        _ => ty,
    }
}

/// A value from the outside, if it is of the type.
fn inside<'p>(value: &Value, ty: &'p Type<'p>) -> Option<Val<'p>> {
    match (plain(ty), value) {
        (Type::TypePrim { prim, .. }, Value::Scalar(value)) => {
            (value.prim_type() == *prim).then_some(Val::Prim(*value))
        }
        (Type::TypeRecord { fields, .. }, Value::Record(values)) => {
            let mut converted = Vec::new();
            for field in *fields {
                let (_, value) = values.iter().find(|(label, _)| *label == field.label)?;
                converted.push((field.label, inside(value, field.ty)?));
            }
            (values.len() == fields.len()).then(|| super::record(converted))
        }
        (Type::TypeSum { cases, .. }, Value::Sum { tag, payload }) => {
            let case = cases.iter().find(|case| case.tag == *tag)?;
            let values: Option<Vec<_>> =
                case.payload.iter().zip(payload).map(|(ty, value)| inside(value, ty)).collect();
            (payload.len() == case.payload.len()).then_some(Val::Sum(*tag, Rc::new(values?)))
        }
        (ty @ Type::TypeArray { .. }, value) => inside_array(value, ty, 0),
        _ => None,
    }
}

/// An array of `rank` dimensions more than the type says.
fn inside_array<'p>(value: &Value, ty: &'p Type<'p>, rank: usize) -> Option<Val<'p>> {
    match (plain(ty), value) {
        (Type::TypeArray { elem, .. }, _) => inside_array(value, elem, rank + 1),
        (Type::TypePrim { prim, .. }, Value::Array(array)) => {
            let fits = array.data.prim_type() == *prim && array.shape.len() == rank;
            fits.then(|| Val::Array(Array::new(array.shape.clone(), Data::Prim(array.data.clone()))))
        }
        (Type::TypeRecord { fields: [], .. }, Value::Array(array)) => {
            let elements = vec![super::record(Vec::new()); array.shape.iter().product()];
            let fits = array.data.prim_type() == PrimType::Bool && array.shape.len() == rank;
            fits.then(|| Val::Array(Array::new(array.shape.clone(), Data::Boxed(elements))))
        }
        (Type::TypeRecord { fields, .. }, Value::Record(values)) => {
            let mut columns = Vec::new();
            for field in *fields {
                let (_, value) = values.iter().find(|(label, _)| *label == field.label)?;
                let Val::Array(column) = inside_array(value, field.ty, rank)? else { return None };
                columns.push((field.label, column));
            }
            let shape = columns.first()?.1.shape.get(..rank)?.to_vec();
            if columns.iter().any(|(_, column)| column.shape.get(..rank) != Some(&shape[..])) {
                return None;
            }
            let count: usize = shape.iter().product();
            let flat: Vec<_> = columns
                .into_iter()
                .map(|(label, column)| {
                    let inner = std::iter::once(count).chain(column.shape[rank..].iter().copied()).collect();
                    (label, column.reshaped(inner))
                })
                .collect();
            let mut elements = Vec::with_capacity(count);
            for index in 0..count {
                let mut element = Vec::new();
                for (label, column) in &flat {
                    element.push((*label, column.row(index).ok()?));
                }
                elements.push(super::record(element));
            }
            Some(Val::Array(Array::new(shape, Data::Boxed(elements))))
        }
        _ => None,
    }
}
