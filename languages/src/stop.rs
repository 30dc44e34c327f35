//! Ends runs from outside: after a time limit, or when the user interrupts.
//!
//! Whoever starts a run keeps a [`Stop`], and may call [`Stop::request`] from another thread. Evaluators call
//! [`Stop::check`] at every statement. Machine code cannot do that, so it polls a [`Bell`].

use std::sync::atomic::{AtomicBool, AtomicU8, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};

use framework::{Error, Result};

/// Ends the runs that it is given to. Clones belong together.
#[derive(Clone, Default)]
pub struct Stop(Arc<Shared>);

#[derive(Default)]
struct Shared {
    requested: AtomicBool,
    error: OnceLock<Error>,
    bells: Mutex<Vec<Weak<AtomicU8>>>,
}

impl std::fmt::Debug for Stop {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_tuple("Stop").field(&self.0.error.get()).finish()
    }
}

impl Stop {
    /// Asks all runs to end with an error, now and from now on. Later requests have no effect.
    pub fn request(&self, error: Error) {
        // Fails if there has been a request, whose error stays.
        let _ = self.0.error.set(error);
        self.0.requested.store(true, Ordering::Release);
        let bells = self.0.bells.lock().unwrap_or_else(PoisonError::into_inner);
        for bell in bells.iter().filter_map(Weak::upgrade) {
            bell.fetch_or(Bell::STOP, Ordering::Release);
        }
    }

    /// Fails with the error of the request, if there is one.
    pub fn check(&self) -> Result<()> {
        if !self.0.requested.load(Ordering::Relaxed) {
            return Ok(());
        }
        self.0.error.get().map_or(Ok(()), |error| Err(error.clone()))
    }

    /// A bell that rings when there is a request.
    pub fn bell(&self) -> Bell {
        let bell = Bell(Arc::new(AtomicU8::new(0)));
        let mut bells = self.0.bells.lock().unwrap_or_else(PoisonError::into_inner);
        bells.retain(|bell| bell.strong_count() > 0);
        bells.push(Arc::downgrade(&bell.0));
        // A request from now on finds the bell in the list.
        if self.check().is_err() {
            bell.0.fetch_or(Bell::STOP, Ordering::Release);
        }
        bell
    }
}

/// A byte that is not 0 when running code has to look up whether to go on.
pub struct Bell(Arc<AtomicU8>);

impl Bell {
    const STOP: u8 = 1;
    const OWN: u8 = 2;

    /// The byte, for machine code.
    pub fn byte(&self) -> &AtomicU8 {
        &self.0
    }

    /// Whether there is a request to stop.
    pub fn is_stop(&self) -> bool {
        self.0.load(Ordering::Acquire) & Bell::STOP != 0
    }

    /// Rings the bell for a reason of its owner's own.
    pub fn ring(&self) {
        self.0.fetch_or(Bell::OWN, Ordering::Release);
    }

    /// Ends what `ring` has begun.
    pub fn silence(&self) {
        self.0.fetch_and(!Bell::OWN, Ordering::Release);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use framework::Span;

    #[test]
    fn requests_ring_all_bells() {
        let stop = Stop::default();
        let early = stop.bell();
        assert!(stop.check().is_ok() && !early.is_stop());
        stop.clone().request(Error::user(Span::NONE, "first"));
        stop.request(Error::user(Span::NONE, "second"));
        assert_eq!(stop.check().unwrap_err().message, "first");
        assert!(early.is_stop() && stop.bell().is_stop());
    }

    #[test]
    fn bells_ring_for_their_owners() {
        let bell = Stop::default().bell();
        bell.ring();
        assert!(bell.byte().load(Ordering::Relaxed) != 0 && !bell.is_stop());
        bell.silence();
        assert_eq!(bell.byte().load(Ordering::Relaxed), 0);
    }
}
