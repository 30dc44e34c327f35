//! The routines that compiled code calls: allocation, failures, copies, and the division of kernels among threads.
//!
//! A kernel is compiled to a function over a range of flat indices. These routines cut the whole range into chunks, and
//! run the chunks on the threads of the pool that the entry point runs in. Little work runs on the calling thread: the
//! program says how much it is, or how much it may be. Then a kernel that has run before takes as long as last time.
//! If a reduction, a scan or a histogram rounds, the pieces that it is cut into depend on the number of indices alone.
//! So results have the same bits for any number of threads.
//!
//! A kernel that fails reports the failure of its smallest index, as a sequential run would. Every chunk runs in order
//! and stops at its first failure, and a chunk is skipped only if a chunk of smaller indices has failed. So the first
//! failed chunk has the smallest index. For an operator that may fail this is not enough, since the chunks decide which
//! operands it combines: after any failure, all indices are run again in order.
//!
//! Every thread has a bell. Code that may run for long polls it: loops do, and so does every piece before it starts.
//! The bell rings if the run is to end, or if the thread runs a piece above one that has failed. Then the code leaves
//! its function as if it had failed, but without a failure.

use std::ptr::{self, NonNull};
use std::sync::atomic::{AtomicBool, AtomicU8, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use languages::prim::PrimType;
use languages::trace::Tracer;
use rayon::ThreadPool;

use pieces::{Shareable, bounds, bounds_of, run_alone, run_if_shared, run_pieces, status};

use super::anchor;
use super::memory::{AllocError, Block, Heap};
use super::trace::TraceText;
use crate::profile::{Profile, Site};
use crate::strided::{self, Extent};

mod pieces;

pub use pieces::Line;

/// Status of compiled code: success.
pub const OK: u8 = 0;
/// Status of compiled code: the program failed, and the worker has the [`Failure`]; or the run is to end.
pub const FAILED: u8 = 1;

/// The failure of a program.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An assertion failed: its number in the program, and the bits of the values that its message shows.
    Assert { id: usize, values: Vec<u64> },
    /// An allocation failed.
    Alloc(AllocError),
    /// There is not enough stack for another call.
    Stack,
}

/// The state that all threads of a run share.
pub struct Shared {
    /// Number of threads of the pool.
    pub threads: usize,
    /// The number of values that each assertion shows.
    pub shown: Vec<usize>,
    /// The traces, by their numbers.
    pub traces: Vec<TraceText>,
    /// Takes the lines of traces.
    pub tracer: Tracer,
    /// What the profile is about, if there is to be one.
    pub sites: Option<Vec<Site>>,
    /// The bits of an `f64` for each kernel whose cost is measured: what the program says times this number is right.
    /// 0 before its first run.
    pub measured: Vec<AtomicU64>,
    /// The addresses of the functions for registers of full width.
    pub wide: Vec<usize>,
    /// The threads of the pool. Code outside of the pool is on the first.
    pub lines: Vec<Line>,
    /// The threads, if there is more than one.
    pub pool: Option<ThreadPool>,
    /// Whether several threads have shared the work of a kernel or of a copy since this was reset.
    pub divided: AtomicBool,
}

/// The state of a thread that runs compiled code. Compiled code passes the worker on, and reads the first fields.
pub struct Worker<'a> {
    /// The byte of the thread's bell.
    bell: &'a AtomicU8,
    /// The address from which those of routines count.
    anchor: usize,
    /// The address of the addresses of the functions for registers of full width.
    wide: usize,
    /// The lowest stack address at which a procedure may begin.
    stack_end: usize,
    /// The blocks that this thread has allocated.
    pub heap: Heap,
    /// The failure of the code, if it failed.
    pub failure: Option<Failure>,
    shared: &'a Shared,
    /// The profile of the run so far, for the worker that runs host code.
    sites: Vec<Site>,
    /// The indices of the last kernel or copy, and whether it ran on several threads.
    last: (i64, bool),
    /// When that began.
    began: Instant,
}

impl<'a> Worker<'a> {
    /// A worker without blocks in use.
    pub fn new(shared: &'a Shared, heap: Heap) -> Worker<'a> {
        let began = Instant::now();
        let bell = shared.line().bell.byte();
        let (anchor, wide) = (anchor::address(), shared.wide.as_ptr().expose_provenance());
        Worker {
            bell,
            anchor,
            wide,
            heap,
            failure: None,
            stack_end: 0,
            shared,
            sites: Vec::new(),
            last: (0, false),
            began,
        }
    }

    /// Whether the work at hand is to end.
    fn is_over(&self) -> bool {
        self.bell.load(Ordering::Relaxed) != 0
    }

    /// The profile of a run that took so much time.
    pub fn profile(&mut self, time: Duration) -> Profile {
        let ran = |site: &Site| site.runs > 0;
        Profile { sites: std::mem::take(&mut self.sites).into_iter().filter(ran).collect(), time }
    }

    /// Lets the worker go on on this thread.
    fn move_here(&mut self) {
        self.bell = self.shared.line().bell.byte();
    }

    /// Lets the worker go on on this thread, and procedures use so many bytes of its stack from here on.
    pub fn begin_stack(&mut self, bytes: usize) {
        self.move_here();
        self.stack_end = stack_address().saturating_sub(bytes);
    }
}

/// Offset of the address of the bell's byte in a [`Worker`].
pub const BELL_OFFSET: i32 = std::mem::offset_of!(Worker<'_>, bell) as i32;

/// Offset of the anchor in a [`Worker`].
pub const ANCHOR_OFFSET: i32 = std::mem::offset_of!(Worker<'_>, anchor) as i32;
/// Offset of the lowest stack address at which a procedure may begin.
pub const STACK_END_OFFSET: i32 = std::mem::offset_of!(Worker<'_>, stack_end) as i32;
/// Offset of the address of the table of functions for registers of full width.
pub const WIDE_OFFSET: i32 = std::mem::offset_of!(Worker<'_>, wide) as i32;

/// Bytes of stack of each thread of a pool, for thread-private arrays and nested calls of procedures.
pub const STACK_BYTES: usize = 128 << 20;
/// The bytes of it that the procedures of an entry point may use. The rest is for routines that the innermost procedure
/// calls.
pub const ENTRY_STACK_BYTES: usize = 120 << 20;
/// The bytes of it that the procedures of a kernel may use. Less, since a thread may run one kernel while it waits for
/// another.
const KERNEL_STACK_BYTES: usize = 4 << 20;

/// An address on the stack of this thread, close to its end.
#[inline(never)]
fn stack_address() -> usize {
    let here = 0u8;
    ptr::from_ref(std::hint::black_box(&here)).addr()
}

/// Notes that there is not enough stack for another procedure.
pub extern "C" fn no_stack(worker: &mut Worker<'_>) {
    worker.failure = Some(Failure::Stack);
}

/// The number of threads of the pool.
pub extern "C" fn thread_count(worker: &Worker<'_>) -> i64 {
    worker.shared.threads as i64
}

/// The number of this thread in the pool.
pub extern "C" fn thread_number(worker: &Worker<'_>) -> i64 {
    worker.shared.thread().unwrap_or(0) as i64
}

/// A kernel over flat indices from `low` to `high - 1`: `(worker, environment, low, high)`.
pub type Kernel = unsafe extern "C" fn(&mut Worker<'_>, *const u64, i64, i64) -> u8;
/// A kernel that also reads or writes `state`: the accumulators of a reduction, the carry of a scan, or the addresses
/// of the histograms.
pub type StateKernel = unsafe extern "C" fn(&mut Worker<'_>, *const u64, i64, i64, *mut u64) -> u8;
/// Combines two lists of operands into the first: `(worker, environment, left, right)`.
pub type Combine = unsafe extern "C" fn(&mut Worker<'_>, *const u64, *mut u64, *const u64) -> u8;

/// The number of indices that programs take the processor to work on at once, whatever the number of threads is.
/// Versions of nested code are chosen by it, and with them the order of sums.
pub const CAPACITY: i64 = 4;

/// Work of so many cycles is worth waking another thread. In loops of short kernels the others are awake, and half as
/// much is worth it; a thread that sleeps takes 10 microseconds to wake, so that thrice as much would be.
const WORTH: f64 = 20_000.0;
/// The least cycles of a piece.
const GRAIN: f64 = 5_000.0;
/// The cycles of an index of work that must not be cut into pieces.
pub const UNDIVIDED: f64 = 0.0;
/// A piece of more cycles is cut, so that it can be stopped: a thirtieth of a second, or more if the cost is a guess.
const UNINTERRUPTED: f64 = 1e8;
/// The most pieces for that reason: reductions keep a result for each.
const MOST_STRETCHES: f64 = 1e6;
/// The number of chunks per thread, for dynamic scheduling.
const CHUNKS_PER_THREAD: usize = 8;
/// The cycles of a nanosecond, about.
const CYCLES_PER_NANOSECOND: f64 = 3.0;

/// What the program says about the cost of a kernel.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Cost {
    /// The cycles of an index, or [`UNDIVIDED`].
    cycles: f64,
    /// The number of the kernel among those whose cost is measured, from 1 on. 0 if it is known.
    measured: usize,
}

impl Cost {
    /// Cycles that are known.
    const fn known(cycles: f64) -> Cost {
        Cost { cycles, measured: 0 }
    }

    /// The number of pieces that work is cut into. 1 if it is not worth another thread.
    fn pieces(self, threads: usize, total: i64, per_thread: usize) -> usize {
        self.pieces_of(threads, total, per_thread, total.max(0) as f64 * self.cycles)
    }

    /// The number of pieces that can be stopped between them, at most `most`.
    fn stretches(self, most: i64, total: i64) -> usize {
        let stretches = total.max(0) as f64 * self.cycles / UNINTERRUPTED;
        stretches.min(most as f64).min(MOST_STRETCHES) as usize
    }

    fn pieces_of(self, threads: usize, total: i64, per_thread: usize, work: f64) -> usize {
        if threads == 1 || self.cycles == UNDIVIDED || work < WORTH {
            return 1;
        }
        // A number of cycles that is too large for an integer becomes the largest one.
        let by_cost = (work / GRAIN) as usize;
        (threads * per_thread).min(by_cost).clamp(1, total.max(1) as usize)
    }
}

impl Shared {
    /// The number of this thread in the pool. `None` outside of it, and on threads of other pools.
    fn thread(&self) -> Option<usize> {
        self.pool.as_ref()?.current_thread_index()
    }

    /// The line of this thread.
    fn line(&self) -> &Line {
        // There are as many lines as threads in the pool, and at least one.
        &self.lines[self.thread().unwrap_or(0)]
    }

    /// How much longer a kernel takes than the program says. `None` if nobody knows yet.
    fn slowness(&self, cost: Cost) -> Option<f64> {
        let Some(position) = cost.measured.checked_sub(1) else { return Some(1.0) };
        let known = f64::from_bits(self.measured.get(position)?.load(Ordering::Relaxed));
        (known > 0.0).then_some(known)
    }

    /// Runs a kernel, and takes the time if its cost is to be measured.
    fn measure(&self, worker: &mut Worker<'_>, cost: Cost, total: i64, run: impl FnOnce(&mut Worker<'_>) -> u8) -> u8 {
        let Some(known) = cost.measured.checked_sub(1).and_then(|position| self.measured.get(position)) else {
            return run(worker);
        };
        let start = Instant::now();
        let status = run(worker);
        let threads = if worker.last.1 { self.threads } else { 1 };
        let cycles = start.elapsed().as_nanos() as f64 * threads as f64 * CYCLES_PER_NANOSECOND;
        let said = total.max(0) as f64 * cost.cycles;
        if said > 0.0 {
            known.store((cycles / said).to_bits(), Ordering::Relaxed);
        }
        status
    }
}

/// The number of indices that a kernel runs at once, of the numbers whose sum is `lanes`, each a power of two: the
/// largest with which every thread has some, or the smallest.
fn lanes_for(total: i64, lanes: i64, threads: usize) -> i64 {
    let total = total.max(0) as u64;
    let mut rest = lanes.unsigned_abs().max(1);
    loop {
        let most = 1 << rest.ilog2();
        if rest == most || total.div_ceil(most) >= threads as u64 {
            return most as i64;
        }
        rest -= most;
    }
}

/// Runs a kernel on all of `0..total`, in any order. An index takes `cycles` cycles, see [`Cost`]. The kernel has
/// code for several indices at once: for which numbers is in `lanes`, see [`lanes_for`].
///
/// # Safety
/// `kernel` is compiled code that accepts `environment`.
pub unsafe extern "C" fn parallel(
    worker: &mut Worker<'_>,
    kernel: Kernel,
    environment: *const u64,
    total: i64,
    lanes: i64,
    cycles: f64,
    measured: usize,
) -> u8 {
    worker.last = (total, false);
    let (shared, cost) = (worker.shared, Cost { cycles, measured });
    let (shares, count, whole) = if measured == 0 && total as f64 * cycles < WORTH {
        // Small kernels in loops of the host take little more than a call.
        (1, 1, 1)
    } else {
        let whole = lanes_for(total, lanes, shared.threads);
        let slowness = shared.slowness(cost).unwrap_or(f64::INFINITY);
        let work = total.max(0) as f64 * cycles * slowness;
        let groups = (total.max(0) as u64).div_ceil(whole as u64) as i64;
        let shares = cost.pieces_of(shared.threads, groups, CHUNKS_PER_THREAD, work);
        (shares, shares.max(cost.stretches(groups, total)), whole)
    };
    if count <= 1 {
        return shared.measure(worker, cost, total, |worker| match worker.is_over() {
            true => FAILED,
            // SAFETY: upheld by the caller.
            false => unsafe { kernel(worker, environment, 0, total) },
        });
    }
    shared.measure(worker, cost, total, |worker| {
        let environment = Shareable(environment);
        let run = if shares == 1 { run_alone } else { run_pieces };
        let failed = run(worker, count, &|worker, k| {
            let (low, high) = bounds_of(total, count, k, whole);
            // SAFETY: upheld by the caller; the environment outlives `run`.
            unsafe { kernel(worker, environment.get(), low, high) }
        });
        status(failed)
    })
}

/// How a kernel that combines values is cut into pieces.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Order {
    /// The least number of indices of a piece.
    least: i64,
    /// Not 0 if results depend on the order in which values are combined, as sums of floats do. Then the pieces are the
    /// same for any number of threads, even for one.
    matters: u64,
}

/// The least number of indices of a piece, if an index takes few cycles.
pub const LEAST_PIECE: i64 = 8192;

impl Order {
    /// The number of pieces for so many indices.
    fn pieces(self, total: i64, most: i64) -> usize {
        (total / self.least.max(1)).clamp(1, most) as usize
    }
}

/// A reduction. Compiled code passes it with one word for each field.
#[repr(C)]
pub struct Reduction {
    /// Reduces a range from the neutral element.
    pub chunk: StateKernel,
    /// The operator.
    pub combine: Combine,
    /// The environment of both functions.
    pub environment: *const u64,
    /// The number of indices.
    pub total: i64,
    /// The cost of an index.
    pub cost: Cost,
    /// The order of combination.
    pub order: Order,
    /// The address for the result.
    pub result: *mut u64,
    /// The number of words of the result.
    pub width: usize,
    /// Not 0 if the operator may fail. Then a second run finds the index of the failure.
    pub op_may_fail: u64,
}

/// The most pieces of a reduction.
const REDUCE_PIECES: i64 = 64;

/// Reduces `0..total`. Each piece is reduced on its own, and the results are combined in order.
///
/// # Safety
/// `reduction` points to a [`Reduction`] whose functions are compiled code that accepts its environment; `result` has
/// room for `width` words.
pub unsafe extern "C" fn reduce(worker: &mut Worker<'_>, reduction: *const Reduction) -> u8 {
    // SAFETY: upheld by the caller.
    let Reduction { chunk, combine, environment, total, cost, order, result, width, op_may_fail } =
        unsafe { reduction.read() };
    // SAFETY: upheld by the caller.
    let in_order = |worker: &mut Worker<'_>| unsafe { chunk(worker, environment, 0, total, result) };
    worker.last = (total, false);
    let shared = worker.shared;
    // Work of unknown cost is shared once, to measure it.
    let work = total.max(0) as f64 * cost.cycles * shared.slowness(cost).unwrap_or(f64::INFINITY);
    let is_shared = shared.threads > 1 && work >= WORTH;
    let count = match order.matters {
        0 if !is_shared => cost.stretches(total, total),
        0 => order.pieces(total, REDUCE_PIECES).max(cost.stretches(total, total)),
        _ => order.pieces(total, REDUCE_PIECES),
    };
    if count <= 1 || cost.cycles == UNDIVIDED {
        return shared.measure(worker, cost, total, in_order);
    }
    let Some(mut partial) = words(worker, 0, width * count) else { return FAILED };
    let slots = Shareable(partial.as_mut_ptr().cast_const());
    let shared_environment = Shareable(environment);
    let piece = |worker: &mut Worker<'_>, k| {
        let (low, high) = bounds(total, count, k);
        // SAFETY: upheld by the caller; each piece writes its own `width` words.
        unsafe { chunk(worker, shared_environment.get(), low, high, slots.get().cast_mut().add(k * width)) }
    };
    let mut status =
        shared.measure(worker, cost, total, |worker| status(run_if_shared(is_shared, worker, count, &piece)));
    if status == OK {
        // SAFETY: `result` has room for `width` words.
        unsafe { ptr::copy_nonoverlapping(partial.as_ptr(), result, width) };
        for k in 1..count {
            // SAFETY: upheld by the caller; `partial` has `count * width` words.
            status = unsafe { combine(worker, environment, result, partial.as_ptr().add(k * width)) };
            if status != OK {
                break;
            }
        }
    }
    if status != OK && op_may_fail != 0 && !worker.is_over() {
        worker.failure = None;
        return in_order(worker);
    }
    status
}

/// A scan. Compiled code passes it with one word for each field.
#[repr(C)]
pub struct Prefixes {
    /// Scans a range. The state has the carry of all indices before the range; afterwards it has the carry after the
    /// range, followed by the totals of the range.
    pub scan: StateKernel,
    /// The same for a thread that scans alone, if the order matters and there are no totals: the carry afterwards is
    /// the one before combined with what the range reduces to, as for several threads.
    pub alone: Option<StateKernel>,
    /// Reduces a range from the neutral element.
    pub chunk: StateKernel,
    /// The operator of the scan.
    pub combine: Combine,
    /// The operator of the totals. It cannot fail if the scan is cut into pieces.
    pub join: Combine,
    /// The environment of all functions.
    pub environment: *const u64,
    /// The number of indices.
    pub total: i64,
    /// The cost of an index.
    pub cost: Cost,
    /// The order of combination.
    pub order: Order,
    /// The neutral element, followed by room for the totals. The scan may overwrite the neutral element by the carry
    /// after all indices.
    pub state: *mut u64,
    /// The number of words of the neutral element.
    pub width: usize,
    /// The number of words of the totals.
    pub extra: usize,
}

/// The most pieces of a scan.
const SCAN_PIECES: i64 = 1 << 16;
/// The least pieces of a scan for each thread in a round.
const PIECES_PER_ROUND: usize = 8;
/// How many times longer the pieces are if the order does not matter.
const LONGER_PIECES: i64 = 8;
/// The least cycles of a round, in which threads wait for each other twice.
const ROUND: f64 = 524_288.0;

/// Scans `0..total`, in rounds. In each, the threads reduce pieces, then the carry into each piece is known, and the
/// threads scan the pieces, which are still in their caches. If the order does not matter, one thread scans the first
/// piece at once, and nobody reduces the last: `n` threads scan `n + 1` pieces in the time of two.
///
/// # Safety
/// `prefixes` points to [`Prefixes`] whose functions are compiled code that accepts the environment; `state` has
/// `width + extra` words.
pub unsafe extern "C" fn scan(worker: &mut Worker<'_>, prefixes: *const Prefixes) -> u8 {
    // SAFETY: upheld by the caller.
    let call = unsafe { &*prefixes };
    worker.last = (call.total, false);
    let threads = worker.shared.threads;
    let work = call.total.max(0) as f64 * call.cost.cycles;
    let shared = threads > 1 && work >= WORTH;
    let most_rounds = (work / ROUND).max(1.0) as usize;
    let count = match call.order.matters {
        0 => {
            let count = call.order.pieces(call.total / LONGER_PIECES, SCAN_PIECES);
            count.min(most_rounds.saturating_mul(threads + 1))
        }
        _ => call.order.pieces(call.total, SCAN_PIECES),
    };
    if count == 1 || call.cost.cycles == UNDIVIDED || (call.order.matters == 0 && !shared) {
        // SAFETY: upheld by the caller.
        return unsafe { (call.scan)(worker, call.environment, 0, call.total, call.state) };
    }
    if let (Some(alone), false) = (call.alone, shared) {
        let piece = |k| {
            let (low, high) = bounds(call.total, count, k);
            // SAFETY: upheld by the caller. One piece after the other has the state.
            unsafe { alone(worker, call.environment, low, high, call.state) }
        };
        return (0..count).map(piece).find(|&status| status != OK).unwrap_or(OK);
    }
    // SAFETY: upheld by the caller.
    let neutral = unsafe { std::slice::from_raw_parts(call.state, call.width) };
    let mut rounds = Rounds { call, count, shared, carry: neutral.to_vec(), totals: Vec::new() };
    let step = match call.order.matters {
        0 => threads + 1,
        _ if shared => (threads * PIECES_PER_ROUND).max(count.div_ceil(most_rounds)),
        _ => 1,
    };
    let status = rounds.run(worker, step);
    if status == OK {
        // SAFETY: upheld by the caller.
        unsafe { ptr::copy_nonoverlapping(rounds.totals.as_ptr(), call.state.add(call.width), call.extra) };
    }
    status
}

/// A scan that is cut into pieces.
struct Rounds<'c> {
    call: &'c Prefixes,
    /// The number of pieces.
    count: usize,
    /// Whether all threads take part.
    shared: bool,
    /// The carry into the next piece.
    carry: Vec<u64>,
    /// The totals of all pieces before it. Empty at first.
    totals: Vec<u64>,
}

impl Rounds<'_> {
    fn run(&mut self, worker: &mut Worker<'_>, step: usize) -> u8 {
        for first in (0..self.count).step_by(step) {
            let pieces = step.min(self.count - first);
            let carry = self.carry.clone();
            let status = match self.call.order.matters {
                0 => self.eager(worker, first, pieces),
                _ => self.states(worker, first, pieces).map(|states| self.scan(worker, first, states)),
            };
            match status {
                Some(OK) => {}
                Some(status) => return status,
                None if worker.is_over() => return FAILED,
                None => {
                    // An operand was computed that a scan in order may not need. It finds the first failure, if any.
                    worker.failure = None;
                    self.carry = carry;
                    return self.rest(worker, first);
                }
            }
        }
        OK
    }

    /// A round that scans its first piece at once. `None` if reducing a piece fails.
    fn eager(&mut self, worker: &mut Worker<'_>, first: usize, pieces: usize) -> Option<u8> {
        let (call, row, width) = (self.call, self.row(), self.call.width);
        let mut states = vec![0u64; row * pieces];
        states[..width].copy_from_slice(&self.carry);
        let before = (pieces - 1).max(1);
        let (scan, chunk) = (call.scan, call.chunk);
        let pass = |k| if k == 0 { scan } else { chunk };
        // Each thread reduces the piece that it will scan: the first has the second piece, and the last the first.
        if self.each(worker, first, 1, &pass, &mut states[..row * before]) != OK {
            return None;
        }
        let mut carry = states[..width].to_vec();
        for k in 1..pieces {
            let state = &mut states[k * row..k * row + width];
            let here = state.to_vec();
            state.copy_from_slice(&carry);
            // SAFETY: upheld by the caller of `scan`; both lists have `width` words.
            if k < before
                && unsafe { (call.combine)(worker, call.environment, carry.as_mut_ptr(), here.as_ptr()) } != OK
            {
                return None;
            }
        }
        if pieces > 1 && self.each(worker, first + 1, 0, &|_| scan, &mut states[row..]) != OK {
            return Some(FAILED);
        }
        let last = (pieces - 1) * row;
        self.carry.copy_from_slice(&states[last..last + width]);
        Some(self.add_all(worker, &states))
    }

    /// Runs a function on pieces from `first` on, each with its part of `states`. Of these, the threads begin at piece
    /// `turn`. If that is not the first, and pieces fail, the failure may be that of any of them.
    fn each(
        &self,
        worker: &mut Worker<'_>,
        first: usize,
        turn: usize,
        pass: &(dyn Fn(usize) -> StateKernel + Sync),
        states: &mut [u64],
    ) -> u8 {
        let (row, total, count) = (self.row().max(1), self.call.total, self.count);
        let (environment, slots) = (Shareable(self.call.environment), Shareable(states.as_mut_ptr().cast_const()));
        let pieces = states.len() / row;
        let failed = run_if_shared(self.shared, worker, pieces, &|worker, k| {
            let k = (k + turn) % pieces;
            let (low, high) = bounds(total, count, first + k);
            // SAFETY: upheld by the caller of `scan`; each piece has `row` words of its own.
            unsafe { pass(k)(worker, environment.get(), low, high, slots.get().cast_mut().add(k * row)) }
        });
        status(failed)
    }

    /// The words of a state.
    fn row(&self) -> usize {
        self.call.width + self.call.extra
    }

    /// The states with which pieces are scanned, one after the other, from piece `first` on. `None` if reducing a piece
    /// fails.
    fn states(&mut self, worker: &mut Worker<'_>, first: usize, pieces: usize) -> Option<Vec<u64>> {
        let (call, row) = (self.call, self.row());
        let mut reduced = vec![0u64; row * pieces];
        let chunk = call.chunk;
        if self.each(worker, first, 0, &|_| chunk, &mut reduced) != OK {
            return None;
        }
        for state in reduced.chunks_exact_mut(row.max(1)) {
            let here = state[..call.width].to_vec();
            state[..call.width].copy_from_slice(&self.carry);
            // SAFETY: upheld by the caller of `scan`; both lists have `width` words.
            let status = unsafe { (call.combine)(worker, call.environment, self.carry.as_mut_ptr(), here.as_ptr()) };
            if status != OK {
                return None;
            }
        }
        Some(reduced)
    }

    /// Scans pieces, and adds their totals.
    fn scan(&mut self, worker: &mut Worker<'_>, first: usize, mut states: Vec<u64>) -> u8 {
        let scan = self.call.scan;
        if self.each(worker, first, 0, &|_| scan, &mut states) != OK {
            return FAILED;
        }
        self.add_all(worker, &states)
    }

    /// Combines the totals so far with those of pieces.
    fn add_all(&mut self, worker: &mut Worker<'_>, states: &[u64]) -> u8 {
        let mut added = states.chunks_exact(self.row().max(1)).map(|state| self.add(worker, state));
        added.find(|&status| status != OK).unwrap_or(OK)
    }

    /// Combines the totals so far with those of the next piece.
    fn add(&mut self, worker: &mut Worker<'_>, state: &[u64]) -> u8 {
        let totals = &state[self.call.width..];
        if self.totals.is_empty() {
            self.totals = totals.to_vec();
            return OK;
        }
        // SAFETY: upheld by the caller of `scan`; both lists have `extra` words.
        unsafe { (self.call.join)(worker, self.call.environment, self.totals.as_mut_ptr(), totals.as_ptr()) }
    }

    /// Scans all pieces from `first` on in order.
    fn rest(&mut self, worker: &mut Worker<'_>, first: usize) -> u8 {
        let (low, _) = bounds(self.call.total, self.count, first);
        let mut state = std::mem::take(&mut self.carry);
        state.resize(self.row(), 0);
        // SAFETY: upheld by the caller of `scan`; the state has `row` words.
        let status =
            unsafe { (self.call.scan)(worker, self.call.environment, low, self.call.total, state.as_mut_ptr()) };
        if status == OK { self.add(worker, &state) } else { status }
    }
}

/// One histogram of a [`hist`]: its bins, and the initial value of the bins of private copies.
#[repr(C)]
pub struct Histogram {
    /// Address of bin 0.
    pub address: *mut u8,
    /// The size of a bin in bytes.
    pub size: u64,
    /// The bits of the neutral element.
    pub neutral: u64,
}

/// The cycles of one update of a bin, with what computes the bin and the value.
const UPDATE_CYCLES: f64 = 16.0;
/// The cost of filling and merging a private bin, in updates.
const MERGE_COST: u64 = 3;
/// Histograms that round have private copies if filling and merging them takes at most one in so many updates.
const ROUNDING_SHARE: u64 = 4;
/// The most private copies of histograms that round.
const ROUNDING_COPIES: u64 = 7;
/// The largest total size of private histograms, in bytes.
const PRIVATE_BYTES: u64 = 64 << 20;

/// The histograms of a statement. Compiled code passes them with one word for each field.
#[repr(C)]
pub struct Histograms {
    /// Adds a range of indices to histograms. The state has the addresses of the histograms.
    pub kernel: StateKernel,
    /// Adds private histograms to others, for a range of bins. The state has the addresses of the others, followed by
    /// those of the private histograms.
    pub merge: StateKernel,
    /// The environment of both functions.
    pub environment: *const u64,
    /// The number of indices.
    pub total: i64,
    /// The cost of an index.
    pub cost: Cost,
    /// The order of combination.
    pub order: Order,
    /// The histograms.
    pub table: *const Histogram,
    /// The number of histograms.
    pub count: usize,
    /// The number of bins of each histogram.
    pub width: i64,
}

/// Adds `0..total` to histograms. If they are small compared with the input, each piece of the range fills private
/// histograms that start with neutral elements, and these are then merged in order. Otherwise one thread does all the
/// work.
///
/// # Safety
/// `histograms` points to [`Histograms`] whose functions are compiled code that accepts the environment; `table` points
/// to `count` histograms of `width` bins.
pub unsafe extern "C" fn hist(worker: &mut Worker<'_>, histograms: *const Histograms) -> u8 {
    // SAFETY: upheld by the caller.
    let &Histograms { kernel, merge, environment, total, cost, order, table, count, width } = unsafe { &*histograms };
    // SAFETY: upheld by the caller.
    let histograms = unsafe { std::slice::from_raw_parts(table, count) };
    let shared_environment = Shareable(environment);
    let addresses: Vec<u64> = histograms.iter().map(|h| h.address.expose_provenance() as u64).collect();
    worker.last = (total, false);
    let threads = worker.shared.threads;
    let bins = width.max(0) as u64;
    let bytes = histograms.iter().map(|h| h.size.saturating_mul(bins)).fold(0, u64::saturating_add);
    let shared = threads > 1 && total.max(0) as f64 * cost.cycles >= WORTH;
    let parts = match order.matters {
        0 => cost.pieces(threads, total, 1),
        _ if cost.cycles == UNDIVIDED => 1,
        // Even on one thread, so copies may take only a part of the time of the updates.
        _ => {
            let copies = total.max(0) as u64 / bins.saturating_mul(MERGE_COST * ROUNDING_SHARE).max(1);
            order.pieces(total, (copies.min(ROUNDING_COPIES) + 1) as i64)
        }
    };
    // An index may update several bins, if it costs enough.
    let updates = (total.max(0) as f64 * (cost.cycles / UPDATE_CYCLES).max(1.0)) as u64;
    // Private histograms are filled, and then merged: as many bins again as there are updates would cost more than it
    // gains.
    let copies = parts as u64 - 1;
    let too_many = order.matters == 0 && copies.saturating_mul(bins).saturating_mul(MERGE_COST) > updates;
    if parts == 1 || too_many || bytes.saturating_mul(copies) > PRIVATE_BYTES {
        let count = cost.stretches(total, total).max(1);
        let failed = run_alone(worker, count, &|worker, k| {
            let (low, high) = bounds(total, count, k);
            // SAFETY: upheld by the caller.
            unsafe { kernel(worker, shared_environment.get(), low, high, addresses.as_ptr().cast_mut()) }
        });
        return status(failed);
    }
    // The first piece adds to the histograms themselves.
    let mut copy = |_| histograms.iter().map(|h| filled(worker, h, bins as usize)).collect();
    let private: Option<Vec<Vec<Vec<u64>>>> = (1..parts).map(&mut copy).collect();
    let Some(mut private) = private else { return FAILED };
    let states: Vec<Vec<u64>> = std::iter::once(addresses.clone())
        .chain(
            private
                .iter_mut()
                .map(|copies| copies.iter_mut().map(|copy| copy.as_mut_ptr().expose_provenance() as u64).collect()),
        )
        .collect();
    let failed = run_if_shared(shared, worker, parts, &|worker, k| {
        let (low, high) = bounds(total, parts, k);
        // SAFETY: upheld by the caller; each piece has histograms of its own.
        unsafe { kernel(worker, shared_environment.get(), low, high, states[k].as_ptr().cast_mut()) }
    });
    if failed.is_some() {
        return FAILED;
    }
    let ranges = Cost::known((copies * MERGE_COST) as f64).pieces(threads, width, 1);
    let failed = run_if_shared(shared, worker, ranges, &|worker, k| {
        let (low, high) = bounds(width, ranges, k);
        for state in &states[1..] {
            let mut both = [addresses.as_slice(), state.as_slice()].concat();
            // SAFETY: upheld by the caller; each range has bins of its own.
            let status = unsafe { merge(worker, shared_environment.get(), low, high, both.as_mut_ptr()) };
            if status != OK {
                return status;
            }
        }
        OK
    });
    if failed.is_some() {
        return FAILED;
    }
    OK
}

/// Memory for the bins of a private histogram, with neutral elements.
fn filled(worker: &mut Worker<'_>, histogram: &Histogram, bins: usize) -> Option<Vec<u64>> {
    let &Histogram { size, neutral, .. } = histogram;
    let word = match size {
        1 => neutral * 0x0101_0101_0101_0101,
        2 => neutral * 0x0001_0001_0001_0001,
        4 => neutral * 0x0000_0001_0000_0001,
        _ => neutral,
    };
    words(worker, word, (bins * size as usize).div_ceil(8))
}

/// So many words of memory. Without so much memory, the worker has a failure.
fn words(worker: &mut Worker<'_>, word: u64, count: usize) -> Option<Vec<u64>> {
    let mut words = Vec::new();
    if words.try_reserve_exact(count).is_err() {
        worker.failure = Some(Failure::Alloc(AllocError::OutOfMemory { bytes: count as u128 * 8 }));
        return None;
    }
    words.resize(count, word);
    Some(words)
}

/// Begins a kernel or a copy of the profile.
pub extern "C" fn begin_site(worker: &mut Worker<'_>) {
    worker.last = (0, false);
    worker.began = Instant::now();
}

/// Ends the kernel or copy number `site` of the profile.
pub extern "C" fn end_site(worker: &mut Worker<'_>, site: usize) {
    let time = worker.began.elapsed();
    if worker.sites.is_empty() {
        worker.sites = worker.shared.sites.clone().unwrap_or_default();
    }
    let Some(site) = worker.sites.get_mut(site) else { return };
    let (indices, divided) = worker.last;
    site.runs += 1;
    site.indices = site.indices.saturating_add(indices.max(0).unsigned_abs());
    site.time += time;
    if divided {
        site.divided += 1;
        site.parallel += time;
    }
}

/// Allocates a block. Returns null if the allocation fails, and stores the failure in the worker.
pub extern "C" fn allocate(worker: &mut Worker<'_>, prim: u32, count: i64) -> *mut Block {
    match worker.heap.allocate(PrimType::ALL[prim as usize], count) {
        Ok(block) => block.as_ptr(),
        Err(error) => {
            worker.failure = Some(Failure::Alloc(error));
            ptr::null_mut()
        }
    }
}

/// Allocates a block that may not be needed. Returns null if the allocation fails, which is no failure of the program.
pub extern "C" fn allocate_ahead(worker: &mut Worker<'_>, prim: u32, count: i64) -> *mut Block {
    worker.heap.allocate(PrimType::ALL[prim as usize], count).map_or(ptr::null_mut(), NonNull::as_ptr)
}

/// Gives up a reference to a block.
///
/// # Safety
/// `block` is a block of this worker with a reference, or null.
pub unsafe extern "C" fn release(worker: &mut Worker<'_>, block: *mut Block) {
    if let Some(block) = NonNull::new(block) {
        // SAFETY: upheld by the caller.
        unsafe { worker.heap.release(block) };
    }
}

/// Records the failure of assertion `id`, whose message shows `values`.
///
/// # Safety
/// `values` has as many words as the assertion shows.
pub unsafe extern "C" fn fail(worker: &mut Worker<'_>, id: usize, values: *const u64) {
    let count = worker.shared.shown.get(id).copied().unwrap_or(0);
    // SAFETY: upheld by the caller; `from_raw_parts` wants a non-null address even for no words.
    let values = if count == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(values, count) }.to_vec() };
    worker.failure = Some(Failure::Assert { id, values });
}

/// Prints trace `id` of the leaves in `words`.
///
/// # Safety
/// `words` are the leaves of the trace, as [`TraceText::values`] has them.
pub unsafe extern "C" fn trace(worker: &mut Worker<'_>, id: usize, words: *const u64) {
    let Some(text) = worker.shared.traces.get(id) else { return };
    // SAFETY: the caller's promise.
    let leaves = unsafe { text.values(words) };
    worker.shared.tracer.trace(text.label, &text.form.show(&leaves));
}

/// The bytes that a thread copies in a cycle, about.
const COPIED_BYTES: f64 = 8.0;

/// Copies elements of `size` bytes between two layouts of `rank` dimensions. `extents` has, for each dimension, its
/// size and its strides in the destination and the source, in elements. Large copies use all threads if `threaded`.
///
/// # Safety
/// All elements that the layouts reach are in memory that may be written or read. If they overlap, the result is
/// unspecified.
pub unsafe extern "C" fn copy(
    worker: &mut Worker<'_>,
    destination: *mut u8,
    source: *const u8,
    size: usize,
    extents: *const Extent,
    rank: usize,
    threaded: u32,
) {
    // SAFETY: upheld by the caller.
    let given = if rank == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(extents, rank) } };
    let extents = strided::simplify(given);
    let Some(outer) = extents.first() else {
        if given.iter().all(|e| e.count > 0) {
            // SAFETY: upheld by the caller: one element.
            unsafe { ptr::copy(source, destination, size) };
        }
        return;
    };
    let inner: i64 = extents[1..].iter().map(|e| e.count).fold(1, i64::saturating_mul);
    worker.last = (inner.saturating_mul(outer.count), false);
    let count = if threaded == 0 {
        1
    } else {
        Cost::known(inner as f64 * size as f64 / COPIED_BYTES).pieces(worker.shared.threads, outer.count, 2)
    };
    if count == 1 {
        // SAFETY: upheld by the caller.
        unsafe { strided::copy(destination, source, size, &extents) };
        return;
    }
    let (to, from) = (Shareable(destination.cast_const()), Shareable(source));
    run_pieces(worker, count, &|_, k| {
        let (low, high) = bounds(extents[0].count, count, k);
        let mut part = extents.clone();
        part[0].count = high - low;
        // SAFETY: upheld by the caller; pieces are different parts of the outermost dimension.
        unsafe {
            let to = to.get().cast_mut().offset(part[0].to as isize * low as isize * size as isize);
            let from = from.get().offset(part[0].from as isize * low as isize * size as isize);
            strided::copy(to, from, size, &part);
        }
        OK
    });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn few_indices_are_for_all_threads() {
        for (total, threads, whole) in [(64, 2, 32), (33, 2, 32), (32, 2, 16), (16, 2, 16), (0, 2, 16), (32, 1, 32)] {
            assert_eq!(lanes_for(total, 32 | 16, threads), whole, "{total} indices, {threads} threads");
        }
        assert_eq!((lanes_for(16, 32 | 16 | 8, 2), lanes_for(5, 0, 2), lanes_for(i64::MAX, 32, 2)), (8, 1, 32));
    }
}
