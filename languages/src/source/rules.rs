//! What Rust's types cannot say about `Source` programs. There is little: what is wrong with a program here is the user's
//! doing, and for `resolve` and type inference to tell.

use super::{Program, Source};
use framework::pass::{AnyRule, Report};
use framework::rules;
use std::collections::HashSet;

rules! { Source:
    /// Every file has a path of its own.
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
