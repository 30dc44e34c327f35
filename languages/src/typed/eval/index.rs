//! Indexing, slicing and updating: E-INDEX and E-UPDATE.

use std::rc::Rc;

use framework::{Error, Result, Span};

use super::values::{Array, Val};
use super::{Dim, Exp, Frame, Machine, Step};
use crate::codes;
use crate::prim::PrimValue;

/// An evaluated index of one dimension.
#[derive(Clone, Copy, Debug)]
pub enum Place {
    /// One element.
    At(i64),
    /// A slice: start, end and stride, as far as given.
    Slice([Option<i64>; 3]),
}

/// The chosen elements of one dimension.
enum Chosen {
    One(usize),
    Many(Vec<usize>),
}

impl<'p> Machine<'p> {
    /// Evaluates indices.
    pub fn dims(&mut self, frame: &mut Frame<'p>, dims: &'p [Dim<'p>]) -> Result<Vec<Place>> {
        let mut places = Vec::with_capacity(dims.len());
        for dim in dims {
            places.push(match dim {
                Dim::At { index, .. } => Place::At(self.eval(frame, index)?.int()?),
                Dim::Slice { start, end, stride, .. } => {
                    let mut part =
                        |part: &Option<&'p Exp<'p>>| part.map(|part| self.eval(frame, part)?.int()).transpose();
                    Place::Slice([part(start)?, part(end)?, part(stride)?])
                }
            });
        }
        Ok(places)
    }

    fn out_of_bounds(&self, span: Span, array: &Array<'p>, places: &[Place]) -> Error {
        let texts: Vec<String> = places
            .iter()
            .map(|place| match place {
                Place::At(index) => index.to_string(),
                Place::Slice([None, None, None]) => "0:".to_string(),
                Place::Slice([start, end, stride]) => {
                    let number = |part: &Option<i64>| part.map_or_else(String::new, |part| part.to_string());
                    let stride = stride.map_or_else(String::new, |stride| format!(":{stride}"));
                    format!("{}:{}{stride}", number(start), number(end))
                }
            })
            .collect();
        let shape: String = array.shape.iter().map(|size| format!("[{size}]")).collect();
        self.fail(
            &codes::INDEX_OUT_OF_BOUNDS,
            span,
            format!("Index [{}] out of bounds for array of shape {shape}.", texts.join(", ")),
        )
    }

    /// Returns the elements that indices choose, or the error for indices out of bounds.
    fn choose(&self, span: Span, array: &Array<'p>, places: &[Place]) -> Result<Vec<Chosen>> {
        let mut chosen = Vec::with_capacity(places.len());
        for (place, size) in places.iter().zip(array.shape.iter()) {
            let size = *size as i64;
            match *place {
                Place::At(index) if 0 <= index && index < size => chosen.push(Chosen::One(index as usize)),
                Place::At(_) => return Err(self.out_of_bounds(span, array, places)),
                Place::Slice([start, end, stride]) => {
                    let stride = stride.unwrap_or(1);
                    let (first, last) = if stride > 0 { (0, size) } else { (size - 1, -1) };
                    let (start, end) = (start.unwrap_or(first), end.unwrap_or(last));
                    // The difference may overflow 64 bits.
                    let way = i128::from(end) - i128::from(start);
                    let ordered = if stride > 0 { way >= 0 } else { way <= 0 };
                    let count = way.unsigned_abs().div_ceil(u128::from(stride.unsigned_abs().max(1)));
                    let last = i128::from(start) + (count as i128 - 1) * i128::from(stride);
                    let inside = |index: i128| (0..i128::from(size)).contains(&index);
                    if stride == 0 || !ordered || count > 0 && !(inside(start.into()) && inside(last)) {
                        return Err(self.out_of_bounds(span, array, places));
                    }
                    let places = (0..count as i64).map(|step| (start + step * stride) as usize);
                    chosen.push(Chosen::Many(places.collect()));
                }
            }
        }
        Ok(chosen)
    }

    /// Returns the elements of an array at some indices.
    pub fn index(&self, span: Span, array: &Array<'p>, places: &[Place]) -> Result<Val<'p>> {
        // A fast path for the most common case.
        if let [Place::At(index)] = places
            && *index >= 0
            && (*index as usize) < array.len()
        {
            return array.row(*index as usize);
        }
        let chosen = self.choose(span, array, places)?;
        self.pick(array, &chosen)
    }

    fn pick(&self, array: &Array<'p>, chosen: &[Chosen]) -> Result<Val<'p>> {
        match chosen {
            [] => Ok(Val::Array(array.clone())),
            [Chosen::One(index)] => array.row(*index),
            [Chosen::One(index), rest @ ..] => self.pick(array.row(*index)?.array()?, rest),
            [Chosen::Many(places)] => Ok(Val::Array(array.select(places.iter().copied())?)),
            [Chosen::Many(places), rest @ ..] => {
                let rows = places.iter().map(|place| self.pick(array.row(*place)?.array()?, rest));
                let empty = || {
                    // The shape that rows would have if there were any.
                    let left = rest.iter().zip(&array.shape[1..]).filter_map(|(chosen, _)| match chosen {
                        Chosen::One(_) => None,
                        Chosen::Many(places) => Some(places.len()),
                    });
                    let shape = left.chain(array.shape[1 + rest.len()..].iter().copied()).collect();
                    Ok(super::values::ElemType { shape, prim: array.prim() })
                };
                Ok(Val::Array(Array::collect(rows, empty)?))
            }
        }
    }

    /// `e with path = e'`.
    pub fn update(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        exp: &'p Exp<'p>,
        path: &'p [Step<'p>],
        value: &'p Exp<'p>,
    ) -> Result<Val<'p>> {
        let mut steps = Vec::with_capacity(path.len());
        for step in path {
            steps.push(match step {
                Step::StepField { .. } => Vec::new(),
                Step::StepIndex { indices, .. } => self.dims(frame, indices)?,
            });
        }
        // The new value may use the updated array.
        let new = self.eval(frame, value)?;
        let whole = match exp {
            Exp::Var { name, .. } if frame.vars.contains_key(name) => {
                return self.update_variable(frame, span, *name, path, &steps, new);
            }
            _ => self.eval(frame, exp)?,
        };
        self.replace(span, whole, path, &steps, new)
    }

    /// Updates the value of a variable in place. If something else shares the value, the variable keeps the old value,
    /// and the result is a copy.
    fn update_variable(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        name: framework::Name,
        path: &'p [Step<'p>],
        steps: &[Vec<Place>],
        new: Val<'p>,
    ) -> Result<Val<'p>> {
        let Some(whole) = frame.vars.remove(&name) else {
            return Err(Error::internal(format!("`{name}` has no value")).or_at(span));
        };
        if !whole.is_alone() {
            frame.vars.insert(name, whole.clone());
        }
        self.replace(span, whole, path, steps, new)
    }

    fn replace(
        &mut self,
        span: Span,
        whole: Val<'p>,
        path: &'p [Step<'p>],
        steps: &[Vec<Place>],
        new: Val<'p>,
    ) -> Result<Val<'p>> {
        let (Some((step, path)), Some((places, steps))) = (path.split_first(), steps.split_first()) else {
            return Ok(new);
        };
        match (step, whole) {
            (Step::StepField { label, .. }, Val::Record(mut fields)) => {
                let fields_mut = Rc::make_mut(&mut fields);
                let Some((_, field)) = fields_mut.iter_mut().find(|(other, _)| other == label) else {
                    return Err(Error::internal(format!("a record has no field `{label}`")).or_at(span));
                };
                let part = std::mem::replace(field, Val::Prim(PrimValue::Bool(false)));
                *field = self.replace(span, part, path, steps, new)?;
                Ok(Val::Record(fields))
            }
            (Step::StepIndex { .. }, Val::Array(mut array)) => {
                let chosen = self.choose(span, &array, places)?;
                if path.is_empty() {
                    self.put(span, &mut array, &chosen, new)?;
                } else {
                    let part = self.pick(&array, &chosen)?;
                    let part = self.replace(span, part, path, steps, new)?;
                    self.put(span, &mut array, &chosen, part)?;
                }
                Ok(Val::Array(array))
            }
            _ => Err(Error::internal("an update of a value of another type").or_at(span)),
        }
    }

    /// Writes a value to the chosen elements.
    fn put(&self, span: Span, array: &mut Array<'p>, chosen: &[Chosen], value: Val<'p>) -> Result<()> {
        match chosen {
            [] => Ok(()),
            [Chosen::One(index)] => {
                if let Val::Array(row) = &value
                    && row.shape[..] != array.shape[1..]
                {
                    return Err(self.wrong_shape(span, &array.shape[1..], row));
                }
                array.set_row(*index, value)
            }
            [Chosen::One(index), rest @ ..] => {
                let mut row = array.row(*index)?.array()?.clone();
                self.put(span, &mut row, rest, value)?;
                array.set_row(*index, Val::Array(row))
            }
            [Chosen::Many(places), rest @ ..] => {
                let rows = value.array()?;
                if rows.len() != places.len() {
                    let mut shape = vec![places.len()];
                    shape.extend(&array.shape[1..]);
                    return Err(self.wrong_shape(span, &shape, rows));
                }
                for (index, place) in places.iter().enumerate() {
                    let row = rows.row(index)?;
                    if rest.is_empty() {
                        self.put(span, array, &[Chosen::One(*place)], row)?;
                    } else {
                        let mut own = array.row(*place)?.array()?.clone();
                        self.put(span, &mut own, rest, row)?;
                        array.set_row(*place, Val::Array(own))?;
                    }
                }
                Ok(())
            }
        }
    }

    fn wrong_shape(&self, span: Span, slice: &[usize], value: &Array<'p>) -> Error {
        let text = |shape: &[usize]| shape.iter().map(|size| format!("[{size}]")).collect::<String>();
        let message = format!("Shape {} of slice does not match shape {} of value.", text(slice), text(&value.shape));
        self.fail(&codes::SIZE_AT_RUN_TIME, span, message)
    }
}
