//! Runs programs as executables that a C compiler has made.

use backends::c::{Options, Printed, Role};
use backends::{EntryInfo, Executable, RunOutcome};
use framework::{Error, Owned, Result};
use languages::lanes::Lanes;
use languages::value::{Given, Reader, write_binary};
use std::ffi::OsStr;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

/// The C compiler of the tests: the one that users get, too.
fn compiler() -> String {
    std::env::var("CC").unwrap_or_else(|_| "cc".into())
}

/// Whether there is a C compiler.
pub fn is_available() -> bool {
    Command::new(compiler()).arg("--version").output().is_ok_and(|output| output.status.success())
}

/// The flags of tests: few optimisations, since programs are small, and no warnings.
const FLAGS: &[&str] =
    &["-O1", "-march=native", "-std=gnu11", "-ffp-contract=off", "-Wall", "-Wextra", "-Werror", "-Wno-psabi"];

/// The most parts that a program is compiled in.
const MOST_PARTS: usize = 3;

/// A program as an executable.
pub struct Binary {
    folder: TempDir,
    entries: Vec<EntryInfo>,
    threads: Option<usize>,
}

/// The table of results that executables need: each leaf is a result.
fn outputs(printed: &Printed) -> String {
    let mut text = String::new();
    let mut names = String::new();
    for (number, entry) in printed.entries.iter().enumerate() {
        let leaves = "{NULL, 1}, ".repeat(entry.results.len());
        text += &format!("static const struct output outputs_{number}[] = {{{leaves}{{NULL, -1}}}};\n");
        names += &format!("outputs_{number}, ");
    }
    text + &format!("static const struct output *const shown[] = {{{names}NULL}};\n")
}

impl Binary {
    /// Compiles a program. `threads`: for several threads, and in parts.
    pub fn new(program: &Owned<Lanes>, threads: Option<usize>) -> Result<Binary> {
        let printed = backends::c::print(program, Options { threads: threads.is_some() })?;
        let failed = |error: std::io::Error| Error::internal(format!("a program in C: {error}"));
        let folder = tempfile::tempdir().map_err(failed)?;
        let outputs = outputs(&printed);
        let role = Role::Executable(&outputs);
        let files = if threads.is_some() { printed.parts(role, MOST_PARTS) } else { vec![printed.file(role)] };
        let mut command = Command::new(compiler());
        // Further flags, for instance of sanitizers.
        let more = std::env::var("C_FLAGS").unwrap_or_default();
        command.args(FLAGS).args(more.split_whitespace());
        if files.len() > 1 {
            // Not each part uses each procedure and formula.
            command.arg("-Wno-unused-function");
        }
        for (number, text) in files.iter().enumerate() {
            let source = folder.path().join(format!("program{number}.c"));
            std::fs::write(&source, text).map_err(failed)?;
            command.arg(source);
        }
        command.arg("-o").arg(folder.path().join("program"));
        let output = command.args(["-lm", "-lpthread"]).output().map_err(failed)?;
        if !output.status.success() {
            return Err(Error::internal(String::from_utf8_lossy(&output.stderr)));
        }
        Ok(Binary { folder, entries: printed.entries, threads })
    }
}

impl Executable for Binary {
    fn entries(&self) -> Vec<EntryInfo> {
        self.entries.clone()
    }

    fn call(&mut self, entry: &str, args: Vec<Given<'_>>) -> Result<RunOutcome> {
        let mut input = Vec::new();
        for arg in args {
            write_binary(&arg.into_value(), &mut input).map_err(|error| Error::internal(error.to_string()))?;
        }
        // What runs the program, for instance Valgrind.
        let runner = std::env::var("C_RUNNER").unwrap_or_default();
        let program = self.folder.path().join("program");
        let mut words = runner.split_whitespace().map(OsStr::new).chain([program.as_os_str()]);
        let mut command = Command::new(words.next().unwrap_or(program.as_os_str()));
        command.args(words).args(["-b", "-e", entry]);
        if let Some(threads) = self.threads {
            command.args(["--num-threads", &threads.to_string()]);
        }
        let outcome = crate::command::run_command(&mut command, Duration::from_secs(100), input);
        match outcome.status {
            Some(0) => {
                let reader = Reader::new(&outcome.stdout).and_then(|mut reader| reader.read_all());
                let results = reader.map_err(|error| Error::internal(format!("the results: {error}")))?;
                Ok(RunOutcome { results, micros: 0, peak_bytes: 0, profile: None })
            }
            Some(1) => Err(Error::run_time(outcome.stderr)),
            status => Err(Error::internal(format!("status {status:?}: {}", outcome.stderr))),
        }
    }
}
