//! Programs from Python, by the public packages for Futhark's libraries and servers, which know nothing of us.

use fut_nano_tests::command::{Outcome, binary, run_command};
use fut_nano_tests::{c, python, root};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(300);

fn run_in(folder: &Path, command: &mut Command) -> Outcome {
    let outcome = run_command(command.current_dir(folder), LIMIT, "");
    assert_eq!(outcome.status, Some(0), "{command:?}: {}\n{}", outcome.text(), outcome.stderr);
    outcome
}

/// A file of the folder `tests/python`.
fn file(name: &str) -> std::path::PathBuf {
    root().join("tests/python").join(name)
}

/// Runs a script in a folder.
fn run_script(python: &Path, folder: &Path, script: &str, arguments: &[&str]) {
    let outcome = run_in(folder, Command::new(python).arg(file(script)).args(arguments).env("PYTHONPATH", folder));
    assert_eq!(outcome.text(), "fine\n", "{}", outcome.stderr);
}

/// `futhark-ffi` compiles a library and calls it.
#[test]
fn futhark_ffi_calls_libraries() {
    let Some(python) = python::python().filter(|_| c::is_available()) else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let library = folder.join("figures");
    run_in(folder, Command::new(binary()).args(["c", "--library"]).arg(file("figures.fut")).arg("-o").arg(&library));
    // The package asks the C compiler for more than programs of a moment need.
    let build = python.with_file_name("build_futhark_ffi");
    run_in(folder, Command::new(build).arg("figures").env("CFLAGS", "-O1"));
    run_script(python, folder, "library.py", &[]);
}

/// `futhark-server` sends every command, to servers of both kinds.
#[test]
fn futhark_server_knows_every_command() {
    let Some(python) = python::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = folder.join("server");
    run_in(folder, Command::new(binary()).args(["cpu", "--server"]).arg(file("figures.fut")).arg("-o").arg(&server));
    run_script(python, folder, "server.py", &[&server.to_string_lossy()]);
}
