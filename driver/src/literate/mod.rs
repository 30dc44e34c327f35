//! `fut-nano literate`: makes a Markdown document of a program. Comments become text, and directives in comments become
//! what they say: values, pictures, plots, films and sounds.
//!
//! - `blocks.rs`: the parts of a program, and directives; `document.rs`: runs directives and writes Markdown;
//!   `files.rs`: the folder with files of directives; `plots.rs`: plots by gnuplot.

mod blocks;
mod document;
mod files;
mod plots;

use crate::cli::output::say;
use crate::cli::user;
use crate::script::{Evaluator, Start};
use crate::served::Failure;
use crate::{Driver, read_source, whole};
use blocks::Block;
use clap::Args;
use document::Document;
use files::Files;
use framework::Result;
use languages::source::Edition;
use md5::{Digest, Md5};
use std::collections::BTreeSet;
use std::io::Write;
use std::path::{Path, PathBuf};

/// The options of `fut-nano literate`.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 success, 1 the program is wrong, or a directive has failed.")]
pub struct Literate {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    program: PathBuf,
    #[command(flatten)]
    start: Start,
    /// The document. By default, the program's file with `.md`. Files of directives are in a folder beside it.
    #[arg(short, long, value_name = "FILE.md")]
    output: Option<PathBuf>,
    /// Stops at the first directive that fails, and writes no document.
    #[arg(long)]
    stop_on_error: bool,
    /// Says what happens, and writes what the program traces to standard error.
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// Runs the command. Returns the exit status.
pub fn run(literate: &Literate, driver: &Driver) -> Result<u8> {
    let program = &literate.program;
    let text = read_source(program)?;
    let blocks = blocks::read(&text)
        .map_err(|mistake| user(format!("{}:{}: {}", program.display(), mistake.line, mistake.message)))?;
    let mut names = BTreeSet::new();
    for block in &blocks {
        if let Block::Directive(directive) = block {
            names.extend(directive.exp.functions());
        }
    }
    let verbose = literate.verbose > 0;
    if verbose {
        say(&format!("Compiling {}...", program.display()));
    }
    let Ok(mut server) = literate.start.serve(program, &names, &[], literate.verbose > 1)? else { return Ok(1) };
    let output = literate.output.clone().unwrap_or_else(|| program.with_extension("md"));
    let stem = output.file_stem().unwrap_or_default().to_string_lossy();
    let folder = format!("{stem}-img");
    let data = program.parent().unwrap_or(Path::new(""));
    let mut evaluator = Evaluator::new(&mut server, data);
    evaluator.rows_on_lines = true;
    let files = Files::new(output.with_file_name(&folder), verbose);
    let program = hash(driver, program, &text)?;
    let mut document = Document { evaluator, files, folder, program, data, verbose };
    let (mut parts, mut is_right) = (Vec::new(), true);
    for block in &blocks {
        let part = document.part(block);
        is_right &= part.is_right;
        if !part.is_right && literate.stop_on_error {
            return Ok(1);
        }
        parts.push(part.markdown);
    }
    document.files.clean().map_err(|error| user(format!("cannot delete files of directives: {error}")))?;
    whole::write(&output, 0o644, |file| file.write_all(parts.join("\n").as_bytes()))
        .map_err(|error| user(format!("cannot write {}: {error}", output.display())))?;
    Ok(u8::from(!is_right))
}

/// A hash of the program's files.
fn hash(driver: &Driver, path: &Path, text: &str) -> Result<Md5> {
    let mut hash = Md5::new();
    let source = driver.registry.language("source")?.info;
    // The parser finds the imported files. It reads a program of another edition than its own up to its first error.
    for edition in [driver.edition, Edition::E2019, Edition::E2017] {
        let driver = Driver { edition, ..driver.clone() };
        let mut session = driver.open_text(&path.to_string_lossy(), text)?;
        if session.compile_to(source).is_ok() || edition == Edition::E2017 {
            let imported = session.imports().into_iter().map(|(_, text)| text);
            for text in std::iter::once(text.to_string()).chain(imported) {
                hash.update(text.len().to_le_bytes());
                hash.update(text);
            }
            break;
        }
    }
    Ok(hash)
}
