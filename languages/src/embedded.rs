//! Shared code of the languages between `Typed` and `Anf`. Each is *embedded*: a program is translated back to a
//! program of the same meaning in the parent language, and the parent's printer, evaluator and rules do the rest.

use std::any::Any;

use framework::pass::{Context, Report};
use framework::{Dialect, Node, Outcome, Owned, Result};

use crate::typed::{self, Typed};

/// The purpose of an embedding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// The result is for people to read, and omits parts that only evaluators need.
    Print,
    /// The result is for evaluation or checks.
    Evaluate,
}

/// A language with an embedding into its parent.
pub trait Embedded: Dialect {
    /// The parent language.
    type Into: Dialect;

    /// Returns the program of the same meaning in the parent language. Fails if the program breaks rules of its
    /// language.
    fn embed(program: &Self::Root<'_>, purpose: Purpose) -> Result<Owned<Self::Into>>;

    /// Returns the program of the same meaning in `Typed`.
    fn typed(program: &Self::Root<'_>) -> Result<Owned<Typed>>;
}

/// Prints a program, or its definition `only`. If the program breaks rules and cannot be embedded, prints its
/// S-expression.
pub fn print<L: Embedded>(program: &L::Root<'_>, only: Option<&str>) -> String {
    match L::embed(program, Purpose::Print) {
        Ok(program) => L::Into::print(program.root(), only),
        Err(_) => program.to_tree().pretty(120),
    }
}

/// Runs a program by its embedding.
pub fn evaluate<L: Embedded>(program: &Owned<L>, input: &dyn Any, context: &Context) -> Result<Outcome> {
    L::Into::evaluate(&L::embed(program.root(), Purpose::Evaluate)?, input, context)
}

/// Checks that every name is bound where it is used.
pub fn names_in_scope<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    report.names(program, false);
}

/// No variable is bound twice. A program that cannot be embedded breaks `well_typed`.
pub fn unique_names<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    if let Ok(program) = L::typed(program) {
        typed::rules::unique_names(program.root(), report);
    }
}

/// Checks that every expression has the type that its parts require. Sizes are not compared.
pub fn well_typed<L: Embedded>(program: &L::Root<'_>, report: &mut Report) {
    match L::typed(program) {
        Ok(program) => typed::rules::well_typed_but_for_sizes(program.root(), report),
        Err(error) => report.fail(error.span, error.message.clone()),
    }
}
