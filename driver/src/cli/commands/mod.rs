//! The commands: this file starts them, and has those that only compile. `session.rs` sets up compilations by the
//! options of a command line, `run.rs` runs programs, `search.rs` runs them often, and `make.rs` makes programs that
//! run on their own.

mod make;
mod run;
mod search;
mod session;

pub use run::{find_entry, repeat, write_results};

use super::args::{Arguments, Check, Command, Compile, DumpFormat, ErrorFormat, Opt, Validation};
use super::guard::Guard;
use super::output::print;
use super::report::Report;
use super::{new, show, user};
use crate::standalone::c::Dialect;
use crate::{Driver, read_source};
use framework::pass::Context;
use framework::pipeline::{Pipeline, Watch, read_program, write_program};
use framework::{FileId, Result};
use session::{check_dumped_function, is_readable_dump, needed, nothing_runs, open, readable_dump, with_session};
use std::io::{self, IsTerminal, Read};
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
    let format = arguments.error_format();
    let mut report = Report::new(format);
    let result = match arguments.command {
        Some(Command::Run(run)) => {
            Guard::new(run.timeout, format).and_then(|guard| run::run(driver, run, &guard, &mut report))
        }
        Some(Command::Cpu(make)) => make::make(driver, "cpu", &make, &mut report),
        Some(Command::Vulkan(make)) => make::make(driver, "vulkan", &make, &mut report),
        Some(Command::C(make)) => make::make_c(driver, Dialect::C, &make, &mut report),
        Some(Command::Multicore(make)) => make::make_c(driver, Dialect::Multicore, &make, &mut report),
        Some(Command::Check(check)) => self::check(driver, check, &mut report),
        Some(Command::Explain { code }) => show::explain(code),
        Some(Command::Passes { name }) => show::passes(driver, name),
        Some(Command::Languages { what }) => show::languages(driver, what),
        Some(Command::Bisect(target)) => search::bisect(driver, &target, &mut report),
        Some(Command::Tune(tune)) => {
            Guard::new(tune.timeout, format).and_then(|guard| search::tune(driver, tune, &guard, &mut report))
        }
        Some(Command::Bench(bench)) => {
            return crate::bench::run(&bench).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Autotune(autotune)) => {
            return crate::bench::autotune(&autotune).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Profile(profile)) => {
            return crate::bench::profile(&profile).unwrap_or_else(|error| report.write(&error));
        }
        Some(Command::Dataset(dataset)) => crate::dataset::run(&dataset),
        Some(Command::Server(server)) => make::serve(driver, server, &mut report),
        Some(Command::Test(test)) => {
            // `futhark test` has no other status for what goes wrong.
            return crate::testing::run(&test).unwrap_or_else(|error| report.write(&error).min(1));
        }
        Some(Command::Literate(literate)) => {
            // `futhark literate` has no other status for what goes wrong.
            return crate::literate::run(&literate, driver).unwrap_or_else(|error| report.write(&error).min(1));
        }
        Some(Command::Pkg(pkg)) => {
            // `futhark pkg` has no other status for what goes wrong.
            return crate::packages::run(&pkg).unwrap_or_else(|error| report.write(&error).min(1));
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
