//! The array operations of the prelude.

use std::rc::Rc;

use framework::{Error, Result, Span, Symbol};

use super::values::{Array, Builder, Data, Fun, Val};
use super::{Frame, Machine, Type};
use crate::builtin::Builtin;
use crate::codes;
use crate::memory;
use crate::run::early_derivative;

/// A function that is called many times with one frame.
struct Caller<'p> {
    fun: Rc<Fun<'p>>,
    frame: Frame<'p>,
}

impl<'p> Caller<'p> {
    fn call(&mut self, machine: &mut Machine<'p>, args: Vec<Val<'p>>) -> Result<Val<'p>> {
        if self.fun.args.len() + args.len() != self.fun.params.len() {
            return machine.apply(&self.fun, args);
        }
        let mut all = self.fun.args.clone();
        all.extend(args);
        let fun = self.fun.clone();
        machine.enter(&fun, &mut self.frame, all)
    }
}

impl<'p> Machine<'p> {
    fn caller(&self, fun: &Val<'p>) -> Result<Caller<'p>> {
        let fun = fun.fun()?.clone();
        let frame = self.frame(&fun);
        Ok(Caller { fun, frame })
    }

    /// Evaluates an operation. `ty` is the type of its result.
    pub fn operation(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        ty: &'p Type<'p>,
        op: Builtin,
        args: Vec<Val<'p>>,
    ) -> Result<Val<'p>> {
        let count = args.len();
        let mut args = args.into_iter();
        let mut next = || {
            args.next().ok_or_else(|| {
                Error::internal(format!("`{op}` takes {} operands, not {count}", op.arity())).or_at(span)
            })
        };
        match op {
            // E-MAP
            Builtin::Map => {
                let (mut f, xs) = (self.caller(&next()?)?, next()?);
                let xs = xs.array()?;
                let mut builder = Builder::new(xs.len());
                for x in xs.rows() {
                    builder.push(f.call(self, vec![x?])?)?;
                }
                Ok(Val::Array(builder.finish(|| self.elem_type(frame, ty))?))
            }
            Builtin::Reduce | Builtin::ReduceComm => {
                let (mut f, mut acc, xs) = (self.caller(&next()?)?, next()?, next()?);
                for x in xs.array()?.rows() {
                    acc = f.call(self, vec![acc, x?])?;
                }
                Ok(acc)
            }
            Builtin::Scan => self.scan(frame, ty, &next()?, next()?, next()?),
            Builtin::Scatter => scatter(next()?, &next()?, &next()?),
            Builtin::Hist => {
                let (f, _) = (self.caller(&next()?)?, next()?);
                self.hist(f, next()?, &next()?, &next()?)
            }
            Builtin::Accumulate => {
                let (f, dest, i, v) = (self.caller(&next()?)?, next()?, next()?, next()?);
                self.accumulate(f, dest, &i, v)
            }
            Builtin::ScatterStream => {
                let (f, dest, bs) = (self.caller(&next()?)?, next()?, next()?);
                self.stream(f, dest, &bs)
            }
            Builtin::HistStream => {
                // `accumulate` has the operator, too.
                next()?;
                let (f, _, dest, bs) = (self.caller(&next()?)?, next()?, next()?, next()?);
                self.stream(f, dest, &bs)
            }
            Builtin::Jvp | Builtin::Vjp => Err(early_derivative(self.outside(span))),
            Builtin::WithVjp => {
                let (mut f, _, x) = (self.caller(&next()?)?, next()?, next()?);
                f.call(self, vec![x])
            }
            Builtin::Iota => self.iota(span, next()?.int()?),
            Builtin::Replicate => self.replicate(frame, span, ty, next()?.int()?, next()?),
            Builtin::Zip => {
                let (xs, ys) = (next()?, next()?);
                let (xs, ys) = (xs.array()?, ys.array()?);
                if xs.len() != ys.len() {
                    return Err(Error::internal("arrays of different sizes are zipped").or_at(span));
                }
                let pairs = xs.rows().zip(ys.rows()).map(|(x, y)| Ok(Val::pair(x?, y?)));
                Ok(Val::Array(Array::collect(pairs, || self.elem_type(frame, ty))?))
            }
            Builtin::Unzip => self.unzip(frame, span, ty, &next()?),
            Builtin::Transpose => transpose(next()?.array()?),
            Builtin::Flatten => {
                let rows = next()?;
                let rows = rows.array()?;
                let mut shape = vec![rows.shape.iter().take(2).product()];
                shape.extend(rows.shape.iter().skip(2));
                Ok(Val::Array(rows.reshaped(shape)))
            }
            Builtin::Unflatten => self.unflatten(frame, span, ty, &next()?),
            Builtin::Concat => {
                let (xs, ys) = (next()?, next()?);
                let (xs, ys) = (xs.array()?, ys.array()?);
                let mut builder = Builder::new(xs.len() + ys.len());
                for x in xs.rows().chain(ys.rows()).collect::<Vec<_>>() {
                    builder.push(x?)?;
                }
                Ok(Val::Array(builder.finish(|| self.elem_type(frame, ty))?))
            }
            Builtin::Rotate => {
                let (by, xs) = (next()?.int()?, next()?);
                let xs = xs.array()?;
                let n = xs.len();
                // `checked_rem_euclid` fails only if there are no elements.
                let by = by.checked_rem_euclid(n as i64).unwrap_or(0) as usize;
                Ok(Val::Array(xs.select((0..n).map(|index| (index + by) % n))?))
            }
            Builtin::Reverse => {
                let xs = next()?;
                let xs = xs.array()?;
                Ok(Val::Array(xs.select((0..xs.len()).rev())?))
            }
            Builtin::Length => Ok(Val::i64(next()?.array()?.len() as i64)),
            Builtin::Scratch => self.scratch(frame, span, ty, next()?.int()?),
            Builtin::Copy => Ok(copy(next()?)?),
            Builtin::Believe => next(),
        }
    }

    fn scan(
        &mut self,
        frame: &mut Frame<'p>,
        ty: &'p Type<'p>,
        f: &Val<'p>,
        mut acc: Val<'p>,
        xs: Val<'p>,
    ) -> Result<Val<'p>> {
        let mut f = self.caller(f)?;
        let xs = xs.array()?;
        let mut builder = Builder::new(xs.len());
        for (index, x) in xs.rows().enumerate() {
            // Compiled code also starts with the first element.
            acc = if index == 0 { x? } else { f.call(self, vec![acc, x?])? };
            builder.push(acc.clone())?;
        }
        Ok(Val::Array(builder.finish(|| self.elem_type(frame, ty))?))
    }

    fn hist(&mut self, mut f: Caller<'p>, dest: Val<'p>, is: &Val<'p>, vs: &Val<'p>) -> Result<Val<'p>> {
        let mut dest = into_array(dest)?;
        for (i, v) in is.array()?.rows().zip(vs.array()?.rows()) {
            if let Some(place) = place(&dest, i?.int()?) {
                let old = dest.take_row(place)?;
                let new = f.call(self, vec![old, v?])?;
                dest.set_row(place, new)?;
            }
        }
        Ok(Val::Array(dest))
    }

    fn accumulate(&mut self, mut f: Caller<'p>, dest: Val<'p>, i: &Val<'p>, v: Val<'p>) -> Result<Val<'p>> {
        let mut dest = into_array(dest)?;
        if let Some(place) = place(&dest, i.int()?) {
            let old = dest.take_row(place)?;
            let new = f.call(self, vec![old, v])?;
            dest.set_row(place, new)?;
        }
        Ok(Val::Array(dest))
    }

    fn stream(&mut self, mut f: Caller<'p>, mut dest: Val<'p>, bs: &Val<'p>) -> Result<Val<'p>> {
        for b in bs.array()?.rows() {
            dest = f.call(self, vec![dest, b?])?;
        }
        Ok(dest)
    }

    fn iota(&self, span: Span, n: i64) -> Result<Val<'p>> {
        if n < 0 {
            return Err(self.fail(&codes::INVALID_RANGE, self.outside(span), format!("Range 0..1..<{n} is invalid.")));
        }
        memory::check(size_of::<i64>(), &[memory::size(n)?])?;
        Ok(Val::Array(Array::flat((0..n).collect())))
    }

    fn replicate(
        &mut self,
        frame: &mut Frame<'p>,
        span: Span,
        ty: &'p Type<'p>,
        n: i64,
        x: Val<'p>,
    ) -> Result<Val<'p>> {
        let Ok(n) = usize::try_from(n) else {
            return Err(self.fail(
                &codes::OUT_OF_MEMORY,
                self.outside(span),
                format!("Cannot replicate a value {n} times."),
            ));
        };
        memory::check(x.bytes(), &[n])?;
        let mut builder = Builder::new(n);
        for _ in 0..n {
            builder.push(x.clone())?;
        }
        Ok(Val::Array(builder.finish(|| self.elem_type(frame, ty))?))
    }

    fn unzip(&mut self, frame: &mut Frame<'p>, span: Span, ty: &'p Type<'p>, xys: &Val<'p>) -> Result<Val<'p>> {
        let Type::TypeRecord { fields, .. } = ty else {
            return Err(Error::internal("the type of `unzip` is not that of a pair").or_at(span));
        };
        let mut columns = Vec::new();
        for field in *fields {
            let column = xys.array()?.rows().map(|xy| Ok(xy?.field(field.label)?.clone()));
            let column = Array::collect(column, || self.elem_type(frame, field.ty))?;
            columns.push((field.label, Val::Array(column)));
        }
        Ok(super::record(columns))
    }

    fn unflatten(&mut self, frame: &mut Frame<'p>, span: Span, ty: &'p Type<'p>, xs: &Val<'p>) -> Result<Val<'p>> {
        let xs = xs.array()?;
        let sides = self.sizes(frame, ty)?;
        let sides = sides.get(..2).unwrap_or_default();
        let shape: Vec<usize> = sides.iter().filter_map(|side| usize::try_from(*side).ok()).collect();
        if shape.len() < 2 || shape.iter().product::<usize>() != xs.len() {
            let sides: String = sides.iter().map(|side| format!("[{side}]")).collect();
            let sides = format!("Cannot unflatten array of shape [{}] to array of shape {sides}.", xs.len());
            return Err(self.fail(&codes::SIZE_AT_RUN_TIME, span, sides));
        }
        let shape = shape.into_iter().chain(xs.shape.iter().skip(1).copied()).collect();
        Ok(Val::Array(xs.reshaped(shape)))
    }

    fn scratch(&mut self, frame: &mut Frame<'p>, span: Span, ty: &'p Type<'p>, n: i64) -> Result<Val<'p>> {
        let Ok(n) = usize::try_from(n) else {
            return Err(self.fail(
                &codes::OUT_OF_MEMORY,
                self.outside(span),
                format!("Cannot allocate an array of {n} elements."),
            ));
        };
        match elem_of(ty) {
            Some(elem) => self.copies(frame, n, elem),
            None => Err(Error::internal("the type of an array was expected").or_at(span)),
        }
    }

    /// Returns the place of the call of the running definition, since an operation of the prelude has no place in the
    /// user's program.
    fn outside(&self, span: Span) -> Span {
        self.intrinsic_call.unwrap_or(span)
    }
}

fn scatter<'p>(dest: Val<'p>, is: &Val<'p>, vs: &Val<'p>) -> Result<Val<'p>> {
    let mut dest = into_array(dest)?;
    for (i, v) in is.array()?.rows().zip(vs.array()?.rows()) {
        if let Some(place) = place(&dest, i?.int()?) {
            dest.set_row(place, v?)?;
        }
    }
    Ok(Val::Array(dest))
}

fn transpose<'p>(rows: &Array<'p>) -> Result<Val<'p>> {
    let (n, m) = (rows.len(), rows.shape.get(1).copied().unwrap_or(0));
    let flat: usize = rows.shape.iter().take(2).product();
    let mut shape = vec![flat];
    shape.extend(rows.shape.iter().skip(2));
    let places: Vec<usize> = (0..m).flat_map(|j| (0..n).map(move |i| i * m + j)).collect();
    let flat = rows.reshaped(shape).select(places.into_iter())?;
    let mut shape = vec![m, n];
    shape.extend(rows.shape.iter().skip(2));
    Ok(Val::Array(flat.reshaped(shape)))
}

fn elem_of<'p>(ty: &'p Type<'p>) -> Option<&'p Type<'p>> {
    match ty {
        Type::TypeArray { elem, .. } => Some(elem),
        Type::TypeUnique { body, .. } | Type::TypeExists { body, .. } | Type::TypePacked { body, .. } => elem_of(body),
        _ => None,
    }
}

fn into_array(value: Val<'_>) -> Result<Array<'_>> {
    match value {
        Val::Array(array) => Ok(array),
        _ => Err(Error::internal("an array was expected")),
    }
}

fn place(array: &Array<'_>, index: i64) -> Option<usize> {
    usize::try_from(index).ok().filter(|index| *index < array.len())
}

/// Copies a value to memory of its own.
fn copy(value: Val<'_>) -> Result<Val<'_>> {
    Ok(match value {
        Val::Array(array) => {
            let all = array.select(0..array.len())?;
            match &*all.data {
                Data::Prim(_) => Val::Array(all),
                Data::Boxed(values) => {
                    let values: Result<Vec<_>> = values.iter().map(|value| copy(value.clone())).collect();
                    Val::Array(Array::new(all.shape.clone(), Data::Boxed(values?)))
                }
            }
        }
        Val::Record(fields) => {
            let fields: Result<Vec<(Symbol, Val)>> =
                fields.iter().map(|(label, value)| Ok((*label, copy(value.clone())?))).collect();
            Val::Record(Rc::new(fields?))
        }
        Val::Sum(tag, values) => {
            let values: Result<Vec<_>> = values.iter().map(|value| copy(value.clone())).collect();
            Val::Sum(tag, Rc::new(values?))
        }
        Val::Prim(_) | Val::Fun(_) => value,
    })
}
