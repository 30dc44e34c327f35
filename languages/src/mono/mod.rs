//! `Mono`: the output of match compilation.

pub mod eval;
mod grammar;
pub mod rules;

pub use grammar::*;
pub use rules::{NamesInScope, UniqueNames, WellTyped};

use std::any::Any;

use framework::pass::{AnyRule, Context};
use framework::{Dialect, Outcome, Owned, Result};

use crate::embedded::{self, Embedded, Purpose};
use crate::mono_match::MonoMatch;
use crate::typed::Typed;

impl Embedded for Mono {
    type Into = MonoMatch;

    fn embed(program: &Program<'_>, _: Purpose) -> Result<Owned<MonoMatch>> {
        eval::embed(program)
    }

    fn typed(program: &Program<'_>) -> Result<Owned<Typed>> {
        MonoMatch::typed(Self::embed(program, Purpose::Evaluate)?.root())
    }
}

impl Dialect for Mono {
    fn print(root: &Program<'_>, only: Option<&str>) -> String {
        embedded::print::<Self>(root, only)
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        embedded::evaluate(program, input, context)
    }

    fn rules() -> &'static [&'static dyn AnyRule] {
        &[&NamesInScope, &UniqueNames, &WellTyped]
    }
}
