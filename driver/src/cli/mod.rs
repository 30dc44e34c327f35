//! The command line of fut-nano, for any driver.

pub(crate) mod args;
mod bisect;
pub(crate) mod cache;
pub(crate) mod commands;
mod difference;
mod elsewhere;
pub(crate) mod entry;
pub(crate) mod guard;
pub(crate) mod insight;
pub(crate) mod memory;
pub(crate) mod output;
pub(crate) mod profile;
pub(crate) mod report;
mod trace;
pub(crate) mod tune;

mod new;
mod show;

use crate::{Driver, standalone};
use args::Arguments;
pub(crate) use args::ErrorFormat;
use framework::Result;
use report::Report;
use std::path::Path;
use std::process::ExitCode;

/// The whole command line, with the passes of a driver. Every command, dump, validation and bisection uses the driver's
/// pipeline.
///
/// A crate with a pass can so be a compiler of its own:
///
/// ```no_run
/// # use framework::pass::{Run, Transform};
/// # use framework::{Owned, Result, pass};
/// # use languages::first_order::FirstOrder;
/// # pass! {
/// #     /// Does nothing.
/// #     pub Mine = "mine": FirstOrder => FirstOrder {}
/// # }
/// # impl Transform for Mine {
/// #     fn transform(&self, program: &Owned<FirstOrder>, _: &mut Run<'_, Self>) -> Result<Owned<FirstOrder>> {
/// #         Ok(program.clone())
/// #     }
/// # }
/// use fut_nano::Driver;
/// use std::process::ExitCode;
///
/// fn main() -> ExitCode {
///     fut_nano::main(Driver::standard().insert_after("defunc", Mine))
/// }
/// ```
pub fn main(driver: impl Into<Choice>) -> ExitCode {
    let status = status(driver.into().0);
    guard::end_if_interrupted();
    ExitCode::from(status)
}

/// The argument of [`main`]: a driver, or the error in making one.
pub struct Choice(Result<Driver>);

impl From<Driver> for Choice {
    fn from(driver: Driver) -> Choice {
        Choice(Ok(driver))
    }
}

impl From<Result<Driver>> for Choice {
    fn from(driver: Result<Driver>) -> Choice {
        Choice(driver)
    }
}

/// Runs the command line. Returns the exit status.
fn status(driver: Result<Driver>) -> u8 {
    let format = if wants_json() { ErrorFormat::Json } else { ErrorFormat::Human };
    if let Some(bundle) = standalone::bundle_of_process() {
        let run = |bundle: standalone::Bundle| {
            driver.and_then(|driver| crate::with_stack(move || standalone::run(&bundle, &driver)))
        };
        return bundle.and_then(run).unwrap_or_else(|error| Report::new(ErrorFormat::Human).write(&error));
    }
    if let Some(error) = std::env::args_os().nth(1).and_then(|word| elsewhere::misdirected(word.to_str()?)) {
        return Report::new(format).write(&error);
    }
    match Arguments::of_process() {
        Ok(arguments) => driver
            .and_then(|driver| crate::with_stack(move || commands::dispatch(arguments, &driver)))
            .unwrap_or_else(|error| Report::new(format).write(&error)),
        Err(error) if !error.use_stderr() => commands::help(&error, &Report::new(format)),
        Err(error) if format == ErrorFormat::Json => commands::misused(&error),
        Err(error) => error.exit(),
    }
}

/// Whether `--error-format=json` was given, even if the command line did not parse.
fn wants_json() -> bool {
    let arguments: Vec<String> =
        std::env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let apart = arguments.windows(2).any(|pair| pair == ["--error-format", "json"]);
    apart || arguments.iter().any(|argument| argument == "--error-format=json")
}

/// Whether a program is given as an S-expression: by its extension, or by its first lines, as no source text has them.
fn is_sexp(file: &Path, text: &str) -> bool {
    let mut comments = text.lines().take_while(|line| line.starts_with(';'));
    file.extension().is_some_and(|extension| extension == "sexp")
        || comments.any(|line| line.starts_with("; language "))
}

/// An error without a place.
pub(crate) fn user(message: impl Into<String>) -> framework::Error {
    framework::Error::user(framework::Span::NONE, message)
}
