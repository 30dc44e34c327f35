//! Interprets host code of IMP. Scalars are here, memory is on the device. The host waits for the device only when it
//! needs a value: for reads of single elements, for results of reductions, and at the end.

use std::rc::Rc;
use std::time::Instant;

use framework::{Error, Name, Result, Span, Symbol};
use indexmap::IndexMap;
use languages::codes;
use languages::lanes::{self, Dim, Exp, Fun, Op, Operand, Part, Proc, Region, Res, Slot, Stm, Traced};
use languages::prim::{PrimType, PrimValue, convert};
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{ArrayData, ArrayValue, Value};
use rustc_hash::FxHashMap;

use super::builtins::Builtins;
use super::kernel::{CONTROL_HEADER, FAILED_DISPATCH, FAILURE_RECORDS, OUT_OF_KERNEL_MEMORY, Program};
use super::launch::{FirstFailure, Launch, Launcher};
use super::no_vectors;
use super::queue::DeviceBlock;
use crate::failure::AssertText;
use crate::profile::{Site, Work};
use crate::signature;
use crate::strided::{self, Extent};
use languages::lanes::facts::key;

/// The kernels of a program, by the keys of their statements.
pub type Launches = FxHashMap<usize, Launch>;

/// The memory for the arrays of one invocation: the bytes at first, the growth after each failure, and the largest
/// number of bytes.
const LEAST_HEAP: u64 = 4 << 10;
const HEAP_GROWTH: u64 = 16;
const MOST_HEAP: u64 = 16 << 20;

/// The failure of a kernel.
enum Failure {
    /// An invocation had too little memory.
    OutOfMemory,
    /// An error of the program, with the number of the dispatch.
    Program(Error, u32),
}

/// An argument or a result of a procedure.
enum Passed {
    Scalar(PrimValue),
    Block(Option<Rc<DeviceBlock>>),
}

/// One run of an entry point.
pub struct Host<'r, 'g, 'p> {
    pub procs: &'r [Proc<'r>],
    pub launcher: Launcher<'g>,
    pub program: &'r mut Program<'p>,
    pub builtins: &'r mut Builtins,
    pub launches: &'r Launches,
    pub scalars: FxHashMap<Name, PrimValue>,
    pub memories: FxHashMap<Name, Option<Rc<DeviceBlock>>>,
    /// Whether kernels have been started since the last check for failures.
    pub unchecked: bool,
    /// Takes the lines of traces.
    pub tracer: &'r Tracer,
    /// Ends the run from outside.
    pub stop: &'r Stop,
    /// The profile of the run so far, if there is to be one.
    pub recorder: Option<Recorder>,
}

/// Records a profile.
#[derive(Default)]
pub struct Recorder {
    /// The sites, by the keys of their statements.
    pub sites: IndexMap<usize, Site>,
    /// The loops around the statement that runs.
    loops: Vec<Span>,
}

impl Host<'_, '_, '_> {
    /// Runs an entry point whose arguments are bound. The results stay on the device.
    pub fn run(&mut self, fun: &Fun<'_>) -> Result<Vec<HostResult>> {
        let mut declared = Vec::new();
        self.open_stms(fun.body, &mut declared)?;
        let mut results = Vec::new();
        for result in fun.results {
            results.push(match result {
                Res::ScalarRes { value, .. } => HostResult::Scalar(self.exp(value)?),
                Res::ArrayRes { mem, prim, dims, .. } => {
                    let sizes = dims.iter().map(|dim| self.int(dim).map(|n| n as u64)).collect::<Result<Vec<_>>>()?;
                    HostResult::Array { block: self.memory(*mem)?, prim: *prim, sizes }
                }
            });
        }
        self.check()?;
        Ok(results)
    }

    /// Fetches a result from the device.
    pub fn fetch(&mut self, result: HostResult) -> Result<Value> {
        match result {
            HostResult::Scalar(value) => Ok(Value::Scalar(value)),
            HostResult::Array { block, prim, sizes } => {
                let (shape, count) = signature::result_shape(&sizes)?;
                let mut bytes = vec![0; count * prim.size_bytes()];
                match block {
                    Some(block) => self.launcher.session.download(&block, 0, &mut bytes)?,
                    None if count == 0 => {}
                    None => return Err(Error::internal("a result has no memory")),
                }
                Ok(Value::Array(ArrayValue { shape, data: ArrayData::from_bytes(prim, &bytes) }))
            }
        }
    }

    /// Waits for the device. Fails if a kernel has failed.
    fn check(&mut self) -> Result<()> {
        match self.failure()? {
            None => Ok(()),
            Some(Failure::OutOfMemory) => Err(Error::internal("a kernel that allocates was not waited for")),
            Some(Failure::Program(error, _)) => Err(error),
        }
    }

    /// Waits for the device, and returns the failure of a kernel if there is one.
    fn failure(&mut self) -> Result<Option<Failure>> {
        self.launcher.session.wait()?;
        if !self.unchecked {
            return Ok(None);
        }
        self.unchecked = false;
        let mut header = [0; 8];
        let Launcher { session, control, .. } = &mut self.launcher;
        session.download(control, 0, &mut header)?;
        let [count, dispatch] = [0, FAILED_DISPATCH as usize].map(|at| {
            let bytes = [header[at], header[at + 1], header[at + 2], header[at + 3]];
            u32::from_le_bytes(bytes)
        });
        let failures = u64::from(count).min(FAILURE_RECORDS);
        if failures == 0 {
            return Ok(None);
        }
        let width = self.program.record_words as usize;
        let mut bytes = vec![0; failures as usize * width * 8];
        session.download(control, CONTROL_HEADER, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<8>();
        let words: Vec<u64> = words.iter().map(|word| u64::from_le_bytes(*word)).collect();
        if words.chunks(width).any(|record| record[1] == OUT_OF_KERNEL_MEMORY) {
            return Ok(Some(Failure::OutOfMemory));
        }
        // A sequential run would report the failure of the smallest index.
        let first = words.chunks(width).min_by_key(|record| record[0]);
        let Some([_, id, values @ ..]) = first else { return Err(Error::internal("a failure left no record")) };
        match self.program.asserts.get(*id as usize) {
            Some(assert) => Ok(Some(Failure::Program(assert.error(values), dispatch))),
            None => Err(Error::internal(format!("assertion {id} does not exist"))),
        }
    }

    // ----- scalars -----

    fn exp(&self, exp: &Exp<'_>) -> Result<PrimValue> {
        let zero = |prim| PrimValue::zero(prim);
        Ok(match exp {
            Exp::Const { value, .. } => *value,
            Exp::Var { name, .. } => {
                let value = self.scalars.get(name).copied();
                value.ok_or_else(|| Error::internal(format!("scalar {name} is not in scope")))?
            }
            // Where an operator has no result, IMP only requires that it does not trap.
            Exp::Bin { op, prim, lhs, rhs, .. } => {
                op.eval(self.exp(lhs)?, self.exp(rhs)?).unwrap_or(zero(op.result_type(*prim)))
            }
            Exp::Un { op, prim, arg, .. } => op.eval(self.exp(arg)?).unwrap_or(zero(op.result_type(*prim))),
            Exp::Tri { op, prim, a, b, c, .. } => {
                op.eval(self.exp(a)?, self.exp(b)?, self.exp(c)?).unwrap_or(zero(op.result_type(*prim)))
            }
            Exp::Convert { to, arg, .. } => convert(self.exp(arg)?, *to),
            Exp::Capacity { .. } => PrimValue::I64(self.launcher.gpu.features.capacity()),
            Exp::Parameter { .. } => PrimValue::NOT_SET,
            Exp::Select { cond, yes, no, .. } => {
                if self.truth(cond)? {
                    self.exp(yes)?
                } else {
                    self.exp(no)?
                }
            }
            Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => return Err(no_vectors()),
        })
    }

    fn truth(&self, exp: &Exp<'_>) -> Result<bool> {
        Ok(self.exp(exp)?.to_bits() & 1 == 1)
    }

    fn int(&self, exp: &Exp<'_>) -> Result<i64> {
        self.exp(exp)?.as_i64().ok_or_else(|| Error::internal("a size or an index is a float"))
    }

    // ----- memory -----

    fn memory(&self, name: Name) -> Result<Option<Rc<DeviceBlock>>> {
        let memory = self.memories.get(&name).cloned();
        memory.ok_or_else(|| Error::internal(format!("memory {name} is not in scope")))
    }

    /// The block of a memory variable that must have one.
    fn block(&self, name: Name) -> Result<Rc<DeviceBlock>> {
        self.memory(name)?.ok_or_else(|| Error::internal(format!("memory {name} denotes no block")))
    }

    fn copy(&mut self, prim: PrimType, shape: &[Exp<'_>], to: &Region<'_>, from: &Region<'_>) -> Result<()> {
        let mut extents = Vec::with_capacity(shape.len());
        for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
            extents.push(Extent { count: self.int(count)?, to: self.int(to)?, from: self.int(from)? });
        }
        if extents.iter().any(|extent| extent.count <= 0) {
            return Ok(());
        }
        let bytes = prim.size_bytes();
        let to_offset = self.int(to.offset)? * bytes as i64;
        let from_offset = self.int(from.offset)? * bytes as i64;
        let (to, from) = (self.block(to.mem)?, self.block(from.mem)?);
        let extents = strided::simplify(&extents);
        let (to, from) = ((&*to, to_offset), (&*from, from_offset));
        self.launcher.copy(self.program, self.builtins, bytes, to, from, &extents)
    }

    // ----- statements -----

    /// Runs statements, then removes the variables that they declared.
    fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        let mut declared = Vec::new();
        let result = self.open_stms(stms, &mut declared);
        for name in declared {
            self.memories.remove(&name);
        }
        result
    }

    /// Runs statements, and records the memory variables that they declare.
    fn open_stms(&mut self, stms: &[Stm<'_>], declared: &mut Vec<Name>) -> Result<()> {
        for stm in stms {
            self.stop.check()?;
            if let Stm::DeclMem { name, .. } = stm {
                declared.push(*name);
            }
            self.stm(stm)?;
        }
        Ok(())
    }

    /// Calls a procedure, which has variables of its own.
    fn call(&mut self, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let Some(proc) = self.procs.iter().find(|known| known.name == proc) else {
            return Err(Error::internal(format!("there is no procedure `{proc}`")));
        };
        let args = args.iter().map(|arg| self.operand(arg)).collect::<Result<Vec<_>>>()?;
        let around = (std::mem::take(&mut self.scalars), std::mem::take(&mut self.memories));
        for (param, arg) in proc.params.iter().zip(args) {
            let (Slot::ScalarSlot { name, .. } | Slot::MemSlot { name, .. }) = param;
            self.assign(*name, arg);
        }
        self.open_stms(proc.body, &mut Vec::new())?;
        let results = proc.results.iter().map(|result| self.operand(result)).collect::<Result<Vec<_>>>()?;
        (self.scalars, self.memories) = around;
        for (target, result) in targets.iter().zip(results) {
            self.assign(*target, result);
        }
        Ok(())
    }

    fn operand(&self, operand: &Operand<'_>) -> Result<Passed> {
        Ok(match operand {
            Operand::ScalarOperand { value, .. } => Passed::Scalar(self.exp(value)?),
            Operand::MemOperand { mem, .. } => Passed::Block(self.memory(*mem)?),
        })
    }

    fn assign(&mut self, name: Name, value: Passed) {
        match value {
            Passed::Scalar(value) => drop(self.scalars.insert(name, value)),
            Passed::Block(block) => drop(self.memories.insert(name, block)),
        }
    }

    /// Runs a statement, and records it if there is to be a profile.
    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        let is_loop = matches!(stm, Stm::For { .. } | Stm::While { .. });
        let work = Work::of(stm);
        if self.recorder.is_none() || !is_loop && work.is_none() {
            return self.plain_stm(stm);
        }
        if is_loop {
            let around = self.recorder.as_ref().map_or(0, |recorder| recorder.loops.len());
            self.recorder.iter_mut().for_each(|recorder| recorder.loops.push(stm.span()));
            let done = self.plain_stm(stm);
            self.recorder.iter_mut().for_each(|recorder| recorder.loops.truncate(around));
            return done;
        }
        self.launcher.session.wait()?;
        let (start, dispatches) = (Instant::now(), self.launcher.commands);
        self.launcher.indices = 0;
        self.plain_stm(stm)?;
        self.launcher.session.wait()?;
        let time = start.elapsed();
        if let (Some(Recorder { sites, loops }), Some(work)) = (&mut self.recorder, work) {
            let site = sites.entry(key(stm)).or_insert_with(|| Site::new(work, stm.span(), loops.clone()));
            site.runs += 1;
            site.dispatches += self.launcher.commands - dispatches;
            site.indices = site.indices.saturating_add(self.launcher.indices);
            site.time += time;
            site.parallel += time;
        }
        Ok(())
    }

    fn plain_stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                self.scalars.insert(*name, PrimValue::zero(*prim));
            }
            Stm::DeclMem { name, .. } | Stm::Free { name, .. } => {
                self.memories.insert(*name, None);
            }
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.scalars.insert(*name, value);
            }
            Stm::AssignMem { name, from, .. } => {
                let block = self.memory(*from)?;
                self.memories.insert(*name, block);
            }
            Stm::Alloc { name, prim, count, .. } => {
                let count = self.int(count)?;
                // Releases the old block first, so that its memory can be reused.
                self.memories.insert(*name, None);
                let block = self.launcher.session.allocate(count, prim.size_bytes())?;
                self.memories.insert(*name, Some(block));
            }
            Stm::Call { proc, args, targets, .. } => self.call(*proc, args, targets)?,
            Stm::Read { name, mem, prim, index, .. } => {
                let index = self.int(index)?;
                let block = self.block(*mem)?;
                self.check()?;
                let mut bytes = [0; 8];
                let size = prim.size_bytes();
                self.launcher.session.download(&block, index as u64 * size as u64, &mut bytes[..size])?;
                self.scalars.insert(*name, PrimValue::from_bits(*prim, u64::from_le_bytes(bytes)));
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let index = self.int(index)?;
                let value = self.exp(value)?;
                let block = self.block(*mem)?;
                let bytes = prim.size_bytes();
                let address = block.address.wrapping_add_signed(index * bytes as i64);
                self.launcher.write(self.program, self.builtins, bytes, address, value.to_bits())?;
            }
            Stm::Copy { prim, shape, to, from, .. } => self.copy(*prim, shape, to, from)?,
            Stm::If { cond, yes, no, .. } => {
                let branch = if self.truth(cond)? { yes } else { no };
                self.stms(branch)?;
            }
            Stm::For { index, bound, body, .. } => {
                for i in 0..self.int(bound)? {
                    self.scalars.insert(*index, PrimValue::I64(i));
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
                    return Err(self.assertion(failure)?);
                }
            }
            Stm::Trace { label, form, values, .. } => {
                let leaves = values.iter().map(|traced| self.traced(traced)).collect::<Result<Vec<Value>>>()?;
                self.tracer.trace(*label, &form.show(&leaves));
            }
            Stm::Threads { count, thread, together, bytes, body, .. } => {
                self.threads([*count, *thread, *together], bytes, body)?;
            }
            // A device shares the indices of a kernel by itself.
            Stm::Tasks { kernel, .. } | Stm::Vectors { kernel, .. } => self.stm(kernel)?,
            Stm::DeclVec { .. }
            | Stm::Load { .. }
            | Stm::Gather { .. }
            | Stm::Store { .. }
            | Stm::Scatter { .. }
            | Stm::Prefetch { .. }
            | Stm::Leave { .. }
            | Stm::Check { .. } => return Err(no_vectors()),
            Stm::Parallel { space, .. } => self.launch(stm, space)?,
            Stm::Hist { hist, .. } => {
                self.launcher.bins = self.int(hist.width)?;
                self.launch(stm, &[*hist.dim])?;
            }
            Stm::Combine { .. } => return Err(Error::internal("a value is combined outside of a histogram")),
            Stm::Scan { scan, .. } if scan.totals.targets.is_empty() => self.launch(stm, &[*scan.dim])?,
            Stm::Scan { scan, .. } => self.fold(stm, scan.dim, scan.totals.targets, scan.totals.op)?,
            Stm::Reduce { reduce, .. } => self.fold(stm, reduce.dim, reduce.targets, reduce.op)?,
        }
        Ok(())
    }

    /// Runs a kernel whose threads have memory of their own.
    fn threads(&mut self, [count, thread, together]: [Name; 3], bytes: &Exp<'_>, body: &[Stm<'_>]) -> Result<()> {
        let bytes = self.int(bytes)?.max(0) as u64;
        let total = match body.last().and_then(Stm::kernel) {
            Some(Stm::Parallel { space, .. }) => self.total(space)?,
            Some(Stm::Reduce { reduce, .. }) => self.total(&[*reduce.dim])?,
            Some(Stm::Scan { scan, .. }) => self.total(&[*scan.dim])?,
            Some(Stm::Hist { hist, .. }) => self.total(&[*hist.dim])?,
            _ => return Err(Error::internal("threads without a kernel")),
        };
        let around = std::mem::replace(&mut self.launcher.thread_bytes, bytes);
        let launch = body.last().and_then(Stm::kernel).and_then(|kernel| self.launches.get(&key(kernel)));
        // The lanes of a group access the group's part side by side.
        let groups = launch.is_some_and(|launch| launch.groups);
        let on_processor = self.launcher.gpu.features.on_processor;
        self.scalars.insert(together, PrimValue::Bool(!groups && !on_processor));
        let most = if groups { self.launcher.most_groups(total) } else { self.launcher.most_threads(total) };
        self.scalars.insert(count, PrimValue::I64(most));
        self.scalars.insert(thread, PrimValue::I64(0));
        let done = self.stms(body);
        self.launcher.thread_bytes = around;
        // The blocks may be freed as soon as the kernel has run.
        for stm in body {
            if let Stm::Alloc { name, .. } = stm {
                self.memories.insert(*name, None);
            }
        }
        done
    }

    /// A leaf of a value that is traced.
    fn traced(&mut self, traced: &Traced<'_>) -> Result<Value> {
        let (prim, dims, from) = match traced {
            Traced::TracedScalar { value, .. } => return Ok(Value::Scalar(self.exp(value)?)),
            Traced::TracedArray { prim, dims, from, .. } => (*prim, *dims, *from),
        };
        let sizes = dims.iter().map(|dim| self.int(dim)).collect::<Result<Vec<_>>>()?;
        let count = sizes.iter().map(|size| (*size).max(0)).product::<i64>();
        let mut block = None;
        if count > 0 {
            // What a kernel left that failed is of no interest.
            self.check()?;
            let mut apart = count;
            let mut extents = Vec::new();
            for (size, stride) in sizes.iter().zip(from.strides) {
                apart /= size;
                extents.push(Extent { count: *size, to: apart, from: self.int(stride)? });
            }
            let bytes = prim.size_bytes();
            let offset = self.int(from.offset)? * bytes as i64;
            let source = self.block(from.mem)?;
            let rows = self.launcher.session.allocate(count, bytes)?;
            let extents = strided::simplify(&extents);
            self.launcher.copy(self.program, self.builtins, bytes, (&*rows, 0), (&*source, offset), &extents)?;
            self.check()?;
            block = Some(rows);
        }
        self.fetch(HostResult::Array { block, prim, sizes: sizes.iter().map(|size| *size as u64).collect() })
    }

    /// Runs a reduction, or a scan with totals, and fetches the results.
    fn fold(&mut self, stm: &Stm<'_>, dim: &Dim<'_>, targets: &[Name], op: &Op<'_>) -> Result<()> {
        let total = self.total(&[*dim])?;
        let Some(results) = self.dispatch(stm, total)? else {
            return Err(Error::internal("a reduction gave no results"));
        };
        self.check()?;
        let mut bytes = vec![0; 8 * targets.len()];
        self.launcher.session.download(&results, 0, &mut bytes)?;
        let (words, _) = bytes.as_chunks::<8>();
        for ((target, param), word) in targets.iter().zip(op.lhs).zip(words) {
            self.scalars.insert(*target, PrimValue::from_bits(param.prim, u64::from_le_bytes(*word)));
        }
        Ok(())
    }

    /// The error for an assertion of host code that failed. An earlier failure of a kernel is reported instead.
    fn assertion(&mut self, failure: &lanes::Failure<'_>) -> Result<Error> {
        self.check()?;
        let mut values = Vec::new();
        for part in failure.message {
            if let Part::Show { value, .. } = part {
                values.push(self.exp(value)?.to_bits());
            }
        }
        Ok(AssertText::new(failure).error(&values))
    }

    /// The number of indices of a space. A space with a negative dimension has none.
    fn total(&self, space: &[Dim<'_>]) -> Result<i64> {
        space.iter().try_fold(1, |total: i64, dim| Ok(total.saturating_mul(self.int(dim.count)?.max(0))))
    }

    fn launch(&mut self, stm: &Stm<'_>, space: &[Dim<'_>]) -> Result<()> {
        let total = self.total(space)?;
        if total > 0 {
            self.dispatch(stm, total)?;
        }
        Ok(())
    }

    fn dispatch(&mut self, stm: &Stm<'_>, total: i64) -> Result<Option<Rc<DeviceBlock>>> {
        let launches = self.launches;
        let launch = launches.get(&key(stm)).ok_or_else(|| Error::internal("a kernel was not compiled"))?;
        let mut words = Vec::with_capacity(launch.captures.len());
        for name in &launch.captures {
            words.push(match self.scalars.get(name) {
                Some(value) => value.to_bits(),
                None => self.memory(*name)?.map_or(0, |block| block.address),
            });
        }
        self.launcher.indices = total.max(0).unsigned_abs();
        let outcome = self.run_until_done(launch, total, &words);
        (self.launcher.heap_part, self.launcher.in_order) = (0, false);
        outcome
    }

    /// Runs a kernel statement. Runs it again if its blocks need more memory, or if a second run is needed to find its
    /// first failure.
    fn run_until_done(&mut self, launch: &Launch, total: i64, words: &[u64]) -> Result<Option<Rc<DeviceBlock>>> {
        let needs_heap = launch.needs_heap;
        // The need for memory is only known at run time. A statement that can run again starts with many invocations
        // and little memory for each. Any other statement gets few invocations with much memory at once.
        self.launcher.heap_part = match (needs_heap, launch.repeatable) {
            (false, _) => 0,
            (true, true) => LEAST_HEAP,
            (true, false) => MOST_HEAP,
        };
        self.launcher.in_order = launch.first_failure == FirstFailure::InOrder;
        loop {
            self.unchecked = true;
            let results = self.launcher.run(launch, total, words)?;
            let in_order = self.launcher.in_order;
            let again = !in_order && launch.first_failure != FirstFailure::Noted;
            if !needs_heap && !again {
                return Ok(results);
            }
            match self.failure()? {
                None => return Ok(results),
                Some(Failure::Program(error, dispatch)) => match launch.first_failure {
                    FirstFailure::Again if again => self.launcher.in_order = true,
                    FirstFailure::AgainBeforeLast if again && dispatch < self.launcher.last_stage => {
                        self.launcher.in_order = true;
                    }
                    _ => return Err(error),
                },
                Some(Failure::OutOfMemory) if self.launcher.heap_part < MOST_HEAP => {
                    self.launcher.heap_part *= HEAP_GROWTH;
                }
                Some(Failure::OutOfMemory) => {
                    let text = format!("a kernel needs more than {MOST_HEAP} bytes for the arrays of one thread");
                    return Err(codes::OUT_OF_MEMORY.error(Span::NONE, format!("Error: Out of memory: {text}.\n")));
                }
            }
            self.launcher.forget_failures()?;
        }
    }
}

/// A result on the device.
pub enum HostResult {
    /// A scalar.
    Scalar(PrimValue),
    /// The first elements of a block.
    Array {
        /// The block; `None` for an array without elements.
        block: Option<Rc<DeviceBlock>>,
        /// The elements' type.
        prim: PrimType,
        /// The sizes.
        sizes: Vec<u64>,
    },
}
