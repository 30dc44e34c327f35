//! The commands.

use super::args::{
    self, Arguments, Check, Command, Compile, DumpFormat, ErrorFormat, Make, MakeC, Opt, Run, Target, Tune, Validation,
};
use super::bisect;
use super::cache::Lookup;
use super::difference::difference;
use super::entry::EntryTypes;
use super::guard::Guard;
use super::insight;
use super::memory;
use super::output::{self, Held, Output, print};
use super::report::Report;
use super::trace::Chrome;
use super::{is_sexp, new, profile, show, tune, user};
use crate::standalone::c::{self, Dialect, Product};
use crate::standalone::{Bundle, Kind};
use crate::{Driver, Session, plugin, read_source};
use backends::{Backend, CompileOptions, EntryInfo, Executable, RunOutcome, Width};
use framework::pass::Context;
use framework::pipeline::{
    Differential, Format, Moment, Pipeline, Validate, Watch, glob, read_program, shell_word, write_program,
};
use framework::{Error, ErrorKind, FileId, Outcome, Result, Span, Symbol};
use languages::codes;
use languages::run::Call;
use languages::source::Edition;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::Value;
use std::io::{self, IsTerminal, Read, Write};
use std::path::Path;

/// Reports, as JSON, a command line that does not parse. Returns the exit status.
pub fn misused(error: &clap::Error) -> u8 {
    let text = error.to_string();
    let (message, usage) = text.split_once("\n\n").unwrap_or((&text, ""));
    let message = message.strip_prefix("error: ").unwrap_or(message);
    Report::new(ErrorFormat::Json).write(&user(message).note(usage.trim_end()))
}

/// Prints the requested help or version. Returns the exit status.
pub fn help(text: &clap::Error, report: &Report) -> u8 {
    let text = text.render();
    let text = if io::stdout().is_terminal() && report.color() { text.ansi().to_string() } else { text.to_string() };
    print(&text).map_or_else(|error| report.write(&error), |()| 0)
}

/// Runs the command of the command line. Returns the exit status.
pub fn dispatch(arguments: Arguments, driver: &Driver) -> u8 {
    let mut report = Report::new(arguments.error_format);
    let result = match arguments.command {
        Some(Command::Run(run)) => Guard::new(run.timeout, arguments.error_format)
            .and_then(|guard| self::run(driver, run, &guard, &mut report)),
        Some(Command::Cpu(make)) => self::make(driver, "cpu", &make, &mut report),
        Some(Command::Vulkan(make)) => self::make(driver, "vulkan", &make, &mut report),
        Some(Command::C(make)) => self::make_c(driver, Dialect::C, &make, &mut report),
        Some(Command::Multicore(make)) => self::make_c(driver, Dialect::Multicore, &make, &mut report),
        Some(Command::Check(check)) => self::check(driver, check, &mut report),
        Some(Command::Explain { code }) => show::explain(code),
        Some(Command::Passes { name }) => show::passes(driver, name),
        Some(Command::Languages { what }) => show::languages(driver, what),
        Some(Command::Bisect(target)) => bisect(driver, &target, &mut report),
        Some(Command::Tune(tune)) => Guard::new(tune.timeout, arguments.error_format)
            .and_then(|guard| self::tune(driver, tune, &guard, &mut report)),
        Some(Command::Bench(bench)) => {
            return crate::bench::run(&bench).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Autotune(autotune)) => {
            return crate::bench::autotune(&autotune).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Dataset(dataset)) => crate::dataset::run(&dataset),
        Some(Command::Server(server)) => self::serve(driver, server, &mut report),
        Some(Command::Test(test)) => {
            // `futhark test` has no other status for what goes wrong.
            return crate::testing::run(&test).unwrap_or_else(|error| report.write(&error).min(1));
        }
        Some(Command::Script(script)) => {
            return crate::script::run(&script).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Opt(opt)) => self::opt(driver, opt, &mut report),
        Some(Command::New { what }) => new::create(driver, &what),
        Some(Command::Devices) => show::devices(),
        None => match arguments.file {
            Some(file) => dump(driver, &file, &arguments.compile, &mut report),
            None => Err(user("no file is given")),
        },
    };
    result.map_or_else(|error| report.write(&error), |()| 0)
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
    let labels = driver.pipeline.all_labels();
    let known = |pattern: &String| -> Result<()> {
        let names = driver.registry.passes.iter().map(|pass| pass.info().name).chain(labels.iter().copied());
        if pattern == "all" || names.into_iter().any(|name| glob(pattern, name)) {
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
    check_dump_function(options)?;
    watch.dumps.out = Box::new(Output);
    watch.dumps.format = format(options.dump_format);
    watch.dumps.function = options.dump_function.clone();
    watch.dumps.folder = options.dump_to.clone();
    watch.validate = match options.validate {
        Some(Validation::None) => Validate::Nothing,
        Some(Validation::Rules | Validation::Run) => Validate::Rules,
        // Checking rules takes time. By default, debug builds check rules, and releases do not.
        None if cfg!(debug_assertions) => Validate::Rules,
        None => Validate::Nothing,
    };
    subscribe(options)
}

/// Checks that `--dump-function` has an effect with the other options.
fn check_dump_function(options: &Compile) -> Result<()> {
    let Some(function) = &options.dump_function else { return Ok(()) };
    let problem = |message: &str, note: &str| Err(user(message).note(note));
    let name = shell_word(function);
    if options.dump_after.is_empty() && options.dump_before.is_empty() {
        let note = format!("`--dump-after=PASS --dump-function={name}` prints the function after a pass");
        return problem("`--dump-function` needs a dump", &note);
    }
    if !matches!(options.dump_format, DumpFormat::Pretty) {
        return problem(
            "`--dump-function` works only with readable dumps: S-expressions are dumped whole",
            "leave out `--dump-function` or `--dump-format`",
        );
    }
    Ok(())
}

/// Checks that a dump has shown the function of `--dump-function`.
fn check_dumped_function(session: &Session, options: &Compile) -> Result<()> {
    let Some(function) = options.dump_function.as_ref().filter(|_| !session.watch.dumps.shown) else { return Ok(()) };
    let names = insight::function_names(session);
    let shown: Vec<String> = names.iter().take(20).map(|name| format!("`{name}`")).collect();
    let more = if names.len() > shown.len() { ", …" } else { "" };
    let error = user(format!("no dump has a function `{function}`"));
    Err(match shown.is_empty() {
        true => error.note("the program has no functions"),
        false => error
            .note(format!("the program defines {}{more}", shown.join(", ")))
            .note("later passes may inline or rename functions: a dump without `--dump-function` shows all of them"),
    })
}

fn subscribe(options: &Compile) -> Result<()> {
    use tracing_subscriber::prelude::*;
    if !options.trace && options.chrome_trace.is_none() {
        return Ok(());
    }
    let text = options.trace.then(|| {
        tracing_subscriber::fmt::layer()
            .with_writer(std::io::stderr)
            .with_ansi(std::io::stderr().is_terminal())
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
    // A process runs one compilation, so no subscriber has been set before.
    tracing::subscriber::set_global_default(subscriber).map_err(|error| Error::internal(error.to_string()))
}

/// If the program is of an older edition, continues in that edition, and warns. Returns whether this is so.
fn take_older_edition(session: &mut Session, report: &mut Report, options: &Compile) -> Result<bool> {
    let Some((path, mut older)) = session.in_older_edition()? else { return Ok(false) };
    let edition = older.driver.edition;
    older.watch = std::mem::take(&mut session.watch);
    *session = older;
    let message = format!("{path} is read as a program of edition {edition}");
    let warning = codes::OLDER_EDITION.error(Span::NONE, message);
    report.warn(vec![warning.note(format!("`--edition={edition}` avoids this warning"))], options)?;
    Ok(true)
}

/// Runs a compilation, in an older edition if necessary. Afterwards `report` has the source texts for errors.
fn with_session<T>(
    session: &mut Session,
    report: &mut Report,
    options: &Compile,
    work: impl Fn(&mut Session) -> Result<T>,
) -> Result<T> {
    let auto = options.edition == args::Edition::Auto;
    // If the edition is undecided, dumps must wait until it is known.
    let undecided = auto && !session.watch.dumps.wanted.is_empty() && session.may_be_older();
    let held = undecided.then(Held::default);
    if let Some(held) = &held {
        session.watch.dumps.out = Box::new(held.clone());
    }
    let mut result = memory::compiling(|| work(session));
    let wrong = matches!(&result, Err(error) if error.kind == ErrorKind::User);
    let mut taken = false;
    // Decides the edition even if the compilation has succeeded: dumps may stop before the pass that would find an
    // error.
    if auto && (wrong || undecided) && take_older_edition(session, report, options)? {
        taken = true;
        session.watch.dumps.out = Box::new(Output);
        result = memory::compiling(|| work(session));
    }
    if let Some(held) = held.filter(|_| !taken) {
        held.release()?;
    }
    report.sources = session.context.sources.clone();
    if let Some((name, _)) =
        session.source().filter(|(_, text)| result.is_err() && is_readable_dump(&session.driver, text))
    {
        return Err(readable_dump(name));
    }
    insight::report(session, options)?;
    // Warnings about a wrong program may be consequences of its errors, so they are not reported.
    let result = result?;
    report.warn(std::mem::take(&mut session.context.warnings), options)?;
    Ok(result)
}

/// The pipeline up to the last pass that a dump needs. The whole pipeline without dumps.
fn needed(driver: &Driver, options: &Compile) -> Pipeline {
    let patterns = || options.dump_after.iter().chain(&options.dump_before);
    let wanted = |name: &str| patterns().any(|pattern| pattern == "all" || glob(pattern, name));
    let steps = &driver.pipeline.steps;
    let mut labelled = steps.iter().zip(driver.pipeline.labels());
    let last = labelled.rposition(|(step, label)| {
        let inner = step.inner.iter().any(|inner| wanted(&format!("{label}/{}", inner.pass.info().name)));
        inner || wanted(label) || wanted(step.pass.info().name)
    });
    let last = last.map_or(steps.len(), |last| last + 1);
    Pipeline { steps: steps[..last].to_vec() }
}

fn open(driver: &Driver, file: &Path, options: &Compile, report: &mut Report) -> Result<Session> {
    let mut driver = driver.clone();
    if options.function_branches {
        driver.allow_function_branches()?;
    }
    if options.fast_math {
        driver.allow_fast_math()?;
    }
    if options.check_first {
        driver.check_first()?;
    }
    if options.allow_unsafe {
        driver.allow_unsafe()?;
    }
    let tuning = match &options.tuning {
        Some(file) => tune::read(file)?,
        None => options.tuned.clone(),
    };
    if let Some(threshold) = options.threshold.or(tuning.all) {
        driver.set_threshold(threshold)?;
    }
    if let Some(threshold) = options.group_threshold.or(tuning.groups) {
        driver.set_group_threshold(threshold)?;
    }
    driver.set_thresholds(&tuning.single)?;
    if options.explain_rewrites.is_some() {
        driver.explain_rewrites();
    }
    let text = read_source(file)?;
    let mut session = if is_sexp(file, &text) {
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
        driver.open_text(&file.to_string_lossy(), &text)?
    };
    configure(&mut session.driver, &mut session.watch, options)?;
    Ok(session)
}

/// Whether a text begins like a readable dump: `-- after defunc (FirstOrder)`.
fn is_readable_dump(driver: &Driver, text: &str) -> bool {
    let registry = &driver.registry;
    let heading = text.lines().next().unwrap_or_default();
    let pass = heading.strip_prefix("-- after ").or_else(|| heading.strip_prefix("-- before "));
    let language = pass.and_then(|pass| pass.strip_suffix(')')?.rsplit_once(" ("));
    language.is_some_and(|(_, language)| registry.language(language).is_ok())
}

/// The error for a readable dump in the place of a program.
fn readable_dump(name: &str) -> Error {
    user(format!("{name} is a readable dump, which cannot be read back"))
        .note("`--dump-format=sexp` writes dumps that `fut-nano run` and `fut-nano opt` read")
}

/// The error for `--validate=run` with a command that runs no program.
fn nothing_runs(file: &Path) -> Error {
    let file = shell_word(&file.to_string_lossy());
    user("`--validate=run` compares results, but this command runs no program").note(format!(
        "`fut-nano run --validate=run {file}` runs the program on an input; `--validate=rules` needs none"
    ))
}

fn dump(driver: &Driver, file: &Path, options: &Compile, report: &mut Report) -> Result<()> {
    if options.validate == Some(Validation::Run) {
        return Err(nothing_runs(file));
    }
    let mut session = open(driver, file, options, report)?;
    session.driver.pipeline = needed(&session.driver, options);
    with_session(&mut session, report, options, |session| {
        let Some(last) = session.driver.pipeline.steps.last() else { return Ok(()) };
        let language = last.pass.to().info;
        session.compile_to(language).map(|_| ())
    })?;
    check_dumped_function(&session, options)
}

fn check(driver: &Driver, check: Check, report: &mut Report) -> Result<()> {
    if check.compile.validate == Some(Validation::Run) {
        return Err(nothing_runs(&check.file));
    }
    let mut session = open(driver, &check.file, &check.compile, report)?;
    let typed = session.driver.registry.language("typed")?;
    with_session(&mut session, report, &check.compile, |session| session.compile_to(typed.info).map(|_| ()))
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
    fn open(&self, driver: &Driver, report: &mut Report) -> Result<(Session, EntryTypes)> {
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
            super::args::Width::Avx512 => Width::Avx512,
            super::args::Width::Avx2 => Width::Avx2,
            super::args::Width::W128 => Width::W128,
        })
    }

    fn backend(&self, options: CompileOptions) -> Result<Box<dyn Backend>> {
        let options = CompileOptions { width: self.width(), ..options };
        backends::backend(&self.backend, options)
            .ok_or_else(|| user(format!("there is no backend `{}`", self.backend)).note("backends: cpu, vulkan"))
    }

    fn input(&self) -> Result<Box<dyn io::Read>> {
        input(self.input.as_deref())
    }

    /// The arguments in the input. Entry points without parameters need no input.
    fn values(&self, entry: &EntryInfo, types: &EntryTypes, edition: Edition) -> Result<Vec<Value>> {
        let none = entry.params.is_empty() && self.input.is_none();
        let source = if none { Box::new(io::empty()) } else { self.input()? };
        types.read(source, edition)
    }
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

/// Makes a program that runs on its own.
fn make(driver: &Driver, backend: &str, make: &Make, report: &mut Report) -> Result<()> {
    let options = &make.compile;
    if options.validate == Some(Validation::Run) {
        return Err(nothing_runs(&make.file));
    }
    let mut session = open(driver, &make.file, options, report)?;
    if backend == "cpu" {
        session.driver.for_few_threads(Width::lanes(None));
    } else {
        session.driver.for_many_threads();
    }
    with_session(&mut session, report, options, Session::compile)?;
    check_dumped_function(&session, options)?;
    let kind = if make.server { Kind::Server } else { Kind::Executable };
    let bundle = bundle(&session, kind, backend, options)?;
    bundle.write(&make.output.clone().unwrap_or_else(|| make.file.with_extension("")))
}

/// Makes a program in C.
fn make_c(driver: &Driver, dialect: Dialect, options: &MakeC, report: &mut Report) -> Result<()> {
    let MakeC { make, library, .. } = options;
    let compile = &make.compile;
    if compile.validate == Some(Validation::Run) {
        return Err(nothing_runs(&make.file));
    }
    let mut session = open(driver, &make.file, compile, report)?;
    if session.source().is_none() {
        return Err(user(format!("{} is a dump", make.file.display())).note("only source programs can become C"));
    }
    session.driver.for_few_threads((backends::c::LANES, backends::c::LANES));
    let types = EntryTypes::note(&mut session.driver.pipeline, "main");
    let program = with_session(&mut session, report, compile, Session::compile)?;
    check_dumped_function(&session, compile)?;
    let product = match (library, make.server) {
        (true, _) => Product::Library,
        (_, true) => Product::Server,
        _ => Product::Executable,
    };
    let output = make.output.clone().unwrap_or_else(|| make.file.with_extension(""));
    c::make(&session, &program, types.all(), (dialect, product), &output)
}

fn run(driver: &Driver, run: Run, guard: &Guard, report: &mut Report) -> Result<()> {
    let target = &run.target;
    if run.at.is_some() || target.compile.validate == Some(Validation::Run) {
        let (mut session, types) = target.open(driver, report)?;
        return evaluate(&run, &mut session, &types, guard, report);
    }
    let options = CompileOptions {
        threads: run.threads.map(usize::from),
        device: run.device.clone(),
        tracer: Tracer::stderr(),
        profile: run.profile,
        stop: guard.stop(),
        width: target.width(),
    };
    let Ready { mut executable, types, edition } = ready(driver, &run, options, report)?;
    let entry = find_entry(executable.entries(), &target.entry_point)?;
    let values = target.values(&entry, &types, edition)?;
    let file = run.write_runtime_to.as_deref();
    let outcome = repeat(executable.as_mut(), &target.entry_point, values, run.runs, file, guard)?;
    if let Some(profile) = &outcome.profile {
        profile::report(profile, &report.sources);
    }
    write_results(&types, &outcome.results, run.binary_output, edition)
}

fn tune(driver: &Driver, tune: Tune, guard: &Guard, report: &mut Report) -> Result<()> {
    let Tune { mut target, output, device, runs, threads, timeout: _ } = tune;
    let mut values = None;
    let has_groups = target.backend != "cpu";
    let best = tune::search(has_groups, |tuning| {
        target.compile.tuned = tuning.clone();
        let (mut session, types) = target.open(driver, report)?;
        let program = with_session(&mut session, report, &target.compile, Session::compile)?;
        let (device, threads) = (device.clone(), threads.map(usize::from));
        let backend =
            target.backend(CompileOptions { threads, device, stop: guard.stop(), ..CompileOptions::default() })?;
        let mut executable = memory::compiling(|| backend.compile(&program))?;
        let entry = find_entry(executable.entries(), &target.entry_point)?;
        let values = match &values {
            Some(values) => values,
            None => values.insert(target.values(&entry, &types, session.driver.edition)?),
        };
        let mut run = || {
            let outcome = guard.run(|| executable.run(&target.entry_point, values.to_vec()))?;
            executable.reuse(outcome.results);
            Ok(outcome.micros)
        };
        let time = match tune::measure(&mut run, runs) {
            Err(error) if error.code.is_some_and(|code| code.id == codes::TIMED_OUT.id) => {
                output::say(&format!("  too long    {tuning}"));
                u64::MAX
            }
            time => {
                let time = time?;
                output::say(&format!("{:>9.3} ms  {tuning}", time as f64 / 1e3));
                time
            }
        };
        // Each compilation would repeat them.
        target.compile.no_warnings = true;
        Ok((time, insight::versions(&session)))
    })?;
    let output = output.unwrap_or_else(|| {
        let mut name = target.file.clone().into_os_string();
        name.push(".tuning");
        name.into()
    });
    let what = format!("{}, entry point {}, backend {}", target.file.display(), target.entry_point, target.backend);
    tune::write(&output, &what, &best)?;
    print(&format!("{best} is best: {}\n", output.display()))
}

/// Compiles a program, and answers the commands of standard input.
fn serve(driver: &Driver, server: args::Server, report: &mut Report) -> Result<()> {
    let args::Server { file, compile, backend, num_threads, device, debugging, log, profile } = server;
    let mut session = open(driver, &file, &compile, report)?;
    // The front end finds the edition, the imported files, and most errors.
    let typed = session.driver.registry.language("typed")?.info;
    with_session(&mut session, report, &compile, |session| session.compile_to(typed))?;
    let bundle = bundle(&session, Kind::Server, &backend, &compile)?;
    let tuning = compile.tuning;
    let options =
        crate::standalone::Common { debugging, log, profile, num_threads, device, tuning, ..Default::default() };
    crate::standalone::serve(&bundle, driver, options, report)
}

/// The files of a program that has been compiled, at least by the front end.
fn bundle(session: &Session, kind: Kind, backend: &str, options: &Compile) -> Result<Bundle> {
    let (path, text) = session
        .source()
        .ok_or_else(|| user("the program is a dump").note("only source programs can run on their own"))?;
    let switches = [
        ("function-branches", options.function_branches),
        ("fast-math", options.fast_math),
        ("check-first", options.check_first),
        ("unsafe", options.allow_unsafe),
    ];
    Ok(Bundle {
        kind,
        backend: backend.into(),
        edition: session.driver.edition,
        switches: switches.into_iter().filter(|(_, on)| *on).map(|(name, _)| name.to_string()).collect(),
        path: path.into(),
        text: text.into(),
        files: session.imports().into_iter().collect(),
    })
}

fn bisect(driver: &Driver, target: &Target, report: &mut Report) -> Result<()> {
    let (mut session, types) = target.open(driver, report)?;
    session.watch.validate = Validate::Rules;
    session.watch.history = Some(Vec::new());
    // If a pass fails or breaks a rule, the error of the compilation names the pass.
    let compiled = with_session(&mut session, report, &target.compile, Session::compile)?;
    let args = types.read(target.input()?, session.driver.edition)?;
    let backend = target.backend(CompileOptions::default())?;
    let call = Call {
        entry: Symbol::new(&target.entry_point),
        args,
        heap: false,
        tracer: Tracer::default(),
        stop: Stop::default(),
    };
    let history = session.watch.history.take().unwrap_or_default();
    let mut executable = backend.compile(&compiled)?;
    find_entry(executable.entries(), &target.entry_point)?;
    print(&bisect::search(&history, &session.context, &call)?)?;
    let last = history.last().map(|(_, program)| program.evaluate(&call, &session.context));
    let outcome =
        executable.run(&target.entry_point, call.args).map(|outcome| Outcome::from(Box::new(outcome.results)));
    match last.and_then(|last| difference(&last, &outcome)) {
        Some(difference) => Err(Error::internal(format!(
            "the backend `{}` and the evaluator of Imp disagree: {difference}",
            target.backend
        ))),
        None => print(&format!("the backend {} yields the same result\n", target.backend)),
    }
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
    if runs > 1 {
        let values = values.clone().unwrap_or_default();
        let warm = guard.run(|| executable.run(entry, values))?;
        executable.reuse(warm.results);
    }
    for number in 0..runs {
        let is_last = number + 1 == runs;
        let values = if is_last { values.take() } else { values.clone() };
        if let Some(outcome) = last.take() {
            executable.reuse(outcome.results);
        }
        let outcome = guard.run(|| executable.run(entry, values.unwrap_or_default()))?;
        times.push_str(&format!("{}\n", outcome.micros));
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
        Ok(results) => write_results(types, &results, run.binary_output, session.driver.edition),
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

fn opt(driver: &Driver, opt: Opt, report: &mut Report) -> Result<()> {
    let registry = &driver.registry;
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
    if is_readable_dump(driver, &text) {
        return Err(readable_dump(&name));
    }
    let file: FileId = report.sources.add(name, text.as_str());
    let language = opt.language.as_deref().map(|name| registry.language(name)).transpose()?;
    let program = read_program(registry, &text, file, language)?;
    let steps: Result<Vec<_>> = opt.passes.iter().map(|name| Ok(registry.pass(name)?.clone().into())).collect();
    let pipeline = Pipeline { steps: steps? };
    let program = pipeline.run_on_any(program, &mut Context::default(), &mut Watch::default())?;
    match opt.format {
        DumpFormat::Pretty => print(&program.print(None)),
        DumpFormat::Sexp => print(&write_program(&program)),
        DumpFormat::Json => print(&format!("{:#}\n", program.to_tree().to_json())),
    }
}
