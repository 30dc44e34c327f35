//! Programs from Python, by the public packages for Futhark's libraries and servers, which know nothing of us, and by
//! our own.

use fut_nano_tests::command::{Outcome, binary, run_command};
use fut_nano_tests::{c, python, root};
use std::path::Path;
use std::process::Command;
use std::time::Duration;

const LIMIT: Duration = Duration::from_secs(900);

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

/// Our own package compiles and calls programs in Python's process.
#[test]
fn our_package_calls_programs() {
    let Some(python) = python::python() else { return };
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    // Cargo has made most of what the package needs for the tests.
    let target = binary().ancestors().nth(2).unwrap().to_path_buf();
    let mut maturin = Command::new(python);
    maturin.args(["-m", "maturin", "build", "--quiet", "--profile", "dev", "--out"]).arg(folder);
    maturin.arg("--interpreter").arg(python).arg("--target-dir").arg(target);
    run_in(&root().join("driver/python"), &mut maturin);
    let wheel = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).next().unwrap();
    let mut pip = Command::new(python);
    run_in(folder, pip.args(["-m", "pip", "install", "--quiet", "--no-deps", "--target"]).arg(folder).arg(wheel));
    run_script(python, folder, "wheel.py", &[]);
    // The examples of the book.
    let chapter = std::fs::read_to_string(root().join("docs/embedding.md")).unwrap();
    let examples: Vec<&str> =
        chapter.split("```python\n").skip(1).filter_map(|rest| rest.split("```").next()).collect();
    assert!(!examples.is_empty());
    for example in examples {
        run_in(folder, Command::new(python).args(["-c", example]).env("PYTHONPATH", folder));
    }
}
