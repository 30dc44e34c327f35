//! FutharkScript: small expressions that call entry points of a program, to make inputs of tests and to try programs.
//!
//! - `syntax.rs`: expressions and their parser; `term.rs`: values; `eval.rs`: evaluates expressions; `show.rs`: prints
//!   values.

mod eval;
mod show;
mod syntax;
mod term;

pub use eval::Evaluator;
pub use syntax::{Exp, read, read_prefix};

use crate::cli::output::{Output, failed, print, say};
use crate::cli::user;
use crate::served::{CompilerOptions, Failure};
use clap::Args;
use framework::{Error, Result};
use languages::value::{Value, write_binary};
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};
use term::Term;

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
    compiler: CompilerOptions,
    /// Writes what the program traces to standard error.
    #[arg(short, long)]
    verbose: bool,
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
    let mut server = match script.compiler.compiler()?.serve(&script.program, None) {
        Err(Failure::NotCompiled(messages, status)) => {
            say(messages.trim_end());
            return Ok(status.and_then(|status| u8::try_from(status).ok()).unwrap_or(1));
        }
        server => server.map_err(went_wrong)?,
    };
    let folder = script.program.parent().unwrap_or(Path::new(""));
    let mut evaluator = Evaluator::new(&mut server, folder);
    let written = evaluator.run(&exp).and_then(|term| write(&mut evaluator, &term, script.binary));
    if script.verbose {
        say(server.take_errors().trim_end());
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
