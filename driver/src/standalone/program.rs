//! Compiles the program of a bundle.

use super::bundle::{self, Bundle};
use super::evaluated::{self, Evaluated};
use super::interface::Interface;
use super::text::Text;
use crate::cli::entry::EntryTypes;
use crate::cli::insight;
use crate::cli::memory::compiling;
use crate::cli::report::Report;
use crate::cli::tune::Tuning;
use crate::cli::user;
use crate::{Driver, Session};
use backends::{CompileOptions, Executable, Width};
use framework::{Error, Result, SourceMap};
use languages::source::Source;
use passes::source::parse::FileLoader;

/// A compiled program.
pub struct Program {
    /// The code.
    pub executable: Box<dyn Executable>,
    /// The types of its entry points.
    pub types: EntryTypes,
    /// The same by the names that callers know.
    pub interface: Interface,
    /// The names of tuning parameters.
    pub parameters: Vec<String>,
    /// The texts that failures refer to.
    pub sources: SourceMap,
    /// What the compilation warns of.
    pub warnings: Vec<Error>,
}

/// Starts the compilation of a bundle's program.
fn session(bundle: &Bundle, driver: &Driver) -> Result<Session> {
    let mut driver = Driver { edition: bundle.edition, ..driver.clone() };
    for switch in &bundle.switches {
        match switch.as_str() {
            "function-branches" => driver.allow_function_branches()?,
            "fast-math" => driver.allow_fast_math()?,
            "check-first" => driver.check_first()?,
            "unsafe" => driver.allow_unsafe()?,
            _ => return Err(bundle::unknown_switch(switch)),
        }
    }
    driver.add_entry_points(&bundle.entry_points)?;
    let mut session = driver.open_text(&bundle.path, &bundle.text)?;
    let files = bundle.files.clone();
    let read = move |path: &str| files.get(path).cloned().ok_or_else(|| bundle::missing(path));
    session.context.provide(FileLoader(Box::new(read)));
    Ok(session)
}

/// Compiles the program of a bundle, with one entry point (`only`) or all of them.
pub fn compile(
    bundle: &Bundle,
    driver: &Driver,
    only: Option<&str>,
    tuning: &Tuning,
    options: CompileOptions,
    report: &mut Report,
) -> Result<Program> {
    let mut session = session(bundle, driver)?;
    if let Some(threshold) = tuning.all {
        session.driver.set_threshold(threshold)?;
    }
    if let Some(threshold) = tuning.groups {
        session.driver.set_group_threshold(threshold)?;
    }
    session.driver.set_parameters(&tuning.single)?;
    let (executable, types) = compile_session(&mut session, &bundle.backend, only, options);
    report.sources = session.context.sources.clone();
    let executable = executable?;
    let interface = Interface::new(&text(bundle, driver)?, types.all());
    let parameters = insight::parameters(&session);
    let (sources, warnings) = (session.context.sources, session.context.warnings);
    Ok(Program { executable, types, interface, parameters, sources, warnings })
}

/// Compiles the program of a session for a backend, with one entry point (`only`) or all of them. Returns it with the
/// types of its entry points, as far as they are known.
pub fn compile_session(
    session: &mut Session,
    backend: &str,
    only: Option<&str>,
    options: CompileOptions,
) -> (Result<Box<dyn Executable>>, EntryTypes) {
    let types = EntryTypes::note(&mut session.driver.pipeline, only.unwrap_or("main"));
    if let Some(entry) = only {
        session.driver.only_entry(entry);
    }
    if backend == "cpu" {
        session.driver.for_few_threads(Width::lanes(options.width));
    } else {
        session.driver.for_many_threads();
    }
    (executable(session, backend, options), types)
}

/// Compiles the program of a session as it is.
fn executable(session: &mut Session, backend: &str, options: CompileOptions) -> Result<Box<dyn Executable>> {
    if backend == evaluated::NAME {
        let language = session.driver.registry.language(evaluated::LANGUAGE)?.info;
        let program = compiling(|| session.compile_to(language))?;
        let sources = session.context.sources.clone();
        return Ok(Box::new(Evaluated { program, sources, tracer: options.tracer, stop: options.stop }));
    }
    let compiled = compiling(|| session.compile())?;
    let backend =
        backends::backend(backend, options).ok_or_else(|| user(format!("there is no backend `{backend}`")))?;
    compiling(|| backend.compile(&compiled))
}

/// The program's text, whose types have names.
fn text(bundle: &Bundle, driver: &Driver) -> Result<Text> {
    let source = driver.registry.language("source")?.info;
    let program = session(bundle, driver)?.compile_to(source)?;
    Ok(program.get::<Source>().map_or_else(Text::default, Text::of))
}
