//! Interned strings, for labels, operators and the readable part of names.

use rustc_hash::{FxBuildHasher, FxHashSet};
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::borrow::Cow;
use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Mutex;

/// An interned string. Comparing and hashing take constant time. The order is that of the texts.
#[derive(Clone, Copy)]
pub struct Symbol(&'static str);

static TABLE: Mutex<FxHashSet<&'static str>> = Mutex::new(FxHashSet::with_hasher(FxBuildHasher));

impl Symbol {
    /// Returns the symbol of a text. The table lives as long as the process, and holds each text once.
    pub fn new(text: &str) -> Symbol {
        let mut table = TABLE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
        if let Some(known) = table.get(text) {
            return Symbol(known);
        }
        let text: &'static str = Box::leak(text.into());
        table.insert(text);
        Symbol(text)
    }

    /// Returns the text.
    pub fn as_str(self) -> &'static str {
        self.0
    }
}

impl PartialEq for Symbol {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::eq(self.0, other.0)
    }
}
impl Eq for Symbol {}
impl Hash for Symbol {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.0.as_ptr() as usize).hash(state);
    }
}
impl PartialOrd for Symbol {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}
impl Ord for Symbol {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.0.cmp(other.0)
    }
}
impl AsRef<str> for Symbol {
    fn as_ref(&self) -> &str {
        self.0
    }
}
impl fmt::Debug for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Debug::fmt(self.0, f)
    }
}
impl fmt::Display for Symbol {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.0)
    }
}
impl Serialize for Symbol {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
impl<'de> Deserialize<'de> for Symbol {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Symbol, D::Error> {
        Cow::<str>::deserialize(deserializer).map(|text| Symbol::new(&text))
    }
}
impl From<&str> for Symbol {
    fn from(text: &str) -> Symbol {
        Symbol::new(text)
    }
}
