//! A Python of the tests' own, with packages from Python's registry.

use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

/// The Python of the tests. `None` if this machine has none.
///
/// Its packages are those of `tests/python/requirements.txt`. They are installed once, beside the tests' binaries.
/// Panics if they cannot be installed: without a network, tests that need them fail, and say so.
pub fn python() -> Option<&'static Path> {
    static PYTHON: OnceLock<Option<PathBuf>> = OnceLock::new();
    PYTHON
        .get_or_init(|| is_available().then(|| install(&crate::command::binary().with_file_name("python"))))
        .as_deref()
}

/// Whether there is a Python, of version 3.9 or later, that can make environments and has headers for C.
fn is_available() -> bool {
    let needed = "import sys, sysconfig, os, venv, ensurepip
assert sys.version_info >= (3, 9)
assert os.path.exists(os.path.join(sysconfig.get_paths()['include'], 'Python.h'))";
    Command::new("python3").args(["-c", needed]).output().is_ok_and(|output| output.status.success())
}

/// Makes an environment in a folder, unless one with the same packages is there.
fn install(folder: &Path) -> PathBuf {
    let requirements = crate::root().join("tests/python/requirements.txt");
    let wanted = std::fs::read(&requirements).unwrap_or_default();
    let (python, installed) = (folder.join("bin/python"), folder.join("installed.txt"));
    if std::fs::read(&installed).is_ok_and(|found| found == wanted) {
        return python;
    }
    let folder = folder.to_string_lossy();
    run("python3", &["-m", "venv", "--clear", &folder]);
    run(&python, &["-m", "pip", "install", "--quiet", "--requirement", &requirements.to_string_lossy()]);
    let written = std::fs::write(installed, wanted);
    written.unwrap_or_else(|error| panic!("the environment in {folder} cannot be marked as complete: {error}"));
    python
}

/// Runs a step of the installation.
fn run(program: impl AsRef<std::ffi::OsStr>, arguments: &[&str]) {
    let output = Command::new(program).args(arguments).output();
    let output = output.unwrap_or_else(|error| panic!("{arguments:?} does not start: {error}"));
    assert!(
        output.status.success(),
        "Python's packages cannot be installed. These tests need a network the first time they run. {arguments:?}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
}
