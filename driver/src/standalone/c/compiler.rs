//! Calls of the C compiler.

use super::{with_extension, write};
use crate::cli::user;
use crate::scratch::Scratch;
use crate::whole::folder;
use framework::Result;
use std::ffi::OsString;
use std::path::Path;
use std::process::Command;

/// The lines of a compiler's messages that an error shows.
const SHOWN_LINES: usize = 20;

/// Writes a program to `OUTPUT.c`, and compiles it to `output` with the compiler that the environment names by `CC`,
/// and the flags in `CFLAGS`.
pub fn compile(text: &str, output: &Path) -> Result<()> {
    let source = with_extension(output, "c");
    write(&source, text)?;
    let compiler = std::env::var_os("CC").filter(|name| !name.is_empty()).unwrap_or_else(|| "cc".into());
    // The compiler may be given with arguments of its own, as in `ccache gcc`.
    let words = compiler.to_string_lossy().into_owned();
    let mut words = words.split_whitespace().map(OsString::from);
    let name = words.next().unwrap_or_else(|| "cc".into());
    let failed = |error: std::io::Error| user(format!("cannot write {}: {error}", output.display()));
    // The compiler may be stopped halfway. So it writes elsewhere, in the same file system.
    let scratch = Scratch::within(folder(output)).map_err(failed)?;
    let product = scratch.path().join("program");
    let mut command = Command::new(&name);
    command.args(words).arg(&source).arg("-o").arg(&product);
    match std::env::var("CFLAGS") {
        Ok(flags) => command.args(flags.split_whitespace()),
        Err(_) => command.args(backends::c::FLAGS),
    };
    command.args(["-lm", "-lpthread"]);
    let outcome = command.output().map_err(|error| {
        user(format!("cannot run the C compiler `{}`: {error}", name.to_string_lossy()))
            .note("`c` and `multicore` need a C compiler; the environment variable CC names another one")
            .note("`fut-nano cpu` makes executables and servers without a C compiler")
    })?;
    if !outcome.status.success() {
        let messages = String::from_utf8_lossy(&outcome.stderr);
        let shown: Vec<&str> = messages.lines().take(SHOWN_LINES).collect();
        let error = user(format!("the C compiler `{}` failed ({})", name.to_string_lossy(), outcome.status));
        return Err(error.note(shown.join("\n")).note(format!("the program in C is in {}", source.display())));
    }
    std::fs::rename(&product, output).map_err(failed)
}
