//! Jobs that run at the same time: functions that are compiled.

use std::sync::mpsc::{Receiver, Sender, channel};

use framework::{Error, Result};
use rayon::{ThreadPool, ThreadPoolBuilder};

type Job<T> = Box<dyn FnOnce() -> Result<T> + Send>;

/// Jobs for other threads, and their results. A single job runs in the thread that waits for it.
pub struct Jobs<T> {
    /// The most threads.
    threads: usize,
    /// The threads, from the second job on. `None` if there is one processor, or if the system gives no threads: then
    /// each job is done at once.
    pool: Option<ThreadPool>,
    first: Option<Job<T>>,
    given: usize,
    sender: Sender<(usize, Result<T>)>,
    done: Receiver<(usize, Result<T>)>,
}

impl<T: Send + 'static> Jobs<T> {
    /// No jobs yet.
    pub fn new(threads: usize) -> Jobs<T> {
        let (sender, done) = channel();
        Jobs { threads, pool: None, first: None, given: 0, sender, done }
    }

    /// Gives a job to the threads.
    pub fn give(&mut self, job: impl FnOnce() -> Result<T> + Send + 'static) {
        let number = self.given;
        self.given += 1;
        if number == 0 {
            self.first = Some(Box::new(job));
            return;
        }
        if let Some(first) = self.first.take() {
            // What panics has no result, which is seen in the end.
            let builder = ThreadPoolBuilder::new().num_threads(self.threads).panic_handler(drop);
            self.pool = (self.threads > 1).then(|| builder.build().ok()).flatten();
            self.start(0, first);
        }
        self.start(number, job);
    }

    fn start(&self, number: usize, job: impl FnOnce() -> Result<T> + Send + 'static) {
        let sender = self.sender.clone();
        // Nobody waits for results after an error.
        let run = move || drop(sender.send((number, job())));
        match &self.pool {
            Some(pool) => pool.spawn(run),
            None => run(),
        }
    }

    /// The results of all jobs, in the order in which they were given.
    ///
    /// Errors: that of the first job that has one; an internal error if a job panicked.
    pub fn results(mut self) -> Result<Vec<T>> {
        if let Some(first) = self.first.take() {
            self.start(0, first);
        }
        drop(self.sender);
        let mut results: Vec<_> = self.done.iter().collect();
        results.sort_by_key(|(number, _)| *number);
        if results.len() < self.given {
            return Err(Error::internal("a thread that compiled a function panicked"));
        }
        results.into_iter().map(|(_, result)| result).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::Jobs;
    use framework::Error;

    #[test]
    fn results_have_the_order_of_jobs() {
        for (threads, count) in [(1, 5), (2, 0), (2, 1), (3, 40)] {
            let mut jobs = Jobs::new(threads);
            for k in 0..count {
                jobs.give(move || Ok(k));
            }
            assert_eq!(jobs.results().expect("no error"), (0..count).collect::<Vec<_>>());
        }
    }

    #[test]
    fn the_first_error_counts_and_a_panic_is_one() {
        let mut jobs = Jobs::new(2);
        for k in 0..4 {
            jobs.give(move || if k % 2 == 1 { Err(Error::internal(format!("job {k}"))) } else { Ok(()) });
        }
        assert!(jobs.results().expect_err("two errors").to_string().contains("job 1"));
        let mut jobs = Jobs::new(2);
        jobs.give(|| Ok(()));
        jobs.give(|| panic!("on purpose"));
        assert!(jobs.results().expect_err("a panic").to_string().contains("panicked"));
    }
}
