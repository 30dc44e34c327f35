//! What each command does.

use crate::args::{
    self, Arguments, Check, Command, Compile, DumpFormat, ErrorFormat, Languages, Opt, Run, Target, Validation,
};
use crate::bisect;
use crate::difference::difference;
use crate::entry::EntryTypes;
use crate::insight;
use crate::report::Report;
use crate::trace::Chrome;
use backends::{Backend, CompileOptions, EntryInfo, Executable};
use framework::pass::Context;
use framework::pipeline::{Differential, Format, Moment, Pipeline, Validate, Watch, read_program, write_program};
use framework::{Error, ErrorKind, FileId, Outcome, Result, Span, Symbol};
use fut_nano::{Driver, Session, plugin, read_source};
use languages::codes;
use languages::run::Call;
use languages::source::Edition;
use languages::value::Value;
use std::io::{self, Read, Write};
use std::path::Path;

/// Reports, for programs, arguments that are wrong; gives the exit status.
pub fn misused(error: &clap::Error) -> u8 {
    let text = error.to_string();
    let (message, usage) = text.split_once("\n\n").unwrap_or((&text, ""));
    let message = message.strip_prefix("error: ").unwrap_or(message);
    Report::new(ErrorFormat::Json).write(&user(message).note(usage.trim_end()))
}

/// Does what the command line asks for; gives the exit status.
pub fn dispatch(arguments: Arguments) -> u8 {
    let mut report = Report::new(arguments.error_format);
    let result = match arguments.command {
        Some(Command::Run(run)) => self::run(run, &mut report),
        Some(Command::Check(check)) => self::check(check, &mut report),
        Some(Command::Explain { code }) => explain(code),
        Some(Command::Passes { name }) => passes(name),
        Some(Command::Languages { what }) => languages(what),
        Some(Command::Bisect(target)) => bisect(&target, &mut report),
        Some(Command::Opt(opt)) => self::opt(opt, &mut report),
        Some(Command::Devices) => devices(),
        None => match arguments.file {
            Some(file) => dump(&file, &arguments.compile, &mut report),
            None => Err(user("no file is given")),
        },
    };
    result.map_or_else(|error| report.write(&error), |()| 0)
}

fn user(message: impl Into<String>) -> Error {
    Error::user(Span::NONE, message)
}

/// Writes to standard output; a reader that has gone away is no error.
fn print(text: &str) -> Result<()> {
    match std::io::stdout().write_all(text.as_bytes()) {
        Err(error) if error.kind() != std::io::ErrorKind::BrokenPipe => {
            Err(user(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

fn format(format: DumpFormat) -> Format {
    match format {
        DumpFormat::Pretty => Format::Pretty,
        DumpFormat::Sexp => Format::Sexp,
        DumpFormat::Json => Format::Json,
    }
}

/// Sets up the pipeline, dumps, validation and tracing that the options ask for.
fn configure(driver: &mut Driver, watch: &mut Watch, options: &Compile) -> Result<()> {
    for text in &options.pass_plugin {
        let (after, place, pass) = plugin::parse(&driver.registry, text)?;
        driver.check_accesses();
        driver.registry.passes.push(pass.clone());
        if after {
            driver.pipeline.insert_after(&place, pass)?;
        } else {
            driver.pipeline.insert_before(&place, pass)?;
        }
    }
    for name in &options.disable_pass {
        driver.pipeline.remove(name)?;
    }
    let known = |pattern: &String| -> Result<()> {
        let names = || driver.registry.passes.iter().map(|pass| pass.info().name);
        if pattern == "all" || names().any(|name| framework::pipeline::glob(pattern, name)) {
            return Ok(());
        }
        driver.registry.pass(pattern).map(|_| ())
    };
    for (moment, patterns) in [(Moment::Before, &options.dump_before), (Moment::After, &options.dump_after)] {
        for pattern in patterns {
            known(pattern)?;
            watch.dumps.wanted.push((moment, pattern.clone()));
        }
    }
    watch.dumps.format = format(options.dump_format);
    watch.dumps.function = options.dump_function.clone();
    watch.dumps.folder = options.dump_to.clone();
    watch.validate = match options.validate {
        Some(Validation::None) => Validate::Nothing,
        Some(Validation::Rules | Validation::Run) => Validate::Rules,
        // Rules cost time: they are checked where compilers are built, not where programs are.
        None if cfg!(debug_assertions) => Validate::Rules,
        None => Validate::Nothing,
    };
    subscribe(options)
}

fn subscribe(options: &Compile) -> Result<()> {
    use tracing_subscriber::prelude::*;
    if !options.trace && options.chrome_trace.is_none() {
        return Ok(());
    }
    let text = options.trace.then(|| {
        tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_span_events(tracing_subscriber::fmt::format::FmtSpan::CLOSE)
    });
    let chrome = match &options.chrome_trace {
        None => None,
        Some(path) => {
            let failed = |error: std::io::Error| user(format!("cannot write {}: {error}", path.display()));
            Some(Chrome::new(std::fs::File::create(path).map_err(failed)?).map_err(failed)?)
        }
    };
    let subscriber = tracing_subscriber::registry().with(text).with(chrome);
    // One compilation a process: nobody else has set one.
    tracing::subscriber::set_global_default(subscriber).map_err(|error| Error::internal(error.to_string()))
}

/// Reads a program in an older edition if it is of one; says whether it is.
fn take_older_edition(session: &mut Session, report: &Report, options: &Compile) -> Result<bool> {
    let Some((path, mut older)) = session.in_older_edition()? else { return Ok(false) };
    let edition = older.driver.edition;
    older.watch = std::mem::take(&mut session.watch);
    *session = older;
    let message = format!("{path}.fut is read as a program of edition {edition}");
    let warning = codes::OLDER_EDITION.error(Span::NONE, message);
    report.warn(vec![warning.note(format!("`--edition={edition}` says so"))], options)?;
    Ok(true)
}

/// Runs a compilation and hands its sources out for messages.
fn with_session<T>(
    session: &mut Session,
    report: &mut Report,
    options: &Compile,
    work: impl Fn(&mut Session) -> Result<T>,
) -> Result<T> {
    let auto = options.edition == args::Edition::Auto;
    // Dumps of a program that is then read in another edition would say nothing.
    let dumps = !session.watch.dumps.wanted.is_empty();
    if auto && dumps {
        take_older_edition(session, report, options)?;
    }
    let mut result = work(session);
    let wrong = matches!(&result, Err(error) if error.kind == ErrorKind::User);
    if auto && !dumps && wrong && take_older_edition(session, report, options)? {
        result = work(session);
    }
    report.sources = session.context.sources.clone();
    insight::report(session, options)?;
    // Warnings about a wrong program may only be what follows from its errors.
    let result = result?;
    report.warn(std::mem::take(&mut session.context.warnings), options)?;
    Ok(result)
}

/// The steps up to the last one whose dump is wanted.
fn needed(driver: &Driver, options: &Compile) -> Pipeline {
    let wanted = |name: &str| {
        options
            .dump_after
            .iter()
            .chain(&options.dump_before)
            .any(|pattern| pattern == "all" || framework::pipeline::glob(pattern, name))
    };
    let steps = &driver.pipeline.steps;
    let last = steps.iter().rposition(|step| wanted(step.pass.info().name)).map_or(steps.len(), |last| last + 1);
    Pipeline { steps: steps[..last].to_vec() }
}

fn open(file: &Path, options: &Compile, report: &mut Report) -> Result<Session> {
    let mut driver = Driver::standard();
    if options.function_branches {
        driver.allow_function_branches()?;
    }
    if options.fast_math {
        driver.allow_fast_math()?;
    }
    if options.check_first {
        driver.check_first()?;
    }
    if options.explain_rewrites.is_some() {
        driver.explain_rewrites();
    }
    let text = read_source(file)?;
    let mut session = if file.extension().is_some_and(|extension| extension == "sexp") {
        let id = report.sources.add(file.display().to_string(), text.as_str());
        let program = read_program(&driver.registry, &text, id, None)?;
        let mut session = Session::resume(driver, program);
        session.context.sources = report.sources.clone();
        session
    } else {
        driver.edition = match options.edition {
            args::Edition::Auto | args::Edition::E2026 => Edition::E2026,
            args::Edition::E2019 => Edition::E2019,
            args::Edition::E2017 => Edition::E2017,
        };
        driver.open_text(&file.with_extension("").to_string_lossy(), &text)?
    };
    configure(&mut session.driver, &mut session.watch, options)?;
    Ok(session)
}

fn dump(file: &Path, options: &Compile, report: &mut Report) -> Result<()> {
    let mut session = open(file, options, report)?;
    session.driver.pipeline = needed(&session.driver, options);
    with_session(&mut session, report, options, |session| {
        let Some(last) = session.driver.pipeline.steps.last() else { return Ok(()) };
        let language = last.pass.to().info;
        session.compile_to(language).map(|_| ())
    })
}

fn check(check: Check, report: &mut Report) -> Result<()> {
    let mut session = open(&check.file, &check.compile, report)?;
    let typed = session.driver.registry.language("typed")?;
    with_session(&mut session, report, &check.compile, |session| session.compile_to(typed.info).map(|_| ()))
}

/// The bytes of an input: those of a file, or of standard input.
fn input(path: Option<&Path>) -> Result<Vec<u8>> {
    match path {
        Some(path) => std::fs::read(path).map_err(|error| user(format!("cannot read {}: {error}", path.display()))),
        None => {
            let mut bytes = Vec::new();
            std::io::stdin()
                .read_to_end(&mut bytes)
                .map_err(|error| user(format!("cannot read standard input: {error}")))?;
            Ok(bytes)
        }
    }
}

fn find_entry(entries: Vec<EntryInfo>, name: &str) -> Result<EntryInfo> {
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
    /// Opens the program; its pipeline notes the types of the entry point.
    fn open(&self, report: &mut Report) -> Result<(Session, EntryTypes)> {
        let mut session = open(&self.file, &self.compile, report)?;
        let types = EntryTypes::note(&mut session.driver.pipeline, &self.entry_point);
        Ok((session, types))
    }

    fn backend(&self, options: CompileOptions) -> Result<Box<dyn Backend>> {
        backends::backend(&self.backend, options)
            .ok_or_else(|| user(format!("there is no backend `{}`", self.backend)).note("backends: cpu, vulkan"))
    }

    fn input(&self) -> Result<Vec<u8>> {
        input(self.input.as_deref())
    }
}

fn run(run: Run, report: &mut Report) -> Result<()> {
    let target = &run.target;
    let (mut session, types) = target.open(report)?;
    if run.at.is_some() || target.compile.validate == Some(Validation::Run) {
        return evaluate(&run, &mut session, &types, report);
    }
    let program = with_session(&mut session, report, &target.compile, Session::compile)?;
    let backend = target.backend(CompileOptions { threads: run.threads, device: run.device.clone() })?;
    let mut executable = backend.compile(&program)?;
    let entry = find_entry(executable.entries(), &target.entry_point)?;
    let bytes = if entry.params.is_empty() && target.input.is_none() { Vec::new() } else { target.input()? };
    let values = types.read(&bytes)?;
    drop(bytes);
    let results = repeat(&run, executable.as_mut(), values)?;
    write_results(&run, &types, &results)
}

fn bisect(target: &Target, report: &mut Report) -> Result<()> {
    let (mut session, types) = target.open(report)?;
    session.watch.validate = Validate::Rules;
    session.watch.history = Some(Vec::new());
    // A pass that fails or breaks a rule is named by its error.
    let compiled = with_session(&mut session, report, &target.compile, Session::compile)?;
    let args = types.read(&target.input()?)?;
    let backend = target.backend(CompileOptions::default())?;
    let call = Call { entry: Symbol::new(&target.entry_point), args, heap: false };
    let history = session.watch.history.take().unwrap_or_default();
    let mut executable = backend.compile(&compiled)?;
    find_entry(executable.entries(), &target.entry_point)?;
    print(&bisect::search(&history, &session.context, &call)?)?;
    let last = history.last().map(|(_, program)| program.evaluate(&call, &session.context));
    let outcome =
        executable.run(&target.entry_point, call.args).map(|outcome| Outcome::from(Box::new(outcome.results)));
    match last.and_then(|last| difference(&last, &outcome)) {
        Some(difference) => Err(Error::internal(format!(
            "backend `{}` computes something else than the Imp evaluator: {difference}",
            target.backend
        ))),
        None => print(&format!("backend {} computes the same\n", target.backend)),
    }
}

/// Runs an entry point as often as wanted; gives the last results.
fn repeat(run: &Run, executable: &mut dyn Executable, values: Vec<Value>) -> Result<Vec<Value>> {
    let runs = run.runs.max(1);
    let mut times = String::new();
    let mut values = Some(values);
    let mut results = Vec::new();
    // As Futhark's executables do: one run to warm up, if there are several.
    if runs > 1 {
        executable.run(&run.target.entry_point, values.clone().unwrap_or_default())?;
    }
    for number in 0..runs {
        let last = number + 1 == runs;
        let values = if last { values.take() } else { values.clone() };
        let outcome = executable.run(&run.target.entry_point, values.unwrap_or_default())?;
        times.push_str(&format!("{}\n", outcome.micros));
        results = outcome.results;
    }
    if let Some(path) = &run.write_runtime_to {
        std::fs::write(path, times).map_err(|error| user(format!("cannot write {}: {error}", path.display())))?;
    }
    Ok(results)
}

fn write_results(run: &Run, types: &EntryTypes, results: &[Value]) -> Result<()> {
    let mut out = std::io::BufWriter::new(std::io::stdout().lock());
    let mut write = || -> io::Result<()> {
        if run.binary_output {
            types.write_binary(results, &mut out)?;
        } else {
            types.write_text(results, &mut out)?;
        }
        out.flush()
    };
    match write().map_err(io::Error::downcast::<Error>) {
        Err(Ok(error)) => Err(error),
        Err(Err(error)) if error.kind() != io::ErrorKind::BrokenPipe => {
            Err(user(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Runs a program by its language's evaluator, or compiles it with differential validation.
fn evaluate(run: &Run, session: &mut Session, types: &EntryTypes, report: &mut Report) -> Result<()> {
    let heap = run.at.as_deref() == Some("funmem-heap");
    let call = || -> Result<Call> {
        Ok(Call { entry: Symbol::new(&run.target.entry_point), args: types.read(&run.target.input()?)?, heap })
    };
    let mut given = None;
    if run.target.compile.validate == Some(Validation::Run) {
        // The first program to be run comes before the types of its entry points are known.
        // What is wrong with it is reported by the compilation proper.
        let _ = session.again().compile();
        let call = given.insert(call()?);
        session.watch.validate = Validate::Run(Differential::new(Box::new(call.clone()), difference));
    }
    let name = match run.at.as_deref() {
        Some("funmem-heap" | "funmem") => "FunMem",
        Some(name) => name,
        None => "imp",
    };
    let language = session.driver.registry.language(name)?.info;
    let program = with_session(session, report, &run.target.compile, |session| session.compile_to(language))?;
    let call = given.map_or_else(call, Ok)?;
    let outcome = program.evaluate(&call, &session.context)?;
    match outcome.downcast::<Vec<Value>>() {
        Ok(results) => write_results(run, types, &results),
        Err(_) => Err(Error::internal("an evaluator's outcome is a list of values")),
    }
}

/// What a code means; without one, all codes.
fn explain(code: Option<String>) -> Result<()> {
    let Some(id) = code else {
        let lines = codes::ALL.iter().map(|code| format!("{}  {}\n", code.id, code.title));
        return print(&lines.collect::<String>());
    };
    let code = codes::find(&id);
    let code = code.ok_or_else(|| user(format!("there is no code `{id}`")).note("`fut-nano explain` lists all"))?;
    print(&format!("{}: {}\n\n{}", code.id, code.title, code.explanation))
}

fn passes(name: Option<String>) -> Result<()> {
    let driver = Driver::standard();
    let mut out = String::new();
    match name {
        None => {
            for pass in &driver.registry.passes {
                let (info, from, to) = (pass.info(), pass.from().info.name, pass.to().info.name);
                out.push_str(&format!("{:<18} {from} => {to}\n{:18} {}\n", info.name, "", info.summary()));
            }
        }
        Some(name) => {
            let pass = driver.registry.pass(&name)?;
            let info = pass.info();
            out.push_str(&format!("{}: {} => {}\n\n", info.name, pass.from().info.name, pass.to().info.name));
            for line in info.doc.lines() {
                out.push_str(line.strip_prefix(' ').unwrap_or(line));
                out.push('\n');
            }
            for (title, rules) in [("requires", info.requires), ("ensures", info.ensures)] {
                for rule in rules {
                    out.push_str(&format!("\n{title} {}: {}\n", rule.name(), rule.doc().trim()));
                }
            }
            if !info.counts.is_empty() {
                out.push_str(&format!("\ncounts {}\n", info.counts.join(", ")));
            }
            for (option, default, meaning) in info.options {
                out.push_str(&format!("\noption {option} = {default}: {meaning}\n"));
            }
        }
    }
    print(&out)
}

fn languages(what: Option<Languages>) -> Result<()> {
    let registry = Driver::standard().registry;
    match what {
        None => {
            let mut out = String::new();
            for language in &registry.languages {
                let summary = language.info.doc.trim().lines().next().unwrap_or_default();
                out.push_str(&format!("{:<12} {summary}\n", language.info.key()));
            }
            print(&out)
        }
        Some(Languages::Show { language }) => print(&registry.language(&language)?.info.show()),
        Some(Languages::Diff { from, to }) => print(&registry.language(&from)?.info.diff(registry.language(&to)?.info)),
    }
}

fn opt(opt: Opt, report: &mut Report) -> Result<()> {
    let registry = Driver::standard().registry;
    let (name, text) = match &opt.file {
        Some(path) => (path.display().to_string(), read_source(path)?),
        None => {
            let mut text = String::new();
            std::io::stdin()
                .read_to_string(&mut text)
                .map_err(|error| user(format!("cannot read standard input: {error}")))?;
            ("standard input".into(), text)
        }
    };
    let file: FileId = report.sources.add(name, text.as_str());
    let language = opt.language.as_deref().map(|name| registry.language(name)).transpose()?;
    let program = read_program(&registry, &text, file, language)?;
    let steps: Result<Vec<_>> = opt.passes.iter().map(|name| Ok(registry.pass(name)?.clone().into())).collect();
    let pipeline = Pipeline { steps: steps? };
    let program = pipeline.run_on_any(program, &mut Context::default(), &mut Watch::default())?;
    match opt.format {
        DumpFormat::Pretty => print(&program.print(None)),
        DumpFormat::Sexp => print(&write_program(&program)),
        DumpFormat::Json => print(&format!("{:#}\n", program.to_tree().to_json())),
    }
}

fn devices() -> Result<()> {
    let mut out = String::new();
    for (number, device) in backends::devices().into_iter().enumerate() {
        out.push_str(&format!("{number}: {} ({})\n", device.name, device.backend));
        for detail in device.details {
            out.push_str(&format!("   {detail}\n"));
        }
    }
    print(&out)
}
