//! Names of variables and functions: a readable base and a number that makes them unique.

use crate::Symbol;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::fmt;

/// A name. Two names are equal if both base and tag are. Tag 0 marks a name as written in the source.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub struct Name {
    /// The part that readers see.
    pub base: Symbol,
    /// The number that distinguishes names with the same base.
    pub tag: u32,
}

thread_local! {
    // One counter per thread: dumps are the same from run to run, whatever other threads compile. `Name::reserve` keeps
    // names of programs from elsewhere (a file, another thread) apart.
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

impl Name {
    /// Returns the name with tag 0.
    pub fn plain(base: impl Into<Symbol>) -> Name {
        Name { base: base.into(), tag: 0 }
    }

    /// Returns a name that this thread has not used before.
    pub fn fresh(base: impl Into<Symbol>) -> Name {
        let tag = NEXT.get();
        NEXT.set(tag.wrapping_add(1).max(1));
        Name { base: base.into(), tag }
    }

    /// Returns a fresh name with the same base.
    pub fn refresh(self) -> Name {
        Name::fresh(self.base)
    }

    /// Makes `fresh` on this thread return only tags above `tag` from now on.
    pub fn reserve(tag: u32) {
        NEXT.set(NEXT.get().max(tag.saturating_add(1)));
    }

    /// Restarts numbering. A driver calls this before an unrelated compilation, to get the same names each time.
    pub fn restart() {
        NEXT.set(1);
    }
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.tag == 0 { write!(f, "{}", self.base) } else { write!(f, "{}_{}", self.base, self.tag) }
    }
}
impl fmt::Debug for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
