//! What Rust's types cannot say about `Seg` programs. Types are those of the `Anf` program of the same meaning.

use super::{Program, Seg};
use crate::anf;
use framework::pass::{AnyRule, Report, Rule};
use framework::{Error, Owned, rules};

rules! { Seg:
    /// Every name is in scope where it is used and has one binding occurrence.
    pub UniqueNames = "unique-names" by unique_names;
    /// The program of `Anf` with the same meaning is well typed (IFL'22 figure 3).
    pub WellTyped = "well-typed" by well_typed;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    well_typed_embedding(super::eval::embed_root(program), report);
}

/// Reports what is wrong with an embedded program's types, or why there is none.
pub fn well_typed_embedding(embedded: Result<Owned<anf::Anf>, Error>, report: &mut Report) {
    match embedded {
        Ok(program) => <anf::rules::WellTyped as Rule>::violations(program.root(), report),
        Err(error) => report.fail(error.span, error.to_string()),
    }
}
