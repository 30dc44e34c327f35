//! `fut-nano autotune`: finds the thresholds of nested parallel code with which a program is fastest on the inputs of
//! its test blocks, as `futhark autotune` does, and writes them to a file beside the program.

use super::{is_excluded, measures};
use crate::cli::output::{print, say};
use crate::cli::{tune, user};
use crate::scratch::Scratch;
use crate::served::{Compiler, CompilerOptions, Failure, Served};
use crate::testing::blocks;
use crate::testing::case::arguments;
use crate::testing::format::Case;
use clap::Args;
use framework::Result;
use std::path::{Path, PathBuf};
use std::time::Duration;
use tune::Tuning;

/// The options of `fut-nano autotune`.
#[derive(Args, Debug)]
pub struct Autotune {
    /// The program.
    #[arg(value_name = "FILE.fut")]
    program: PathBuf,
    #[command(flatten)]
    compiler: CompilerOptions,
    /// The number of runs of each dataset for each threshold. Before them there is one that is not measured.
    #[arg(short, long, value_name = "N", default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// The seconds that a run may take; fractions are allowed. Thresholds with longer runs are not chosen.
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds)]
    timeout: Option<Duration>,
    /// The file to write. By default, the program's file with an extension.
    #[arg(short, long, value_name = "FILE")]
    output: Option<PathBuf>,
    /// The extension.
    #[arg(long, value_name = "EXTENSION", default_value = "tuning")]
    tuning: String,
    /// Takes the test blocks of this file.
    #[arg(long, value_name = "FILE")]
    spec_file: Option<PathBuf>,
    /// Does not compile the program: takes the server that has been made of it, the file without `.fut`.
    #[arg(long)]
    skip_compilation: bool,
    /// Writes the commands that are started to standard error. May be given twice.
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
}

/// Runs the command. Returns the exit status.
pub fn run(autotune: &Autotune) -> Result<u8> {
    let file = &autotune.program;
    let blocks = blocks(autotune.spec_file.as_deref().unwrap_or(file))?;
    let mut datasets = Vec::new();
    for block in blocks.iter().filter(|block| !is_excluded(&block.tags)) {
        let cases = || block.cases.iter().filter(|case| measures(case));
        datasets.extend(block.entries.iter().flat_map(|entry| cases().map(move |case| (entry.as_str(), case))));
    }
    if datasets.is_empty() {
        return Err(user(format!("{} has no test case that is measured", file.display())));
    }
    let compiler = Compiler {
        limit: autotune.timeout,
        made_before: autotune.skip_compilation,
        verbose: autotune.verbose > 0,
        ..autotune.compiler.compiler()?
    };
    if !compiler.is_own {
        return Err(
            user("the parameters of other compilers are not known").note("`futhark autotune` tunes for Futhark")
        );
    }
    let folder = Scratch::new().map_err(|error| user(format!("cannot make a folder: {error}")))?;
    let trial = folder.path().join("trial.tuning");
    let best = tune::search(compiler.backend != "cpu", |tuning| {
        tune::write(&trial, "A trial", tuning)?;
        let found = measure(&compiler, file, &trial, &datasets, autotune.runs);
        match found {
            Ok((nanos, places)) => {
                say(&format!("{:>9.3} ms  {tuning}", nanos as f64 / 1e6));
                Ok((nanos, places))
            }
            Err(Failure::TimedOut(_)) if *tuning != Tuning::default() => {
                say(&format!("  too long    {tuning}"));
                Ok((u64::MAX, Vec::new()))
            }
            Err(failure) => Err(user(failure.to_string().trim_start_matches("error: "))),
        }
    })?;
    let output = autotune.output.clone().unwrap_or_else(|| {
        let mut name = file.clone().into_os_string();
        name.push(format!(".{}", autotune.tuning));
        name.into()
    });
    let what = format!("{}, backend {}, {} datasets", file.display(), compiler.backend, datasets.len());
    tune::write(&output, &what, &best)?;
    print(&format!("{best} is best: {}\n", output.display()))?;
    Ok(0)
}

/// The geometric mean of the run times of all datasets in nanoseconds, and the names of the tuning parameters.
fn measure(
    compiler: &Compiler,
    file: &Path,
    tuning: &Path,
    datasets: &[(&str, &Case)],
    runs: u32,
) -> std::result::Result<(u64, Vec<String>), Failure> {
    let mut server = compiler.serve(file, Some(tuning))?;
    let mut logarithms = 0.0;
    for (entry, case) in datasets {
        let mut times = Vec::new();
        for _ in 0..=runs {
            times.push(time(&mut server, file, entry, case)?);
        }
        // The first run was not measured. Any other that takes longer was disturbed.
        let best = times.into_iter().skip(1).min().unwrap_or(1).max(1);
        logarithms += (best as f64).ln();
    }
    let mut places = Vec::new();
    if let Some((entry, _)) = datasets.first() {
        places = server.command(&["tuning_params", entry])?;
    }
    Ok((((logarithms / datasets.len() as f64).exp() * 1e3) as u64, places))
}

/// The time of one run in microseconds.
fn time(server: &mut Served, file: &Path, entry: &str, case: &Case) -> std::result::Result<u64, Failure> {
    let folder = file.parent().unwrap_or(Path::new(""));
    let mut arguments = arguments(server, entry, &case.input, folder)?;
    let results: Vec<String> = (0..server.outputs(entry)?.len()).map(|position| format!("out{position}")).collect();
    let time = server.call(entry, &results, &arguments)?;
    arguments.extend(results);
    // A script may give one variable twice.
    arguments.sort();
    arguments.dedup();
    server.free(&arguments)?;
    Ok(time)
}
