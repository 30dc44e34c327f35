//! Calls of the C compiler.

use super::{with_extension, write};
use crate::cli::user;
use crate::scratch::Scratch;
use crate::whole::folder;
use backends::c::{Printed, Role};
use framework::{Error, Result};
use std::ffi::OsString;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::thread;

/// The lines of a compiler's messages that an error shows.
const SHOWN_LINES: usize = 20;

/// Writes a program to `OUTPUT.c`, and compiles it to `output` with the compiler that the environment names by `CC`,
/// and the flags in `CFLAGS`.
pub fn compile(program: &Printed, role: Role<'_>, output: &Path) -> Result<()> {
    let source = with_extension(output, "c");
    write(&source, &program.file(role))?;
    let failed = |error: io::Error| user(format!("cannot write {}: {error}", output.display()));
    // The compiler may be stopped halfway. So it writes elsewhere, in the same file system.
    let scratch = Scratch::within(folder(output)).map_err(failed)?;
    let product = scratch.path().join("program");
    let compiler = Compiler::named();
    let parts = program.parts(role, thread::available_parallelism().map_or(1, usize::from));
    if parts.len() == 1 || !compiler.compile_parts(&parts, scratch.path(), &product).map_err(failed)? {
        let outcome = compiler.link(&[&source], &product).map_err(|error| compiler.missing(&error))?;
        if !outcome.status.success() {
            return Err(compiler.failed(&outcome, &source));
        }
    }
    std::fs::rename(&product, output).map_err(failed)
}

struct Compiler {
    name: OsString,
    /// The compiler may be given with arguments of its own, as in `ccache gcc`.
    arguments: Vec<OsString>,
    flags: Vec<String>,
}

impl Compiler {
    fn named() -> Self {
        let compiler = std::env::var_os("CC").filter(|name| !name.is_empty()).unwrap_or_else(|| "cc".into());
        let words = compiler.to_string_lossy().into_owned();
        let mut words = words.split_whitespace().map(OsString::from);
        let name = words.next().unwrap_or_else(|| "cc".into());
        let flags = match std::env::var("CFLAGS") {
            Ok(flags) => flags.split_whitespace().map(String::from).collect(),
            Err(_) => backends::c::FLAGS.iter().map(ToString::to_string).collect(),
        };
        Self { name, arguments: words.collect(), flags }
    }

    /// Makes an executable of files in C or of object files.
    fn link<P: AsRef<Path>>(&self, files: &[P], product: &Path) -> io::Result<Output> {
        let mut command = Command::new(&self.name);
        command.args(&self.arguments).args(files.iter().map(AsRef::as_ref)).arg("-o").arg(product);
        command.args(&self.flags).args(["-lm", "-lpthread"]).output()
    }

    /// Compiles parts of a program at the same time, and links them. Returns whether that is possible: the compiler's
    /// messages should be about the file that the user sees.
    fn compile_parts(&self, parts: &[String], scratch: &Path, product: &Path) -> io::Result<bool> {
        let compile = |number: usize, text: &str| -> io::Result<Option<PathBuf>> {
            let [source, object] = ["c", "o"].map(|extension| scratch.join(format!("part{number}.{extension}")));
            std::fs::write(&source, text)?;
            let mut command = Command::new(&self.name);
            command.args(&self.arguments).arg("-c").arg(&source).arg("-o").arg(&object).args(&self.flags);
            let compiles = command.output().is_ok_and(|outcome| outcome.status.success());
            Ok(compiles.then_some(object))
        };
        let objects: Vec<io::Result<Option<PathBuf>>> = thread::scope(|scope| {
            let running: Vec<_> =
                parts.iter().enumerate().map(|(number, text)| scope.spawn(move || compile(number, text))).collect();
            running.into_iter().map(|thread| thread.join().unwrap_or(Ok(None))).collect()
        });
        let objects: Option<Vec<PathBuf>> = objects.into_iter().collect::<io::Result<_>>()?;
        let Some(objects) = objects else { return Ok(false) };
        Ok(self.link(&objects, product).is_ok_and(|outcome| outcome.status.success()))
    }

    /// The error that there is no such compiler.
    fn missing(&self, error: &io::Error) -> Error {
        user(format!("cannot run the C compiler `{}`: {error}", self.name.to_string_lossy()))
            .note("`c` and `multicore` need a C compiler; the environment variable CC names another one")
            .note("`fut-nano cpu` makes executables and servers without a C compiler")
    }

    /// The error that the compiler did not succeed.
    fn failed(&self, outcome: &Output, source: &Path) -> Error {
        let messages = String::from_utf8_lossy(&outcome.stderr);
        let shown: Vec<&str> = messages.lines().take(SHOWN_LINES).collect();
        user(format!("the C compiler `{}` failed ({})", self.name.to_string_lossy(), outcome.status))
            .note(shown.join("\n"))
            .note(format!("the program in C is in {}", source.display()))
    }
}
