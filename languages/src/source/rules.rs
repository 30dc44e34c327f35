//! The rules of `Source`: invariants that Rust's types cannot express. There are few. Most faults of a `Source` program
//! are the user's, and `resolve` and type inference report them.

use super::{Program, Source};
use framework::pass::{AnyRule, Report};
use framework::rules;
use std::collections::HashSet;

rules! { Source:
    /// Every file has a different path.
    pub DistinctFiles = "distinct-files" by distinct_files;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&DistinctFiles];

fn distinct_files(program: &Program<'_>, report: &mut Report) {
    let mut seen = HashSet::new();
    for file in program.files {
        if !seen.insert(file.path) {
            report.fail(file.span, format!("the file `{}` is there twice", file.path));
        }
    }
}
