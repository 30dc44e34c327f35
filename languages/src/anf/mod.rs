//! The language `Anf`: A-normal form with sizes.

pub mod eval;
mod grammar;
pub mod levels;
pub(crate) mod print;
pub mod rules;
pub mod streams;

pub use grammar::*;

use framework::pass::Context;
use framework::{Dialect, Outcome, Owned, Result};
use std::any::Any;

impl Lambda<'_> {
    /// Whether the lambda returns its parameters.
    pub fn is_identity(&self) -> bool {
        let results = self.body.result;
        let same = |(param, atom): (&Param, &Atom)| matches!(atom, Atom::Var { name, .. } if *name == param.name);
        self.params.len() == results.len() && self.params.iter().zip(results).all(same)
    }
}

impl Dialect for Anf {
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
