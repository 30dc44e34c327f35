//! From text to typed programs.

mod edition;
mod rewriting;

pub mod desugar_2017;
pub mod desugar_2019;
pub mod load_imports;
pub mod parse;
pub mod resolve;
pub mod stages;
pub mod warn_unused;

pub use self::edition::{is_todays, may_be_older};
