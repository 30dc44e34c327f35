//! Calls of entry points: converts arguments to values of the evaluator, and results back.

use std::rc::Rc;

use framework::{Error, Name, Result, Span};

use super::values::{Array, Data, Val};
use super::{Frame, Machine, Type, TypeParam};
use crate::codes;
use crate::run::Call;
use crate::typed::print::type_text;
use crate::typed::{Def, shape, tuple_components};
use crate::value::{ArrayValue, Dim, Leaf, Shape, Sizes, Tree, Value};

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
        // The body may return a function, which takes the remaining arguments.
        let mut types: Vec<&'p Type<'p>> = params.iter().map(|param| param.ty()).collect();
        let mut result_ty = *ret;
        while let Type::TypeArrow { from, to, .. } = plain(result_ty) {
            types.push(*from);
            result_ty = *to;
        }
        let shapes = types.iter().map(|ty| self.shape(ty)).collect::<Result<Vec<Shape>>>()?;
        let leaves: Vec<Vec<Leaf>> = shapes.iter().map(Shape::leaves).collect();
        let count = leaves.iter().map(Vec::len).sum::<usize>();
        if count != call.args.len() {
            let message = format!("`{}` takes {count} arguments, not {}", call.entry, call.args.len());
            return Err(codes::WRONG_INPUT.error(Span::NONE, format!("Error: {message}\n")));
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
        let mut given = &call.args[..];
        for (index, (ty, shape)) in types.iter().copied().zip(&shapes).enumerate() {
            let (own, rest) = given.split_at(leaves[index].len());
            given = rest;
            let Some(tree) = shape.tree(own) else {
                let found: Vec<String> = own.iter().map(Value::type_description).collect();
                let (found, expected) = (found.join(" "), type_text(ty));
                let message =
                    format!("argument {} of `{}` has type {found}, but {expected} is expected", index + 1, call.entry);
                return Err(codes::WRONG_INPUT.error(Span::NONE, format!("Error: {message}\n")));
            };
            let value = inside(shape, tree)?;
            let mut found = Vec::new();
            self.find_sizes(ty, &value, &mut wanted, &mut found);
            frame.vars.extend(found.into_iter().map(|(name, size)| (name, Val::i64(size))));
            if let Some(crate::typed::Pat::PatVar { name, .. }) = params.get(index) {
                frame.vars.insert(*name, value.clone());
            }
            args.push(value);
        }
        // Some constructors have operands whose sizes occur in no argument.
        frame.vars.extend(wanted.into_iter().map(|name| (name, Val::i64(0))));
        for (ty, value) in types.iter().copied().zip(&args) {
            if !self.fits(&mut frame, ty, value)? {
                // The message is that of Futhark's compiled programs.
                return Err(codes::WRONG_INPUT.error(Span::NONE, "Error: entry point arguments have invalid sizes.\n"));
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
                    self.give(&mut frame, field.ty, result.field(field.label)?, &mut results)?;
                }
            }
            None => self.give(&mut frame, result_ty, &result, &mut results)?,
        }
        Ok(results)
    }

    fn shape(&self, ty: &Type<'p>) -> Result<Shape> {
        let unknown = || format!("values of type {} have no external representation", type_text(ty));
        shape(ty).ok_or_else(|| Error::limitation(Span::NONE, unknown()))
    }

    /// Whether the sizes of a value are those of its type.
    fn fits(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, value: &Val<'p>) -> Result<bool> {
        match (plain(ty), value) {
            (ty @ Type::TypeArray { .. }, Val::Array(array)) => {
                if self.shape_of(frame, ty)?.shape[..] != array.shape[..] {
                    return Ok(false);
                }
                let Data::Boxed(values) = &*array.data else { return Ok(true) };
                let mut innermost = ty;
                while let Type::TypeArray { elem, .. } = innermost {
                    innermost = plain(elem);
                }
                for value in values {
                    if !self.fits(frame, innermost, value)? {
                        return Ok(false);
                    }
                }
            }
            (Type::TypeRecord { fields, .. }, Val::Record(_)) => {
                for field in *fields {
                    if !self.fits(frame, field.ty, value.field(field.label)?)? {
                        return Ok(false);
                    }
                }
            }
            (Type::TypeSum { cases, .. }, Val::Sum(tag, values)) => {
                let payload = cases.iter().find(|case| case.tag == *tag).map_or(&[][..], |case| case.payload);
                for (ty, value) in payload.iter().zip(values.iter()) {
                    if !self.fits(frame, ty, value)? {
                        return Ok(false);
                    }
                }
            }
            _ => {}
        }
        Ok(true)
    }

    /// Adds the leaves of a value.
    fn give(
        &mut self,
        frame: &mut Frame<'p>,
        ty: &'p Type<'p>,
        value: &Val<'p>,
        leaves: &mut Vec<Value>,
    ) -> Result<()> {
        let (shape, tree) = (self.shape(ty)?, self.tree(frame, ty, value)?);
        let mut sizes = Sizes::default();
        shape.note_sizes(&tree, &mut sizes);
        shape.take_apart(&tree, &sizes, leaves).map_err(Error::internal)
    }

    fn tree(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, value: &Val<'p>) -> Result<Tree> {
        Ok(match (plain(ty), value) {
            (_, Val::Prim(value)) => Tree::Leaf(Value::Scalar(*value)),
            (Type::TypeRecord { fields, .. }, Val::Record(_)) => {
                let fields = fields.iter().map(|field| self.tree(frame, field.ty, value.field(field.label)?));
                Tree::Record(fields.collect::<Result<_>>()?)
            }
            (Type::TypeSum { cases, .. }, Val::Sum(tag, values)) => {
                let number = cases.iter().position(|case| case.tag == *tag);
                let number = number.ok_or_else(|| Error::internal(format!("no constructor `#{tag}`")))?;
                let payload = cases[number].payload.iter().zip(values.iter());
                Tree::Sum(number, payload.map(|(ty, value)| self.tree(frame, ty, value)).collect::<Result<_>>()?)
            }
            (Type::TypeArray { elem, .. }, Val::Array(array)) => match &*array.data {
                Data::Prim(_) => {
                    let copied = array.select(0..array.len())?;
                    let Data::Prim(data) = &*copied.data else {
                        return Err(Error::internal("a copy of another type"));
                    };
                    let array = ArrayValue::new(array.shape.to_vec(), data.clone());
                    let array = array.ok_or_else(|| Error::internal("an array that does not fit its shape"))?;
                    Tree::Leaf(Value::Array(array))
                }
                Data::Boxed(_) if array.count() == 0 => Tree::Empty(self.sized(frame, ty, &array.shape)?),
                Data::Boxed(_) => {
                    let rows = array.rows().map(|row| self.tree(frame, elem, &row?));
                    Tree::Array(rows.collect::<Result<_>>()?)
                }
            },
            (ty, _) => return Err(Error::internal(format!("a value is not of type {}", type_text(ty)))),
        })
    }

    /// Returns the shape of a type with its sizes evaluated. `outer` are the sizes of the outermost dimensions.
    fn sized(&mut self, frame: &mut Frame<'p>, ty: &'p Type<'p>, outer: &[usize]) -> Result<Shape> {
        Ok(match plain(ty) {
            Type::TypePrim { prim, .. } => Shape::Prim(*prim),
            Type::TypeArray { size, elem, .. } => {
                let known = match outer.first() {
                    Some(known) => *known,
                    None => usize::try_from(self.size(frame, size)?).unwrap_or(0),
                };
                let elem = self.sized(frame, elem, outer.get(1..).unwrap_or_default())?;
                Shape::Array(Dim::Known(known), Box::new(elem))
            }
            Type::TypeRecord { fields, .. } => {
                let fields = fields.iter().map(|field| Ok((field.label, self.sized(frame, field.ty, &[])?)));
                Shape::Record(fields.collect::<Result<_>>()?)
            }
            Type::TypeSum { cases, .. } => {
                let mut sized = Vec::new();
                for case in *cases {
                    let payload = case.payload.iter().map(|ty| self.sized(frame, ty, &[]));
                    sized.push((case.tag, payload.collect::<Result<_>>()?));
                }
                Shape::Sum(sized)
            }
            ty => self.shape(ty)?,
        })
    }
}

fn plain<'p>(ty: &'p Type<'p>) -> &'p Type<'p> {
    match ty {
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => plain(body),
        _ => ty,
    }
}

/// Converts an argument to a value of the evaluator.
fn inside<'p>(shape: &Shape, tree: Tree) -> Result<Val<'p>> {
    Ok(match (shape, tree) {
        (_, Tree::Leaf(Value::Scalar(value))) => Val::Prim(value),
        (_, Tree::Leaf(Value::Array(array))) => Val::Array(Array::new(array.shape, Data::Prim(array.data))),
        (_, Tree::Empty(empty)) => {
            let (mut sizes, mut innermost) = (Vec::new(), &empty);
            while let Shape::Array(Dim::Known(size), elem) = innermost {
                sizes.push(*size);
                innermost = elem;
            }
            Val::Array(Array::new(sizes, Data::Boxed(Vec::new())))
        }
        (Shape::Array(_, elem), Tree::Array(rows)) => {
            let no_rows = || Err(Error::internal("an empty array with rows"));
            Val::Array(Array::collect(rows.into_iter().map(|row| inside(elem, row)), no_rows)?)
        }
        (Shape::Record(fields), Tree::Record(values)) => {
            let fields = fields.iter().zip(values).map(|((label, shape), value)| Ok((*label, inside(shape, value)?)));
            super::record(fields.collect::<Result<_>>()?)
        }
        (Shape::Sum(cases), Tree::Sum(number, values)) => {
            let Some((tag, payload)) = cases.get(number) else {
                return Err(Error::internal("a constructor that its type does not have"));
            };
            let values = payload.iter().zip(values).map(|(shape, value)| inside(shape, value));
            Val::Sum(*tag, Rc::new(values.collect::<Result<_>>()?))
        }
        _ => return Err(Error::internal("an argument of another type")),
    })
}
