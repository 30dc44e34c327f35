//! `Mono`: what match compilation leaves.

pub mod eval;
mod grammar;
mod print;
pub mod rules;

pub use grammar::*;
pub use rules::{NamesInScope, UniqueNames, WellTyped};

use std::any::Any;

use framework::pass::{AnyRule, Context};
use framework::{Dialect, Outcome, Owned, Result};

use crate::mono_match::MonoMatch;

impl Dialect for Mono {
    fn print(root: &Program<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        MonoMatch::evaluate(&eval::embed(program.root())?, input, context)
    }

    fn rules() -> &'static [&'static dyn AnyRule] {
        &[&NamesInScope, &UniqueNames, &WellTyped]
    }
}
