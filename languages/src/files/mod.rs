//! `Files`: the input of a compilation.

mod grammar;

pub use grammar::*;

impl framework::Dialect for Files {}
