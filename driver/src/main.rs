//! The command line of fut-nano.

mod args;
mod bisect;
mod commands;
mod difference;
mod entry;
mod insight;
mod report;
mod trace;

use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = match args::Arguments::of_process() {
        Ok(arguments) => arguments,
        Err(error) if error.use_stderr() && wants_json() => return ExitCode::from(commands::misused(&error)),
        Err(error) => error.exit(),
    };
    match fut_nano::with_stack(move || commands::dispatch(arguments)) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}

/// Whether errors are for programs, as far as arguments say it that are wrong otherwise.
fn wants_json() -> bool {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let apart = arguments.windows(2).any(|pair| pair == ["--error-format", "json"]);
    apart || arguments.iter().any(|argument| argument == "--error-format=json")
}
