//! The rules of `FunMem`: invariants that Rust's types cannot express.
//!
//! `figure8.rs` has the rules of IFL'22 figure 8. As in the paper, a program may obey them and still use memory in a
//! way that changes its meaning. The heap evaluator finds such programs (validity, races).

mod blocks;
mod equality;
mod figure8;
mod place;

use super::{FunMem, Program};
use framework::pass::{AnyRule, Report};
use framework::rules;

rules! { FunMem:
    /// Every name is bound once, and used only in scope.
    pub UniqueNames = "unique-names" by unique_names;
    /// The program without its memory is well typed (IFL'22 figure 9, then figure 3).
    pub WellTyped = "well-typed" by well_typed;
    /// The functions of streams only accumulate to their accumulators, so that streams can run in any order.
    pub Threaded = "threaded" by threaded;
    /// No operation by groups of threads is inside of another operation.
    pub Levels = "levels" by levels;
    /// Arrays are where their types say (IFL'22 figure 8): views share the block of their operand, by the index
    /// function that follows from its own; results of branches, loops, functions and calls have the places of their
    /// pattern, once the names that the pattern binds are replaced; entry points pass arrays in row-major order. All
    /// elements of a block are of one type. The bins of a histogram are next to each other. Sizes are not compared.
    pub WellPlaced = "well-placed" by figure8::well_placed;
    /// Arrays have the sizes that their types say, as far as sizes are known (IFL'22 figures 3 and 8). This is no
    /// rule of the language, as types of `Anf` are checked up to sizes: a run checks them.
    pub SizesAgree = "sizes-agree" by figure8::sizes_agree;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped, &Threaded, &Levels, &WellPlaced];

fn unique_names(program: &Program<'_>, report: &mut Report) {
    report.names(program, true);
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    // Nothing is done with a block, nor with a certificate.
    let embedded = super::eval::with_certificates(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::well_typed_embedding(embedded, report);
}

fn levels(program: &Program<'_>, report: &mut Report) {
    let embedded = super::eval::with_certificates(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::levels_of_embedding(embedded, report);
}

fn threaded(program: &Program<'_>, report: &mut Report) {
    let embedded = super::eval::with_certificates(program).and_then(|program| crate::seg::embed(&program));
    crate::seg::rules::threaded_embedding(embedded, report);
}
