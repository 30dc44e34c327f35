//! Pieces of kernels, and the threads that run them.
//!
//! Every thread has a share of the pieces: the first thread the first ones, and so on. It runs its own share first, and
//! then helps with what is left of the others'. So it works on the same part of every array in one kernel after the
//! other, and finds in its caches what it has written itself. This counts most where cores seem to have different
//! third-level caches: when threads took pieces as they came, a stencil whose arrays fit into the caches took as long on
//! two such cores as on one.
//!
//! In a share, pieces start in increasing order.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Mutex, MutexGuard, PoisonError};

use languages::stop::Bell;

use super::{FAILED, Failure, Heap, KERNEL_STACK_BYTES, OK, Shared, Worker};

/// What a thread runs, and how to end it.
pub struct Line {
    /// Rings if the code that the thread runs is to end.
    pub bell: Bell,
    /// The piece of a kernel that the thread runs. 0 between two shares, too: nothing can fail below it.
    pub piece: AtomicUsize,
}

/// The pieces of one thread. Each share has cache lines of its own: processors fetch them in pairs.
#[repr(align(128))]
struct Share {
    /// The first piece that nobody has started.
    next: AtomicUsize,
    /// The first piece of the next share.
    end: usize,
}

/// The pieces that failed, and why. A piece that was ended from outside has no failure.
type Failures = Vec<(usize, Option<Failure>)>;

/// Pieces that threads are running.
struct Job<'j, 's> {
    shared: &'s Shared,
    run: &'j (dyn Fn(&mut Worker<'_>, usize) -> u8 + Sync),
    shares: Vec<Share>,
    /// The lowest piece that failed, or the largest number.
    failed: AtomicUsize,
    failures: Mutex<Failures>,
    /// The bytes that all threads but the calling one had in use, at most.
    beside: AtomicUsize,
}

impl Job<'_, '_> {
    /// The failures so far. While one thread has them, no other rings a bell.
    fn failures(&self) -> MutexGuard<'_, Failures> {
        // A lock is poisoned if another thread has panicked while pushing. The list is still intact.
        self.failures.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Runs the share of this thread, and then what is left of the others', from the next one on.
    fn work(&self, worker: &mut Worker<'_>) {
        let count = self.shares.len();
        let own = self.shared.thread().unwrap_or(0) % count;
        for share in self.shares[own..].iter().chain(&self.shares[..own]) {
            self.work_on(worker, share);
        }
    }

    /// Runs what is left of a share, up to the first failure.
    fn work_on(&self, worker: &mut Worker<'_>, share: &Share) {
        if share.next.load(Ordering::Relaxed) >= share.end {
            return;
        }
        let line = self.shared.line();
        // A bell that rang for a piece of another share must not end those of this one, which may be lower.
        line.piece.store(0, Ordering::SeqCst);
        let ringing = self.failures();
        line.bell.silence();
        drop(ringing);
        loop {
            let k = share.next.fetch_add(1, Ordering::Relaxed);
            // Either this thread sees the failure of a piece below, or the thread with the failure sees this piece.
            line.piece.store(k, Ordering::SeqCst);
            // A piece below all failed pieces may have a failure of a smaller index, so it must still run.
            if k >= share.end || k > self.failed.load(Ordering::SeqCst) {
                return;
            }
            if worker.is_over() || (self.run)(worker, k) != OK {
                self.failed.fetch_min(k, Ordering::SeqCst);
                let mut failures = self.failures();
                failures.push((k, worker.failure.take()));
                // Pieces above might never end by themselves.
                for line in self.shared.lines.iter().filter(|line| line.piece.load(Ordering::SeqCst) > k) {
                    line.bell.ring();
                }
                return;
            }
        }
    }

    /// Works on a thread of the pool beside the calling one.
    fn work_beside(&self) {
        let mut worker = Worker::new(self.shared, Heap::new());
        worker.begin_stack(KERNEL_STACK_BYTES);
        self.work(&mut worker);
        self.beside.fetch_add(worker.heap.peak_bytes(), Ordering::Relaxed);
        debug_assert!(
            worker.heap.live() == 0 || self.failed.load(Ordering::Relaxed) < usize::MAX,
            "a kernel leaks memory blocks"
        );
    }
}

/// Runs `piece(worker, k)` for every `k < count` on this thread, until one fails.
pub fn run_alone(
    worker: &mut Worker<'_>,
    count: usize,
    piece: &(dyn Fn(&mut Worker<'_>, usize) -> u8 + Sync),
) -> Option<usize> {
    (0..count).find(|&k| worker.is_over() || piece(worker, k) != OK)
}

/// Runs `piece(worker, k)` for every `k < count` on all threads. Returns the lowest failed piece, and stores its
/// failure in `worker`.
pub fn run_pieces(
    worker: &mut Worker<'_>,
    count: usize,
    piece: &(dyn Fn(&mut Worker<'_>, usize) -> u8 + Sync),
) -> Option<usize> {
    let shared = worker.shared;
    if let Some(pool) = shared.pool.as_ref().filter(|pool| pool.current_thread_index().is_none()) {
        let failed = pool.install(|| {
            worker.move_here();
            run_pieces(worker, count, piece)
        });
        worker.move_here();
        return failed;
    }
    worker.last.1 = true;
    shared.divided.store(true, Ordering::Relaxed);
    let threads = shared.threads.clamp(1, count.max(1));
    let start = |share: usize| (count as u128 * share as u128 / threads as u128) as usize;
    let job = Job {
        shared,
        run: piece,
        shares: (0..threads).map(|i| Share { next: AtomicUsize::new(start(i)), end: start(i + 1) }).collect(),
        failed: AtomicUsize::new(usize::MAX),
        failures: Mutex::new(Vec::new()),
        beside: AtomicUsize::new(0),
    };
    rayon::scope(|scope| {
        for _ in 1..threads {
            scope.spawn(|_| job.work_beside());
        }
        job.work(worker);
    });
    shared.lines.iter().for_each(|line| line.bell.silence());
    worker.heap.count_beside(job.beside.into_inner());
    let failures = job.failures.into_inner().unwrap_or_else(PoisonError::into_inner);
    let (k, failure) = failures.into_iter().min_by_key(|(k, _)| *k)?;
    worker.failure = failure;
    Some(k)
}

/// Runs `piece(worker, k)` for every `k < count`, on all threads if `shared`. Returns the lowest failed piece.
pub fn run_if_shared(
    shared: bool,
    worker: &mut Worker<'_>,
    count: usize,
    piece: &(dyn Fn(&mut Worker<'_>, usize) -> u8 + Sync),
) -> Option<usize> {
    if shared { run_pieces(worker, count, piece) } else { run_alone(worker, count, piece) }
}

/// The status after running pieces.
pub fn status(failed: Option<usize>) -> u8 {
    if failed.is_some() { FAILED } else { OK }
}

/// Pieces of at least so many indices begin at multiples of [`WHOLE`], so that few indices are left that fill no
/// vector.
const LONG: i64 = 32;
const WHOLE: i64 = 16;

/// The bounds of piece `k` of `count` pieces of `0..total`.
pub fn bounds(total: i64, count: usize, k: usize) -> (i64, i64) {
    bounds_of(total, count, k, 1)
}

/// The bounds of piece `k` of `count` pieces of `0..total`, which begin at multiples of `whole`.
pub fn bounds_of(total: i64, count: usize, k: usize, whole: i64) -> (i64, i64) {
    let whole = if total / count as i64 >= LONG { WHOLE } else { whole.max(1) };
    let groups = (total as i128 + whole as i128 - 1) / whole as i128;
    let at = |k: usize| match k < count {
        true => (groups * k as i128 / count as i128) as i64 * whole,
        false => total,
    };
    (at(k), at(k + 1))
}

/// A pointer that threads share. Its memory is either only read, or each thread writes its own part.
#[derive(Clone, Copy)]
pub struct Shareable<T>(pub *const T);

// SAFETY: the environment of a kernel is read only while the kernel runs, and IMP kernels write different elements, or
// the same values, from different indices.
unsafe impl<T> Send for Shareable<T> {}
// SAFETY: as above.
unsafe impl<T> Sync for Shareable<T> {}

impl<T> Shareable<T> {
    pub fn get(self) -> *const T {
        self.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use languages::stop::Stop;
    use std::sync::atomic::{AtomicBool, AtomicU8};

    fn shared(threads: usize) -> Shared {
        let line = |_| Line { bell: Stop::default().bell(), piece: AtomicUsize::new(0) };
        Shared {
            threads,
            shown: Vec::new(),
            traces: Vec::new(),
            tracer: Default::default(),
            sites: None,
            measured: Vec::new(),
            wide: Vec::new(),
            lines: (0..threads).map(line).collect(),
            pool: Some(rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap()),
            divided: AtomicBool::new(false),
        }
    }

    /// Runs pieces of which some fail, and those above the lowest of these never end by themselves. Every piece below
    /// it runs once.
    fn lowest_failure(shared: &Shared, count: usize, failing: &[usize]) {
        let runs: Vec<AtomicU8> = (0..count).map(|_| AtomicU8::new(0)).collect();
        let lowest = failing.iter().copied().min();
        let mut worker = Worker::new(shared, Heap::new());
        let failed = run_pieces(&mut worker, count, &|worker, k| {
            runs[k].fetch_add(1, Ordering::Relaxed);
            if failing.contains(&k) {
                worker.failure = Some(Failure::Assert { id: k, values: Vec::new() });
                return FAILED;
            }
            while lowest.is_some_and(|lowest| k > lowest) && !worker.is_over() {
                std::hint::spin_loop();
            }
            if worker.is_over() { FAILED } else { OK }
        });
        assert_eq!(failed, lowest);
        assert_eq!(worker.failure, lowest.map(|id| Failure::Assert { id, values: Vec::new() }));
        for (k, runs) in runs.iter().enumerate() {
            let runs = runs.load(Ordering::Relaxed);
            assert!(runs == 1 || (runs == 0 && lowest.is_some_and(|lowest| k > lowest)), "piece {k} ran {runs} times");
        }
    }

    #[test]
    fn the_lowest_failure_is_found_in_all_shares() {
        for threads in [1, 2, 3, 5] {
            let shared = shared(threads);
            for count in [1, 2, 3, 7, 24, 40] {
                lowest_failure(&shared, count, &[]);
                for first in 0..count {
                    lowest_failure(&shared, count, &[first]);
                    for second in [first + 1, (first + count).div_ceil(2), count - 1] {
                        lowest_failure(&shared, count, &[count - 1, second.min(count - 1), first]);
                    }
                }
            }
        }
    }
}
