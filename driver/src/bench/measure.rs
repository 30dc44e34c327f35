//! Measures a dataset as `futhark bench` does.
//!
//! One run is not measured. Then the entry point runs a number of times, and for half a second. If these run times do
//! not agree well enough, they are forgotten, as the first runs often differ from later ones, and there are more runs
//! until they do.

use super::statistics::{autocorrelation, relative_error};
use crate::served::{Failure, Served};
use crate::testing::case::arguments;
use crate::testing::format::Input;
use std::path::Path;
use std::time::{Duration, Instant};

/// How much is measured.
#[derive(Debug, Clone)]
pub struct Effort {
    /// The least number of runs.
    pub runs: usize,
    /// The time that the first runs take together.
    pub first: Duration,
    /// Whether there are more runs until the mean is sure.
    pub converges: bool,
    /// The time after which there are no more runs.
    pub most: Duration,
    /// The time that all runs of a dataset may take.
    pub timeout: Option<Duration>,
}

/// Autocorrelations and relative standard errors of the mean. If both are greater than those of a line, the run times
/// do not agree well enough: neighbours that are alike say less than independent run times.
const LIMITS: [(f64, f64); 5] = [(0.95, 0.001), (0.75, 0.0015), (0.65, 0.0025), (0.45, 0.005), (0.0, 0.01)];

/// Whether the mean of run times is sure enough.
fn is_sure(times: &[f64]) -> bool {
    let (correlation, error) = (autocorrelation(times), relative_error(times));
    !LIMITS.iter().any(|(least, most)| correlation > *least && error > *most)
}

/// An entry point with its arguments.
pub struct Dataset<'d> {
    /// The entry point.
    pub entry: &'d str,
    /// The arguments.
    pub input: &'d Input,
    /// The folder of files with arguments.
    pub folder: &'d Path,
}

/// The runs of a dataset on a server.
struct Runs<'d> {
    server: &'d mut Served,
    dataset: &'d Dataset<'d>,
    arguments: Vec<String>,
    results: Vec<String>,
    /// Whether the entry point consumes arguments, which must then be made again for each run.
    consumes: bool,
    /// When all runs must have ended.
    end: Option<Instant>,
}

impl Runs<'_> {
    /// Runs the entry point. The results of the last run stay.
    fn run(&mut self) -> Result<u64, Failure> {
        if let Some(end) = self.end {
            let left = end.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(Failure::Refused("the runs take longer than --timeout allows".into()));
            }
            self.server.set_limit(Some(left));
        }
        let time = self.server.call(self.dataset.entry, &self.results, &self.arguments)?;
        if self.consumes {
            self.free_arguments()?;
            self.arguments = arguments(self.server, self.dataset.entry, self.dataset.input, self.dataset.folder)?;
        }
        Ok(time)
    }

    fn again(&mut self) -> Result<u64, Failure> {
        self.server.free(&self.results)?;
        self.run()
    }

    fn free_arguments(&mut self) -> Result<(), Failure> {
        // A script may give one variable twice.
        self.arguments.sort();
        self.arguments.dedup();
        self.server.free(&self.arguments)
    }

    /// The least number of runs, and more if they take too little time.
    fn first(&mut self, effort: &Effort) -> Result<Vec<f64>, Failure> {
        let (mut times, started) = (Vec::new(), Instant::now());
        while times.len() < effort.runs || started.elapsed() < effort.first {
            times.push(self.again()? as f64);
        }
        Ok(times)
    }

    /// Runs until the mean is sure, each time half as many as there have been.
    fn more(&mut self, effort: &Effort, before: usize, mut progress: impl FnMut(&[f64])) -> Result<Vec<f64>, Failure> {
        let (mut times, started) = (Vec::new(), Instant::now());
        let mut wanted = (before / 2).max(effort.runs);
        loop {
            for _ in 0..wanted {
                times.push(self.again()? as f64);
                progress(&times);
            }
            if is_sure(&times) || started.elapsed() >= effort.most {
                return Ok(times);
            }
            wanted = times.len() / 2;
        }
    }
}

/// What a measurement gives.
pub struct Times {
    /// The run times in microseconds.
    pub times: Vec<f64>,
    /// The names of the variables with the results of the last run.
    pub results: Vec<String>,
    /// The server's report: the memory that is in use, and what kernels did in a last run with a profile.
    pub report: String,
    /// What the server has written in that run.
    pub log: String,
}

/// Measures a dataset. `progress` is told the run times so far. With `profile`, one more run has a profile.
pub fn measure(
    server: &mut Served,
    dataset: &Dataset<'_>,
    effort: &Effort,
    profile: bool,
    mut progress: impl FnMut(&[f64]),
) -> Result<Times, Failure> {
    let Dataset { entry, input, folder } = *dataset;
    let consumes = server.inputs(entry)?.iter().any(|(_, consumed)| *consumed);
    let results = (0..server.outputs(entry)?.len()).map(|position| format!("out{position}")).collect();
    server.command(&["clear"])?;
    server.command(&["pause_profiling"])?;
    let arguments = arguments(server, entry, input, folder)?;
    let end = effort.timeout.and_then(|timeout| Instant::now().checked_add(timeout));
    let mut runs = Runs { server, dataset, arguments, results, consumes, end };
    runs.run()?;
    progress(&[]);
    let mut times = runs.first(effort)?;
    progress(&times);
    if effort.converges && !is_sure(&times) {
        times = runs.more(effort, times.len(), progress)?;
    }
    let mut log = String::new();
    if profile {
        runs.server.take_errors();
        runs.server.command(&["unpause_profiling"])?;
        runs.again()?;
        runs.server.command(&["pause_profiling"])?;
        log = runs.server.take_errors();
    }
    runs.free_arguments()?;
    let Runs { results, server, .. } = runs;
    server.set_limit(None);
    let report = server.command(&["report"])?.join("\n");
    Ok(Times { times, results, report, log })
}
