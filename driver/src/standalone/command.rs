//! Executables: run an entry point on the values of standard input, with the options of Futhark's executables.

use super::bundle::Bundle;
use super::program::{self, Program};
use crate::Driver;
use crate::cli::ErrorFormat;
use crate::cli::args::{Machine, Repeated};
use crate::cli::cache::Lookup;
use crate::cli::commands::{find_entry, repeat, write_results};
use crate::cli::guard::Guard;
use crate::cli::output::{print, say};
use crate::cli::report::Report;
use crate::cli::tune::{self, Tuning};
use crate::cli::{profile, user};
use backends::CompileOptions;
use clap::Parser;
use framework::{Result, SourceMap};
use languages::parameters::{ALL_THRESHOLDS, class};
use languages::trace::Tracer;
use languages::value::Value;
use passes::anf::versions::GROUPS;
use std::io;
use std::path::PathBuf;

/// Runs an entry point: arguments on standard input, results on standard output.
#[derive(Parser, Debug)]
#[command(
    after_help = "Exit status: 0 success, 1 the program failed or its input is wrong, 2 an option is wrong, 3 a limitation."
)]
struct Options {
    #[command(flatten)]
    repeated: Repeated,
    /// The entry point.
    #[arg(short, long, value_name = "NAME", default_value = "main")]
    entry_point: String,
    /// Writes no results.
    #[arg(short, long)]
    no_print_result: bool,
    /// Always compiles, and keeps no machine code.
    #[arg(long)]
    no_cache: bool,
    #[command(flatten)]
    common: Common,
}

/// The options that executables and servers have.
#[derive(clap::Args, Debug, Default)]
pub struct Common {
    #[command(flatten)]
    pub machine: Machine,
    /// Prints the names of all tuning parameters.
    #[arg(long)]
    pub print_params: bool,
    /// Sets a tuning parameter.
    #[arg(long, value_name = "NAME=VALUE")]
    pub param: Vec<String>,
    /// Reads tuning parameters from a file.
    #[arg(long, value_name = "FILE")]
    pub tuning: Option<PathBuf>,
    /// Has no effect, as in programs by `c`. Executables keep their machine code in the user's cache.
    #[arg(long, value_name = "FILE")]
    pub cache_file: Option<PathBuf>,
}

impl Common {
    /// How the program is compiled.
    pub fn compile_options(&self) -> CompileOptions {
        CompileOptions {
            threads: self.machine.num_threads.map(usize::from),
            device: self.machine.device.clone(),
            tracer: Tracer::stderr(),
            profile: self.machine.profile || self.machine.debugging,
            ..CompileOptions::default()
        }
    }

    /// The tuning parameters.
    pub fn tuning(&self) -> Result<Tuning> {
        let mut tuning = match &self.tuning {
            Some(file) => tune::read(file)?,
            None => Tuning::default(),
        };
        for assignment in &self.param {
            let (name, value) = assigned(assignment)
                .and_then(|(name, value)| Some((name, value.parse().ok()?)))
                .ok_or_else(|| user(format!("`{assignment}` is not NAME=VALUE with a number")))?;
            tuning.set(name, value);
        }
        Ok(tuning)
    }

    /// Checks that a bundle's program has the tuning parameters of the command line. Files may have others, as they may
    /// be for other backends.
    pub fn check_params(&self, bundle: &Bundle, driver: &Driver, program: &Program) -> Result<()> {
        let names = self.param.iter().filter_map(|assignment| Some(assigned(assignment)?.0));
        let unknown = |program: &Program| {
            names.clone().find(|name| {
                let place = name.strip_prefix(GROUPS).unwrap_or(name);
                *name != ALL_THRESHOLDS && !program.parameters.iter().any(|known| known == place)
            })
        };
        if unknown(program).is_none() {
            return Ok(());
        }
        // Where a threshold leaves one version only, it is no parameter any more.
        let (tuning, mut report) = (Tuning::default(), Report::default());
        let untuned = program::compile(bundle, driver, None, &tuning, self.compile_options(), &mut report)?;
        match unknown(&untuned) {
            Some(name) => Err(user(format!("Unknown size: {name}"))),
            None => Ok(()),
        }
    }

    /// Says how long the compilation took, and prints the tuning parameters, if that is asked for. Returns whether
    /// there is nothing else to do.
    pub fn show(&self, program: &Program, started: std::time::Instant) -> Result<bool> {
        if self.machine.log || self.machine.debugging {
            say(&format!("Compiled in {:.1} ms.", started.elapsed().as_secs_f64() * 1e3));
        }
        if self.print_params {
            let lines = program.parameters.iter().map(|name| format!("{name} ({})\n", class(name)));
            print(&lines.collect::<String>())?;
        }
        Ok(self.print_params)
    }
}

/// The parts of NAME=VALUE.
fn assigned(assignment: &str) -> Option<(&str, &str)> {
    let (name, value) = assignment.rsplit_once('=')?;
    Some((name.trim(), value.trim()))
}

/// Runs the executable of a bundle.
pub fn run(bundle: &Bundle, driver: &Driver, report: &mut Report) -> Result<()> {
    let options = Options::parse();
    let started = std::time::Instant::now();
    let entry = &options.entry_point;
    let guard = Guard::new(None, ErrorFormat::Human)?;
    let (tuning, compile) = (options.common.tuning()?, options.common.compile_options());
    let compile = CompileOptions { stop: guard.stop(), ..compile };
    let machine = &options.common.machine;
    let plain = !(options.no_cache || options.common.print_params || machine.log || compile.profile);
    let lookup = (plain && bundle.backend == "cpu").then(|| Lookup::of_this_executable(entry, &tuning)).flatten();
    let (mut executable, types, sources) = match lookup.as_ref().and_then(|lookup| lookup.find(&compile)) {
        Some((executable, types, _)) => (executable, types, SourceMap::default()),
        None => {
            let program = program::compile(bundle, driver, Some(entry), &tuning, compile, report)?;
            options.common.check_params(bundle, driver, &program)?;
            if options.common.show(&program, started)? {
                return Ok(());
            }
            if let Some(lookup) = &lookup {
                lookup.store_executable(program.executable.as_ref(), &program.types, bundle.edition);
            }
            (program.executable, program.types, program.sources)
        }
    };
    let info = find_entry(executable.entries(), entry)?;
    let source: Box<dyn io::Read> = if info.params.is_empty() { Box::new(io::empty()) } else { Box::new(io::stdin()) };
    let values: Vec<Value> = types.read(source, bundle.edition)?;
    let file = options.repeated.write_runtime_to.as_deref();
    let outcome = repeat(executable.as_mut(), entry, values, options.repeated.runs, file, &guard)?;
    if let Some(found) = &outcome.profile {
        profile::report(found, &sources);
    }
    if options.no_print_result {
        return Ok(());
    }
    write_results(&types, &outcome.results, options.repeated.binary_output, bundle.edition)
}
