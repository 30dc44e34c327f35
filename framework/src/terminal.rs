//! Terminals of grammars: the trait that their Rust types implement.

use crate::{Name, Symbol};
use std::fmt::Debug;
use std::hash::Hash;

/// A leaf of programs. It is copied by value, and is one token of an S-expression.
pub trait Terminal: Copy + Eq + Hash + Debug + 'static {
    /// Returns the text of the value. The text may have any characters; the printer adds quotes where needed.
    fn write(&self) -> String;
    /// Returns the value of a text, or `None` if the text is none.
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

/// The text is `x` for tag 0, else `x#12`. A source name never contains `#`, so the text is unambiguous.
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
        // Fresh names must differ from names that were read.
        Name::reserve(name.tag);
        Some(name)
    }
}
