//! The language `Lanes`: what backends run. `Imp` with vectors.

pub mod cost;
mod embed;
pub mod facts;
mod grammar;
pub mod rules;

pub use embed::{Purpose, embed};
pub use grammar::*;

use framework::pass::Context;
use framework::{Dialect, Outcome, Owned, Result};
use std::any::Any;

/// The most lanes of a group.
pub const MOST_LANES: i64 = 64;

struct Printer;

impl Print for Printer {}

impl Dialect for Lanes {
    fn print(root: &Self::Root<'_>, only: Option<&str>) -> String {
        let procs = root.procs.iter().map(|proc| Printer.print_proc(proc));
        let funs = root.funs.iter().map(|fun| (fun.entry.as_str(), Printer.print_fun(fun)));
        crate::imp::print::functions(procs, funs, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::RULES
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        <crate::imp::Imp as Dialect>::evaluate(&embed(program.root(), Purpose::Run)?, input, context)
    }
}

impl Stm<'_> {
    /// Whether the statement is a kernel: `Parallel`, `Reduce`, `Scan` or `Hist`.
    pub const fn is_kernel(&self) -> bool {
        matches!(self, Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. })
    }
}

impl<'a> Stm<'a> {
    /// The kernel that the statement is, that its tasks share, or that has groups of lanes.
    pub fn kernel(&self) -> Option<&Stm<'a>> {
        match self {
            Stm::Tasks { kernel, .. } | Stm::Vectors { kernel, .. } => kernel.kernel(),
            _ => self.is_kernel().then_some(self),
        }
    }
}

impl<'a> Reduce<'a> {
    /// Returns the operator that combines the results so far with the values of an index.
    pub fn each(&self) -> &'a Op<'a> {
        self.step.unwrap_or(self.op)
    }

    /// Returns the step, if there is one, and the operator.
    pub fn ops(&self) -> impl Iterator<Item = &'a Op<'a>> + use<'a> {
        self.step.into_iter().chain([self.op])
    }
}

impl<'a> Scan<'a> {
    /// Returns the reduction of the scanned values. Its result is the prefix for the indices after those of `dim`.
    pub const fn reduction(&self) -> Reduce<'a> {
        let Scan { span, dim, body, values, op, neutral, .. } = *self;
        Reduce { span, dim, body, values, op, step: None, neutral, comm: false, targets: &[] }
    }
}
