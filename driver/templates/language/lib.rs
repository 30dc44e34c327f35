//! `@Name@`: a language of one's own, with its grammar, rules, concrete syntax and meaning.

pub mod eval;
mod grammar;
pub mod rules;

pub use grammar::*;

use framework::pass::{AnyRule, Context};
use framework::print::render;
use framework::{Dialect, Outcome, Owned, Result};
use std::any::Any;

struct Printer;

// Every production has a text in the grammar; one without would be a required method here.
impl Print for Printer {}

impl Dialect for @Name@ {
    fn print(root: &Program<'_>, _only: Option<&str>) -> String {
        render(&Printer.print_program(root)) + "\n"
    }

    fn rules() -> &'static [&'static dyn AnyRule] {
        &[&rules::NamesInScope]
    }

    fn evaluate(program: &Owned<Self>, _input: &dyn Any, _context: &Context) -> Result<Outcome> {
        Ok(Box::new(eval::program(program.root())?))
    }
}
