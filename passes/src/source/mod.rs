//! From text to typed programs.

pub mod load_imports;
pub mod parse;
pub mod resolve;
pub mod stages;
