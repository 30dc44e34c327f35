//! `Files`: what a compilation starts from.

mod grammar;

pub use grammar::*;

impl framework::Dialect for Files {}
