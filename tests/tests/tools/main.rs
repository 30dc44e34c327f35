//! The commands for users who test, measure and document programs, and use packages of others.

mod bench;
mod dataset;
mod literate;
mod pkg;
mod script;
mod test;

use fut_nano_tests::command::{Outcome, binary, run_command};
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// A folder with files.
fn folder(files: &[(&str, &str)]) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }
    folder
}

/// Runs `fut-nano` in a folder.
fn run_in(folder: &TempDir, arguments: &[&str], input: impl Into<Vec<u8>>) -> Outcome {
    let mut command = Command::new(binary());
    run_command(command.args(arguments).current_dir(folder.path()), Duration::from_secs(120), input)
}
