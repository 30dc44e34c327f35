//! `Resolved`: all names resolved, all modules evaluated.

pub mod grammar;
mod print;
mod rules;

pub use grammar::*;
pub use rules::NothingAssumed;

impl framework::Dialect for Resolved {
    fn print(root: &Program<'_>, only: Option<&str>) -> String {
        print::program(root, only)
    }

    fn rules() -> &'static [&'static dyn framework::pass::AnyRule] {
        rules::ALL
    }
}
