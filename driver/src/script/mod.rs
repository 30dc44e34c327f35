//! FutharkScript: small expressions that call entry points of a program, to make inputs of tests and to try programs.
//!
//! - `syntax.rs`: expressions and their parser; `term.rs`: values; `eval.rs`: evaluates expressions; `builtins.rs`:
//!   functions that read files; `parts.rs`: parts of values; `show.rs`: prints values.

mod builtins;
mod eval;
mod parts;
mod show;
mod syntax;
mod term;

pub use eval::{Evaluator, refused};
pub use syntax::{Exp, read, read_prefix};
pub use term::Term;

use crate::cli::output::{Output, failed, print, say};
use crate::cli::user;
use crate::served::{Compiler, CompilerOptions, Failure, Served};
use clap::Args;
use framework::{Error, Result};
use languages::value::{Value, write_binary};
use std::collections::BTreeSet;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

/// The options about the program of a script.
#[derive(Args, Debug)]
pub struct Start {
    #[command(flatten)]
    compiler: CompilerOptions,
    /// Does not compile the program: takes the server that has been made of it, the file without `.fut`.
    #[arg(long)]
    skip_compilation: bool,
}

impl Start {
    /// Starts the server of a program. `names` are functions that become entry points. A file without `.fut` is a
    /// server. If the compiler rejects the program, writes its messages and returns its status.
    ///
    /// `options` are more options of the program, and `verbose` says whether commands are written to standard error.
    pub fn serve(
        &self,
        program: &Path,
        names: &BTreeSet<String>,
        options: &[&str],
        verbose: bool,
    ) -> Result<std::result::Result<Served, u8>> {
        let mut compiler = Compiler { verbose, ..self.compiler.compiler()? };
        compiler.run_options.extend(options.iter().map(|option| (*option).to_string()));
        compiler.compile_options.extend(names.iter().map(|name| format!("--entry-point={name}")));
        let is_source = program.extension().is_some_and(|extension| extension == "fut");
        let served = match self.skip_compilation || !is_source {
            true => compiler.serve_executable(&program.with_extension(""), None),
            false => compiler.serve(program, None),
        };
        match served {
            Err(Failure::NotCompiled(messages, status)) => {
                say(messages.trim_end());
                Ok(Err(status.and_then(|status| u8::try_from(status).ok()).unwrap_or(1)))
            }
            served => served.map(Ok).map_err(went_wrong),
        }
    }
}

/// The options of `fut-nano script`.
#[derive(Args, Debug)]
pub struct Script {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    program: PathBuf,
    /// The expression.
    #[arg(value_name = "EXP", required_unless_present_any = ["expression", "file"], allow_hyphen_values = true)]
    exp: Option<String>,
    /// The same as an option.
    #[arg(short, long, value_name = "EXP", conflicts_with_all = ["exp", "file"], allow_hyphen_values = true)]
    expression: Option<String>,
    /// Reads the expression from a file.
    #[arg(short, long, value_name = "FILE", conflicts_with = "exp")]
    file: Option<PathBuf>,
    /// Writes the result in the binary format.
    #[arg(short, long)]
    binary: bool,
    #[command(flatten)]
    start: Start,
    /// Writes the commands that are started, and what the program traces, to standard error. May be given twice.
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Runs the program with `--debugging`, and writes what it says to standard error.
    #[arg(short = 'D', long)]
    debug: bool,
    /// Runs the program with `--log`, and writes what it says to standard error.
    #[arg(short = 'L', long)]
    log: bool,
}

/// Runs the command. Returns the exit status.
pub fn run(script: &Script) -> Result<u8> {
    let text = match (&script.exp, &script.expression, &script.file) {
        (Some(exp), ..) | (_, Some(exp), _) => exp.clone(),
        (.., Some(file)) => crate::read_source(file)?,
        // The command line needs one of them.
        _ => String::new(),
    };
    let exp = read(&text).map_err(|wrong| {
        let before = text[..wrong.offset].rsplit('\n').next().unwrap_or_default();
        let (line, column) = (1 + text[..wrong.offset].matches('\n').count(), 1 + before.chars().count());
        user(format!("the expression is wrong in line {line}, column {column}: {}", wrong.message))
    })?;
    let switches = [("--debugging", script.debug), ("--log", script.log)];
    let options: Vec<&str> = switches.into_iter().filter(|(_, on)| *on).map(|(option, _)| option).collect();
    let verbose = script.verbose > 0;
    let mut server = match script.start.serve(&script.program, &exp.functions(), &options, verbose)? {
        Ok(server) => server,
        Err(status) => return Ok(status),
    };
    let folder = script.program.parent().unwrap_or(Path::new(""));
    let mut evaluator = Evaluator::new(&mut server, folder);
    let written = evaluator.run(&exp).and_then(|term| write(&mut evaluator, &term, script.binary));
    if verbose || !options.is_empty() {
        // What came before the server was ready counts as its warnings.
        let started = std::mem::take(&mut server.warnings);
        say(format!("{started}{}", server.take_errors()).trim_end());
    }
    written.map_err(went_wrong)??;
    Ok(0)
}

fn went_wrong(failure: Failure) -> Error {
    Error::run_time(format!("Error: {failure}\n"))
}

/// Writes a result.
fn write(evaluator: &mut Evaluator<'_>, term: &Term, binary: bool) -> std::result::Result<Result<()>, Failure> {
    if !binary {
        return evaluator.show(term).map(|text| print(&(text + "\n")));
    }
    let parts = match term {
        Term::Tuple(terms) => &terms[..],
        term => std::slice::from_ref(term),
    };
    let values = parts.iter().map(|term| evaluator.value(term)).collect::<std::result::Result<Vec<Value>, _>>()?;
    let mut out = BufWriter::new(Output);
    let written = values.iter().try_for_each(|value| write_binary(value, &mut out)).and_then(|()| out.flush());
    Ok(written.map_err(|error| failed(&error)))
}
