//! What a grammar's terminals must be able to do.

use crate::{Name, Symbol};
use std::fmt::Debug;
use std::hash::Hash;

/// A leaf of programs: copied by value, compared, hashed, written and read as one token of an S-expression.
pub trait Terminal: Copy + Eq + Hash + Debug + 'static {
    /// The text of the value. Any characters: the printer quotes where it must.
    fn write(&self) -> String;
    /// The value of a text; `None` if it is not one.
    fn read(text: &str) -> Option<Self>;
}

impl Terminal for bool {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Terminal for i64 {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Terminal for u32 {
    fn write(&self) -> String {
        self.to_string()
    }
    fn read(text: &str) -> Option<Self> {
        text.parse().ok()
    }
}

impl Terminal for Symbol {
    fn write(&self) -> String {
        self.as_str().to_string()
    }
    fn read(text: &str) -> Option<Self> {
        Some(Symbol::new(text))
    }
}

/// `x` for tag 0, else `x#12`: a source name never holds `#`, so that the two parts can be told apart.
impl Terminal for Name {
    fn write(&self) -> String {
        if self.tag == 0 { self.base.to_string() } else { format!("{}#{}", self.base, self.tag) }
    }
    fn read(text: &str) -> Option<Self> {
        let name = match text.rsplit_once('#') {
            Some((base, tag)) if !tag.is_empty() && tag.bytes().all(|byte| byte.is_ascii_digit()) => {
                Name { base: Symbol::new(base), tag: tag.parse().ok()? }
            }
            _ => Name::plain(text),
        };
        // Names made later must not meet those that were read.
        Name::reserve(name.tag);
        Some(name)
    }
}
