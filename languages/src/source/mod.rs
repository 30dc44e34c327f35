//! `Source`: the output of the parser.

pub mod grammar;
pub mod precedence;
pub mod prelude;
mod print;
pub mod rules;
mod terminals;

pub use grammar::*;
pub use print::{declarations as print_declarations, size_text, type_text};
pub use terminals::{Edition, IntLiteral, Liftedness, RangeKind, float_literal};

impl framework::Dialect for Source {
    fn print(root: &Program<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::RULES
    }
}
