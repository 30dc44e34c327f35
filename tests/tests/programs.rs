//! Runs every unit of every program of `tests/programs` on every evaluator and every backend. Also reads back every
//! dump, validates every pass by running its input and output, and runs each version of nested parallel code.
//!
//! Each pair of a program and a runner is one trial: `cargo test -p fut-nano-tests --test programs -- kmeans::cpu-2`.

use backends::Executable;
use backends::Width;
use framework::pipeline::{Differential, Validate, read_program};
use framework::{ErrorKind, FileId, Outcome, Result, Symbol};
use fut_nano::Session;
use fut_nano_tests::blocks::Block;
use fut_nano_tests::c;
use fut_nano_tests::programs::{self, Test};
use fut_nano_tests::runners::{Runner, difference};
use languages::lanes::Lanes;
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::Value;
use libtest_mimic::{Arguments, Failed, Trial};
use std::io::Write;
use std::num::NonZeroU64;
use std::process::{Command, ExitCode};
use std::sync::mpsc;
use std::time::Duration;

/// The time limit for a trial, so that no program hangs.
const LIMIT: Duration = Duration::from_secs(180);

fn main() -> ExitCode {
    let arguments = Arguments::from_args();
    let tests = match programs::all() {
        Ok(tests) => tests,
        Err(error) => {
            eprintln!("{error}");
            return ExitCode::FAILURE;
        }
    };
    let vulkan = backends::devices().iter().any(|device| device.backend == "vulkan");
    if !vulkan {
        eprintln!("NOTE: there is no Vulkan driver here. Nothing is tested on Vulkan; tests/run.sh installs a driver.");
    }
    let has_c = c::is_available();
    if !has_c {
        eprintln!("NOTE: there is no C compiler here. Nothing is tested on the c backend.");
    }
    let mut trials = Vec::new();
    for test in tests {
        let test: &'static Test = Box::leak(Box::new(test));
        if test.is_wrong() {
            trials.push(trial(test, "rejected".into(), rejected));
            continue;
        }
        for runner in Runner::all() {
            if runner != Runner::Vulkan || vulkan {
                trials.push(trial(test, runner.name(), move |test| units(test, runner)));
            }
        }
        if has_c && in_sample(test) {
            for runner in [Runner::C(None), Runner::C(Some(3))] {
                trials.push(trial(test, runner.name(), move |test| units(test, runner)));
            }
            trials.push(trial(test, "c-bits".into(), c_bits));
        }
        trials.push(trial(test, "inner-levels".into(), move |test| inner_levels(test, vulkan)));
        trials.push(trial(test, "bits".into(), bits));
        // These programs have long dumps, without forms that `derivatives` lacks: reading them takes minutes.
        if !test.name.starts_with("derivatives_") {
            trials.push(trial(test, "dumps".into(), dumps));
        }
        trials.push(trial(test, "validate-run".into(), differential));
        if vulkan {
            trials.push(trial(test, "spirv-val".into(), modules));
        }
    }
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Whether a program is among those that are compiled as C: one in eight, or all with `C_PROGRAMS=all`. A C compiler
/// takes a second for each.
fn in_sample(test: &Test) -> bool {
    let sum: u64 = test.name.bytes().map(u64::from).sum();
    sum.is_multiple_of(8) || std::env::var("C_PROGRAMS").is_ok_and(|wanted| wanted == "all")
}

/// Runs a trial on a thread of its own, with a large stack and a time limit.
fn trial(
    test: &'static Test,
    kind: String,
    check: impl Fn(&'static Test) -> std::result::Result<(), String> + Send + Sync + 'static,
) -> Trial {
    Trial::test(format!("{}::{kind}", test.name), move || {
        let (sender, receiver) = mpsc::channel();
        std::thread::spawn(move || {
            let result = fut_nano::with_stack(|| check(test)).unwrap_or_else(|error| Err(error.to_string()));
            // After the limit, nobody receives the result.
            let _ = sender.send(result);
        });
        match receiver.recv_timeout(LIMIT) {
            Ok(result) => result.map_err(Failed::from),
            Err(_) => Err(format!("it takes more than {LIMIT:?}").into()),
        }
    })
}

/// Checks that the compiler rejects the program with the expected message.
fn rejected(test: &Test) -> std::result::Result<(), String> {
    let patterns = test.blocks.iter().filter_map(|block| block.error.as_ref());
    let compiled = test.compiled();
    for pattern in patterns {
        match &compiled.error {
            None => return Err("the program should have been rejected".into()),
            Some((ErrorKind::User, message)) if pattern.matches(message) => {}
            Some((kind, message)) => {
                return Err(format!("it should have been rejected with `{pattern}`, not with {kind:?}: {message}"));
            }
        }
    }
    Ok(())
}

/// Runs all units of a program on one runner, and reports all failures.
fn units(test: &Test, runner: Runner) -> std::result::Result<(), String> {
    let compiled = test.compiled();
    let mut loaded = runner.load(compiled)?;
    let mut failures = Vec::new();
    for block in test.wanted(&runner.name()) {
        for entry in &block.entries {
            failures.extend(block.cases.iter().filter_map(|case| loaded.check(entry, case).err()));
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Runs the program with the parallelism of the inner levels of all nests, and checks every pass.
fn inner_levels(test: &Test, vulkan: bool) -> std::result::Result<(), String> {
    let has_versions = programs::text(&test.compiled().stage("imp")?).contains("(capacity");
    if !has_versions {
        return Ok(());
    }
    let failed = |error: framework::Error| error.to_string();
    let mut failures = Vec::new();
    // On a device, groups of threads work on the outer levels, or all threads on all levels.
    let kinds = [("cpu", NonZeroU64::MAX), ("vulkan", NonZeroU64::MIN), ("vulkan", NonZeroU64::MAX)];
    for (name, groups) in kinds.into_iter().filter(|(name, _)| vulkan || *name != "vulkan") {
        let mut driver = programs::driver(&test.path);
        driver.set_threshold(NonZeroU64::MAX).map_err(failed)?;
        driver.set_group_threshold(groups).map_err(failed)?;
        let mut session = driver.open(&test.path).map_err(failed)?;
        session.watch.validate = Validate::Rules;
        let program = session.compile().map_err(failed)?;
        let options = backends::CompileOptions { threads: Some(2), ..Default::default() };
        let backend = backends::backend(name, options).ok_or("there is no such backend")?;
        let mut executable = backend.compile(&program).map_err(failed)?;
        let kind = if name == "cpu" { "cpu-2" } else { name };
        for block in test.wanted(kind) {
            for (entry, case) in
                block.entries.iter().flat_map(|entry| block.cases.iter().map(move |case| (entry, case)))
            {
                let outcome = executable.run(entry, case.input.clone()).map(|outcome| outcome.results);
                let judged = fut_nano_tests::runners::judge(&outcome, &case.expected);
                failures.extend(judged.err().map(|why| format!("{name}: {entry}, input of line {}: {why}", case.line)));
            }
        }
    }
    if failures.is_empty() { Ok(()) } else { Err(failures.join("\n")) }
}

/// Compares the results for different numbers of threads and widths of vectors, to the bit.
fn bits(test: &Test) -> std::result::Result<(), String> {
    let failed = |error: framework::Error| error.to_string();
    let mut first: Option<Vec<String>> = None;
    for (threads, width) in [(1, None), (2, Some(Width::Avx2)), (3, Some(Width::W128)), (5, None)] {
        if width.is_some_and(|width| !width.is_available()) {
            continue;
        }
        let mut driver = programs::driver(&test.path);
        driver.for_few_threads(Width::lanes(width));
        let program = driver.open(&test.path).map_err(failed)?.compile().map_err(failed)?;
        let options = backends::CompileOptions { threads: Some(threads), width, ..Default::default() };
        let backend = backends::backend("cpu", options).ok_or("there is no cpu backend")?;
        let mut executable = backend.compile(&program).map_err(failed)?;
        let mut all = Vec::new();
        for block in test.wanted("cpu-1") {
            for (entry, case) in
                block.entries.iter().flat_map(|entry| block.cases.iter().map(move |case| (entry, case)))
            {
                let outcome = executable.run(entry, case.input.clone()).map(|outcome| outcome.results);
                all.push(format!("{entry}, input of line {}: {:?}", case.line, outcome.map_err(failed)));
            }
        }
        let first = first.get_or_insert_with(|| all.clone());
        if let Some((one, other)) = first.iter().zip(&all).find(|(one, other)| one != other) {
            return Err(format!("on one thread, {one}\nand on {threads} threads with width {width:?}, {other}"));
        }
    }
    Ok(())
}

/// Compares the results of the c backend, for different numbers of threads, with those of the cpu backend, to the bit.
fn c_bits(test: &Test) -> std::result::Result<(), String> {
    let failed = |error: framework::Error| error.to_string();
    let mut driver = programs::driver(&test.path);
    driver.for_few_threads([backends::c::LANES; 3]);
    let program = driver.open(&test.path).map_err(failed)?.compile().map_err(failed)?;
    let options = backends::CompileOptions { threads: Some(1), ..Default::default() };
    let cpu = backends::backend("cpu", options).ok_or("there is no cpu backend")?;
    let mut cpu = cpu.compile(&program).map_err(failed)?;
    for threads in [None, Some(1), Some(4)] {
        let mut binary = c::Binary::new(&program, threads).map_err(failed)?;
        for block in test.wanted("cpu-1") {
            for (entry, case) in
                block.entries.iter().flat_map(|entry| block.cases.iter().map(move |case| (entry, case)))
            {
                let Ok(expected) = cpu.run(entry, case.input.clone()) else { continue };
                let found = binary.run(entry, case.input.clone()).map_err(failed)?;
                let (expected, found) = (format!("{:?}", expected.results), format!("{:?}", found.results));
                if expected != found {
                    return Err(format!(
                        "{entry}, input of line {}, {threads:?} threads: {found}\non cpu: {expected}",
                        case.line
                    ));
                }
            }
        }
    }
    Ok(())
}

/// Reads every pass's dump back, runs the remaining passes on it, and compares the results.
fn dumps(test: &Test) -> std::result::Result<(), String> {
    let driver = programs::driver(&test.path);
    // The input of an inner step is a part of a program, which need not be a program by itself:
    // `18.001-after-simplify.anf.sexp`.
    let is_part = |name: &str| name.split('-').next().is_some_and(|number| number.contains('.'));
    for (name, text) in programs::dumps(&test.path)?.into_iter().filter(|(name, _)| !is_part(name)) {
        let failed = |error: framework::Error| format!("{name}: {error}");
        let program = read_program(&driver.registry, &text, FileId(0), None).map_err(failed)?;
        if programs::text(&program) != text {
            return Err(format!("{name}: it is printed in another way than it was read"));
        }
        let imp = Session::resume(driver.clone(), program).compile().map_err(failed)?;
        let backend = backends::backend("cpu", backends::CompileOptions { threads: Some(1), ..Default::default() });
        let mut executable = backend.ok_or("there is no cpu backend")?.compile(&imp).map_err(failed)?;
        for block in test.wanted("cpu-1") {
            for (entry, case) in first_cases(block) {
                let outcome = executable.run(entry, case.input.clone()).map(|outcome| outcome.results);
                fut_nano_tests::runners::judge(&outcome, &case.expected)
                    .map_err(|why| format!("{name}: {entry}, input of line {}: {why}", case.line))?;
            }
        }
    }
    Ok(())
}

/// Returns one case for each entry point of a block.
fn first_cases(block: &Block) -> impl Iterator<Item = (&str, &fut_nano_tests::blocks::Case)> {
    block.entries.iter().filter_map(|entry| Some((entry.as_str(), block.cases.first()?)))
}

/// Checks `--validate=run` on a case of each entry point.
fn differential(test: &Test) -> std::result::Result<(), String> {
    let driver = programs::driver(&test.path);
    for block in test.wanted("validate-run") {
        for (entry, case) in first_cases(block) {
            let failed = |error: framework::Error| format!("{entry}, input of line {}: {error}", case.line);
            let call = Call {
                entry: Symbol::new(entry),
                args: case.input.clone(),
                heap: false,
                tracer: Tracer::default(),
                stop: Stop::default(),
            };
            let mut session = driver.open(&test.path).map_err(failed)?;
            session.watch.validate = Validate::Run(Differential::new(Box::new(call), compare));
            session.compile().map_err(failed)?;
        }
    }
    Ok(())
}

fn compare(before: &Result<Outcome>, after: &Result<Outcome>) -> Option<String> {
    let values = |outcome: &Result<Outcome>| outcome.as_ref().ok()?.downcast_ref::<Vec<Value>>().cloned();
    match (values(before), values(after)) {
        (Some(before), Some(after)) => difference(&after, &before),
        (None, None) => {
            let text = |outcome: &Result<Outcome>| outcome.as_ref().err().map(|error| error.message.clone());
            let line = |outcome| text(outcome).and_then(|text| text.lines().next().map(str::to_string));
            (line(before) != line(after))
                .then(|| format!("it failed with {:?}, now with {:?}", line(before), line(after)))
        }
        (Some(_), None) => Some(format!("it fails now: {:?}", after.as_ref().err())),
        (None, Some(_)) => Some(format!("it no longer fails with {:?}", before.as_ref().err())),
    }
}

/// Checks that all SPIR-V modules of a program are valid.
fn modules(test: &Test) -> std::result::Result<(), String> {
    let program = test.compiled().stage("lanes")?;
    let program = program.into_owned::<Lanes>().map_err(|_| "the program is not of Lanes")?;
    let vulkan = backends::vulkan::Vulkan::new(backends::CompileOptions::default());
    for (number, words) in vulkan.modules(&program).map_err(|error| error.to_string())?.iter().enumerate() {
        let mut file = tempfile::NamedTempFile::new().map_err(|error| error.to_string())?;
        let bytes: Vec<u8> = words.iter().flat_map(|word| word.to_le_bytes()).collect();
        file.write_all(&bytes).map_err(|error| error.to_string())?;
        let output = Command::new("spirv-val")
            .args(["--target-env", "vulkan1.2"])
            .arg(file.path())
            .output()
            .map_err(|error| format!("spirv-val does not start: {error}"))?;
        if !output.status.success() {
            return Err(format!("module {number}: {}", String::from_utf8_lossy(&output.stdout).trim()));
        }
    }
    Ok(())
}
