//! The cpu backend compiles programs of `Lanes` to machine code, and runs kernels on threads.
//!
//! Cranelift makes the code, except for groups of lanes where the processor has wider registers than Cranelift uses.
//!
//! - `compile.rs`: programs and functions; `translate/`: statements; `kernels.rs`: kernel statements; `vectors/`:
//!   groups by Cranelift; `wide/`: groups for wider registers, by the emitter in `x64/`; `width.rs`: which there are;
//! - `ops.rs`: operators; `math.rs`: block functions for operators without an instruction;
//! - `jobs.rs`: functions are compiled at the same time; `image.rs`: memory for code; `anchor.rs`: addresses in code
//!   that is kept for other processes;
//! - `memory.rs`: blocks; `trace.rs`: traces; `runtime.rs`: routines that compiled code calls, and threads;
//!   `convert.rs`: arrays as blocks.

mod anchor;
mod compile;
mod convert;
mod image;
mod jobs;
mod kernels;
mod math;
mod memory;
mod ops;
mod runtime;
mod trace;
mod translate;
mod vectors;
#[cfg(all(target_arch = "x86_64", unix))]
mod wide;
mod width;
#[cfg(all(target_arch = "x86_64", unix))]
pub mod x64;

use std::num::NonZero;
use std::ptr::NonNull;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::time::Instant;

use framework::{Error, Owned, Result, Span};
use languages::codes;
use languages::lanes::Lanes;
use languages::prim::PrimValue;
use languages::stop::Stop;
use languages::value::{ArrayData, ArrayValue, Given, Value};
use rayon::ThreadPoolBuilder;
use serde::{Deserialize, Serialize};

pub(crate) use runtime::CAPACITY;
pub use width::is_wide;

use crate::profile::Site;
use crate::signature::{self, CheckedArg, Signature};
use crate::{Backend, CompileOptions, DeviceInfo, EntryInfo, Executable, Kept, RunOutcome, Width};
use compile::{Code, Object};
use memory::{Block, Heap};
use runtime::{Failure, Line, Shared, Worker};

/// The cpu backend.
pub struct Cpu {
    options: CompileOptions,
}

impl Cpu {
    /// The backend with these options.
    pub const fn new(options: CompileOptions) -> Cpu {
        Cpu { options }
    }
}

/// The address space of a thread in bytes: its stack, and the space that the C library's allocator reserves for it.
const THREAD_SPACE: usize = runtime::STACK_BYTES + (64 << 20);

/// The number of threads that the machine runs at once.
fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, NonZero::get)
}

/// The default number of threads: one for each processor. If the address space is limited, threads may take a quarter
/// of it.
fn default_threads() -> usize {
    let room = framework::stack::address_space().map_or(usize::MAX, |limit| limit / 4 / THREAD_SPACE);
    processors().min(room)
}

/// Keeps this thread, number `k` of `threads`, on a processor of its own if there are as many threads as processors.
/// Linux often wakes a thread on the processor of the one that wakes it, and moves it away milliseconds later: longer
/// than most kernels take.
fn pin(k: usize, threads: usize) {
    #[cfg(target_os = "linux")]
    {
        use rustix::thread::{CpuSet, sched_getaffinity, sched_setaffinity};
        let Ok(allowed) = sched_getaffinity(None) else { return };
        if allowed.count() as usize != threads {
            return;
        }
        let Some(own) = (0..CpuSet::MAX_CPU).filter(|cpu| allowed.is_set(*cpu)).nth(k) else { return };
        let mut only = CpuSet::new();
        only.set(own);
        // Where that is not allowed, the thread may run anywhere.
        let _ = sched_setaffinity(None, &only);
    }
    #[cfg(not(target_os = "linux"))]
    let _ = (k, threads);
}

/// What code for this processor depends on. `None` if there is no code for it.
pub fn processor(width: Option<Width>) -> Option<String> {
    let flags = compile::isa().ok()?.isa_flags();
    let flags: Vec<String> = flags.iter().map(ToString::to_string).collect();
    let level = width::level(width).ok()?.map(|level| level.to_string());
    Some(format!("{} {level:?} {}", std::env::consts::ARCH, flags.join(" ")))
}

/// The processor as a device.
pub fn device() -> DeviceInfo {
    let details = vec![format!("{} threads, {}", processors(), std::env::consts::ARCH)];
    DeviceInfo { backend: "cpu", name: "processor".to_string(), details }
}

impl Backend for Cpu {
    fn compile(&self, program: &Owned<Lanes>) -> Result<Box<dyn Executable>> {
        let root = program.root();
        let (object, sites) = compile::compile(root, self.options.profile, self.options.width)?;
        let signatures = root.funs.iter().map(Signature::new).collect();
        let compiled = Compiled { object, signatures, recursive: !root.procs.is_empty() };
        Ok(Box::new(self.load(compiled, sites)?))
    }
}

impl Cpu {
    /// Makes a program from a cache ready to run.
    pub(crate) fn restore(&self, kept: &Kept<'_>) -> Result<Box<dyn Executable>> {
        let compiled = serde_json::from_slice(&kept.facts);
        let mut compiled: Compiled = compiled.map_err(|error| Error::internal(format!("a kept program: {error}")))?;
        [compiled.object.code, compiled.object.wide.bytes] = kept.code.map(<[u8]>::to_vec);
        Ok(Box::new(self.load(compiled, None)?))
    }

    /// Makes a compiled program ready to run.
    fn load(&self, compiled: Compiled, sites: Option<Vec<Site>>) -> Result<CpuExecutable> {
        let object = &compiled.object;
        let code = Code::load(object)?;
        let threads = self.options.threads.unwrap_or_else(default_threads).max(1);
        // Procedures may be recursive, so they need a thread with a known stack size.
        let pool = if threads > 1 || compiled.recursive {
            let pool = ThreadPoolBuilder::new()
                .num_threads(threads)
                .stack_size(runtime::STACK_BYTES)
                .thread_name(|k| format!("cpu-{k}"))
                .start_handler(move |k| pin(k, threads))
                .build()
                .map_err(|error| Error::run_time(format!("Error: cannot start {threads} threads: {error}\n")))?;
            Some(pool)
        } else {
            None
        };
        let stop = self.options.stop.clone();
        let shared = Shared {
            threads,
            shown: object.asserts.iter().map(crate::failure::AssertText::shown).collect(),
            traces: object.traces.clone(),
            tracer: self.options.tracer.clone(),
            sites,
            measured: (0..object.measured).map(|_| AtomicU64::new(0)).collect(),
            wide: code.wide.addresses.clone(),
            lines: (0..threads).map(|_| Line { bell: stop.bell(), piece: AtomicUsize::new(0) }).collect(),
            pool,
            divided: AtomicBool::new(false),
        };
        let small = compiled.signatures.iter().map(|_| AtomicBool::new(false)).collect();
        Ok(CpuExecutable { compiled, code, shared, stop, heap: Heap::new(), small })
    }
}

/// A compiled program, for any process that runs this binary on this processor.
#[derive(Serialize, Deserialize)]
struct Compiled {
    object: Object,
    signatures: Vec<Signature>,
    /// Whether there are procedures.
    recursive: bool,
}

/// A program as machine code.
struct CpuExecutable {
    compiled: Compiled,
    code: Code,
    shared: Shared,
    /// Ends runs from outside.
    stop: Stop,
    /// The heap of entry points. It keeps memory between runs.
    heap: Heap,
    /// Whether the last run of each entry point had no work for a second thread. Then the next one starts on the
    /// caller's thread, since it takes longer to wake another than many an entry point runs.
    small: Vec<AtomicBool>,
}

impl Executable for CpuExecutable {
    fn entries(&self) -> Vec<EntryInfo> {
        self.compiled.signatures.iter().map(|signature| signature.info.clone()).collect()
    }

    fn call(&mut self, entry: &str, args: Vec<Given<'_>>) -> Result<RunOutcome> {
        let (index, signature) = signature::find(&self.compiled.signatures, entry)?;
        let args = signature.check(args)?;
        self.heap.forget_peak();
        let mut worker = Worker::new(&self.shared, std::mem::take(&mut self.heap));
        let outcome = self.execute(&mut worker, index, signature, args);
        let mut heap = worker.heap;
        debug_assert!(heap.live() == 0 || outcome.is_err(), "the program leaks memory blocks");
        heap.drop_live();
        tracing::info!(peak = heap.peak_bytes(), "bytes of arrays");
        self.heap = heap;
        outcome
    }

    fn keep(&self) -> Option<Kept<'_>> {
        // The code of a profile is for its places in the source, which are not kept.
        if self.shared.sites.is_some() || !self.compiled.object.free {
            return None;
        }
        let facts = serde_json::to_vec(&self.compiled).ok()?.into();
        Some(Kept { facts, code: [&self.compiled.object.code, &self.compiled.object.wide.bytes] })
    }

    fn reuse(&mut self, values: Vec<Value>) {
        for value in values {
            if let Value::Array(array) = value {
                let block = convert::adopt(&mut self.heap, array.data);
                // SAFETY: this gives up the reference that `adopt` made.
                unsafe { self.heap.release(block) };
            }
        }
    }
}

impl CpuExecutable {
    /// Runs entry point number `index` on checked arguments.
    fn execute(
        &self,
        worker: &mut Worker<'_>,
        index: usize,
        signature: &Signature,
        args: Vec<CheckedArg<'_>>,
    ) -> Result<RunOutcome> {
        let code = self.code.entry(index).ok_or_else(|| Error::internal("an entry point has no code"))?;
        let mut words = Vec::new();
        let mut blocks: Vec<NonNull<Block>> = Vec::new();
        for arg in args {
            let (block, sizes) = match arg {
                CheckedArg::Scalar(value) => {
                    words.push(value.to_bits());
                    continue;
                }
                CheckedArg::Owned(array, sizes) => (convert::adopt(&mut worker.heap, array.data), sizes),
                // SAFETY: the program only reads the elements, which are borrowed until this function returns. Then no
                // reference to the block is left: results are taken, and a failure drops all blocks.
                CheckedArg::Borrowed(array, sizes) => {
                    (unsafe { convert::lend(&mut worker.heap, array.elements()) }, sizes)
                }
            };
            blocks.push(block);
            words.push(block.as_ptr().expose_provenance() as u64);
            words.extend(sizes.iter().map(|&size| size as u64));
        }
        let result_words = signature.info.results.iter().map(|result| 1 + result.value_type.rank).sum();
        let mut results = vec![0u64; result_words];

        let start = Instant::now();
        let mut call = || {
            worker.begin_stack(runtime::ENTRY_STACK_BYTES);
            // SAFETY: the code belongs to this entry point; `words` are its arguments, and `results` has room for its
            // results.
            unsafe { code(worker, words.as_ptr(), results.as_mut_ptr()) }
        };
        let small = &self.small[index];
        self.shared.divided.store(false, Ordering::Relaxed);
        let status = match &self.shared.pool {
            Some(pool) if self.compiled.recursive || !small.load(Ordering::Relaxed) => pool.install(call),
            _ => call(),
        };
        small.store(!self.shared.divided.load(Ordering::Relaxed), Ordering::Relaxed);
        let time = start.elapsed();
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);

        if status != runtime::OK {
            return Err(self.failure(worker.failure.take()));
        }
        for block in blocks {
            // SAFETY: this gives up the reference that `adopt` made.
            unsafe { worker.heap.release(block) };
        }
        let results = collect(worker, signature, &results)?;
        let profile = self.shared.sites.is_some().then(|| worker.profile(time));
        Ok(RunOutcome { results, micros, peak_bytes: worker.heap.peak_bytes(), profile })
    }

    /// The error for a failed run.
    fn failure(&self, failure: Option<Failure>) -> Error {
        match failure {
            Some(Failure::Assert { id, values }) => match self.compiled.object.asserts.get(id) {
                Some(assert) => assert.error(&values),
                None => Error::internal(format!("assertion {id} does not exist")),
            },
            Some(Failure::Alloc(error)) => codes::OUT_OF_MEMORY.error(Span::NONE, format!("Error: {error}\n")),
            Some(Failure::Stack) => {
                codes::NESTED_CALLS.error(Span::NONE, "Error: Calls are nested too deeply: the stack is used up.\n")
            }
            None => match self.stop.check() {
                Err(stopped) => stopped,
                Ok(()) => Error::internal("the program failed without a reason"),
            },
        }
    }
}

/// The results that an entry point left in `words`.
fn collect(worker: &mut Worker<'_>, signature: &Signature, words: &[u64]) -> Result<Vec<Value>> {
    let mut values = Vec::new();
    let mut rest = words;
    for result in &signature.info.results {
        let ty = result.value_type;
        let (words, after) = rest.split_at(1 + ty.rank);
        rest = after;
        if ty.rank == 0 {
            values.push(Value::Scalar(PrimValue::from_bits(ty.prim, words[0])));
            continue;
        }
        let (shape, count) = signature::result_shape(&words[1..])?;
        let address: *mut Block = std::ptr::with_exposed_provenance_mut(words[0] as usize);
        let data = match NonNull::new(address) {
            // SAFETY: the program has returned the block with a reference for us; a correct program has written the
            // elements.
            Some(block) => unsafe { convert::extract(&mut worker.heap, block, ty.prim, count) },
            None => (count == 0).then(|| ArrayData::zeros(ty.prim, 0)),
        };
        let data = data.ok_or_else(|| Error::internal("a result is larger than its memory"))?;
        values.push(Value::Array(ArrayValue { shape, data }));
    }
    Ok(values)
}
