//! The meaning of `Imp`: a mutable environment and a heap (IFL'22 figure 12). A kernel runs its iterations in order.

use super::{
    Arg, ArgDim, Dim, Exp, Failure, Fun, Hist, Imp, Op, Operand, Part, Proc, Reduce, Region, Res, ScalarParam, Scan,
    Slot, Stm, Traced,
};
use crate::codes;
use crate::memory;
use crate::prim::{ArithError, PrimValue, convert};
use crate::run::{Call, check_count, failure, shown, too_deep};
use crate::stop::Stop;
use crate::trace::Tracer;
use crate::value::{ArrayData, ArrayValue, Value};
use framework::{Error, Name, Owned, Result, Span, Symbol};
use rustc_hash::FxHashMap;
use std::cell::Cell;

/// Runs an entry point.
pub fn evaluate<'p>(program: &'p Owned<Imp>, call: &'p Call) -> Result<Vec<Value>> {
    let fun = program.root().funs.iter().find(|fun| fun.entry == call.entry);
    let Some(fun) = fun else {
        return Err(Error::user(Span::NONE, format!("there is no entry point `{}`", call.entry)));
    };
    let procs = program.root().procs;
    let mut machine = Machine {
        procs,
        hists: Vec::new(),
        scalars: FxHashMap::default(),
        mems: FxHashMap::default(),
        heap: Vec::new(),
        read: Cell::new(0),
        written: 0,
        copied: 0,
        allocated: 0,
        work: 0,
        tracer: &call.tracer,
        stop: &call.stop,
        thread: None,
    };
    machine.bind_arguments(fun, &call.args)?;
    machine.stms(fun.body)?;
    let Machine { read, written, copied, allocated, work, .. } = &machine;
    tracing::info!(read = read.get(), written, copied, allocated, "bytes of memory");
    tracing::info!(work, "statements and copied elements");
    fun.results.iter().map(|result| machine.result(result)).collect()
}

struct Machine<'p> {
    procs: &'p [Proc<'p>],
    /// The histograms around the current statement, from the outside in.
    hists: Vec<&'p Hist<'p>>,
    scalars: FxHashMap<Name, PrimValue>,
    /// A memory variable without a block (`⊥`) has no entry.
    mems: FxHashMap<Name, usize>,
    heap: Vec<ArrayData>,
    /// The number of bytes read.
    read: Cell<u64>,
    /// The number of bytes written.
    written: u64,
    /// How many of these bytes were copied.
    copied: u64,
    /// The number of bytes in all blocks that were allocated.
    allocated: u64,
    /// The number of statements that ran, and of elements that were copied.
    work: u64,
    /// Takes what the program traces.
    tracer: &'p Tracer,
    stop: &'p Stop,
    /// The variable with the number of the thread, for the next kernel.
    thread: Option<Name>,
}

/// The number of threads of a kernel whose threads have memory of their own: the indices take turns.
const MOST_THREADS: i64 = 3;

/// The thread that runs an index of a kernel.
struct Turns {
    thread: Option<Name>,
    next: i64,
}

/// An argument or a result of a procedure.
enum Passed {
    Scalar(PrimValue),
    Block(Option<usize>),
}

/// Returns the size of a value in memory in bytes.
fn bytes(value: PrimValue) -> u64 {
    value.prim_type().size_bytes() as u64
}

fn internal(span: Span, message: impl Into<String>) -> Error {
    Error::internal(message).or_at(span)
}

impl<'p> Machine<'p> {
    fn bind_arguments(&mut self, fun: &Fun<'_>, args: &[Value]) -> Result<()> {
        check_count(fun.args.len(), args.len())?;
        for (param, arg) in fun.args.iter().zip(args) {
            let mismatch = |label: Symbol, ty: Symbol| {
                let found = arg.type_description();
                Error::run_time(format!("Error: argument `{label}` should be of type {ty}, but has type {found}"))
                    .code(&codes::WRONG_INPUT)
            };
            match (param, arg) {
                (Arg::ScalarArg { name, prim, .. }, Value::Scalar(value)) if value.prim_type() == *prim => {
                    self.scalars.insert(*name, *value);
                }
                (Arg::ArrayArg { mem, prim, dims, label, ty, .. }, Value::Array(array))
                    if array.data.prim_type() == *prim && array.shape.len() == dims.len() =>
                {
                    for (dim, found) in dims.iter().zip(&array.shape) {
                        let found = PrimValue::I64(*found as i64);
                        let fits = match dim {
                            ArgDim::Fixed { value, .. } => PrimValue::I64(*value) == found,
                            ArgDim::Fresh { name, .. } => {
                                self.scalars.insert(*name, found);
                                true
                            }
                            ArgDim::Same { name, .. } => self.scalars.get(name) == Some(&found),
                        };
                        if !fits {
                            return Err(mismatch(*label, *ty));
                        }
                    }
                    self.heap.push(array.data.clone());
                    self.mems.insert(*mem, self.heap.len() - 1);
                }
                (Arg::ScalarArg { label, ty, .. } | Arg::ArrayArg { label, ty, .. }, _) => {
                    return Err(mismatch(*label, *ty));
                }
            }
        }
        Ok(())
    }

    fn result(&self, result: &Res<'_>) -> Result<Value> {
        match result {
            Res::ScalarRes { value, .. } => Ok(Value::Scalar(self.exp(value)?)),
            Res::ArrayRes { span, mem, prim, dims, .. } => {
                let shape = dims.iter().map(|dim| self.size(dim)).collect::<Result<Vec<_>>>()?;
                let count = memory::check(size_of::<PrimValue>(), &shape)?;
                let block = self.block(*mem, *span)?;
                let elements: Option<Vec<PrimValue>> = (0..count).map(|at| self.heap.get(block)?.get(at)).collect();
                let array = elements
                    .and_then(|elements| ArrayData::from_values(*prim, elements))
                    .and_then(|data| ArrayValue::new(shape, data));
                array.map(Value::Array).ok_or_else(|| internal(*span, "a result is larger than its block"))
            }
        }
    }

    fn exp(&self, exp: &Exp<'_>) -> Result<PrimValue> {
        Ok(match exp {
            Exp::Const { value, .. } => *value,
            Exp::Var { span, name } => {
                let value = self.scalars.get(name);
                *value.ok_or_else(|| internal(*span, format!("`{name}` has no value")))?
            }
            Exp::Bin { span, op, lhs, rhs, .. } => {
                let (lhs, rhs) = (self.exp(lhs)?, self.exp(rhs)?);
                op.eval(lhs, rhs).map_err(|error| match error {
                    ArithError::DivisionByZero => codes::DIVISION_BY_ZERO.error(*span, "Error: division by zero\n"),
                    ArithError::NegativeExponent => codes::NEGATIVE_EXPONENT.error(*span, "Error: negative exponent\n"),
                    ArithError::IllTyped => internal(*span, error.to_string()),
                })?
            }
            Exp::Un { span, op, arg, .. } => {
                op.eval(self.exp(arg)?).map_err(|error| internal(*span, error.to_string()))?
            }
            Exp::Tri { span, op, a, b, c, .. } => {
                let value = op.eval(self.exp(a)?, self.exp(b)?, self.exp(c)?);
                value.map_err(|error| internal(*span, error.to_string()))?
            }
            Exp::Convert { to, arg, .. } => convert(self.exp(arg)?, *to),
            Exp::Capacity { .. } => PrimValue::I64(1),
            Exp::Parameter { .. } => PrimValue::NOT_SET,
            Exp::Select { cond, yes, no, .. } => self.exp(if self.truth(cond)? { yes } else { no })?,
        })
    }

    fn truth(&self, exp: &Exp<'_>) -> Result<bool> {
        match self.exp(exp)? {
            PrimValue::Bool(value) => Ok(value),
            _ => Err(internal(exp.span(), "a condition is a truth value")),
        }
    }

    fn int(&self, exp: &Exp<'_>) -> Result<i64> {
        self.exp(exp)?.as_i64().ok_or_else(|| internal(exp.span(), "an integer is expected"))
    }

    fn size(&self, exp: &Exp<'_>) -> Result<usize> {
        memory::size(self.int(exp)?)
    }

    fn exps(&self, exps: &[Exp<'_>]) -> Result<Vec<PrimValue>> {
        exps.iter().map(|exp| self.exp(exp)).collect()
    }

    fn block(&self, mem: Name, span: Span) -> Result<usize> {
        self.mems.get(&mem).copied().ok_or_else(|| internal(span, format!("`{mem}` holds no block")))
    }

    fn read(&self, block: usize, index: i64, span: Span) -> Result<PrimValue> {
        let value = usize::try_from(index).ok().and_then(|index| self.heap.get(block)?.get(index));
        let value = value.ok_or_else(|| internal(span, format!("a read outside of a block, at {index}")))?;
        self.read.set(self.read.get() + bytes(value));
        Ok(value)
    }

    fn write(&mut self, block: usize, index: i64, value: PrimValue, span: Span) -> Result<()> {
        self.written += bytes(value);
        let done = usize::try_from(index).is_ok_and(|index| {
            self.heap.get_mut(block).is_some_and(|block| index < block.len() && block.set(index, value))
        });
        if done { Ok(()) } else { Err(internal(span, format!("a write outside of a block, at {index}"))) }
    }

    /// Calls a procedure, which has its own variables.
    fn call(&mut self, span: Span, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let Some(proc) = self.procs.iter().find(|known| known.name == proc) else {
            return Err(internal(span, format!("there is no procedure `{proc}`")));
        };
        // Procedures limit how deep they are nested, but may still need more stack than there is.
        // The name in the source, without the number that makes it unique.
        let name = proc.name.as_str();
        let name = name.rsplit_once('_').map_or(name, |(name, _)| name);
        if let Some(message) = too_deep(name, 0) {
            return Err(failure(&codes::NESTED_CALLS, &message, []));
        }
        let args = args.iter().map(|arg| self.operand(arg)).collect::<Result<Vec<_>>>()?;
        let around = (std::mem::take(&mut self.scalars), std::mem::take(&mut self.mems));
        for (param, arg) in proc.params.iter().zip(args) {
            let (Slot::ScalarSlot { name, .. } | Slot::MemSlot { name, .. }) = param;
            self.assign(*name, arg);
        }
        self.stms(proc.body)?;
        let results = proc.results.iter().map(|result| self.operand(result)).collect::<Result<Vec<_>>>()?;
        (self.scalars, self.mems) = around;
        for (target, result) in targets.iter().zip(results) {
            self.assign(*target, result);
        }
        Ok(())
    }

    fn operand(&self, operand: &Operand<'_>) -> Result<Passed> {
        Ok(match operand {
            Operand::ScalarOperand { value, .. } => Passed::Scalar(self.exp(value)?),
            Operand::MemOperand { mem, .. } => Passed::Block(self.mems.get(mem).copied()),
        })
    }

    fn assign(&mut self, name: Name, value: Passed) {
        match value {
            Passed::Scalar(value) => drop(self.scalars.insert(name, value)),
            Passed::Block(Some(block)) => drop(self.mems.insert(name, block)),
            Passed::Block(None) => drop(self.mems.remove(&name)),
        }
    }

    /// E-IMP-SEQ
    fn stms(&mut self, stms: &'p [Stm<'p>]) -> Result<()> {
        self.stop.check()?;
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &'p Stm<'p>) -> Result<()> {
        self.work += 1;
        match stm {
            // E-IMP-DEC-INT
            Stm::Decl { name, prim, .. } => {
                self.scalars.insert(*name, PrimValue::zero(*prim));
            }
            // E-IMP-DEC-MEM
            Stm::DeclMem { name, .. } => {
                self.mems.remove(name);
            }
            // E-IMP-ASSIGN-INT
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.scalars.insert(*name, value);
            }
            // E-IMP-ASSIGN-MEM
            Stm::AssignMem { span, name, from } => {
                let block = self.block(*from, *span)?;
                self.mems.insert(*name, block);
            }
            Stm::Free { name, .. } => {
                self.mems.remove(name);
            }
            // E-IMP-ALLOC
            Stm::Alloc { name, prim, count, .. } => {
                let count = self.size(count)?;
                memory::check(prim.size_bytes(), &[count])?;
                self.allocated += (prim.size_bytes() * count) as u64;
                self.heap.push(ArrayData::zeros(*prim, count));
                self.mems.insert(*name, self.heap.len() - 1);
            }
            Stm::Call { span, proc, args, targets } => self.call(*span, *proc, args, targets)?,
            // E-IMP-READ
            Stm::Read { span, name, mem, index, .. } => {
                let value = self.read(self.block(*mem, *span)?, self.int(index)?, *span)?;
                self.scalars.insert(*name, value);
            }
            // E-IMP-WRITE
            Stm::Write { span, mem, index, value, .. } => {
                let (block, index, value) = (self.block(*mem, *span)?, self.int(index)?, self.exp(value)?);
                self.write(block, index, value, *span)?;
            }
            Stm::Copy { span, shape, to, from, .. } => {
                let shape = shape.iter().map(|count| self.int(count)).collect::<Result<Vec<_>>>()?;
                let places = self.addresses(&shape, to)?.into_iter().zip(self.addresses(&shape, from)?);
                for (to_index, from_index) in places {
                    let (to, from) = (self.block(to.mem, *span)?, self.block(from.mem, *span)?);
                    let value = self.read(from, from_index, *span)?;
                    self.write(to, to_index, value, *span)?;
                    self.copied += bytes(value);
                    self.work += 1;
                }
            }
            // E-IMP-IF-TRUE, E-IMP-IF-FALSE
            Stm::If { cond, yes, no, .. } => {
                let taken = if self.truth(cond)? { yes } else { no };
                self.stms(taken)?;
            }
            Stm::For { index, bound, body, .. } => {
                for at in 0..self.int(bound)? {
                    self.scalars.insert(*index, PrimValue::I64(at));
                    self.stms(body)?;
                }
            }
            Stm::While { cond, body, .. } => {
                while self.truth(cond)? {
                    self.stms(body)?;
                }
            }
            Stm::Assert { cond, failure, .. } => {
                if !self.truth(cond)? {
                    return Err(self.failure(failure)?);
                }
            }
            Stm::Trace { label, form, values, .. } => {
                let leaves = values.iter().map(|traced| self.traced(traced)).collect::<Result<Vec<Value>>>()?;
                self.tracer.trace(*label, &form.show(&leaves));
            }
            Stm::Threads { count, thread, together, bytes, body, .. } => {
                // Either layout must do: a program gets one or the other.
                let bytes = self.int(bytes)?;
                self.scalars.insert(*together, PrimValue::Bool(bytes / 8 % 2 == 0));
                self.scalars.insert(*count, PrimValue::I64(MOST_THREADS));
                let (kernel, blocks) =
                    body.split_last().ok_or_else(|| internal(stm.span(), "threads without a kernel"))?;
                self.stms(blocks)?;
                self.thread = Some(*thread);
                self.stm(kernel)?;
            }
            // E-IMP-KERNEL
            Stm::Parallel { space, body, .. } => {
                let mut turns = self.turns();
                self.parallel(space, body, &mut turns)?;
            }
            Stm::Reduce { reduce, .. } => self.reduce(reduce)?,
            Stm::Scan { scan, .. } => self.scan(scan)?,
            Stm::Hist { hist, .. } => {
                let mut turns = self.turns();
                self.hists.push(hist);
                for at in 0..self.int(hist.dim.count)? {
                    self.scalars.insert(hist.dim.index, PrimValue::I64(at));
                    self.turn(&mut turns);
                    self.stms(hist.body)?;
                }
                self.hists.pop();
            }
            Stm::Combine { span, bin, values } => self.update_bin(bin, values, *span)?,
        }
        Ok(())
    }

    /// A leaf of a value that is traced.
    fn traced(&self, traced: &Traced<'_>) -> Result<Value> {
        match traced {
            Traced::TracedScalar { value, .. } => Ok(Value::Scalar(self.exp(value)?)),
            Traced::TracedArray { span, prim, dims, from } => {
                let shape = dims.iter().map(|count| self.int(count)).collect::<Result<Vec<_>>>()?;
                let block = self.block(from.mem, *span)?;
                let places = self.addresses(&shape, from)?;
                let values =
                    places.into_iter().map(|index| self.read(block, index, *span)).collect::<Result<Vec<_>>>()?;
                let data = ArrayData::from_values(*prim, values)
                    .ok_or_else(|| internal(*span, "a block has elements of another type"))?;
                let shape = shape.into_iter().map(|count| usize::try_from(count).unwrap_or(0)).collect();
                Ok(Value::Array(ArrayValue { shape, data }))
            }
        }
    }

    /// Returns the error of a failed assertion.
    fn failure(&self, failed: &Failure<'_>) -> Result<Error> {
        let mut text = String::new();
        for part in failed.message {
            match part {
                Part::Literal { text: literal, .. } => text.push_str(literal.as_str()),
                Part::Show { value, .. } => text.push_str(&shown(self.exp(value)?)),
            }
        }
        Ok(failure(failed.code.0, &text, failed.trace.iter().map(|place| place.as_str())))
    }

    fn reduce(&mut self, reduce: &'p Reduce<'p>) -> Result<()> {
        let mut turns = self.turns();
        let mut state = self.exps(reduce.neutral)?;
        for at in 0..self.int(reduce.dim.count)? {
            self.scalars.insert(reduce.dim.index, PrimValue::I64(at));
            self.turn(&mut turns);
            self.stms(reduce.body)?;
            let values = self.exps(reduce.values)?;
            state = self.combine(reduce.each(), &state, &values)?;
        }
        self.scalars.extend(reduce.targets.iter().copied().zip(state));
        Ok(())
    }

    fn scan(&mut self, scan: &'p Scan<'p>) -> Result<()> {
        let mut turns = self.turns();
        let mut state = self.exps(scan.neutral)?;
        let mut total = self.exps(scan.totals.neutral)?;
        for at in 0..self.int(scan.dim.count)? {
            self.scalars.insert(scan.dim.index, PrimValue::I64(at));
            self.turn(&mut turns);
            self.stms(scan.body)?;
            let values = self.exps(scan.values)?;
            state = self.combine(scan.op, &state, &values)?;
            self.bind(scan.outs, &state);
            self.stms(scan.after)?;
            let values = self.exps(scan.totals.values)?;
            total = self.combine(scan.totals.op, &total, &values)?;
        }
        self.scalars.extend(scan.totals.targets.iter().copied().zip(total));
        Ok(())
    }

    /// Combines values into a bin of the histogram around.
    fn update_bin(&mut self, bin: &Exp<'_>, values: &[Exp<'_>], span: Span) -> Result<()> {
        let Some(hist) = self.hists.last().copied() else {
            return Err(internal(span, "a value is combined outside of a histogram"));
        };
        let (bin, width) = (self.int(bin)?, self.int(hist.width)?);
        if !(0..width).contains(&bin) {
            return Ok(());
        }
        let values = self.exps(values)?;
        let mut places = Vec::new();
        let mut old = Vec::new();
        for dest in hist.dests {
            let (block, index) = (self.block(dest.mem, hist.span)?, self.int(dest.offset)?.wrapping_add(bin));
            old.push(self.read(block, index, hist.span)?);
            places.push((block, index));
        }
        let new = self.combine(hist.op, &old, &values)?;
        for ((block, index), value) in places.into_iter().zip(new) {
            self.write(block, index, value, hist.span)?;
        }
        Ok(())
    }

    fn turns(&mut self) -> Turns {
        Turns { thread: self.thread.take(), next: 0 }
    }

    /// Starts another index of a kernel.
    fn turn(&mut self, turns: &mut Turns) {
        if let Some(thread) = turns.thread {
            self.scalars.insert(thread, PrimValue::I64(turns.next));
            turns.next = (turns.next + 1) % MOST_THREADS;
        }
    }

    fn parallel(&mut self, space: &'p [Dim<'p>], body: &'p [Stm<'p>], turns: &mut Turns) -> Result<()> {
        let Some((first, rest)) = space.split_first() else {
            self.turn(turns);
            return self.stms(body);
        };
        for at in 0..self.int(first.count)? {
            self.scalars.insert(first.index, PrimValue::I64(at));
            self.parallel(rest, body, turns)?;
        }
        Ok(())
    }

    fn bind(&mut self, params: &[ScalarParam], values: &[PrimValue]) {
        for (param, value) in params.iter().zip(values) {
            self.scalars.insert(param.name, *value);
        }
    }

    fn combine(&mut self, op: &'p Op<'p>, lhs: &[PrimValue], rhs: &[PrimValue]) -> Result<Vec<PrimValue>> {
        self.bind(op.lhs, lhs);
        self.bind(op.rhs, rhs);
        self.stms(op.body)?;
        self.exps(op.results)
    }

    /// Returns the positions of an array's elements in their block, in row-major order.
    fn addresses(&self, shape: &[i64], region: &Region<'_>) -> Result<Vec<i64>> {
        let mut addresses = vec![self.int(region.offset)?];
        for (count, stride) in shape.iter().zip(region.strides) {
            let stride = self.int(stride)?;
            let row = |base: i64| (0..*count).map(move |at| base.wrapping_add(at.wrapping_mul(stride)));
            addresses = addresses.into_iter().flat_map(row).collect();
        }
        Ok(addresses)
    }
}
