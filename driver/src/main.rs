//! The command line of fut-nano.

mod args;
mod bisect;
mod commands;
mod difference;
mod elsewhere;
mod entry;
mod insight;
mod memory;
mod output;
mod report;
mod trace;

use args::{Arguments, ErrorFormat};
use report::Report;
use std::process::ExitCode;

fn main() -> ExitCode {
    ExitCode::from(status())
}

/// Does what the command line says; gives the exit status.
fn status() -> u8 {
    let format = if wants_json() { ErrorFormat::Json } else { ErrorFormat::Human };
    if let Some(error) = std::env::args_os().nth(1).and_then(|word| elsewhere::misdirected(word.to_str()?)) {
        return Report::new(format).write(&error);
    }
    match Arguments::of_process() {
        Ok(arguments) => fut_nano::with_stack(move || commands::dispatch(arguments))
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
