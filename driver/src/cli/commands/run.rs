//! `run`: programs on an input, by a backend or by a language's evaluator.

use super::session::{check_dumped_function, is_readable_dump, open, readable_dump, with_session};
use crate::cli::args::{self, Run, Target, Validation};
use crate::cli::cache::Lookup;
use crate::cli::difference::difference;
use crate::cli::entry::EntryTypes;
use crate::cli::guard::Guard;
use crate::cli::output::{self, Output};
use crate::cli::report::Report;
use crate::cli::{memory, profile, user};
use crate::{Driver, Session};
use backends::{Backend, CompileOptions, EntryInfo, Executable, RunOutcome, Width};
use framework::pipeline::{Differential, Validate};
use framework::{Error, ErrorKind, Result, Span, Symbol};
use languages::codes;
use languages::run::Call;
use languages::source::Edition;
use languages::trace::Tracer;
use languages::value::{Given, Value};
use std::io::{self, Write};
use std::path::Path;

pub fn run(driver: &Driver, run: Run, guard: &Guard, report: &mut Report) -> Result<()> {
    let target = &run.target;
    if run.at.is_some() || target.compile.validate == Some(Validation::Run) {
        let (mut session, types) = target.open(driver, report)?;
        return evaluate(&run, &mut session, &types, guard, report);
    }
    let options = CompileOptions {
        threads: run.workers.threads.map(usize::from),
        device: run.workers.device.clone(),
        tracer: Tracer::stderr(),
        profile: run.profile,
        stop: guard.stop(),
        width: target.width(),
    };
    let Ready { mut executable, types, edition } = ready(driver, &run, options, report)?;
    let entry = find_entry(executable.entries(), &target.entry_point)?;
    let values = target.values(&entry, &types, edition)?;
    let file = run.repeated.write_runtime_to.as_deref();
    let outcome = repeat(executable.as_mut(), &target.entry_point, values, run.repeated.runs, file, guard)?;
    if let Some(profile) = &outcome.profile {
        profile::report(profile, &report.sources);
    }
    write_results(&types, &outcome.results, run.repeated.binary_output, edition)
}

/// The entry point of this name.
pub fn find_entry(entries: Vec<EntryInfo>, name: &str) -> Result<EntryInfo> {
    let names: Vec<String> = entries.iter().map(|entry| format!("`{}`", entry.name)).collect();
    let found = entries.into_iter().find(|entry| entry.name == name);
    found.ok_or_else(|| {
        let has = if names.is_empty() { "none".into() } else { names.join(", ") };
        codes::NO_ENTRY
            .error(Span::NONE, format!("there is no entry point `{name}`"))
            .note(format!("the program's entry points: {has}"))
    })
}

impl Target {
    /// Opens the program. Its pipeline records the types of the entry point.
    pub fn open(&self, driver: &Driver, report: &mut Report) -> Result<(Session, EntryTypes)> {
        let mut session = open(driver, &self.file, &self.compile, report)?;
        let types = EntryTypes::note(&mut session.driver.pipeline, &self.entry_point);
        let dumps = self.compile.dump_after.len() + self.compile.dump_before.len();
        if dumps == 0 && self.compile.dump_function.is_none() {
            session.driver.only_entry(&self.entry_point);
        }
        if self.backend == "cpu" {
            session.driver.for_few_threads(Width::lanes(self.width()));
        } else {
            session.driver.for_many_threads();
        }
        Ok((session, types))
    }

    /// The vector instructions that the options ask for.
    pub fn width(&self) -> Option<Width> {
        self.cpu.map(|width| match width {
            args::Width::Avx512 => Width::Avx512,
            args::Width::Avx2 => Width::Avx2,
            args::Width::W128 => Width::W128,
        })
    }

    pub fn backend(&self, options: CompileOptions) -> Result<Box<dyn Backend>> {
        let options = CompileOptions { width: self.width(), ..options };
        backends::backend(&self.backend, options)
            .ok_or_else(|| user(format!("there is no backend `{}`", self.backend)).note("backends: cpu, vulkan"))
    }

    pub fn input(&self) -> Result<Box<dyn io::Read>> {
        input(self.input.as_deref())
    }

    /// The arguments in the input. Entry points without parameters need no input.
    pub fn values(&self, entry: &EntryInfo, types: &EntryTypes, edition: Edition) -> Result<Vec<Value>> {
        let none = entry.params.is_empty() && self.input.is_none();
        let source = if none { Box::new(io::empty()) } else { self.input()? };
        types.read(source, edition)
    }
}

/// A file, or standard input if no path is given.
fn input(path: Option<&Path>) -> Result<Box<dyn io::Read>> {
    Ok(match path {
        Some(path) => {
            let unreadable = |error| user(format!("cannot read {}: {error}", path.display()));
            Box::new(std::fs::File::open(path).map_err(unreadable)?)
        }
        None => Box::new(std::io::stdin()),
    })
}

/// A program that is ready to run.
struct Ready {
    executable: Box<dyn Executable>,
    types: EntryTypes,
    edition: Edition,
}

/// Compiles a program, unless it has been compiled before.
fn ready(driver: &Driver, run: &Run, options: CompileOptions, report: &mut Report) -> Result<Ready> {
    let target = &run.target;
    let lookup = Lookup::new(run, report.format);
    if let Some((executable, types, edition)) = lookup.as_ref().and_then(|lookup| lookup.find(&options)) {
        return Ok(Ready { executable, types, edition });
    }
    let (mut session, types) = target.open(driver, report)?;
    let program = with_session(&mut session, report, &target.compile, Session::compile)?;
    check_dumped_function(&session, &target.compile)?;
    let backend = target.backend(options)?;
    let executable = memory::compiling(|| backend.compile(&program))?;
    find_entry(executable.entries(), &target.entry_point).map_err(|error| match session.source() {
        // A readable dump may be a correct program except for the name of its entry point.
        Some((name, text)) if is_readable_dump(driver, text) => readable_dump(name),
        _ => error,
    })?;
    if let Some(lookup) = lookup {
        lookup.store(executable.as_ref(), &session, &types, std::mem::take(&mut report.warnings));
    }
    Ok(Ready { executable, types, edition: session.driver.edition })
}

/// Runs an entry point several times, and writes the times of all runs to a file. Returns the outcome of the last run.
pub fn repeat(
    executable: &mut dyn Executable,
    entry: &str,
    values: Vec<Value>,
    runs: u32,
    file: Option<&Path>,
    guard: &Guard,
) -> Result<RunOutcome> {
    let mut times = String::new();
    let mut values = Some(values);
    let mut last: Option<RunOutcome> = None;
    // Before several runs there is a run that is not measured, as in Futhark's executables.
    let warming = u32::from(runs > 1);
    for number in 0..runs + warming {
        if let Some(outcome) = last.take() {
            executable.reuse(outcome.results);
        }
        // The last run gets the values for itself.
        let is_last = number + 1 == runs + warming;
        let own = values.take_if(|_| is_last).into_iter().flatten().map(Given::Owned);
        let args = own.chain(values.iter().flatten().map(Given::lend)).collect();
        let outcome = guard.run(|| executable.call(entry, args))?;
        if number >= warming {
            times.push_str(&format!("{}\n", outcome.micros));
        }
        last = Some(outcome);
    }
    if let Some(path) = file {
        std::fs::write(path, times).map_err(|error| user(format!("cannot write {}: {error}", path.display())))?;
    }
    last.ok_or_else(|| Error::internal("the program did not run"))
}

/// Writes results to standard output.
pub fn write_results(types: &EntryTypes, results: &[Value], binary: bool, edition: Edition) -> Result<()> {
    let mut out = io::BufWriter::with_capacity(1 << 16, Output);
    let mut write = || -> io::Result<()> {
        if binary {
            types.write_binary(results, &mut out)?;
        } else {
            types.write_text(results, edition, &mut out)?;
        }
        out.flush()
    };
    match write().map_err(io::Error::downcast::<Error>) {
        Err(Ok(error)) => Err(error),
        Err(Err(error)) => Err(output::failed(&error)),
        Ok(()) => Ok(()),
    }
}

/// Runs a program by an evaluator. With `--validate=run`, compares its results after every pass.
fn evaluate(run: &Run, session: &mut Session, types: &EntryTypes, guard: &Guard, report: &mut Report) -> Result<()> {
    let stop = guard.stop();
    let heap = run.at.as_deref() == Some("funmem-heap");
    let call = |edition: Edition| -> Result<Call> {
        let args = types.read(run.target.input()?, edition)?;
        Ok(Call {
            entry: Symbol::new(&run.target.entry_point),
            args,
            heap,
            tracer: Tracer::default(),
            stop: stop.clone(),
        })
    };
    let mut given = None;
    if run.target.compile.validate == Some(Validation::Run) {
        // The types of the entry point must be known before the input can be read, so a first compilation finds them.
        // Its errors are ignored, since the second compilation reports them again.
        let _ = session.again().compile();
        let call = given.insert(call(session.driver.edition)?);
        session.watch.validate = Validate::Run(Differential::new(Box::new(call.clone()), difference));
    }
    let name = match run.at.as_deref() {
        Some("funmem-heap" | "funmem") => "FunMem",
        Some(name) => name,
        None => "imp",
    };
    let language = session.driver.registry.language(name)?.info;
    let mut compile = || with_session(session, report, &run.target.compile, |session| session.compile_to(language));
    // The compilation runs the program, if it is to compare results.
    let program = if given.is_some() { guard.run(compile) } else { compile() }?;
    // Only this run prints what the program traces, none of those that validate passes.
    let call = Call { tracer: Tracer::stderr(), ..given.map_or_else(|| call(session.driver.edition), Ok)? };
    let evaluated = guard.run(|| program.evaluate(&call, &session.context));
    let outcome = evaluated.map_err(|error| if session.source().is_none() { wrong_text(error) } else { error })?;
    match outcome.downcast::<Vec<Value>>() {
        Ok(results) => write_results(types, &results, run.repeated.binary_output, session.driver.edition),
        Err(_) => Err(Error::internal("an evaluator's outcome is a list of values")),
    }
}

/// What an evaluator says of a program that was read from an S-expression. Such a program can go wrong in ways that the
/// rules of its language do not see. A program that was compiled from source text cannot, unless we have a bug.
fn wrong_text(error: Error) -> Error {
    if error.kind != ErrorKind::Internal {
        return error;
    }
    Error::user(error.span, format!("the program of this text goes wrong: {}", error.message))
        .note("if it is right, then a pass is not: `--validate=run` says which")
}
