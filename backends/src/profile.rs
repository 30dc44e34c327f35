//! Profiles: the work that a program gives to its device, and the time that it takes.

use std::time::Duration;

use framework::Span;
use languages::lanes::Stm;

/// The kind of work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Work {
    /// A kernel without results of its own.
    Map,
    /// A kernel with one result for all indices.
    Reduce,
    /// A kernel with a result for each prefix of its indices.
    Scan,
    /// A kernel that fills histograms.
    Histogram,
    /// A copy of an array.
    Copy,
}

impl Work {
    /// The kind of a kernel statement or of a copy. `None` for other statements.
    pub const fn of(stm: &Stm<'_>) -> Option<Work> {
        match stm {
            Stm::Parallel { .. } => Some(Work::Map),
            Stm::Reduce { .. } => Some(Work::Reduce),
            Stm::Scan { .. } => Some(Work::Scan),
            Stm::Hist { .. } => Some(Work::Histogram),
            Stm::Copy { .. } => Some(Work::Copy),
            _ => None,
        }
    }
}

/// A statement of the host that gives work to the device, and what it did in one run.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Site {
    /// The kind of work.
    pub work: Work,
    /// The place in the source.
    pub span: Span,
    /// The loops of the host around the statement, outermost first. Those around a call of a procedure do not count.
    pub loops: Vec<Span>,
    /// How often the statement ran.
    pub runs: u64,
    /// How often it ran on several threads of the processor.
    pub divided: u64,
    /// How many kernels it started on a device other than the processor.
    pub dispatches: u64,
    /// The indices of all runs.
    pub indices: u64,
    /// The time of all runs.
    pub time: Duration,
    /// The time of the runs on several threads, or on a device.
    pub parallel: Duration,
}

impl Site {
    /// A site that has not run yet.
    pub const fn new(work: Work, span: Span, loops: Vec<Span>) -> Site {
        let (time, parallel) = (Duration::ZERO, Duration::ZERO);
        Site { work, span, loops, runs: 0, divided: 0, dispatches: 0, indices: 0, time, parallel }
    }
}

/// What a run did. Sites that did not run are left out.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Profile {
    /// The sites, in the order of the program.
    pub sites: Vec<Site>,
    /// The time of the whole run.
    pub time: Duration,
}

impl Profile {
    /// The time of one thread: that of the host, and that of kernels which are too small for several threads.
    pub fn sequential(&self) -> Duration {
        self.time.saturating_sub(self.sites.iter().map(|site| site.parallel).sum())
    }
}
