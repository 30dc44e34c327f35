//! The language `Imp`: the input of backends.

mod eval;
mod grammar;
pub(crate) mod print;
pub mod rules;

pub use grammar::*;

use framework::pass::Context;
use framework::{Dialect, Outcome, Owned, Result};
use std::any::Any;

/// The largest memory, in bytes, of blocks that a thread may keep in registers or on a stack: blocks of constant
/// sizes, for all variables that may refer to the same ones.
pub const PRIVATE_CLASS_BYTES: usize = 16 << 10;

impl Dialect for Imp {
    fn print(root: &Self::Root<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::RULES
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, _: &Context) -> Result<Outcome> {
        Ok(Box::new(eval::evaluate(program, crate::run::evaluate_call(input)?)?))
    }
}

impl Stm<'_> {
    /// Whether the statement is a kernel: `Parallel`, `Reduce`, `Scan` or `Hist`.
    pub const fn is_kernel(&self) -> bool {
        matches!(self, Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. })
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
