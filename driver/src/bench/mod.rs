//! `fut-nano bench`: measures programs on the inputs of their test blocks.
//!
//! - `measure.rs`: the runs of a dataset; `statistics.rs`: means and how sure they are; `report.rs`: reports as JSON;
//!   `compare.rs`: the comparison of two reports; `plot.rs` and `lines.rs`: reports as pictures.
//! - `autotune.rs`: `fut-nano autotune`, which measures programs with different thresholds.
//! - `profile.rs`: `fut-nano profile`, which makes files for people of the profiles in reports.

mod autotune;
mod compare;
mod lines;
mod measure;
mod plot;
mod profile;
mod report;
mod statistics;

pub use autotune::{Autotune, run as autotune};
pub use profile::{Profile, run as profile};

use crate::cli::output::{print, say};
use crate::cli::user;
use crate::served::{Compiler, CompilerOptions, Failure, Served, TuningOptions};
use crate::testing::case::usual_tolerance;
use crate::testing::format::{Block, Case, Expected};
use crate::testing::{blocks, programs};
use clap::Args;
use framework::Result as Checked;
use measure::{Dataset, Effort, measure};
use regex::Regex;
use report::{Measured, Outcome, Report};
use std::collections::BTreeMap;
use std::io::IsTerminal;
use std::path::{Path, PathBuf};
use std::time::Duration;

/// The options of `fut-nano bench`.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 everything is measured, 1 something failed, 2 the command line is wrong.")]
pub struct Bench {
    /// Programs, and folders of programs. If these are reports (`.json`), nothing is measured, and the last of them is
    /// compared.
    #[arg(required = true, value_name = "FILE|DIR")]
    programs: Vec<PathBuf>,
    #[command(flatten)]
    compiler: CompilerOptions,
    /// The least number of runs of each dataset.
    #[arg(short, long, value_name = "N", default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..))]
    runs: u32,
    /// Does not run a dataset until its mean is sure.
    #[arg(long)]
    no_convergence_phase: bool,
    /// The seconds after which a dataset is not run further, even if its mean is not sure.
    #[arg(long, value_name = "SECONDS", default_value = "300", value_parser = crate::cli::args::seconds)]
    convergence_max_seconds: Duration,
    /// The seconds that all runs of a dataset may take.
    #[arg(long, value_name = "SECONDS", value_parser = crate::cli::args::seconds)]
    timeout: Option<Duration>,
    /// Measures this entry point only.
    #[arg(short, long, value_name = "NAME")]
    entry_point: Option<String>,
    /// Leaves out cases with this tag, besides `nobench` and `disable`.
    #[arg(long, value_name = "TAG")]
    exclude_case: Vec<String>,
    /// Leaves out programs whose paths match.
    #[arg(long, value_name = "REGEX")]
    ignore_files: Vec<Regex>,
    /// Takes the test blocks of this file for all programs.
    #[arg(long, value_name = "FILE")]
    spec_file: Option<PathBuf>,
    #[command(flatten)]
    tuning: TuningOptions,
    /// Does not compile programs: takes the servers that have been made of them, their files without `.fut`.
    #[arg(long)]
    skip_compilation: bool,
    /// Has no effect, as in Futhark on processors: programs are compiled and measured one after the other.
    #[arg(long, value_name = "N")]
    concurrency: Option<u16>,
    /// Has no effect: what is compiled is kept for `fut-nano run` only.
    #[arg(long, value_name = "EXTENSION")]
    cache_extension: Option<String>,
    /// Writes the commands that are started to standard error. May be given twice.
    #[arg(short, long, action = clap::ArgAction::Count)]
    verbose: u8,
    /// Writes a report as JSON, which `futhark benchcmp` reads, too.
    #[arg(long, value_name = "FILE")]
    json: Option<PathBuf>,
    /// Compares with an older report: of fut-nano, or of `futhark bench`.
    #[arg(long, value_name = "OLD.json")]
    compare: Option<PathBuf>,
    /// Runs each dataset once more with a profile, which the report then has.
    #[arg(short = 'P', long)]
    profile: bool,
    /// Draws the means of all datasets into an SVG file, and those of the report of `--compare`. Of several reports, it
    /// draws how the means have changed.
    #[arg(long, value_name = "FILE.svg")]
    plot: Option<PathBuf>,
    /// Draws how the means of each entry point grow with the sizes of its inputs, as far as the names of datasets have
    /// sizes, and the same of the report of `--compare`.
    #[arg(long, value_name = "FILE.svg")]
    plot_sizes: Option<PathBuf>,
}

/// The time that the first runs of a dataset take together.
const FIRST_RUNS: Duration = Duration::from_millis(500);

/// The most characters of a dataset's name in a line.
const NAME_WIDTH: usize = 40;

/// Runs the command. Returns the exit status.
pub fn run(bench: &Bench) -> Checked<u8> {
    let read = |path: &Path| Report::read(path).map_err(|why| user(format!("{} is no report: {why}", path.display())));
    let old = bench.compare.as_deref().map(read).transpose()?;
    let is_report = |path: &PathBuf| path.extension().is_some_and(|extension| extension == "json");
    let mut given = Vec::new();
    if bench.programs.iter().all(is_report) {
        for path in &bench.programs {
            let name = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
            given.push((name, read(path)?));
        }
    }
    let new = match given.last() {
        Some((_, last)) => last.clone(),
        None => bench.measure_all()?,
    };
    if let Some(path) = &bench.json {
        let text = new.to_json().to_string();
        std::fs::write(path, text).map_err(|error| user(format!("cannot write {}: {error}", path.display())))?;
    }
    if let Some(old) = &old {
        print(&compare::describe(old, &new))?;
    }
    let save = |path: &Path, picture: String| {
        std::fs::write(path, picture).map_err(|error| user(format!("cannot write {}: {error}", path.display())))
    };
    if let Some(path) = &bench.plot {
        save(path, if given.len() > 1 { lines::history(&given) } else { plot::draw(&new, old.as_ref()) })?;
    }
    if let Some(path) = &bench.plot_sizes {
        save(path, lines::by_size(&new, old.as_ref()))?;
    }
    Ok(u8::from(!new.is_complete()))
}

impl Bench {
    /// Whether a case is measured.
    fn wants(&self, case: &Case) -> bool {
        measures(case) && !case.tags.iter().any(|tag| self.exclude_case.contains(tag))
    }

    fn effort(&self) -> Effort {
        Effort {
            runs: self.runs as usize,
            first: FIRST_RUNS,
            converges: !self.no_convergence_phase,
            most: self.convergence_max_seconds,
            timeout: self.timeout,
        }
    }

    fn compiler(&self) -> Checked<Compiler> {
        let own = self.compiler.compiler()?;
        let mut compiler = Compiler { made_before: self.skip_compilation, verbose: self.verbose > 0, ..own };
        if self.profile {
            compiler.run_options.extend(["--profile".into(), "--log".into()]);
        }
        Ok(compiler)
    }

    fn measure_all(&self) -> Checked<Report> {
        let compiler = self.compiler()?;
        let mut report = Report::default();
        print(&format!("At least {} runs of each dataset, and at least {} s.\n", self.runs, FIRST_RUNS.as_secs_f64()))?;
        if !self.no_convergence_phase {
            let most = self.convergence_max_seconds.as_secs_f64();
            print(&format!("More runs, for up to {most} s, until the mean is sure.\n"))?;
        }
        for file in programs(&self.programs)? {
            if self.ignore_files.iter().any(|pattern| pattern.is_match(&file.to_string_lossy())) {
                continue;
            }
            let mut program = Program { bench: self, compiler: &compiler, file: &file, server: None };
            program.measure(&mut report)?;
        }
        Ok(report)
    }
}

/// A program that is measured.
struct Program<'b> {
    bench: &'b Bench,
    compiler: &'b Compiler,
    file: &'b Path,
    server: Option<Served>,
}

impl Program<'_> {
    fn tuning(&self) -> Option<PathBuf> {
        self.compiler.tuning_of(self.file, self.bench.tuning.extension()?)
    }

    fn server(&mut self) -> Result<&mut Served, Failure> {
        let server = match self.server.take() {
            Some(server) => server,
            None => self.compiler.serve(self.file, self.tuning().as_deref())?,
        };
        Ok(self.server.insert(server))
    }

    /// Adds the measurements of all datasets to a report.
    fn measure(&mut self, report: &mut Report) -> Checked<()> {
        let bench = self.bench;
        let blocks = blocks(bench.spec_file.as_deref().unwrap_or(self.file))?;
        let excluded = |block: &Block| is_excluded(&block.tags);
        let is_wrong = blocks.iter().any(|block| block.error.is_some());
        let wanted: Vec<&Block> =
            blocks.iter().filter(|block| block.cases.iter().any(|case| bench.wants(case))).collect();
        if is_wrong || wanted.is_empty() || blocks.first().is_some_and(excluded) {
            return Ok(());
        }
        let name = self.file.display().to_string();
        if let Err(failure) = self.server() {
            print(&format!("\n{name} is not measured:\n"))?;
            say(&failure.to_string());
            report.0.push((name.clone(), vec![("main".into(), Err(failure.to_string()))]));
            return Ok(());
        }
        let tuned = match self.tuning() {
            Some(path) => format!(" (with {})", path.display()),
            None => String::new(),
        };
        let names = wanted.iter().flat_map(|block| &block.cases).map(|case| short(&case.name).chars().count());
        let width = names.max().unwrap_or(0);
        for block in wanted.into_iter().filter(|block| !excluded(block)) {
            for entry in &block.entries {
                if bench.entry_point.as_ref().is_some_and(|only| only != entry) {
                    continue;
                }
                let label = if entry == "main" { name.clone() } else { format!("{name}:{entry}") };
                print(&format!("\n{label}{tuned}:\n"))?;
                let mut datasets = Vec::new();
                for case in block.cases.iter().filter(|case| bench.wants(case)) {
                    datasets.push((case.name.clone(), self.measure_case(entry, case, width)?));
                }
                match report.0.iter_mut().find(|(other, _)| *other == label) {
                    Some((_, known)) => known.extend(datasets),
                    None => report.0.push((label, datasets)),
                }
            }
        }
        Ok(())
    }

    /// Measures a case, and shows the result.
    fn measure_case(&mut self, entry: &str, case: &Case, width: usize) -> Checked<Outcome> {
        let name = format!("{}:", short(&case.name));
        let name = format!("{name:0$}", width + 1);
        let on_terminal = std::io::stdout().is_terminal();
        if !on_terminal {
            print(&name)?;
        }
        let found = self.measured(entry, case, |times| {
            if on_terminal {
                let so_far = match times {
                    [] => String::new(),
                    times => format!("{:12.0} μs, {} runs", statistics::mean(times), times.len()),
                };
                // A line that is not shown does no harm.
                let _ = print(&format!("\r\x1b[K{name}{so_far}"));
            }
        });
        let start = if on_terminal { format!("\r\x1b[K{name}") } else { String::new() };
        match found {
            Ok(measured) => {
                let times: Vec<f64> = measured.runtimes.iter().map(|time| *time as f64).collect();
                let (mean, (low, high)) = (statistics::mean(&times), statistics::confidence_interval(&times));
                print(&format!("{start}{mean:12.0} μs (95 % CI: [{low:10.1}, {high:10.1}])\n"))?;
                Ok(Ok(measured))
            }
            Err(failure) => {
                self.server = None;
                print(&format!("{start} {}\n", failure.to_string().replace('\n', "\n  ")))?;
                Ok(Err(failure.to_string()))
            }
        }
    }

    fn measured(&mut self, entry: &str, case: &Case, progress: impl FnMut(&[f64])) -> Result<Measured, Failure> {
        let folder = self.file.parent().unwrap_or(Path::new(""));
        let (effort, profile) = (self.bench.effort(), self.bench.profile);
        let server = self.server()?;
        let dataset = Dataset { entry, input: &case.input, folder };
        let found = measure(server, &dataset, &effort, profile, progress)?;
        let report: serde_json::Value = serde_json::from_str(&found.report).unwrap_or_default();
        let memory = report.get("memory").and_then(serde_json::Value::as_object).into_iter().flatten();
        let bytes: BTreeMap<String, u64> =
            memory.filter_map(|(space, bytes)| Some((space.clone(), bytes.as_u64()?))).collect();
        // The results are compared when nothing is measured any more.
        if let Some(wanted) = case.expected.values(folder).map_err(Failure::Refused)? {
            let results = Ok(server.get(&found.results)?);
            if let Some(mismatch) = wanted.mismatch(&results, usual_tolerance) {
                return Err(Failure::Refused(mismatch));
            }
        }
        server.free(&found.results)?;
        let (stderr, profiling) = if profile { (Some(found.log), Some(report)) } else { (None, None) };
        Ok(Measured { runtimes: found.times.iter().map(|time| *time as u64).collect(), bytes, stderr, profiling })
    }
}

/// Whether tags exclude a program or a case from measurements.
fn is_excluded(tags: &[String]) -> bool {
    tags.iter().any(|tag| matches!(tag.as_str(), "nobench" | "disable"))
}

/// Whether a case is for measurements: it must be expected to succeed.
fn measures(case: &Case) -> bool {
    !is_excluded(&case.tags) && !matches!(case.expected, Expected::Error(_))
}

/// The start of a long name.
fn short(name: &str) -> String {
    match name.char_indices().nth(NAME_WIDTH) {
        Some(_) => name.chars().take(NAME_WIDTH - 3).chain("...".chars()).collect(),
        None => name.to_string(),
    }
}
