//! `tune` and `bisect`: many runs of a program to find its best thresholds, or the pass that breaks it.

use super::run::find_entry;
use super::session::with_session;
use crate::cli::args::{Target, Tune};
use crate::cli::difference::difference;
use crate::cli::guard::Guard;
use crate::cli::output::{self, print};
use crate::cli::report::Report;
use crate::cli::{bisect, insight, memory, tune};
use crate::{Driver, Session};
use backends::CompileOptions;
use framework::pipeline::Validate;
use framework::{Error, Outcome, Result, Symbol};
use languages::codes;
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;

pub fn tune(driver: &Driver, tune: Tune, guard: &Guard, report: &mut Report) -> Result<()> {
    let Tune { mut target, output, workers, runs, timeout: _ } = tune;
    let mut values = None;
    let has_groups = target.backend != "cpu";
    let best = tune::search(has_groups, |tuning| {
        target.compile.tuned = tuning.clone();
        let (mut session, types) = target.open(driver, report)?;
        let program = with_session(&mut session, report, &target.compile, Session::compile)?;
        let (device, threads) = (workers.device.clone(), workers.threads.map(usize::from));
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

pub fn bisect(driver: &Driver, target: &Target, report: &mut Report) -> Result<()> {
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
