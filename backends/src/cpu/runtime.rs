//! What compiled code calls while it runs: allocation, failures, copies, and the division of kernels among threads.
//!
//! A kernel is compiled to a function over a range of flat indices; these routines cut the whole range into chunks and
//! run them on the threads of the pool that the entry point runs in. Small ranges run on the calling thread. How a
//! reduction, scan or histogram is cut depends on its size and on the number of threads alone, so that results are
//! reproducible; a failing kernel reports the failure of its lowest chunk, which is the one a sequential run would meet.

use std::ptr::{self, NonNull};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use languages::prim::PrimType;

use super::memory::{AllocError, Block, Heap};
use crate::strided::{self, Extent};

/// Status of compiled code: success.
pub const OK: u8 = 0;
/// Status of compiled code: the program failed; the worker has the [`Failure`].
pub const FAILED: u8 = 1;

/// How a program failed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Failure {
    /// An assertion, by its number in the program, with the bits of the values it shows.
    Assert { id: usize, values: Vec<u64> },
    /// No memory.
    Alloc(AllocError),
}

/// What all threads of a run share.
pub struct Shared {
    /// Number of threads of the pool.
    pub threads: usize,
    /// How many values each assertion shows.
    pub shown: Vec<usize>,
}

/// What one thread knows while it runs compiled code. Compiled code passes it on and never looks inside.
pub struct Worker<'a> {
    /// The blocks this thread allocated.
    pub heap: Heap,
    /// Why the code failed.
    pub failure: Option<Failure>,
    shared: &'a Shared,
}

impl<'a> Worker<'a> {
    /// A worker without blocks in use.
    pub const fn new(shared: &'a Shared, heap: Heap) -> Worker<'a> {
        Worker { heap, failure: None, shared }
    }
}

/// A kernel over flat indices from `low` to `high - 1`: `(worker, environment, low, high)`.
pub type Kernel = unsafe extern "C" fn(&mut Worker<'_>, *const u64, i64, i64) -> u8;
/// A kernel that also reads or writes `state`: the accumulators of a reduction, the carry of a scan, or the addresses of
/// the histograms.
pub type StateKernel = unsafe extern "C" fn(&mut Worker<'_>, *const u64, i64, i64, *mut u64) -> u8;
/// Combines two lists of operands into the first: `(worker, environment, left, right)`.
pub type Combine = unsafe extern "C" fn(&mut Worker<'_>, *const u64, *mut u64, *const u64) -> u8;

/// Estimated operations that are worth waking another thread.
const PARALLEL_COST: u64 = 40_000;
/// Chunks a thread for dynamic scheduling.
const CHUNKS_PER_THREAD: usize = 8;

/// Pointers that threads share: what they lead to is either read only, or written at different places by each.
#[derive(Clone, Copy)]
struct Shareable<T>(*const T);

// SAFETY: the environment of a kernel is read only while the kernel runs, and IMP kernels write different elements, or
// the same values, from different indices.
unsafe impl<T> Send for Shareable<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shareable<T> {}

impl<T> Shareable<T> {
    fn get(self) -> *const T {
        self.0
    }
}

/// Into how many pieces work of `total` indices, each of estimated cost `cost`, is cut: 1 if it is not worth a thread, or
/// if the cost is 0, which stands for work that must not be cut.
fn pieces(threads: usize, total: i64, cost: u64, per_thread: usize) -> usize {
    let work = (total.max(0) as u64).saturating_mul(cost);
    if threads == 1 || work < PARALLEL_COST {
        return 1;
    }
    let by_cost = (work / (PARALLEL_COST / 4)).max(1);
    (threads * per_thread).min(by_cost.min(total as u64) as usize)
}

/// Runs `piece(worker, k)` for every `k < count` on all threads, in increasing order of their start. The failure of the
/// lowest failing piece goes to `worker`.
fn run_pieces(worker: &mut Worker<'_>, count: usize, piece: &(dyn Fn(&mut Worker<'_>, usize) -> u8 + Sync)) -> u8 {
    let shared = worker.shared;
    let next = AtomicUsize::new(0);
    let failed = AtomicUsize::new(usize::MAX);
    let failures: Mutex<Vec<(usize, Option<Failure>)>> = Mutex::new(Vec::new());
    let work = |worker: &mut Worker<'_>| {
        loop {
            let k = next.fetch_add(1, Ordering::Relaxed);
            if k >= count || k > failed.load(Ordering::Relaxed) {
                return;
            }
            if piece(worker, k) != OK {
                failed.fetch_min(k, Ordering::Relaxed);
                // A poisoned lock would mean that another thread panicked while it pushed: its list is still whole.
                failures.lock().unwrap_or_else(|e| e.into_inner()).push((k, worker.failure.take()));
                return;
            }
        }
    };
    rayon::scope(|scope| {
        for _ in 1..shared.threads.min(count) {
            scope.spawn(|_| {
                let mut worker = Worker::new(shared, Heap::new());
                work(&mut worker);
                debug_assert!(
                    worker.heap.live() == 0 || failed.load(Ordering::Relaxed) < usize::MAX,
                    "a kernel leaks memory blocks"
                );
            });
        }
        work(worker);
    });
    let failures = failures.into_inner().unwrap_or_else(|e| e.into_inner());
    match failures.into_iter().min_by_key(|(k, _)| *k) {
        None => OK,
        Some((_, failure)) => {
            worker.failure = failure;
            FAILED
        }
    }
}

/// The bounds of piece `k` of `count` pieces of `0..total`.
fn bounds(total: i64, count: usize, k: usize) -> (i64, i64) {
    let at = |k: usize| (total as i128 * k as i128 / count as i128) as i64;
    (at(k), at(k + 1))
}

/// Runs a kernel on all of `0..total`, in any order.
///
/// # Safety
/// `kernel` is compiled code that accepts `environment`.
pub unsafe extern "C" fn parallel(
    worker: &mut Worker<'_>,
    kernel: Kernel,
    environment: *const u64,
    total: i64,
    cost: u64,
) -> u8 {
    let count = pieces(worker.shared.threads, total, cost, CHUNKS_PER_THREAD);
    if count == 1 {
        // SAFETY: the caller's promise.
        return unsafe { kernel(worker, environment, 0, total) };
    }
    let environment = Shareable(environment);
    run_pieces(worker, count, &|worker, k| {
        let (low, high) = bounds(total, count, k);
        // SAFETY: the caller's promise; the environment outlives `run_pieces`.
        unsafe { kernel(worker, environment.get(), low, high) }
    })
}

/// Reduces `0..total`: each piece is reduced from the neutral element by `chunk`, and the results, of `width` words each,
/// are combined in order. The result is left in `result`.
///
/// # Safety
/// `chunk` and `combine` are compiled code that accepts `environment`; `result` has room for `width` words.
pub unsafe extern "C" fn reduce(
    worker: &mut Worker<'_>,
    chunk: StateKernel,
    combine: Combine,
    environment: *const u64,
    total: i64,
    cost: u64,
    result: *mut u64,
    width: usize,
) -> u8 {
    let count = pieces(worker.shared.threads, total, cost, 4);
    if count == 1 {
        // SAFETY: the caller's promise.
        return unsafe { chunk(worker, environment, 0, total, result) };
    }
    let mut partial = vec![0u64; width * count];
    let slots = Shareable(partial.as_mut_ptr().cast_const());
    let shared_environment = Shareable(environment);
    let status = run_pieces(worker, count, &|worker, k| {
        let (low, high) = bounds(total, count, k);
        // SAFETY: the caller's promise; each piece writes its own `width` words.
        unsafe { chunk(worker, shared_environment.get(), low, high, slots.get().cast_mut().add(k * width)) }
    });
    if status != OK {
        return status;
    }
    // SAFETY: `result` has room for `width` words.
    unsafe { ptr::copy_nonoverlapping(partial.as_ptr(), result, width) };
    for k in 1..count {
        // SAFETY: the caller's promise; `partial` has `count * width` words.
        let status = unsafe { combine(worker, environment, result, partial.as_ptr().add(k * width)) };
        if status != OK {
            return status;
        }
    }
    OK
}

/// Scans `0..total`. `scan` runs a range given the carry of all indices before it, and leaves the carry after it, and behind that the
/// range's totals of `extra` words; `chunk` only reduces a range. With `n` threads the range is cut in `n + 1` pieces: the first is scanned
/// while the next `n - 1` are reduced, and then all but the first are scanned. `join` combines totals, in order.
///
/// # Safety
/// `scan`, `chunk`, `combine` and `join` are compiled code that accepts `environment`; `state` has `width` words, which are the neutral
/// element, and room for `extra` more, which become the totals.
pub unsafe extern "C" fn scan(
    worker: &mut Worker<'_>,
    scan: StateKernel,
    chunk: StateKernel,
    combine: Combine,
    join: Combine,
    environment: *const u64,
    total: i64,
    cost: u64,
    state: *mut u64,
    width: usize,
    extra: usize,
) -> u8 {
    let threads = worker.shared.threads;
    if pieces(threads, total, cost, 1) < threads || threads == 1 {
        // SAFETY: the caller's promise.
        return unsafe { scan(worker, environment, 0, total, state) };
    }
    let count = threads + 1;
    let row = width + extra;
    // The state of each piece: at first the carry into it, which is the neutral element for the first.
    let mut states = vec![0u64; row * count];
    // SAFETY: the caller's promise.
    unsafe { ptr::copy_nonoverlapping(state, states.as_mut_ptr(), width) };
    let mut partial = vec![0u64; row * threads];
    partial[..width].copy_from_slice(&states[..width]);
    let slots = Shareable(partial.as_mut_ptr().cast_const());
    let shared_environment = Shareable(environment);
    let status = run_pieces(worker, threads, &|worker, k| {
        let (low, high) = bounds(total, count, k);
        let pass = if k == 0 { scan } else { chunk };
        // SAFETY: the caller's promise; each piece has `row` words of its own.
        unsafe { pass(worker, shared_environment.get(), low, high, slots.get().cast_mut().add(k * row)) }
    });
    if status != OK {
        return status;
    }
    states[width..row].copy_from_slice(&partial[width..row]);
    for k in 1..count {
        let (before, here) = states.split_at_mut(k * row);
        here[..width].copy_from_slice(&partial[(k - 1) * row..(k - 1) * row + width]);
        if k > 1 {
            // The carry into piece k is the carry into piece k - 1 combined with the reduction of piece k - 1.
            let mut left = before[(k - 1) * row..(k - 1) * row + width].to_vec();
            // SAFETY: the caller's promise; both lists have `width` words.
            let status = unsafe { combine(worker, environment, left.as_mut_ptr(), here.as_ptr()) };
            if status != OK {
                return status;
            }
            here[..width].copy_from_slice(&left);
        }
    }
    let slots = Shareable(states.as_mut_ptr().cast_const());
    let status = run_pieces(worker, threads, &|worker, k| {
        let (low, high) = bounds(total, count, k + 1);
        // SAFETY: the caller's promise; each piece has `row` words of its own.
        unsafe { scan(worker, shared_environment.get(), low, high, slots.get().cast_mut().add((k + 1) * row)) }
    });
    if status != OK || extra == 0 {
        return status;
    }
    let (first, others) = states.split_at_mut(row);
    for other in others.chunks_exact(row) {
        // SAFETY: the caller's promise; both lists have `extra` words.
        let status = unsafe { join(worker, environment, first[width..].as_mut_ptr(), other[width..].as_ptr()) };
        if status != OK {
            return status;
        }
    }
    // SAFETY: the caller's promise.
    unsafe { ptr::copy_nonoverlapping(first[width..].as_ptr(), state.add(width), extra) };
    OK
}

/// One histogram of a [`hist`]: where it is, and how to start a private copy of it.
#[repr(C)]
pub struct Histogram {
    /// Address of bin 0.
    pub address: *mut u8,
    /// Bytes of a bin.
    pub size: u64,
    /// Bits of the neutral element.
    pub neutral: u64,
}

/// Private histograms of more bytes than this in all are not made.
const PRIVATE_BYTES: u64 = 64 << 20;

/// Adds `0..total` to `count` histograms of `width` bins. Where the histograms are small beside the input, each thread
/// fills private ones that start as neutral, which are then merged in order; otherwise one thread does all.
///
/// # Safety
/// `kernel` (with the addresses of the histograms as state) and `merge` (over bins; with the addresses of the
/// histograms and those of the private ones as state) are compiled code that accepts `environment`.
/// `histograms` points to `count` histograms of `width` bins.
pub unsafe extern "C" fn hist(
    worker: &mut Worker<'_>,
    kernel: StateKernel,
    merge: StateKernel,
    environment: *const u64,
    total: i64,
    cost: u64,
    histograms: *const Histogram,
    count: usize,
    width: i64,
) -> u8 {
    // SAFETY: the caller's promise.
    let histograms = unsafe { std::slice::from_raw_parts(histograms, count) };
    let mut addresses: Vec<u64> = histograms.iter().map(|h| h.address.expose_provenance() as u64).collect();
    let threads = worker.shared.threads;
    let bins = width.max(0) as u64;
    let bytes = histograms.iter().map(|h| h.size.saturating_mul(bins)).fold(0, u64::saturating_add);
    let parts = pieces(threads, total, cost, 1);
    if parts == 1 || bins > total as u64 || bytes.saturating_mul(parts as u64) > PRIVATE_BYTES {
        // SAFETY: the caller's promise.
        return unsafe { kernel(worker, environment, 0, total, addresses.as_mut_ptr()) };
    }
    let mut private: Vec<Vec<Vec<u64>>> = (0..parts)
        .map(|_| histograms.iter().map(|h| filled(h.size as usize, h.neutral, bins as usize)).collect())
        .collect();
    let states: Vec<Vec<u64>> = private
        .iter_mut()
        .map(|copies| copies.iter_mut().map(|copy| copy.as_mut_ptr().expose_provenance() as u64).collect())
        .collect();
    let shared_environment = Shareable(environment);
    let status = run_pieces(worker, parts, &|worker, k| {
        let (low, high) = bounds(total, parts, k);
        // SAFETY: the caller's promise; each piece has private histograms.
        unsafe { kernel(worker, shared_environment.get(), low, high, states[k].as_ptr().cast_mut()) }
    });
    if status != OK {
        return status;
    }
    for state in states {
        addresses.truncate(count);
        addresses.extend(state);
        // SAFETY: the caller's promise.
        let status = unsafe { merge(worker, environment, 0, width, addresses.as_mut_ptr()) };
        if status != OK {
            return status;
        }
    }
    OK
}

/// Memory for `count` elements of `size` bytes, all with the bits of `element`.
fn filled(size: usize, element: u64, count: usize) -> Vec<u64> {
    let word = match size {
        1 => element * 0x0101_0101_0101_0101,
        2 => element * 0x0001_0001_0001_0001,
        4 => element * 0x0000_0001_0000_0001,
        _ => element,
    };
    vec![word; (count * size).div_ceil(8)]
}

/// A fresh block; null if there is no memory, and then the worker has the failure.
pub extern "C" fn allocate(worker: &mut Worker<'_>, prim: u32, count: i64) -> *mut Block {
    match worker.heap.allocate(PrimType::ALL[prim as usize], count) {
        Ok(block) => block.as_ptr(),
        Err(error) => {
            worker.failure = Some(Failure::Alloc(error));
            ptr::null_mut()
        }
    }
}

/// Gives up a reference to a block.
///
/// # Safety
/// `block` is a block of this worker with a reference, or null.
pub unsafe extern "C" fn release(worker: &mut Worker<'_>, block: *mut Block) {
    if let Some(block) = NonNull::new(block) {
        // SAFETY: the caller's promise.
        unsafe { worker.heap.release(block) };
    }
}

/// Notes that assertion `id` failed, showing `values`.
///
/// # Safety
/// `values` has as many words as the assertion shows.
pub unsafe extern "C" fn fail(worker: &mut Worker<'_>, id: usize, values: *const u64) {
    let count = worker.shared.shown.get(id).copied().unwrap_or(0);
    // SAFETY: the caller's promise; `from_raw_parts` wants a non-null address even for no words.
    let values = if count == 0 { Vec::new() } else { unsafe { std::slice::from_raw_parts(values, count) }.to_vec() };
    worker.failure = Some(Failure::Assert { id, values });
}

/// Copies elements of `size` bytes between two layouts of `rank` dimensions. `extents` has, for each dimension, its size
/// and its strides in the destination and the source, in elements. Large copies use all threads if `threaded`.
///
/// # Safety
/// All elements that the layouts reach lie in memory that may be written or read, and do not overlap.
pub unsafe extern "C" fn copy(
    worker: &mut Worker<'_>,
    destination: *mut u8,
    source: *const u8,
    size: usize,
    extents: *const Extent,
    rank: usize,
    threaded: u32,
) {
    // SAFETY: the caller's promise.
    let given = if rank == 0 { &[][..] } else { unsafe { std::slice::from_raw_parts(extents, rank) } };
    let extents = strided::simplify(given);
    let Some(outer) = extents.first() else {
        if given.iter().all(|e| e.count > 0) {
            // SAFETY: the caller's promise: one element.
            unsafe { ptr::copy_nonoverlapping(source, destination, size) };
        }
        return;
    };
    let inner: i64 = extents[1..].iter().map(|e| e.count).product();
    let count = if threaded == 0 { 1 } else { pieces(worker.shared.threads, outer.count, inner as u64, 2) };
    if count == 1 {
        // SAFETY: the caller's promise.
        unsafe { strided::copy(destination, source, size, &extents) };
        return;
    }
    let (to, from) = (Shareable(destination.cast_const()), Shareable(source));
    run_pieces(worker, count, &|_, k| {
        let (low, high) = bounds(extents[0].count, count, k);
        let mut part = extents.clone();
        part[0].count = high - low;
        // SAFETY: the caller's promise; pieces are different parts of the outermost dimension.
        unsafe {
            let to = to.get().cast_mut().offset(part[0].to as isize * low as isize * size as isize);
            let from = from.get().offset(part[0].from as isize * low as isize * size as isize);
            strided::copy(to, from, size, &part);
        }
        OK
    });
}
