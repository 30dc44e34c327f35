//! Reads a program of `@Name@`, checks its rules, prints it and says what it means: `cargo run -- example.sexp`.

use @module@::@Name@;
use framework::sexp::Tree;
use framework::{Error, FileId, Owned, Program, Result, Span};
use std::process::ExitCode;

fn show(path: &str) -> Result<()> {
    let text = std::fs::read_to_string(path).map_err(|error| Error::user(Span::NONE, format!("{path}: {error}")))?;
    let program = Owned::<@Name@>::from_tree(&Tree::parse(&text, FileId(1))?)?;
    let report = Program::new(program.clone()).check_rules();
    if let Some(violation) = report.violations.first() {
        return Err(Error::user(violation.span, violation.to_string()));
    }
    print!("{}", Program::new(program.clone()).print(None));
    println!("= {}", @module@::eval::program(program.root())?);
    Ok(())
}

fn main() -> ExitCode {
    let Some(path) = std::env::args().nth(1) else {
        eprintln!("usage: @crate@ FILE.sexp");
        return ExitCode::from(2);
    };
    match show(&path) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}
