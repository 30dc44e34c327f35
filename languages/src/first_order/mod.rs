//! `FirstOrder`: the output of defunctionalisation.

pub mod eval;
mod grammar;
pub mod rules;

pub use grammar::*;
pub use rules::{NamesInScope, UniqueNames, WellTyped};

use std::any::Any;

use framework::pass::{AnyRule, Context};
use framework::{Dialect, Outcome, Owned, Result};

use crate::embedded::{self, Embedded, Purpose};
use crate::mono::Mono;
use crate::typed::Typed;

impl Embedded for FirstOrder {
    type Into = Mono;

    fn embed(program: &Program<'_>, purpose: Purpose) -> Result<Owned<Mono>> {
        eval::embed(program, purpose == Purpose::Evaluate)
    }

    fn typed(program: &Program<'_>) -> Result<Owned<Typed>> {
        Mono::typed(Self::embed(program, Purpose::Evaluate)?.root())
    }
}

impl Dialect for FirstOrder {
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
