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

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{FileId, Owned, Program as AnyProgram};

    fn violations(files: &str) -> Vec<String> {
        let tree = Tree::parse(&format!("(program 2026 [{files}])"), FileId(0))
            .expect("the test's program is an S-expression");
        let program: Owned<Source> = Owned::from_tree(&tree).expect("the test's program is one of Source");
        AnyProgram::new(program).check_rules().violations.into_iter().map(|violation| violation.to_string()).collect()
    }

    #[test]
    fn a_file_twice_breaks_distinct_files() {
        assert_eq!(violations("(file a false []) (file b false [])"), Vec::<String>::new());
        assert_eq!(violations("(file a false []) (file a false [])"), ["distinct-files: the file `a` is there twice"]);
    }
}
