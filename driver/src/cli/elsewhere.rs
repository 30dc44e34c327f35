//! The commands of the reference compiler that fut-nano lacks, and what to use instead.

use framework::{Error, Span};
use std::path::Path;

/// Commands, with the note for each.
const COMMANDS: &[(&[&str], &str)] = &[
    (&["ispc"], "`fut-nano multicore FILE.fut` makes a program in C with vectors, which runs on all processors"),
    (&["opencl", "cuda", "hip"], "`fut-nano vulkan FILE.fut` makes a program that runs on a GPU"),
    (
        &["wasm", "wasm-multicore", "python", "pyopencl"],
        "`fut-nano c --library FILE.fut` makes a library in C, which other languages can call",
    ),
    (
        &["repl", "eval"],
        "fut-nano does not have it yet: `fut-nano script FILE.fut EXP` evaluates an expression with a program's entry points",
    ),
    (&["interpret"], "`fut-nano run FILE.fut --at typed` evaluates a program by the definition of the language"),
    (&["check-syntax"], "`fut-nano --dump-after=parse FILE.fut` only parses a program"),
    (&["benchcmp"], "`fut-nano bench --compare OLD.json NEW.json` compares two reports"),
    (&["datacmp", "dataget"], "`fut-nano test` compares values, and `fut-nano dataset` makes and converts them"),
    (
        &["dev"],
        "`fut-nano --dump-after=PASS FILE.fut` prints a program after a pass, and `fut-nano opt` runs single passes on such a text",
    ),
    (
        &["doc", "fmt", "lsp", "query", "defs", "imports", "tokens", "hash"],
        "fut-nano does not have it yet: that of the real compiler works on the same programs",
    ),
];

/// The error for a command line whose first word is a command of the reference compiler.
pub fn misdirected(word: &str) -> Option<Error> {
    let (_, instead) = COMMANDS.iter().find(|(names, _)| names.contains(&word))?;
    if Path::new(word).exists() {
        return None;
    }
    Some(Error::user(Span::NONE, format!("there is no command `{word}`")).note(*instead))
}
