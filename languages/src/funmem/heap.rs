//! The meaning of `FunMem` on a heap (IFL'22 figure 10): labels and index functions. A run finds
//!
//! - locations that do not have the values that the elements have by the value semantics (`memory.rs`);
//! - data races, by the locations that each step reads and writes (`races.rs`);
//! - arrays that do not fit their blocks, and new arrays with two elements in one location;
//! - reads of elements that were never written.
//!
//! A run without such errors reads the right element at every step. So the program is valid for these arguments.

mod folds;
mod lmad;
mod memory;
mod races;
#[cfg(test)]
mod tests;

use self::lmad::{Cut, Lmad};
use self::memory::{Array, Block, Stamp, Target, cut, row};
use self::races::{Access, Kernel, Operation};
use super::{
    Atom, Body, Exp, Fun, FunMem, HistOp, KernelBody, KernelResult, Lambda, Layout, LoopForm, Param, Part, Poly,
    SegDim, SliceDim, Stm, Traced, Type,
};
use crate::codes;
use crate::prim::{BinOp, PrimValue, convert};
use crate::run::{Call, ParamType, check_count, failure, fitting, shown, too_deep};
use crate::stop::Stop;
use crate::value::{ArrayValue, Value};
use framework::{Error, ErrorKind, Name, Owned, Result, Span};
use rustc_hash::FxHashMap;

/// A heap label `ℓ`.
type Label = usize;

/// The value of a variable.
#[derive(Clone, Debug)]
enum Val {
    Scalar(PrimValue),
    Mem(Label),
    Array(Array),
    Cert,
}

/// Runs an entry point on a heap, and compares the outcome with that of the value semantics: definition 3.1 (validity).
///
/// `params` are the types of the entry point's parameters. `by_values` are its results, or the failure of the program.
pub fn evaluate(
    program: &Owned<FunMem>,
    call: &Call,
    params: &FxHashMap<Name, ParamType>,
    by_values: std::result::Result<&[Value], &Error>,
) -> Result<Vec<Value>> {
    let invalid = |what: String| Error::internal(format!("the program is not valid: {what}"));
    let on_heap = run(program, call, params);
    call.stop.check()?;
    match (on_heap, by_values) {
        (Ok(results), Ok(by_values)) => match (0..results.len()).find(|at| by_values.get(*at) != results.get(*at)) {
            Some(position) => Err(invalid(format!("result {position} differs between values and heap"))),
            None => Ok(results),
        },
        // The two evaluators need different amounts of memory.
        (Ok(_), Err(error)) if is_limit(error) => Err(error.clone()),
        (Ok(_), Err(error)) => Err(invalid(format!("by values, it fails: {}", error.message))),
        (Err(error), _) if error.kind != ErrorKind::RunTime || is_limit(&error) => Err(error),
        (Err(error), Err(by_values)) if is_limit(by_values) || error.message == by_values.message => Err(error),
        (Err(error), _) => Err(invalid(format!("on the heap, it fails otherwise: {}", error.message))),
    }
}

/// Whether a program fails because the machine is too small.
fn is_limit(error: &Error) -> bool {
    error.code.is_some_and(|code| [codes::OUT_OF_MEMORY.id, codes::NESTED_CALLS.id].contains(&code.id))
}

fn run(program: &Owned<FunMem>, call: &Call, params: &FxHashMap<Name, ParamType>) -> Result<Vec<Value>> {
    let root = program.root();
    let entry = root.funs.iter().find_map(|fun| Some((fun, fun.entry.filter(|entry| entry.name == call.entry)?)));
    let Some((fun, entry)) = entry else {
        return Err(Error::user(Span::NONE, format!("there is no entry point `{}`", call.entry)));
    };
    let funs = root.funs.iter().map(|fun| (fun.name, fun)).collect();
    let mut machine = Machine { funs, stop: call.stop.clone(), ..Machine::default() };
    let leaves: Vec<Name> = entry.args.iter().flat_map(|arg| arg.leaves).copied().collect();
    machine.bind_arguments(fun, params, &leaves, &call.args)?;
    let results = machine.function(fun)?;
    let mut out = Vec::new();
    for leaf in entry.results.iter().flat_map(|result| result.leaves) {
        let value = usize::try_from(*leaf).ok().and_then(|leaf| results.get(leaf));
        out.push(match value {
            Some(Val::Scalar(value)) => Value::Scalar(*value),
            Some(Val::Array(array)) => machine.result(array, fun.span)?,
            _ => return Err(internal(fun.span, "an entry point's result is no value")),
        });
    }
    Ok(out)
}

fn internal(span: Span, message: impl Into<String>) -> Error {
    Error::internal(message).or_at(span)
}

#[derive(Default)]
struct Machine<'p> {
    funs: FxHashMap<Name, &'p Fun<'p>>,
    env: FxHashMap<Name, Val>,
    heap: Vec<Block>,
    /// The latest stamp.
    stamp: Stamp,
    kernels: Vec<Kernel>,
    /// The latest operation that shares locations, and the operations of the streams around.
    operation: u64,
    streams: Vec<Operation>,
    stop: Stop,
}

impl<'p> Machine<'p> {
    fn atom(&self, atom: &Atom) -> Result<Val> {
        match atom {
            Atom::Const { value, .. } => Ok(Val::Scalar(*value)),
            Atom::Var { span, name } => {
                self.env.get(name).cloned().ok_or_else(|| internal(*span, format!("`{name}` has no value")))
            }
        }
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

    fn ints(&self, atoms: &[Atom]) -> Result<Vec<i64>> {
        atoms.iter().map(|atom| self.int(atom)).collect()
    }

    fn truth(&self, atom: &Atom) -> Result<bool> {
        match self.scalar(atom)? {
            PrimValue::Bool(value) => Ok(value),
            _ => Err(internal(atom.span(), "a condition is a truth value")),
        }
    }

    fn poly(&self, poly: &Poly<'_>) -> Result<i64> {
        Ok(match poly {
            Poly::PolyConst { value, .. } => *value,
            Poly::PolyVar { span, name } => self.int(&Atom::Var { span: *span, name: *name })?,
            Poly::PolyAdd { lhs, rhs, .. } => self.poly(lhs)?.wrapping_add(self.poly(rhs)?),
            Poly::PolySub { lhs, rhs, .. } => self.poly(lhs)?.wrapping_sub(self.poly(rhs)?),
            Poly::PolyMul { lhs, rhs, .. } => self.poly(lhs)?.wrapping_mul(self.poly(rhs)?),
        })
    }

    fn lmad(&self, dims: &[Atom], layout: &Layout<'_>) -> Result<Lmad> {
        let offset = self.poly(layout.offset)?;
        let mut out = Vec::new();
        for (dim, stride) in dims.iter().zip(layout.strides) {
            out.push((self.int(dim)?, self.poly(stride)?));
        }
        Ok(Lmad { offset, dims: out })
    }

    fn array(&self, name: Name, span: Span) -> Result<Array> {
        match self.env.get(&name) {
            Some(Val::Array(array)) => Ok(array.clone()),
            _ => Err(internal(span, format!("`{name}` is no array, or was consumed"))),
        }
    }

    /// Returns a result of the entry point.
    fn result(&self, array: &Array, span: Span) -> Result<Value> {
        let shape = array.lmad.dims.iter().map(|(count, _)| crate::memory::size(*count)).collect::<Result<_>>()?;
        let value = ArrayValue::new(shape, self.handed_out(array, span)?);
        value.map(Value::Array).ok_or_else(|| internal(span, "an array whose elements do not fit its shape"))
    }

    fn bind_arguments(
        &mut self,
        fun: &Fun<'_>,
        params: &FxHashMap<Name, ParamType>,
        leaves: &[Name],
        args: &[Value],
    ) -> Result<()> {
        check_count(leaves.len(), args.len())?;
        for (name, arg) in leaves.iter().zip(args) {
            let param = fun.params.iter().find(|param| param.name == *name).zip(params.get(name));
            let Some((param @ Param { ty, .. }, param_type)) = param else {
                return Err(internal(fun.span, "an argument without a parameter"));
            };
            let scalar = |name: Name| match self.env.get(&name) {
                Some(Val::Scalar(value)) => Some(*value),
                _ => None,
            };
            let sizes = fitting(*name, param_type, arg, scalar)?;
            self.env.extend(sizes.into_iter().map(|(name, size)| (name, Val::Scalar(size))));
            match arg {
                Value::Scalar(value) => {
                    self.env.insert(*name, Val::Scalar(*value));
                }
                Value::Array(array) => {
                    let Type::Array { mem, .. } = ty else {
                        return Err(internal(fun.span, "an array for a parameter that is none"));
                    };
                    let label = self.alloc_argument(array.data.clone());
                    self.env.insert(*mem, Val::Mem(label));
                    self.bind_argument(param, label)?;
                }
            }
        }
        Ok(())
    }

    /// E-STMS
    fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        self.stop.check()?;
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    /// Binds a pattern: scalars and blocks to values, then arrays, which are at the places in their types.
    fn bind(&mut self, params: &[Param<'_>], values: Vec<Val>, span: Span) -> Result<()> {
        if params.len() != values.len() {
            return Err(internal(span, format!("{} values for {} names", values.len(), params.len())));
        }
        let mut arrays = Vec::new();
        for (param, value) in params.iter().zip(values) {
            match (param.ty, value) {
                (Type::Array { .. }, Val::Array(array)) => arrays.push((param, array)),
                (_, value) => {
                    self.env.insert(param.name, value);
                }
            }
        }
        for (param, array) in arrays {
            self.is_placed(param, &array)?;
            self.env.insert(param.name, Val::Array(array));
        }
        Ok(())
    }

    /// Binds the finished arrays of a statement.
    fn bind_targets(&mut self, params: &[Param<'_>], targets: Vec<Target>) {
        for (param, target) in params.iter().zip(targets) {
            self.env.insert(param.name, target.array());
        }
    }

    fn results(&self, atoms: &[Atom]) -> Result<Vec<Val>> {
        atoms.iter().map(|atom| self.atom(atom)).collect()
    }

    fn body(&mut self, body: &Body<'_>) -> Result<Vec<Val>> {
        self.stms(body.stms)?;
        let values = self.results(body.result)?;
        self.forget(body.stms, body.result);
        Ok(values)
    }

    /// Drops arrays that a body returns from its own variables, so that they can be updated without a copy.
    fn forget(&mut self, stms: &[Stm<'_>], results: &[Atom]) {
        for atom in results {
            if let Atom::Var { name, .. } = atom
                && matches!(self.env.get(name), Some(Val::Array(_)))
                && stms.iter().any(|stm| stm.pat.iter().any(|param| param.name == *name))
            {
                self.env.remove(name);
            }
        }
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        let span = stm.span;
        let arith = |value: std::result::Result<PrimValue, crate::prim::ArithError>| {
            value.map(|value| vec![Val::Scalar(value)]).map_err(|error| internal(span, error.to_string()))
        };
        let values = match stm.exp {
            Exp::Atoms { atoms, .. } => self.results(atoms)?,
            Exp::Bin { op, lhs, rhs, .. } => arith(op.eval(self.scalar(lhs)?, self.scalar(rhs)?))?,
            Exp::Un { op, arg, .. } => arith(op.eval(self.scalar(arg)?))?,
            Exp::Capacity { .. } => vec![Val::Scalar(PrimValue::I64(1))],
            Exp::Parameter { .. } => vec![Val::Scalar(PrimValue::NOT_SET)],
            Exp::Tri { op, a, b, c, .. } => arith(op.eval(self.scalar(a)?, self.scalar(b)?, self.scalar(c)?))?,
            Exp::Convert { to, arg, .. } => vec![Val::Scalar(convert(self.scalar(arg)?, *to))],
            Exp::Alloc { prim, count, .. } => {
                let count = self.poly(count)?;
                vec![Val::Mem(self.alloc(*prim, count)?)]
            }
            Exp::Index { array, indices, .. } => {
                let (array, indices) = (self.array(*array, span)?, self.ints(indices)?);
                vec![Val::Scalar(self.index(&array, &indices, span)?)]
            }
            // E-MEM-SLICE
            Exp::Slice { array, dims, .. } => {
                let dims = self.slice(dims)?;
                vec![Val::Array(self.array(*array, span)?.view(cut(&dims))?)]
            }
            // E-MEM-TRANSPOSE
            Exp::Rearrange { array, perm, .. } => {
                vec![Val::Array(self.array(*array, span)?.view(|lmad| lmad.permuted(perm))?)]
            }
            Exp::Reshape { array, .. } => vec![self.reshaped(only(stm)?, &self.array(*array, span)?)?],
            Exp::Update { array, dims, value, .. } => {
                // The value first: the array may be a view of itself.
                let (value, dims) = (self.atom(value)?, self.slice(dims)?);
                let mut target = self.consumed(*array, only(stm)?)?;
                self.memcpy(&mut target, cut(&dims), value, Access::Write, span)?;
                vec![target.array()]
            }
            Exp::ArrayLit { .. }
            | Exp::Iota { .. }
            | Exp::Replicate { .. }
            | Exp::Scratch { .. }
            | Exp::Copy { .. }
            | Exp::Concat { .. } => vec![self.fill(stm)?],
            // E-MEM-IF-T, E-MEM-IF-F
            Exp::If { cond, yes, no, .. } => {
                let taken = if self.truth(cond)? { yes } else { no };
                self.body(taken)?
            }
            Exp::Loop { params, inits, form, body, .. } => self.looping(span, params, inits, form, body)?,
            Exp::Assert { .. } => self.assert(stm)?,
            Exp::Trace { values, .. } => self.traced(values, span)?,
            // E-MEM-KERNEL
            Exp::SegMap { space, body, .. } => return self.kernel(stm, space, body),
            Exp::SegRed { space, ops, body, .. } => return self.fold(stm, space, ops, body),
            Exp::SegScan { space, ops, body, totals, .. } => return self.scan(stm, space, ops, body, totals),
            Exp::SegHist { space, ops, body, .. } => return self.histogram(stm, space, ops, body),
            Exp::SegStream { .. } => return self.stream(stm),
            Exp::Accumulate { .. } => return self.accumulate(stm),
            Exp::Call { func, args, .. } => self.call(span, *func, args)?,
        };
        self.bind(stm.pat, values, span)
    }

    /// Makes a new array.
    fn fill(&mut self, stm: &Stm<'_>) -> Result<Val> {
        let span = stm.span;
        let mut target = self.fresh(only(stm)?)?;
        match stm.exp {
            Exp::ArrayLit { elems, .. } => {
                for (position, elem) in elems.iter().enumerate() {
                    let value = self.atom(elem)?;
                    self.memcpy(&mut target, row(&[position as i64]), value, Access::Write, span)?;
                }
            }
            Exp::Iota { count, start, step, prim, .. } => {
                let (start, step) = (self.scalar(start)?, self.scalar(step)?);
                for position in 0..self.int(count)? {
                    let way = BinOp::Mul.eval(convert(PrimValue::I64(position), *prim), step);
                    let value = way.and_then(|way| BinOp::Add.eval(start, way));
                    let value = value.map_err(|error| internal(span, error.to_string()))?;
                    self.memcpy(&mut target, row(&[position]), Val::Scalar(value), Access::Write, span)?;
                }
            }
            Exp::Replicate { shape, value, .. } => {
                let value = self.atom(value)?;
                for indices in vectors(&self.ints(shape)?) {
                    self.memcpy(&mut target, row(&indices), value.clone(), Access::Write, span)?;
                }
            }
            Exp::Copy { array, .. } => {
                let array = self.array(*array, span)?;
                self.memcpy(&mut target, Lmad::clone, Val::Array(array), Access::Write, span)?;
            }
            Exp::Concat { arrays, .. } => {
                let mut start: i64 = 0;
                for array in *arrays {
                    let array = self.array(*array, span)?;
                    let count = array.lmad.dims.first().map_or(0, |(count, _)| *count);
                    let part = |lmad: &Lmad| lmad.rows(start, count);
                    self.memcpy(&mut target, part, Val::Array(array), Access::Write, span)?;
                    start = start.wrapping_add(count);
                }
            }
            _ => {}
        }
        Ok(target.array())
    }

    /// Reads what a trace prints. The run by values has printed it.
    fn traced(&mut self, values: &[Traced<'_>], span: Span) -> Result<Vec<Val>> {
        for traced in values {
            if let Val::Array(array) = self.atom(traced.value)? {
                for indices in vectors(&array.lmad.dims.iter().map(|(count, _)| *count).collect::<Vec<_>>()) {
                    self.index(&array, &indices, span)?;
                }
            }
        }
        Ok(Vec::new())
    }

    fn looping(
        &mut self,
        span: Span,
        params: &[Param<'_>],
        inits: &[Atom],
        form: &LoopForm<'_>,
        body: &Body<'_>,
    ) -> Result<Vec<Val>> {
        let values = self.results(inits)?;
        // The loop takes the initial values that it may consume.
        for (param, init) in params.iter().zip(inits) {
            if let (Type::Array { unique: true, .. }, Atom::Var { name, .. }) = (param.ty, init) {
                self.env.remove(name);
            }
        }
        self.bind(params, values, span)?;
        match form {
            LoopForm::For { index, prim, bound, .. } => {
                for at in 0..self.int(bound)? {
                    self.env.insert(*index, Val::Scalar(convert(PrimValue::I64(at), *prim)));
                    let values = self.body(body)?;
                    self.bind(params, values, span)?;
                }
            }
            LoopForm::While { cond, span: at } => {
                while self.truth(&Atom::Var { span: *at, name: *cond })? {
                    let values = self.body(body)?;
                    self.bind(params, values, span)?;
                }
            }
        }
        self.results(&params.iter().map(|param| Atom::Var { span, name: param.name }).collect::<Vec<_>>())
    }

    fn assert(&mut self, stm: &Stm<'_>) -> Result<Vec<Val>> {
        let Exp::Assert { code, cond, message, trace, .. } = stm.exp else {
            return Err(internal(stm.span, "an `assert` is expected"));
        };
        if self.truth(cond)? {
            return Ok(vec![Val::Cert]);
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

    fn call(&mut self, span: Span, func: Name, args: &[Atom]) -> Result<Vec<Val>> {
        let Some(fun) = self.funs.get(&func).copied() else {
            return Err(internal(span, format!("there is no function `{func}`")));
        };
        if let Some(message) = too_deep(func.base.as_str(), 0) {
            return Err(failure(&codes::NESTED_CALLS, &message, []));
        }
        let args = self.results(args)?;
        let around = std::mem::take(&mut self.env);
        self.bind(fun.params, args, span)?;
        let results = self.function(fun)?;
        self.env = around;
        Ok(results)
    }

    /// Runs the body of a function. Its results are where the types of the function's results say.
    fn function(&mut self, fun: &Fun<'_>) -> Result<Vec<Val>> {
        let results = self.body(fun.body)?;
        self.bind(fun.results, results.clone(), fun.span)?;
        Ok(results)
    }

    fn slice(&self, dims: &[SliceDim<'_>]) -> Result<Vec<Cut>> {
        dims.iter()
            .map(|dim| match dim {
                SliceDim::Fix { index, .. } => Ok((self.int(index)?, None)),
                SliceDim::Span { start, count, stride, .. } => {
                    Ok((self.int(start)?, Some((self.int(count)?, self.int(stride)?))))
                }
            })
            .collect()
    }

    /// Runs a body for all index vectors, in order, as iterations of a kernel. Calls `each` after each one.
    fn iterations(
        &mut self,
        space: &[SegDim<'_>],
        body: &[Stm<'_>],
        mut each: impl FnMut(&mut Self, &[i64]) -> Result<()>,
    ) -> Result<()> {
        let sizes = space.iter().map(|dim| self.int(dim.count)).collect::<Result<Vec<_>>>()?;
        let own = self.heap.len();
        self.kernels.push(Kernel::new(own));
        for (iteration, indices) in vectors(&sizes).enumerate() {
            if let Some(kernel) = self.kernels.last_mut() {
                kernel.iteration = iteration;
            }
            for (dim, index) in space.iter().zip(&indices) {
                self.env.insert(dim.index, Val::Scalar(PrimValue::I64(*index)));
            }
            self.stms(body)?;
            each(self, &indices)?;
            // The results of an iteration are copied, so its blocks are of no more use.
            self.heap.truncate(own);
        }
        self.kernels.pop();
        Ok(())
    }

    /// Returns an operation of the kernel that starts next.
    fn next_operation(&mut self) -> Operation {
        self.operation += 1;
        Operation { level: self.kernels.len(), number: self.operation }
    }

    fn kernel(&mut self, stm: &Stm<'_>, space: &[SegDim<'_>], body: &KernelBody<'_>) -> Result<()> {
        let mut outputs = self.outputs(stm.pat, body.results)?;
        self.iterations(space, body.stms, |machine, at| machine.returned(at, &mut outputs, body.results))?;
        self.bind_targets(stm.pat, outputs.into_iter().map(|(target, _)| target).collect());
        Ok(())
    }

    /// Returns the arrays for results of a kernel, each with the way in which iterations use its elements. Writes of
    /// one scatter may meet; which of them wins is unspecified.
    fn outputs(&mut self, params: &[Param<'_>], results: &[KernelResult<'_>]) -> Result<Vec<(Target, Access)>> {
        let mut out = Vec::new();
        for (param, result) in params.iter().zip(results) {
            out.push(match result {
                KernelResult::Returns { .. } => (self.fresh(param)?, Access::Write),
                KernelResult::Writes { dest, .. } => {
                    (self.consumed(*dest, param)?, Access::Shared(self.next_operation()))
                }
            });
        }
        Ok(out)
    }

    /// Writes the results for an index vector to their places.
    fn returned(
        &mut self,
        indices: &[i64],
        outputs: &mut [(Target, Access)],
        results: &[KernelResult<'_>],
    ) -> Result<()> {
        for ((target, access), result) in outputs.iter_mut().zip(results) {
            match result {
                KernelResult::Returns { span, value } => {
                    let value = self.atom(value)?;
                    self.memcpy(target, row(indices), value, *access, *span)?;
                }
                KernelResult::Writes { span, shape, indices, value, .. } => {
                    let (at, sizes) = (self.ints(indices)?, self.ints(shape)?);
                    if at.iter().zip(&sizes).all(|(index, size)| (0..*size).contains(index)) {
                        let value = self.atom(value)?;
                        self.memcpy(target, row(&at), value, *access, *span)?;
                    }
                }
            }
        }
        Ok(())
    }

    /// Returns the values of a kernel's results.
    fn values(&self, results: &[KernelResult<'_>], span: Span) -> Result<Vec<Val>> {
        let value = |result: &KernelResult<'_>| match result {
            KernelResult::Returns { value, .. } => self.atom(value),
            KernelResult::Writes { .. } => Err(internal(span, "an operand of an operator is a value")),
        };
        results.iter().map(value).collect()
    }

    fn combine(&mut self, lambdas: &[&Lambda<'_>], state: &[Val], values: &[Val]) -> Result<Vec<Val>> {
        let mut out = Vec::new();
        for lambda in lambdas {
            let count = lambda.params.len() / 2;
            let range = out.len()..out.len() + count;
            let args = state[range.clone()].iter().chain(&values[range]).cloned().collect();
            self.bind(lambda.params, args, lambda.span)?;
            let results = self.body(lambda.body)?;
            out.extend(results);
        }
        Ok(out)
    }

    /// Runs a stream. Its accumulators are where its destinations are.
    fn stream(&mut self, stm: &Stm<'_>) -> Result<()> {
        let Exp::SegStream { space, dests, accs, body, .. } = stm.exp else {
            return Err(internal(stm.span, "a stream is expected"));
        };
        let mut values = Vec::new();
        for (dest, acc) in dests.iter().zip(*accs) {
            values.push(self.consumed(*dest, acc)?.array());
        }
        self.bind(accs, values, stm.span)?;
        let operation = self.next_operation();
        self.streams.push(operation);
        let results: Vec<Atom> = body
            .results
            .iter()
            .map(|result| match result {
                KernelResult::Returns { value, .. } | KernelResult::Writes { value, .. } => **value,
            })
            .collect();
        self.iterations(space, body.stms, |machine, _| {
            let values = machine.results(&results)?;
            machine.forget(body.stms, &results);
            machine.bind(accs, values, stm.span)
        })?;
        self.streams.pop();
        let mut values = Vec::new();
        for (acc, param) in accs.iter().zip(stm.pat) {
            values.push(self.consumed(acc.name, param)?.array());
        }
        self.bind(stm.pat, values, stm.span)
    }

    fn accumulate(&mut self, stm: &Stm<'_>) -> Result<()> {
        let Exp::Accumulate { dests, index, size, values, lambda, .. } = stm.exp else {
            return Err(internal(stm.span, "an `accumulate` is expected"));
        };
        let access = self.streams.last().map_or(Access::Write, |operation| Access::Shared(*operation));
        let (index, size) = (self.int(index)?, self.int(size)?);
        let values = self.results(values)?;
        let mut targets = Vec::new();
        for (dest, param) in dests.iter().zip(stm.pat) {
            targets.push(self.consumed(*dest, param)?);
        }
        if (0..size).contains(&index) {
            self.update_cells(&mut targets, &[index], *lambda, values, (access, stm.span))?;
        }
        self.bind_targets(stm.pat, targets);
        Ok(())
    }

    /// Combines values into elements of arrays, or replaces the elements.
    fn update_cells(
        &mut self,
        targets: &mut [Target],
        indices: &[i64],
        lambda: Option<&Lambda<'_>>,
        values: Vec<Val>,
        (access, span): (Access, Span),
    ) -> Result<()> {
        let mut new = values;
        if let Some(lambda) = lambda {
            let mut old = Vec::new();
            for target in targets.iter() {
                old.push(Val::Scalar(self.read_cell(target, indices, access, span)?));
            }
            new = self.combine(&[lambda], &old, &new)?;
        }
        for (target, value) in targets.iter_mut().zip(new) {
            self.memcpy(target, row(indices), value, access, span)?;
        }
        Ok(())
    }

    fn histogram(
        &mut self,
        stm: &Stm<'_>,
        space: &[SegDim<'_>],
        ops: &[HistOp<'_>],
        body: &KernelBody<'_>,
    ) -> Result<()> {
        // The bins of each operator, their number, and the way in which iterations use them.
        let mut histograms = Vec::new();
        let mut params = stm.pat.iter();
        for op in ops {
            let mut targets = Vec::new();
            for (dest, param) in op.dests.iter().zip(&mut params) {
                targets.push(self.consumed(*dest, param)?);
            }
            histograms.push((targets, self.int(op.size)?, Access::Shared(self.next_operation())));
        }
        let segment = space.len().saturating_sub(1);
        self.iterations(space, body.stms, |machine, indices| {
            let mut values = machine.values(body.results, stm.span)?.into_iter();
            let bins: Vec<Val> = values.by_ref().take(ops.len()).collect();
            for ((op, (targets, size, access)), bin) in ops.iter().zip(&mut histograms).zip(bins) {
                let values: Vec<Val> = values.by_ref().take(op.dests.len()).collect();
                let Val::Scalar(bin) = bin else { return Err(internal(op.span, "a bin is an integer")) };
                let Some(bin) = bin.as_i64().filter(|bin| (0..*size).contains(bin)) else { continue };
                let at: Vec<i64> = indices[..segment].iter().copied().chain([bin]).collect();
                machine.update_cells(targets, &at, Some(op.lambda), values, (*access, op.span))?;
            }
            Ok(())
        })?;
        self.bind_targets(stm.pat, histograms.into_iter().flat_map(|(targets, ..)| targets).collect());
        Ok(())
    }
}

/// The only variable that a statement binds.
fn only<'s>(stm: &Stm<'s>) -> Result<&'s Param<'s>> {
    match stm.pat {
        [param] => Ok(param),
        _ => Err(internal(stm.span, "a statement with one result binds one variable")),
    }
}

/// Returns all index vectors of a space, in row-major order.
fn vectors(sizes: &[i64]) -> impl Iterator<Item = Vec<i64>> {
    let sizes: Vec<i64> = sizes.iter().map(|size| *size.max(&0)).collect();
    // Nobody counts further.
    let count = sizes.iter().fold(1, |count: i64, size| if *size == 0 { 0 } else { count.saturating_mul(*size) });
    (0..count).map(move |number| {
        let mut indices = vec![0; sizes.len()];
        let mut rest = number;
        for (index, size) in indices.iter_mut().zip(&sizes).rev() {
            *index = rest % size;
            rest /= size;
        }
        indices
    })
}
