//! The rules of `Seg`: invariants that Rust's types cannot express. Types are checked on the `Anf` program of the same
//! meaning.

use super::{Program, Seg};
use crate::anf;
use framework::pass::{AnyRule, Report, Rule};
use framework::{Error, Owned, rules};

rules! { Seg:
    /// Every name is bound once, and used only in scope.
    pub UniqueNames = "unique-names" by unique_names;
    /// The `Anf` program of the same meaning is well typed (IFL'22 figure 3).
    pub WellTyped = "well-typed" by well_typed;
    /// The functions of streams only accumulate to their accumulators, so that streams can run in any order.
    pub Threaded = "threaded" by threaded;
    /// No operation by groups of threads is inside of another operation.
    pub Levels = "levels" by levels;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped, &Threaded, &Levels];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    well_typed_embedding(super::eval::embed_root(program), report);
}

/// Reports type errors of an embedded program, or the reason why there is no such program.
pub fn well_typed_embedding(embedded: Result<Owned<anf::Anf>, Error>, report: &mut Report) {
    match embedded {
        Ok(program) => <anf::rules::WellTyped as Rule>::violations(program.root(), report),
        Err(error) => report.fail(error.span, error.to_string()),
    }
}

fn levels(program: &Program<'_>, report: &mut Report) {
    levels_of_embedding(super::eval::embed_root(program), report);
}

/// Reports operations by groups of an embedded program that are inside of others.
pub fn levels_of_embedding(embedded: Result<Owned<anf::Anf>, Error>, report: &mut Report) {
    // `well-typed` reports a program that has no embedding.
    if let Ok(program) = embedded {
        anf::levels::levels(program.root(), report);
    }
}

fn threaded(program: &Program<'_>, report: &mut Report) {
    threaded_embedding(super::eval::embed_root(program), report);
}

/// Reports streams of an embedded program that do not thread their accumulators.
pub fn threaded_embedding(embedded: Result<Owned<anf::Anf>, Error>, report: &mut Report) {
    // `well-typed` reports a program that has no embedding.
    if let Ok(program) = embedded {
        anf::streams::threaded(program.root(), report);
    }
}
