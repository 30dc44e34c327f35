//! Names of variables and functions: a readable base and a number that makes them unique.

use crate::Symbol;
use std::cell::Cell;
use std::fmt;

/// A name. Two names are the same if base and tag are; tag 0 is the name as somebody wrote it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Name {
    /// What a reader sees.
    pub base: Symbol,
    /// What tells it from others with the same base.
    pub tag: u32,
}

thread_local! {
    // A counter a thread keeps dumps the same from run to run, whatever other threads compile. `Name::reserve` keeps programs that
    // come from elsewhere (a file, another thread) apart.
    static NEXT: Cell<u32> = const { Cell::new(1) };
}

impl Name {
    /// The name with tag 0.
    pub fn plain(base: impl Into<Symbol>) -> Name {
        Name { base: base.into(), tag: 0 }
    }

    /// A name that this thread has not used before.
    pub fn fresh(base: impl Into<Symbol>) -> Name {
        let tag = NEXT.get();
        NEXT.set(tag.wrapping_add(1).max(1));
        Name { base: base.into(), tag }
    }

    /// A new name that reads like this one.
    pub fn refresh(self) -> Name {
        Name::fresh(self.base)
    }

    /// From now on, `fresh` on this thread gives only tags above `tag`.
    pub fn reserve(tag: u32) {
        NEXT.set(NEXT.get().max(tag.saturating_add(1)));
    }

    /// Starts numbering anew: for a driver that begins an unrelated compilation and wants the same names each time.
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
