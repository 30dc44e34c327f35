//! Shared code of whole-program tests: reads test blocks, compiles the programs of `tests/programs` to every language,
//! and runs them.

pub mod blocks;
pub mod c;
pub mod command;
pub mod fuzz;
pub mod matching;
pub mod programs;
pub mod python;
pub mod runners;

use std::path::PathBuf;

/// Returns the folder of the repository.
pub fn root() -> PathBuf {
    // The manifest is in `tests`, one folder below.
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
