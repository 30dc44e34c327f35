//! `fut-nano test`: runs programs on the inputs of their test blocks, and compares the results with the expected ones.
//!
//! - `format.rs`, `scanner.rs`: the test blocks; `case.rs`: the inputs and outcomes of one case; `property.rs`:
//!   properties; `program.rs`: all cases of a program;
//!   `progress.rs`: what users see.

pub mod case;
pub mod format;
mod program;
mod progress;
mod property;
mod scanner;

use crate::cli::user;
use crate::served::{Compiler, CompilerOptions, TuningOptions};
use clap::{ArgGroup, Args};
use format::Block;
use framework::Result;
use program::Mode;
use progress::Progress;
use std::collections::VecDeque;
use std::path::{Path, PathBuf};
use std::sync::mpsc;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, SystemTime};

/// The options of `fut-nano test`.
#[derive(Args, Debug)]
#[command(group = ArgGroup::new("mode"))]
#[command(after_help = "Exit status: 0 all programs pass, 1 some do not, 2 the command line is wrong.")]
pub struct Test {
    /// Programs, and folders of programs.
    #[arg(required = true, value_name = "FILE|DIR")]
    programs: Vec<PathBuf>,
    /// Runs compiled programs. This is the default.
    #[arg(short, long, group = "mode")]
    compiled: bool,
    /// Compiles programs, and does not run them.
    #[arg(short = 'C', long, group = "mode")]
    compile: bool,
    /// Runs programs by an evaluator. Cases with the tag `compiled` are left out.
    #[arg(short, long, group = "mode")]
    interpreted: bool,
    /// Checks programs, and neither compiles nor runs them.
    #[arg(short, long, group = "mode", visible_short_alias = 'I', alias = "internalise")]
    typecheck: bool,
    /// Does nothing: `structure` tests are about programs inside of Futhark's own compiler.
    #[arg(short, long, group = "mode")]
    structure: bool,
    #[command(flatten)]
    compiler: CompilerOptions,
    /// How many programs are tested at the same time. By default, the number of processors.
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(1..))]
    concurrency: Option<u16>,
    /// Has no effect: what is compiled is kept for `fut-nano run` only.
    #[arg(long, value_name = "EXTENSION")]
    cache_extension: Option<String>,
    /// Leaves out programs and cases with this tag, besides `disable`, `notest` and `no_BACKEND`.
    #[arg(long, value_name = "TAG")]
    exclude: Vec<String>,
    /// Tests this entry point only.
    #[arg(short, long, value_name = "NAME")]
    entry_point: Option<String>,
    /// The seconds that a call may take; fractions are allowed.
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds)]
    timeout: Option<Duration>,
    #[command(flatten)]
    tuning: TuningOptions,
    /// The seed of random arguments of properties. By default, each run has another one.
    #[arg(long, value_name = "N")]
    seed: Option<u64>,
    /// Shows no line that changes, even on a terminal.
    #[arg(long, alias = "notty")]
    no_terminal: bool,
    /// Writes a JSON object for each program, and one for all of them, instead of text.
    #[arg(long)]
    json: bool,
}

impl Test {
    /// What is done with each program.
    fn mode(&self) -> Mode {
        if self.typecheck {
            Mode::Check
        } else if self.compile {
            Mode::Compile
        } else if self.interpreted {
            Mode::Interpret
        } else {
            Mode::Run
        }
    }

    fn compiler(&self) -> Result<Compiler> {
        let compiler = Compiler { limit: self.timeout, ..self.compiler.compiler()? };
        match self.interpreted && compiler.is_own {
            true => Ok(Compiler { backend: "evaluator".into(), ..compiler }),
            false => Ok(compiler),
        }
    }
}

/// A number that differs from run to run.
fn clock() -> u64 {
    // A clock before 1970 gives the same number each time, which does no harm.
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::from(now.subsec_micros())
}

/// The programs in files and folders, and in the folders of these.
///
/// Errors: a file or folder cannot be read.
pub fn programs(paths: &[PathBuf]) -> Result<Vec<PathBuf>> {
    fn add(path: &Path, found: &mut Vec<PathBuf>) -> std::io::Result<()> {
        if !path.is_dir() {
            found.push(path.to_path_buf());
            return Ok(());
        }
        let entries = std::fs::read_dir(path)?.collect::<std::io::Result<Vec<_>>>()?;
        let mut inside: Vec<PathBuf> = entries.into_iter().map(|entry| entry.path()).collect();
        inside.retain(|path| path.is_dir() || path.extension().is_some_and(|extension| extension == "fut"));
        inside.sort();
        inside.iter().try_for_each(|path| add(path, found))
    }
    let mut found = Vec::new();
    for path in paths {
        let failed = |error: std::io::Error| user(format!("cannot read {}: {error}", path.display()));
        path.metadata().map_err(failed)?;
        add(path, &mut found).map_err(failed)?;
    }
    Ok(found)
}

/// Reads the test blocks of a program.
pub fn blocks(file: &Path) -> Result<Vec<Block>> {
    let text = crate::read_source(file)?;
    format::read(&text).map_err(|mistake| {
        user(format!("{}:{}: the test block is wrong: {}", file.display(), mistake.line, mistake.message))
    })
}

/// Runs the command. Returns the exit status.
pub fn run(test: &Test) -> Result<u8> {
    let programs = programs(&test.programs)?;
    let compiler = test.compiler()?;
    let mut excluded = vec!["disable".to_string(), "notest".to_string(), format!("no_{}", test.compiler.backend)];
    excluded.extend(test.exclude.iter().cloned());
    let job = program::Job {
        mode: test.mode(),
        compiler,
        excluded,
        entry: test.entry_point.clone(),
        seed: test.seed.unwrap_or_else(clock),
        tuning: test.tuning.extension().map(str::to_string),
    };
    let mut progress = Progress::new(programs.len(), test.no_terminal, test.json);
    if test.structure {
        progress.note("structure tests are about programs inside of Futhark's own compiler: there is nothing to do")?;
        return Ok(0);
    }
    let workers =
        test.concurrency.map_or_else(|| std::thread::available_parallelism().map_or(1, usize::from), usize::from);
    let queue = Mutex::new(VecDeque::from(programs));
    let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).pop_front();
    let (sender, receiver) = mpsc::channel();
    std::thread::scope(|scope| {
        for _ in 0..workers {
            let (sender, job) = (sender.clone(), &job);
            scope.spawn(move || {
                while let Some(file) = next() {
                    // The receiver waits for all workers, unless it cannot write.
                    let _ = sender.send((file.clone(), None));
                    let tested = job.test(&file);
                    let _ = sender.send((file, Some(tested)));
                }
            });
        }
        drop(sender);
        for (file, tested) in receiver {
            match tested {
                None => progress.started(&file)?,
                Some(tested) => progress.ended(&file, &tested)?,
            }
        }
        Ok::<(), framework::Error>(())
    })?;
    progress.finish()
}
