//! The meaning of `Anf` by values (IFL'22 figure 4, with the SOACs of FHPC'14 §2.2).
//!
//! Arrays are values, and an update makes a new array. The environment forgets an array when an update consumes it. So
//! the update can be in place if nothing else shares the array, and a later use of the array fails.

use super::{
    Anf, Atom, Body, Dest, Exp, Fun, HistOp, Lambda, LoopForm, Param, Part, Program, Reduction, SliceDim, Stm, Traced,
    Type,
};
use crate::codes;
use crate::memory;
use crate::prim::{BinOp, PrimType, PrimValue, convert};
use crate::run::{Call, ParamDim, ParamType, check_count, early_derivative, failure, fitting, shown, too_deep};
use crate::stop::Stop;
use crate::trace::Tracer;
use crate::value::{ArrayData, ArrayValue, Value};
use framework::{Error, Name, Owned, Result, Span, Symbol};
use rustc_hash::FxHashMap;
use std::rc::Rc;

/// The value of a variable.
#[derive(Clone, Debug)]
pub enum Val {
    /// A scalar.
    Scalar(PrimValue),
    /// An array.
    Array(Rc<ArrayValue>),
    /// The certificate of an assertion that held.
    Cert,
}

/// Runs an entry point.
pub fn evaluate<'a>(program: &'a Owned<Anf>, call: &'a Call) -> Result<Vec<Value>> {
    let root = program.root();
    let funs = root.funs.iter().map(|fun| (fun.name, fun)).collect();
    let mut machine = Machine {
        funs,
        env: FxHashMap::default(),
        active: Vec::new(),
        tracer: &call.tracer,
        stop: &call.stop,
        work: 0,
    };
    for stm in root.consts {
        machine.stm(stm)?;
    }
    let entry = root.funs.iter().find(|fun| fun.entry.is_some_and(|entry| entry.name == call.entry));
    let Some(fun) = entry else {
        return Err(Error::user(Span::NONE, format!("there is no entry point `{}`", call.entry)));
    };
    machine.bind_arguments(fun, &call.args)?;
    machine.stms(fun.body.stms)?;
    let results = machine.atoms(fun.body.result)?;
    tracing::info!(work = machine.work, "statements and elements");
    let mut out = Vec::new();
    for result in fun.entry.map_or(&[][..], |entry| entry.results) {
        for leaf in result.leaves {
            out.push(match results.get(*leaf as usize) {
                Some(Val::Scalar(value)) => Value::Scalar(*value),
                Some(Val::Array(array)) => Value::Array(ArrayValue::clone(array)),
                _ => return Err(Error::internal("an entry point's result is no value").or_at(result.span)),
            });
        }
    }
    Ok(out)
}

struct Machine<'a> {
    funs: FxHashMap<Name, &'a Fun<'a>>,
    /// Names are unique, so one table serves all scopes of a call.
    env: FxHashMap<Name, Val>,
    /// The active functions.
    active: Vec<Name>,
    /// Takes what the program traces.
    tracer: &'a Tracer,
    stop: &'a Stop,
    /// The number of statements and functions that ran, and of elements that statements outside of SOACs made.
    work: usize,
}

fn internal(span: Span, message: impl Into<String>) -> Error {
    Error::internal(message).or_at(span)
}

fn bool_value(value: &Val) -> Option<bool> {
    match value {
        Val::Scalar(PrimValue::Bool(value)) => Some(*value),
        _ => None,
    }
}

/// Returns an array of zeros.
fn zeros(prim: PrimType, shape: Vec<usize>) -> Result<ArrayValue> {
    let count = memory::check(prim.size_bytes(), &shape)?;
    Ok(ArrayValue { shape, data: ArrayData::zeros(prim, count) })
}

fn element(array: &ArrayValue, index: usize) -> PrimValue {
    // Indices are computed from the array's own shape.
    array.data.get(index).unwrap_or(PrimValue::Bool(false))
}

/// Returns row `index` of an array: an element, if the array has rank one.
fn row(array: &ArrayValue, index: usize) -> Val {
    let shape = array.shape[1..].to_vec();
    if shape.is_empty() {
        return Val::Scalar(element(array, index));
    }
    let count: usize = shape.iter().product();
    let mut data = ArrayData::zeros(array.data.prim_type(), count);
    for offset in 0..count {
        data.set(offset, element(array, index * count + offset));
    }
    Val::Array(Rc::new(ArrayValue { shape, data }))
}

/// Writes a value to row `index`.
fn set_row(array: &mut ArrayValue, index: usize, value: &Val) {
    match value {
        Val::Scalar(value) => {
            array.data.set(index, *value);
        }
        Val::Array(rows) => {
            let count = rows.data.len();
            for offset in 0..count {
                array.data.set(index * count + offset, element(rows, offset));
            }
        }
        Val::Cert => {}
    }
}

/// Collects rows in arrays of the given types. The dimensions of these types are those of a row.
struct Rows {
    arrays: Vec<ArrayValue>,
}

/// Returns the type of a parameter, for the check of arguments.
fn param_type(ty: &Type<'_>) -> ParamType {
    let dim = |dim: &Atom| match dim {
        // A constant dimension of another type than `i64` fits no array.
        Atom::Const { value, .. } => ParamDim::Size(value.as_i64().unwrap_or(-1)),
        Atom::Var { name, .. } => ParamDim::Name(*name),
    };
    match ty {
        Type::Array { prim, dims, .. } => ParamType { prim: *prim, dims: Some(dims.iter().map(dim).collect()) },
        Type::Scalar { prim, .. } => ParamType { prim: *prim, dims: None },
        // Arguments are scalars and arrays, and nothing fits an array type without dimensions.
        Type::Cert { .. } => ParamType { prim: PrimType::Bool, dims: Some(Vec::new()) },
    }
}

/// The types of an entry point's parameters. There are none if there is no such entry point.
pub fn param_types(program: &Program<'_>, entry: Symbol) -> FxHashMap<Name, ParamType> {
    let fun = program.funs.iter().find(|fun| fun.entry.is_some_and(|known| known.name == entry));
    let params = fun.map_or(&[][..], |fun| fun.params);
    params.iter().map(|param| (param.name, param_type(param.ty))).collect()
}

impl<'a> Machine<'a> {
    fn atom(&self, atom: &Atom) -> Result<Val> {
        match atom {
            Atom::Const { value, .. } => Ok(Val::Scalar(*value)),
            Atom::Var { span, name } => self
                .env
                .get(name)
                .cloned()
                .ok_or_else(|| internal(*span, format!("`{name}` has no value: it was consumed or never bound"))),
        }
    }

    fn atoms(&self, atoms: &[Atom]) -> Result<Vec<Val>> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    fn scalar(&self, atom: &Atom) -> Result<PrimValue> {
        match self.atom(atom)? {
            Val::Scalar(value) => Ok(value),
            _ => Err(internal(atom.span(), "a scalar is expected")),
        }
    }

    fn int(&self, atom: &Atom) -> Result<i64> {
        self.scalar(atom)?.as_i64().ok_or_else(|| internal(atom.span(), "an integer is expected"))
    }

    fn size(&self, atom: &Atom) -> Result<usize> {
        memory::size(self.int(atom)?)
    }

    fn sizes(&self, atoms: &[Atom]) -> Result<Vec<usize>> {
        atoms.iter().map(|atom| self.size(atom)).collect()
    }

    fn array(&self, name: Name, span: Span) -> Result<Rc<ArrayValue>> {
        match self.env.get(&name) {
            Some(Val::Array(array)) => Ok(array.clone()),
            Some(_) => Err(internal(span, format!("`{name}` is no array"))),
            None => Err(internal(span, format!("`{name}` has no value: it was consumed or never bound"))),
        }
    }

    /// Takes the array out of the environment.
    fn consume(&mut self, name: Name, span: Span) -> Result<Rc<ArrayValue>> {
        let array = self.array(name, span)?;
        self.env.remove(&name);
        Ok(array)
    }

    fn bind_arguments(&mut self, fun: &Fun<'a>, args: &[Value]) -> Result<()> {
        let leaves: Vec<Name> =
            fun.entry.iter().flat_map(|entry| entry.args).flat_map(|arg| arg.leaves).copied().collect();
        check_count(leaves.len(), args.len())?;
        for (name, arg) in leaves.iter().zip(args) {
            let Some(Param { ty, .. }) = fun.params.iter().find(|param| param.name == *name) else {
                return Err(internal(fun.span, "an argument without a parameter"));
            };
            let scalar = |name: Name| match self.env.get(&name) {
                Some(Val::Scalar(value)) => Some(*value),
                _ => None,
            };
            let sizes = fitting(*name, &param_type(ty), arg, scalar)?;
            self.env.extend(sizes.into_iter().map(|(name, size)| (name, Val::Scalar(size))));
            match arg {
                Value::Scalar(value) => {
                    self.env.insert(*name, Val::Scalar(*value));
                }
                Value::Array(array) => {
                    self.env.insert(*name, Val::Array(Rc::new(array.clone())));
                }
            }
        }
        // A parameter that neither an argument nor its shape determines was a memory block before `⇒unmem` (IFL'22
        // figure 9).
        for param in fun.params {
            if let Type::Scalar { prim, .. } = param.ty {
                self.env.entry(param.name).or_insert(Val::Scalar(PrimValue::zero(*prim)));
            }
        }
        Ok(())
    }

    fn bind(&mut self, params: &[Param<'a>], values: Vec<Val>, span: Span) -> Result<()> {
        if params.len() != values.len() {
            return Err(internal(span, format!("{} values for {} names", values.len(), params.len())));
        }
        for (param, value) in params.iter().zip(values) {
            self.env.insert(param.name, value);
        }
        Ok(())
    }

    fn stms(&mut self, stms: &[Stm<'a>]) -> Result<()> {
        self.stop.check()?;
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    /// E-LET
    fn stm(&mut self, stm: &Stm<'a>) -> Result<()> {
        let values = self.exp(stm.exp)?;
        self.work += 1 + self.made(stm.exp, &values);
        self.bind(stm.pat, values, stm.span)?;
        self.check_shapes(stm)
    }

    /// The number of elements that an expression other than a SOAC has made.
    fn made(&self, exp: &Exp<'a>, values: &[Val]) -> usize {
        let elements = |value: &Val| match value {
            Val::Array(array) => array.shape.iter().product(),
            _ => 0,
        };
        match exp {
            Exp::Iota { .. } | Exp::Replicate { .. } | Exp::Copy { .. } | Exp::Concat { .. } | Exp::ArrayLit { .. } => {
                values.iter().map(elements).sum()
            }
            Exp::Update { value, .. } => self.atom(value).map_or(0, |value| elements(&value)),
            _ => 0,
        }
    }

    /// Checks that arrays have the sizes that their types claim.
    fn check_shapes(&self, stm: &Stm<'a>) -> Result<()> {
        for param in stm.pat {
            if let (Type::Array { dims, .. }, Some(Val::Array(array))) = (param.ty, self.env.get(&param.name)) {
                let claimed = self.sizes(dims)?;
                if claimed != array.shape {
                    let message = format!("`{}` should have shape {claimed:?}, but has {:?}", param.name, array.shape);
                    return Err(internal(stm.span, message));
                }
            }
        }
        Ok(())
    }

    /// E-IN
    fn body(&mut self, body: &Body<'a>) -> Result<Vec<Val>> {
        self.stms(body.stms)?;
        self.atoms(body.result)
    }

    fn lambda(&mut self, lambda: &Lambda<'a>, args: Vec<Val>) -> Result<Vec<Val>> {
        self.work += 1;
        self.bind(lambda.params, args, lambda.span)?;
        self.body(lambda.body)
    }

    /// Returns a leaf of a value that is traced.
    fn traced(&self, traced: &Traced<'_>) -> Result<Value> {
        match self.atom(traced.value)? {
            Val::Scalar(value) => Ok(Value::Scalar(value)),
            Val::Array(array) => Ok(Value::Array(ArrayValue::clone(&array))),
            Val::Cert => Err(internal(traced.span, "a certificate is traced")),
        }
    }

    fn exp(&mut self, exp: &Exp<'a>) -> Result<Vec<Val>> {
        let one = |value: Val| Ok(vec![value]);
        let array = |value: ArrayValue| Ok(vec![Val::Array(Rc::new(value))]);
        match exp {
            // E-SCALAR
            Exp::Atoms { atoms, .. } => self.atoms(atoms),
            Exp::Bin { span, op, lhs, rhs, .. } => {
                let failed = |error| internal(*span, format!("an unchecked operator failed: {error}"));
                one(Val::Scalar(op.eval(self.scalar(lhs)?, self.scalar(rhs)?).map_err(failed)?))
            }
            Exp::Un { span, op, arg, .. } => {
                let value = op.eval(self.scalar(arg)?).map_err(|error| internal(*span, error.to_string()))?;
                one(Val::Scalar(value))
            }
            Exp::Tri { span, op, a, b, c, .. } => {
                let value = op.eval(self.scalar(a)?, self.scalar(b)?, self.scalar(c)?);
                one(Val::Scalar(value.map_err(|error| internal(*span, error.to_string()))?))
            }
            Exp::Convert { to, arg, .. } => one(Val::Scalar(convert(self.scalar(arg)?, *to))),
            // E-INDEX
            Exp::Index { span, array, indices } => {
                let array = self.array(*array, *span)?;
                let mut offset = 0;
                for (index, size) in indices.iter().zip(&array.shape) {
                    let index = self.int(index)?;
                    let index = usize::try_from(index).ok().filter(|index| index < size);
                    let index = index.ok_or_else(|| internal(*span, "an unchecked index is out of bounds"))?;
                    offset = offset * size + index;
                }
                one(Val::Scalar(element(&array, offset)))
            }
            // E-SLICE
            Exp::Slice { span, array: name, dims } => {
                let source = self.array(*name, *span)?;
                let (shape, offsets) = self.slice(dims, &source.shape, *span)?;
                let mut result = zeros(source.data.prim_type(), shape)?;
                for (position, offset) in offsets.iter().enumerate() {
                    result.data.set(position, element(&source, *offset));
                }
                array(result)
            }
            Exp::Update { span, array, dims, value } => one(Val::Array(self.update(*span, *array, dims, value)?)),
            Exp::ArrayLit { elems, prim, row, .. } => {
                let values = self.atoms(elems)?;
                let shape = std::iter::once(Ok(elems.len())).chain(row.iter().map(|size| self.size(size)));
                let mut result = zeros(*prim, shape.collect::<Result<_>>()?)?;
                for (position, value) in values.iter().enumerate() {
                    set_row(&mut result, position, value);
                }
                array(result)
            }
            Exp::Capacity { .. } => one(Val::Scalar(PrimValue::I64(1))),
            Exp::Parameter { .. } => one(Val::Scalar(PrimValue::NOT_SET)),
            Exp::Iota { span, count, start, step, prim } => {
                array(iota(*span, *prim, self.size(count)?, self.scalar(start)?, self.scalar(step)?)?)
            }
            Exp::Replicate { shape, value, .. } => array(replicate(self.sizes(shape)?, &self.atom(value)?)?),
            Exp::Scratch { prim, shape, .. } => array(zeros(*prim, self.sizes(shape)?)?),
            Exp::Copy { span, array: name } => one(Val::Array(self.array(*name, *span)?)),
            // E-TRANSPOSE
            Exp::Rearrange { span, array: name, perm } => array(rearrange(&*self.array(*name, *span)?, perm)?),
            Exp::Reshape { span, array: name, shape } => {
                let source = self.array(*name, *span)?;
                let shape = self.sizes(shape)?;
                let result = ArrayValue::new(shape, source.data.clone());
                array(result.ok_or_else(|| internal(*span, "a reshape changes the number of elements"))?)
            }
            Exp::Concat { span, arrays, count } => {
                let sources = arrays.iter().map(|name| self.array(*name, *span)).collect::<Result<Vec<_>>>()?;
                array(concat(*span, &sources, self.size(count)?)?)
            }
            // E-IF-TRUE, E-IF-FALSE
            Exp::If { cond, yes, no, .. } => match bool_value(&self.atom(cond)?) {
                Some(holds) => self.body(if holds { yes } else { no }),
                None => Err(internal(cond.span(), "a condition is a truth value")),
            },
            Exp::Loop { span, params, inits, form, body } => self.looping(*span, params, inits, form, body),
            Exp::Call { span, func, args } => self.call(*span, *func, args),
            Exp::Assert { code, cond, message, trace, .. } => {
                if bool_value(&self.atom(cond)?) == Some(true) {
                    return one(Val::Cert);
                }
                let mut text = String::new();
                for part in *message {
                    match part {
                        Part::Literal { text: literal, .. } => text.push_str(literal.as_str()),
                        Part::Show { value, .. } => text.push_str(&shown(self.scalar(value)?)),
                    }
                }
                Err(failure(code.0, &text, trace.iter().map(|place| place.as_str())))
            }
            Exp::Trace { label, form, values, .. } => {
                let leaves = values.iter().map(|traced| self.traced(traced)).collect::<Result<Vec<Value>>>()?;
                self.tracer.trace(*label, &form.show(&leaves));
                Ok(Vec::new())
            }
            // E-KERNEL, with elements of arrays instead of the thread number
            Exp::Map { .. }
            | Exp::Reduce { .. }
            | Exp::Scan { .. }
            | Exp::Scatter { .. }
            | Exp::Hist { .. }
            | Exp::Stream { .. }
            | Exp::Accumulate { .. } => self.soac(exp),
            Exp::Derivative { span, .. } => Err(early_derivative(*span)),
            Exp::WithAdjoint { args, lambda, .. } => self.atoms(args).and_then(|args| self.lambda(lambda, args)),
        }
    }

    fn soac(&mut self, exp: &Exp<'a>) -> Result<Vec<Val>> {
        match exp {
            Exp::Map { span, width, arrays, lambda, .. } => self.reduce(*span, width, arrays, lambda, &[]),
            Exp::Reduce { span, width, arrays, lambda, ops } => self.reduce(*span, width, arrays, lambda, ops),
            Exp::Scan { .. } => self.scan(exp),
            Exp::Scatter { span, width, arrays, lambda, dests } => self.scatter(*span, width, arrays, lambda, dests),
            Exp::Hist { span, width, arrays, lambda, ops } => self.histogram(*span, width, arrays, lambda, ops),
            // The operator is in the function, too.
            Exp::Stream { span, width, arrays, dests, lambda, .. } => self.stream(*span, width, arrays, dests, lambda),
            _ => self.accumulate(exp),
        }
    }

    fn update(&mut self, span: Span, array: Name, dims: &[SliceDim<'a>], value: &Atom) -> Result<Rc<ArrayValue>> {
        let value = self.atom(value)?;
        let mut target = self.consume(array, span)?;
        let (_, offsets) = self.slice(dims, &target.shape, span)?;
        let changed = Rc::make_mut(&mut target);
        match value {
            Val::Scalar(value) => {
                for offset in offsets {
                    changed.data.set(offset, value);
                }
            }
            Val::Array(source) => {
                if source.data.len() != offsets.len() {
                    return Err(internal(span, "an update with an array of another shape"));
                }
                for (position, offset) in offsets.into_iter().enumerate() {
                    changed.data.set(offset, element(&source, position));
                }
            }
            Val::Cert => {}
        }
        Ok(target)
    }

    fn call(&mut self, span: Span, func: Name, args: &[Atom]) -> Result<Vec<Val>> {
        let Some(fun) = self.funs.get(&func).copied() else {
            return Err(internal(span, format!("there is no function `{func}`")));
        };
        let args = self.atoms(args)?;
        if let Some(message) = too_deep(func.base.as_str(), self.active.len()) {
            return Err(failure(&codes::NESTED_CALLS, &message, []));
        }
        // If the function is active already, its variables have the same names as the new ones.
        let around = self.active.contains(&func).then(|| self.env.clone());
        self.active.push(func);
        self.bind(fun.params, args, span)?;
        let result = self.body(fun.body);
        self.active.pop();
        if let Some(around) = around {
            self.env = around;
        }
        result
    }

    fn looping(
        &mut self,
        span: Span,
        params: &[Param<'a>],
        inits: &[Atom],
        form: &LoopForm<'a>,
        body: &Body<'a>,
    ) -> Result<Vec<Val>> {
        let values = self.atoms(inits)?;
        // The loop takes the initial values that it may consume out of the environment.
        for (param, init) in params.iter().zip(inits) {
            if let (Type::Array { unique: true, .. }, Atom::Var { name, .. }) = (param.ty, init) {
                self.env.remove(name);
            }
        }
        self.bind(params, values, span)?;
        match form {
            LoopForm::For { index, prim, bound, .. } => {
                for at in 0..self.int(bound)?.max(0) {
                    self.env.insert(*index, Val::Scalar(convert(PrimValue::I64(at), *prim)));
                    self.iterate(params, body, span)?;
                }
            }
            LoopForm::While { cond, .. } => {
                while self.env.get(cond).and_then(bool_value) == Some(true) {
                    self.iterate(params, body, span)?;
                }
            }
        }
        params.iter().map(|param| self.atom(&Atom::Var { span, name: param.name })).collect()
    }

    /// A `reduce`, or without operators a `map`.
    fn reduce(
        &mut self,
        span: Span,
        width: &Atom,
        arrays: &[Name],
        lambda: &Lambda<'a>,
        ops: &[Reduction<'a>],
    ) -> Result<Vec<Val>> {
        let width = self.size(width)?;
        let mut state = self.neutral(ops)?;
        let mut rows = self.rows(width, &lambda.rets[state.len()..])?;
        self.elements(span, width, arrays, lambda, |machine, at, mut values| {
            let mapped = values.split_off(state.len());
            rows.set(at, &mapped);
            state = machine.combine(ops.iter().map(|op| op.lambda), std::mem::take(&mut state), values)?;
            Ok(())
        })?;
        state.extend(rows.finish());
        Ok(state)
    }

    fn scan(&mut self, exp: &Exp<'a>) -> Result<Vec<Val>> {
        let Exp::Scan { span, width, arrays, lambda, ops, post, totals } = exp else {
            return Err(internal(exp.span(), "a `scan` is expected"));
        };
        let width = self.size(width)?;
        let mut state = self.neutral(ops)?;
        let mut total = self.neutral(totals)?;
        let mut rows = self.rows(width, &post.rets[total.len()..])?;
        self.elements(*span, width, arrays, lambda, |machine, at, mut values| {
            let others = values.split_off(state.len());
            state = machine.combine(ops.iter().map(|op| op.lambda), std::mem::take(&mut state), values)?;
            let mut values = machine.lambda(post, state.iter().cloned().chain(others).collect())?;
            let mapped = values.split_off(total.len());
            rows.set(at, &mapped);
            total = machine.combine(totals.iter().map(|op| op.lambda), std::mem::take(&mut total), values)?;
            Ok(())
        })?;
        total.extend(rows.finish());
        Ok(total)
    }

    fn iterate(&mut self, params: &[Param<'a>], body: &Body<'a>, span: Span) -> Result<()> {
        self.stms(body.stms)?;
        let values = self.atoms(body.result)?;
        // Drops intermediate variables, so that the next iteration can update in place.
        for atom in body.result {
            if let Atom::Var { name, .. } = atom
                && body.stms.iter().any(|stm| stm.pat.iter().any(|param| param.name == *name))
            {
                self.env.remove(name);
            }
        }
        self.bind(params, values, span)
    }

    /// Returns the shape of a slice, and the offsets of its elements in row-major order.
    fn slice(&self, dims: &[SliceDim<'a>], shape: &[usize], span: Span) -> Result<(Vec<usize>, Vec<usize>)> {
        let outside = || internal(span, "an unchecked slice is out of bounds");
        let mut result = Vec::new();
        let mut offsets = vec![0usize];
        let mut spans = Vec::new();
        for (dim, stride) in dims.iter().zip(strides(shape)) {
            spans.push(match dim {
                SliceDim::Fix { index, .. } => vec![(self.int(index)?, stride)],
                SliceDim::Span { start, count, stride: step, .. } => {
                    let (start, count, step) = (self.int(start)?, self.size(count)?, self.int(step)?);
                    memory::check(size_of::<(i64, usize)>(), &[count])?;
                    result.push(count);
                    // No element is at a negative index.
                    let position = |at: i64| at.checked_mul(step).and_then(|way| start.checked_add(way)).unwrap_or(-1);
                    (0..count as i64).map(|at| (position(at), stride)).collect()
                }
            });
        }
        for (positions, size) in spans.into_iter().zip(shape) {
            let mut next = Vec::with_capacity(memory::check(size_of::<usize>(), &[offsets.len(), positions.len()])?);
            for offset in &offsets {
                for (position, stride) in &positions {
                    let position = usize::try_from(*position).ok().filter(|position| position < size);
                    next.push(offset + position.ok_or_else(outside)? * stride);
                }
            }
            offsets = next;
        }
        Ok((result, offsets))
    }

    /// Returns the neutral elements of operators.
    fn neutral(&self, ops: &[Reduction<'a>]) -> Result<Vec<Val>> {
        ops.iter().flat_map(|op| op.neutral).map(|atom| self.atom(atom)).collect()
    }

    /// Returns empty arrays for the results of `width` elements.
    fn rows(&self, width: usize, types: &[Type<'a>]) -> Result<Rows> {
        let arrays = types.iter().map(|ty| match ty {
            Type::Scalar { prim, .. } => zeros(*prim, vec![width]),
            Type::Array { prim, dims, .. } => {
                let shape = std::iter::once(Ok(width)).chain(dims.iter().map(|size| self.size(size)));
                zeros(*prim, shape.collect::<Result<_>>()?)
            }
            Type::Cert { .. } => zeros(PrimType::Bool, vec![width]),
        });
        Ok(Rows { arrays: arrays.collect::<Result<_>>()? })
    }

    /// Returns the inputs of a SOAC.
    fn inputs(&self, span: Span, width: usize, arrays: &[Name]) -> Result<Vec<Rc<ArrayValue>>> {
        let arrays = arrays.iter().map(|name| self.array(*name, span)).collect::<Result<Vec<_>>>()?;
        if arrays.iter().any(|array| array.shape.first() != Some(&width)) {
            return Err(internal(span, "an operand of a SOAC has another length than the others"));
        }
        Ok(arrays)
    }

    /// Runs a lambda for all elements of arrays, in order.
    fn elements(
        &mut self,
        span: Span,
        width: usize,
        arrays: &[Name],
        lambda: &Lambda<'a>,
        mut each: impl FnMut(&mut Self, usize, Vec<Val>) -> Result<()>,
    ) -> Result<()> {
        let arrays = self.inputs(span, width, arrays)?;
        for at in 0..width {
            let args = arrays.iter().map(|array| row(array, at)).collect();
            let values = self.lambda(lambda, args)?;
            each(self, at, values)?;
        }
        Ok(())
    }

    /// Combines a state with new values by the operators.
    fn combine<'l>(
        &mut self,
        lambdas: impl Iterator<Item = &'l Lambda<'a>>,
        state: Vec<Val>,
        values: Vec<Val>,
    ) -> Result<Vec<Val>>
    where
        'a: 'l,
    {
        let (mut state, mut values) = (state.into_iter(), values.into_iter());
        let mut out = Vec::new();
        for lambda in lambdas {
            let count = lambda.params.len() / 2;
            let args = state.by_ref().take(count).chain(values.by_ref().take(count)).collect();
            out.extend(self.lambda(lambda, args)?);
        }
        Ok(out)
    }

    fn scatter(
        &mut self,
        span: Span,
        width: &Atom,
        arrays: &[Name],
        lambda: &Lambda<'a>,
        dests: &[Dest],
    ) -> Result<Vec<Val>> {
        let width = self.size(width)?;
        let mut targets = dests.iter().map(|dest| self.consume(dest.array, span)).collect::<Result<Vec<_>>>()?;
        let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
        self.elements(span, width, arrays, lambda, |_, _, values| {
            let (mut indices, values) = values.split_at(ranks);
            for ((dest, target), value) in dests.iter().zip(&mut targets).zip(values) {
                let (here, rest) = indices.split_at(dest.rank as usize);
                indices = rest;
                let mut position = Some(0usize);
                for (index, size) in here.iter().zip(&target.shape) {
                    let index = match index {
                        Val::Scalar(value) => value.as_i64().and_then(|index| usize::try_from(index).ok()),
                        _ => None,
                    };
                    let index = index.filter(|index| index < size);
                    position = position.zip(index).map(|(position, index)| position * size + index);
                }
                if let Some(position) = position {
                    set_row(Rc::make_mut(target), position, value);
                }
            }
            Ok(())
        })?;
        Ok(targets.into_iter().map(Val::Array).collect())
    }

    fn stream(
        &mut self,
        span: Span,
        width: &Atom,
        arrays: &[Name],
        dests: &[Name],
        lambda: &Lambda<'a>,
    ) -> Result<Vec<Val>> {
        let width = self.size(width)?;
        let mut accs =
            dests.iter().map(|dest| self.consume(*dest, span).map(Val::Array)).collect::<Result<Vec<_>>>()?;
        let arrays = self.inputs(span, width, arrays)?;
        for at in 0..width {
            let elements = arrays.iter().map(|array| row(array, at));
            accs = self.lambda(lambda, elements.chain(std::mem::take(&mut accs)).collect())?;
        }
        Ok(accs)
    }

    fn accumulate(&mut self, exp: &Exp<'a>) -> Result<Vec<Val>> {
        let Exp::Accumulate { span, dests, index, size, values, lambda } = exp else {
            return Err(internal(exp.span(), "an `accumulate` is expected"));
        };
        let (index, size) = (self.int(index)?, self.size(size)?);
        let new = self.atoms(values)?;
        let mut targets = dests.iter().map(|dest| self.consume(*dest, *span)).collect::<Result<Vec<_>>>()?;
        if let Some(at) = usize::try_from(index).ok().filter(|at| *at < size) {
            if targets.iter().any(|target| target.shape.first() != Some(&size)) {
                return Err(internal(*span, "an accumulator of another size"));
            }
            let values = match lambda {
                None => new,
                Some(lambda) => {
                    let old = targets.iter().map(|target| row(target, at));
                    self.lambda(lambda, old.chain(new).collect())?
                }
            };
            for (target, value) in targets.iter_mut().zip(&values) {
                set_row(Rc::make_mut(target), at, value);
            }
        }
        Ok(targets.into_iter().map(Val::Array).collect())
    }

    fn histogram(
        &mut self,
        span: Span,
        width: &Atom,
        arrays: &[Name],
        lambda: &Lambda<'a>,
        ops: &[HistOp<'a>],
    ) -> Result<Vec<Val>> {
        let width = self.size(width)?;
        let sizes = ops.iter().map(|op| self.size(op.size)).collect::<Result<Vec<_>>>()?;
        let mut targets = Vec::new();
        for dest in ops.iter().flat_map(|op| op.dests) {
            targets.push(self.consume(*dest, span)?);
        }
        self.elements(span, width, arrays, lambda, |machine, _, values| {
            let (bins, mut values) = values.split_at(ops.len());
            let mut first = 0;
            for ((op, bin), size) in ops.iter().zip(bins).zip(&sizes) {
                let count = op.dests.len();
                let (new, rest) = values.split_at(count);
                values = rest;
                let targets = &mut targets[first..first + count];
                first += count;
                let bin = match bin {
                    Val::Scalar(value) => value.as_i64().and_then(|bin| usize::try_from(bin).ok()),
                    _ => None,
                };
                let Some(bin) = bin.filter(|bin| bin < size) else { continue };
                let old = targets.iter().map(|target| row(target, bin));
                let args = old.chain(new.iter().cloned()).collect();
                let results = machine.lambda(op.lambda, args)?;
                for (target, result) in targets.iter_mut().zip(&results) {
                    set_row(Rc::make_mut(target), bin, result);
                }
            }
            Ok(())
        })?;
        Ok(targets.into_iter().map(Val::Array).collect())
    }
}

impl Rows {
    fn set(&mut self, at: usize, values: &[Val]) {
        for (array, value) in self.arrays.iter_mut().zip(values) {
            set_row(array, at, value);
        }
    }

    fn finish(self) -> Vec<Val> {
        self.arrays.into_iter().map(|array| Val::Array(Rc::new(array))).collect()
    }
}

fn iota(span: Span, prim: PrimType, count: usize, start: PrimValue, step: PrimValue) -> Result<ArrayValue> {
    let mut result = zeros(prim, vec![count])?;
    for position in 0..count {
        let way = BinOp::Mul.eval(convert(PrimValue::I64(position as i64), prim), step);
        let value = way.and_then(|way| BinOp::Add.eval(start, way));
        result.data.set(position, value.map_err(|error| internal(span, error.to_string()))?);
    }
    Ok(result)
}

/// The value in every position of the dimensions `shape`.
fn replicate(mut shape: Vec<usize>, value: &Val) -> Result<ArrayValue> {
    let count = memory::check(1, &shape)?;
    let prim = match value {
        Val::Scalar(value) => value.prim_type(),
        Val::Array(row) => {
            shape.extend(&row.shape);
            row.data.prim_type()
        }
        Val::Cert => PrimType::Bool,
    };
    let mut result = zeros(prim, shape)?;
    for position in 0..count {
        set_row(&mut result, position, value);
    }
    Ok(result)
}

fn rearrange(source: &ArrayValue, perm: &[i64]) -> Result<ArrayValue> {
    let strides = strides(&source.shape);
    let picked = |of: &[usize]| perm.iter().filter_map(|dim| of.get(*dim as usize).copied()).collect::<Vec<_>>();
    let (shape, strides) = (picked(&source.shape), picked(&strides));
    let mut result = zeros(source.data.prim_type(), shape)?;
    for position in 0..result.data.len() {
        let indices = unravel(position, &result.shape);
        let offset: usize = indices.iter().zip(&strides).map(|(index, stride)| index * stride).sum();
        result.data.set(position, element(source, offset));
    }
    Ok(result)
}

/// Arrays one after the other, `count` rows in all.
fn concat(span: Span, sources: &[Rc<ArrayValue>], count: usize) -> Result<ArrayValue> {
    let Some(first) = sources.first() else { return Err(internal(span, "nothing to concatenate")) };
    let shape = std::iter::once(count).chain(first.shape[1..].iter().copied()).collect();
    let mut result = zeros(first.data.prim_type(), shape)?;
    let mut position = 0;
    for source in sources {
        for offset in 0..source.data.len() {
            result.data.set(position, element(source, offset));
            position += 1;
        }
    }
    Ok(result)
}

fn strides(shape: &[usize]) -> Vec<usize> {
    let mut strides = vec![1usize; shape.len()];
    for dim in (1..shape.len()).rev() {
        strides[dim - 1] = strides[dim].wrapping_mul(shape[dim]);
    }
    strides
}

fn unravel(mut position: usize, shape: &[usize]) -> Vec<usize> {
    let mut indices = vec![0; shape.len()];
    for (index, size) in indices.iter_mut().zip(shape).rev() {
        *index = position % size;
        position /= size;
    }
    indices
}
