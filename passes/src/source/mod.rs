//! From text to programs whose names are all unique.

pub mod desugar_2017;
pub mod desugar_2019;
pub mod parse;
pub mod resolve;
mod support;
pub mod warn_unused;

pub use self::parse::load_imports::import_path;
pub use self::support::edition::{is_todays, may_be_older};
