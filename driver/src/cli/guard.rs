//! Ends runs of programs: after `--timeout`, at Ctrl-C, and when another program asks for it.
//!
//! A thread waits for the limit and for signals. It asks the run to stop, and the command then ends as after any other
//! error. A run that does not stop in time ends with the process, after the same message. Nothing of its results has
//! been written then, since that begins after the run.

use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use framework::{Error, Result, Span};
use languages::codes;
use languages::stop::Stop;

use super::args::ErrorFormat;
use super::report::Report;

/// The time that a run has to stop by itself.
const GRACE: Duration = Duration::from_secs(1);

/// Watches the runs of a command.
pub struct Guard {
    limit: Option<Duration>,
    shared: Arc<Shared>,
}

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
    format: ErrorFormat,
}

#[derive(Default)]
struct State {
    /// Ends the run.
    stop: Stop,
    /// Whether a program runs.
    running: bool,
    /// When the run is to end, and the limit that it has.
    deadline: Option<(Instant, Duration)>,
    /// When it was asked to stop, and why.
    asked: Option<(Instant, Error)>,
    /// The signal that has come, if any, and how many there were.
    signal: Option<(i32, u32)>,
}

impl Guard {
    /// Watches runs. Each may take as long as the limit.
    ///
    /// Errors: a limitation if the system starts no thread.
    pub fn new(limit: Option<Duration>, format: ErrorFormat) -> Result<Guard> {
        let shared = Arc::new(Shared { state: Mutex::default(), changed: Condvar::new(), format });
        let watcher = shared.clone();
        start("guard", move || watcher.watch())?;
        signals::watch(&shared)?;
        Ok(Guard { limit, shared })
    }

    /// What ends the next runs, for the program to be compiled. A request ends no runs that come after a new `stop`.
    pub fn stop(&self) -> Stop {
        let mut state = self.shared.lock();
        state.stop = Stop::default();
        state.stop.clone()
    }

    /// Runs a program, which is compiled with what `stop` has given.
    pub fn run<T>(&self, program: impl FnOnce() -> Result<T>) -> Result<T> {
        let mut state = self.shared.lock();
        state.running = true;
        state.deadline = self.limit.and_then(|limit| Some((Instant::now().checked_add(limit)?, limit)));
        state.asked = None;
        drop(state);
        self.shared.changed.notify_all();
        let outcome = program();
        // If the guard is just ending the process, it keeps the lock.
        let mut state = self.shared.lock();
        state.running = false;
        state.stop.check()?;
        outcome
    }
}

/// Starts a thread that ends with the process.
fn start(name: &str, work: impl FnOnce() + Send + 'static) -> Result<()> {
    let thread = std::thread::Builder::new().name(name.to_string()).stack_size(1 << 20).spawn(work);
    thread.map_err(|error| Error::limitation(Span::NONE, format!("cannot start a thread: {error}")))?;
    Ok(())
}

impl Shared {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for the deadline of the run and for signals, until the process ends.
    fn watch(&self) {
        let mut state = self.lock();
        loop {
            let until = self.act(&mut state);
            let left = until.map(|until| until.saturating_duration_since(Instant::now()));
            state = match left {
                Some(left) => self.changed.wait_timeout(state, left).unwrap_or_else(PoisonError::into_inner).0,
                None => self.changed.wait(state).unwrap_or_else(PoisonError::into_inner),
            };
        }
    }

    /// Does what is due. Returns when it must be called again at the latest.
    fn act(&self, state: &mut State) -> Option<Instant> {
        if !state.running {
            // The command would not notice: it compiles, reads or writes.
            if let Some((signal, _)) = state.signal {
                signals::end_by(signal);
            }
            return None;
        }
        let now = Instant::now();
        if let Some((asked, error)) = &state.asked {
            let again = state.signal.is_some_and(|(_, count)| count > 1);
            if now >= *asked + GRACE || again {
                let status = Report::new(self.format).write(error);
                if let Some((signal, _)) = state.signal {
                    signals::end_by(signal);
                }
                std::process::exit(i32::from(status));
            }
            return Some(*asked + GRACE);
        }
        let error = match (state.signal, state.deadline) {
            (Some(_), _) => codes::INTERRUPTED.error(Span::NONE, "Error: Interrupted.\n"),
            (None, Some((deadline, limit))) if now >= deadline => {
                let seconds = limit.as_secs_f64();
                codes::TIMED_OUT.error(Span::NONE, format!("Error: The program runs for longer than {seconds} s.\n"))
            }
            (None, deadline) => return deadline.map(|(deadline, _)| deadline),
        };
        state.stop.request(error.clone());
        state.asked = Some((now, error));
        Some(now + GRACE)
    }
}

/// Signals of Unix.
#[cfg(unix)]
mod signals {
    use super::{Error, Result, Shared, Span, start};
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::iterator::Signals;
    use signal_hook::low_level::emulate_default_handler;
    use std::sync::Arc;
    use std::sync::atomic::{AtomicI32, Ordering};

    /// The signal that has interrupted the run; 0 if there was none.
    static INTERRUPT: AtomicI32 = AtomicI32::new(0);

    /// Passes signals on.
    pub fn watch(shared: &Arc<Shared>) -> Result<()> {
        let failed = |error| Error::limitation(Span::NONE, format!("cannot handle signals: {error}"));
        let mut signals = Signals::new([SIGINT, SIGTERM]).map_err(failed)?;
        let shared = shared.clone();
        start("signals", move || {
            for signal in &mut signals {
                INTERRUPT.store(signal, Ordering::Relaxed);
                let mut state = shared.lock();
                let count = state.signal.map_or(0, |(_, count)| count);
                state.signal = Some((signal, count + 1));
                shared.changed.notify_all();
            }
        })
    }

    /// Ends the process as the signal does by default, so that a shell knows why.
    pub fn end_by(signal: i32) {
        // It does not return for these signals.
        let _ = emulate_default_handler(signal);
    }

    /// Ends the process by the signal that has interrupted it, if there was one.
    pub fn end_if_interrupted() {
        match INTERRUPT.load(Ordering::Relaxed) {
            0 => {}
            signal => end_by(signal),
        }
    }
}

/// Other systems end the process themselves.
#[cfg(not(unix))]
mod signals {
    use super::{Result, Shared};
    use std::sync::Arc;

    pub fn watch(_: &Arc<Shared>) -> Result<()> {
        Ok(())
    }

    pub fn end_by(_: i32) {}

    pub fn end_if_interrupted() {}
}

pub use signals::end_if_interrupted;
