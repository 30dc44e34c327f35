//! What whole-program tests share: reading test blocks, compiling the programs of `tests/programs` to every language, running them.

pub mod blocks;
pub mod command;
pub mod fuzz;
pub mod matching;
pub mod programs;
pub mod runners;

use std::path::PathBuf;

/// The repository.
pub fn root() -> PathBuf {
    // The manifest's folder is `tests`, one below.
    PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/.."))
}
