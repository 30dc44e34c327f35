//! `cpu`, `vulkan`, `c`, `multicore` and `server`: programs that run on their own.

use super::session::{check_dumped_function, nothing_runs, open, with_session};
use crate::cli::args::{Compile, Make, MakeC, Server, Validation};
use crate::cli::entry::EntryTypes;
use crate::cli::report::Report;
use crate::cli::user;
use crate::standalone::c::{self, Dialect, Product};
use crate::standalone::{Bundle, Common, Kind};
use crate::{Driver, Session};
use backends::Width;
use framework::pipeline::write_program;
use framework::{ErrorKind, Owned, Result};
use languages::lanes::Lanes;

/// Makes a program that runs on its own.
pub fn make(driver: &Driver, backend: &str, make: &Make, report: &mut Report) -> Result<()> {
    let options = &make.compile;
    if options.validate == Some(Validation::Run) {
        return Err(nothing_runs(&make.file));
    }
    let mut session = open(&with_entry_points(driver, &make.entry_points)?, &make.file, options, report)?;
    if backend == "cpu" {
        session.driver.for_few_threads(Width::lanes(None));
    } else {
        session.driver.for_many_threads();
    }
    compiled(&mut session, report, make)?;
    check_dumped_function(&session, options)?;
    let kind = if make.server { Kind::Server } else { Kind::Executable };
    let bundle = Bundle { entry_points: make.entry_points.clone(), ..bundle(&session, kind, backend, options)? };
    bundle.write(&make.output.clone().unwrap_or_else(|| make.file.with_extension("")))
}

/// Compiles a program. If that fails by a bug, writes the last program before it where `--verbose` says.
fn compiled(session: &mut Session, report: &mut Report, make: &Make) -> Result<Owned<Lanes>> {
    let result = with_session(session, report, &make.compile, Session::compile);
    if let (Err(error), Some(file)) = (&result, make.wrong_program())
        && error.kind == ErrorKind::Internal
    {
        let steps = std::mem::take(&mut session.driver.pipeline.steps);
        let before = (1..steps.len()).rev().find_map(|count| {
            let language = steps[count - 1].pass.to().info;
            session.driver.pipeline.steps = steps[..count].to_vec();
            session.compile_to(language).ok()
        });
        if let Some(before) = before {
            let failed = |error| user(format!("cannot write {}: {error}", file.display()));
            std::fs::write(file, write_program(&before)).map_err(failed)?;
        }
    }
    result
}

/// A driver for which a program has the entry points of the command line, too.
fn with_entry_points(driver: &Driver, names: &[String]) -> Result<Driver> {
    let mut driver = driver.clone();
    driver.add_entry_points(names)?;
    Ok(driver)
}

/// Makes a program in C.
pub fn make_c(driver: &Driver, dialect: Dialect, options: &MakeC, report: &mut Report) -> Result<()> {
    let MakeC { make, library, .. } = options;
    let compile = &make.compile;
    if compile.validate == Some(Validation::Run) {
        return Err(nothing_runs(&make.file));
    }
    let mut session = open(&with_entry_points(driver, &make.entry_points)?, &make.file, compile, report)?;
    if session.source().is_none() {
        return Err(user(format!("{} is a dump", make.file.display())).note("only source programs can become C"));
    }
    session.driver.for_few_threads([backends::c::LANES; 3]);
    session.driver.keep_parameters();
    let types = EntryTypes::note(&mut session.driver.pipeline, "main");
    let program = compiled(&mut session, report, make)?;
    check_dumped_function(&session, compile)?;
    let product = match (library, make.server) {
        (true, _) => Product::Library,
        (_, true) => Product::Server,
        _ => Product::Executable,
    };
    let output = make.output.clone().unwrap_or_else(|| make.file.with_extension(""));
    c::make(&session, &program, types.all(), (dialect, product), &output)
}

/// Compiles a program, and answers the commands of standard input.
pub fn serve(driver: &Driver, server: Server, report: &mut Report) -> Result<()> {
    let Server { file, compile, entry_points, backend, machine } = server;
    let mut session = open(&with_entry_points(driver, &entry_points)?, &file, &compile, report)?;
    // The front end finds the edition, the imported files, and most errors.
    let typed = session.driver.registry.language("typed")?.info;
    let early = with_session(&mut session, report, &compile, |session| {
        session.compile_to(typed)?;
        Ok(session.context.warnings.len())
    })?;
    let bundle = Bundle { entry_points, ..bundle(&session, Kind::Server, &backend, &compile)? };
    let options = Common { machine, tuning: compile.tuning.clone(), ..Common::default() };
    crate::standalone::serve(&bundle, driver, options, report, |warnings, report| {
        // Those of the front end have been reported.
        report.warn(warnings.into_iter().skip(early).collect(), &compile)
    })
}

/// The files of a program that has been compiled, at least by the front end. It has no entry points but its own.
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
        entry_points: Vec::new(),
        path: path.into(),
        text: text.into(),
        files: session.imports().into_iter().collect(),
    })
}
