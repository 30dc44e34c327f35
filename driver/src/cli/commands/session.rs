//! Compilations as the options of a command line ask for them: the pipeline, dumps, tracing and editions.

use crate::cli::args::{self, Compile, DumpFormat, Validation};
use crate::cli::output::{Held, Output};
use crate::cli::report::Report;
use crate::cli::trace::Chrome;
use crate::cli::{insight, is_sexp, memory, tune, user};
use crate::{Driver, Session, plugin, read_source};
use framework::pipeline::{Format, Moment, Pipeline, Validate, Watch, glob, read_program, shell_word};
use framework::{Error, ErrorKind, Result, Span};
use languages::codes;
use languages::source::Edition;
use std::io::IsTerminal;
use std::path::Path;

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
pub fn check_dumped_function(session: &Session, options: &Compile) -> Result<()> {
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
pub fn with_session<T>(
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
pub fn needed(driver: &Driver, options: &Compile) -> Pipeline {
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

pub fn open(driver: &Driver, file: &Path, options: &Compile, report: &mut Report) -> Result<Session> {
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
    driver.set_parameters(&tuning.single)?;
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
pub fn is_readable_dump(driver: &Driver, text: &str) -> bool {
    let registry = &driver.registry;
    let heading = text.lines().next().unwrap_or_default();
    let pass = heading.strip_prefix("-- after ").or_else(|| heading.strip_prefix("-- before "));
    let language = pass.and_then(|pass| pass.strip_suffix(')')?.rsplit_once(" ("));
    language.is_some_and(|(_, language)| registry.language(language).is_ok())
}

/// The error for a readable dump in the place of a program.
pub fn readable_dump(name: &str) -> Error {
    user(format!("{name} is a readable dump, which cannot be read back"))
        .note("`--dump-format=sexp` writes dumps that `fut-nano run` and `fut-nano opt` read")
}

/// The error for `--validate=run` with a command that runs no program.
pub fn nothing_runs(file: &Path) -> Error {
    let file = shell_word(&file.to_string_lossy());
    user("`--validate=run` compares results, but this command runs no program").note(format!(
        "`fut-nano run --validate=run {file}` runs the program on an input; `--validate=rules` needs none"
    ))
}
