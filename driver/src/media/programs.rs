//! Programs of others, which may not be there: `ffmpeg` and `gnuplot`.

use std::ffi::OsStr;
use std::io;
use std::process::{Command, Stdio};

/// Runs a program to its end. The message of a failure has what the program wrote to standard error.
pub fn run<A: AsRef<OsStr>>(program: &str, arguments: &[A]) -> Result<(), String> {
    let output =
        Command::new(program).args(arguments).stdin(Stdio::null()).output().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => format!("this needs the program `{program}`, which is not installed"),
            _ => format!("`{program}` does not start: {error}"),
        })?;
    match output.status.success() {
        true => Ok(()),
        false => Err(format!(
            "`{program}` failed ({}):\n{}",
            output.status,
            String::from_utf8_lossy(&output.stderr).trim_end()
        )),
    }
}
