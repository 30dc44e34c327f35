//! The command line of fut-nano.

mod args;
mod commands;
mod trace;

use clap::Parser;
use std::process::ExitCode;

fn main() -> ExitCode {
    let arguments = args::Arguments::parse();
    match fut_nano::with_stack(move || commands::dispatch(arguments)) {
        Ok(status) => ExitCode::from(status),
        Err(error) => {
            eprintln!("{error}");
            ExitCode::from(3)
        }
    }
}
