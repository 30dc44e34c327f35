//! The rules of `MonoMatch`: those of `Typed`, on the `Typed` program of the same meaning; but sizes are not compared.

use framework::pass::Report;
use framework::{Owned, Result, Span, rules};

use super::{MonoMatch, Program, eval};
use crate::typed::{self, Typed};

rules! { MonoMatch:
    /// Every name is bound where it is used.
    pub NamesInScope = "names-in-scope" by names_in_scope;
    /// No variable is bound twice.
    pub UniqueNames = "unique-names" by unique_names;
    /// Every expression has the type that its parts give it.
    pub WellTyped = "well-typed" by well_typed;
}

fn embed(program: &Program<'_>) -> Result<Owned<Typed>> {
    eval::embed(program)
}

fn with_typed(program: &Program<'_>, report: &mut Report, check: fn(&typed::Program<'_>, &mut Report)) {
    match embed(program) {
        Ok(program) => check(program.root(), report),
        Err(error) => report.fail(Span::NONE.or(error.span), error.to_string()),
    }
}

fn names_in_scope(program: &Program<'_>, report: &mut Report) {
    report.names(program, false);
}

fn unique_names(program: &Program<'_>, report: &mut Report) {
    with_typed(program, report, typed::rules::unique_names);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    with_typed(program, report, typed::rules::well_typed_but_for_sizes);
}
