//! Programs in C: executables, libraries and servers, made by a C compiler.
//!
//! - `compiler.rs`: calls of the C compiler; `forms.rs`: the table of executables; `types.rs`: that of servers;
//! - `library.rs`: the functions of libraries, and their header; `functions.rs`: those of one type; `manifest.rs`: the
//!   description of a library as JSON; `names.rs`: names in C.

mod compiler;
mod forms;
mod functions;
mod library;
mod manifest;
mod names;
mod types;

use super::interface::Interface;
use super::text::Text;
use crate::Session;
use crate::cli::entry::Signature;
use crate::cli::user;
use crate::whole;
use backends::c::{Options, Printed, Role};
use framework::{Owned, Result};
use languages::lanes::Lanes;
use languages::source::Source;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::{Path, PathBuf};

/// What is made of a program.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Product {
    /// A program that runs an entry point on its standard input.
    Executable,
    /// A program that answers commands.
    Server,
    /// A file in C, a header and a manifest.
    Library,
}

/// The backends that print C: whether kernels run on several threads.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    C,
    Multicore,
}

impl Dialect {
    /// The name of the backend.
    const fn name(self) -> &'static str {
        match self {
            Dialect::C => "c",
            Dialect::Multicore => "multicore",
        }
    }
}

/// A program, and what its callers know of it.
pub struct Program<'p> {
    pub dialect: Dialect,
    pub printed: &'p Printed,
    pub signatures: BTreeMap<&'p str, &'p Signature>,
    pub interface: &'p Interface,
}

/// Makes the product of a program: files at `output`, or with its name and an extension.
pub fn make<'s>(
    session: &Session,
    program: &Owned<Lanes>,
    signatures: impl Iterator<Item = (&'s str, &'s Signature)> + Clone,
    (dialect, product): (Dialect, Product),
    output: &Path,
) -> Result<()> {
    let printed = backends::c::print(program, Options { threads: dialect == Dialect::Multicore })?;
    let interface = Interface::new(&text(session)?, signatures.clone());
    let program = Program { dialect, printed: &printed, signatures: signatures.collect(), interface: &interface };
    match product {
        Product::Executable => compiler::compile(&printed, Role::Executable(&forms::table(&program)?), output),
        Product::Server => compiler::compile(&printed, Role::Server(&types::table(&program)?), output),
        Product::Library => {
            let library = library::library(&program)?;
            let (header, functions) = (library.header.as_str(), library.functions.as_str());
            // The header is in the file, too, where it is included once.
            let own = header.trim_start_matches("#pragma once\n");
            write(&with_extension(output, "c"), &printed.file(Role::Library { header: own, functions }))?;
            write(&with_extension(output, "h"), header)?;
            write(&with_extension(output, "json"), &manifest::manifest(&program)?)
        }
    }
}

/// The program's text, whose types have names.
fn text(session: &Session) -> Result<Text> {
    let source = session.driver.registry.language("source")?.info;
    let program = session.again().compile_to(source)?;
    Ok(program.get::<Source>().map_or_else(Text::default, Text::of))
}

/// A file's name with another extension behind it.
fn with_extension(output: &Path, extension: &str) -> PathBuf {
    let mut name = output.as_os_str().to_owned();
    name.push(".");
    name.push(extension);
    PathBuf::from(name)
}

/// Writes a file whole, or not at all.
fn write(file: &Path, text: &str) -> Result<()> {
    let failed = |error: std::io::Error| user(format!("cannot write {}: {error}", file.display()));
    whole::write(file, 0o644, |out| out.write_all(text.as_bytes())).map_err(failed)
}
