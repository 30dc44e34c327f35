//! Languages between `Typed` and `Anf`. A program of such a language means what a program of the language before means, which also says how it is
//! printed, evaluated and checked.

use std::any::Any;

use framework::pass::{Context, Report};
use framework::{Dialect, Node, Outcome, Owned, Result};

use crate::typed::{self, Typed};

/// What an embedded program is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To be read: what only evaluators need is left out.
    Print,
    /// To be evaluated or checked.
    Evaluate,
}

/// A language whose programs are embedded into another one.
pub trait Embedded: Dialect {
    /// The language before.
    type Into: Dialect;

    /// The program of the same meaning. Fails if the program breaks rules of its language.
    fn embed(program: &Self::Root<'_>, purpose: Purpose) -> Result<Owned<Self::Into>>;

    /// The `Typed` program of the same meaning.
    fn typed(program: &Self::Root<'_>) -> Result<Owned<Typed>>;
}

/// The text of a program, or of its definition `only`. A program that breaks rules and cannot be embedded is shown as its tree.
pub fn print<L: Embedded>(program: &L::Root<'_>, only: Option<&str>) -> String {
    match L::embed(program, Purpose::Print) {
        Ok(program) => L::Into::print(program.root(), only),
        Err(_) => program.to_tree().pretty(120),
    }
}

/// Runs a program.
pub fn evaluate<L: Embedded>(program: &Owned<L>, input: &dyn Any, context: &Context) -> Result<Outcome> {
    L::Into::evaluate(&L::embed(program.root(), Purpose::Evaluate)?, input, context)
}

/// Every name is bound where it is used.
pub fn names_in_scope<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    report.names(program, false);
}

/// No variable is bound twice. A program that cannot be embedded breaks `well_typed`.
pub fn unique_names<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    if let Ok(program) = L::typed(program) {
        typed::rules::unique_names(program.root(), report);
    }
}

/// Every expression has the type that its parts give it; sizes are not compared.
pub fn well_typed<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    match L::typed(program) {
        Ok(program) => typed::rules::well_typed_but_for_sizes(program.root(), report),
        Err(error) => report.fail(error.span, error.message.clone()),
    }
}
