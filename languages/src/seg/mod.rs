//! The language `Seg`: flat parallel operations over index spaces.

mod eval;
mod grammar;
mod print;
pub mod rules;

pub use eval::embed;
pub use grammar::*;

use framework::pass::Context;
use framework::{Dialect, Outcome, Owned, Result};
use std::any::Any;

impl Dialect for Seg {
    fn print(root: &Self::Root<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::RULES
    }

    fn evaluate(program: &Owned<Self>, input: &dyn Any, context: &Context) -> Result<Outcome> {
        <crate::anf::Anf as Dialect>::evaluate(&embed(program)?, input, context)
    }
}
