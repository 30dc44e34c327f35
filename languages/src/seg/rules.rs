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
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] = &[&UniqueNames, &WellTyped];

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

#[cfg(test)]
mod tests {
    use super::*;
    use framework::sexp::Tree;
    use framework::{FileId, Program as AnyProgram};

    fn violations(stms: &str) -> Vec<String> {
        let text = format!(
            "(program [] [(fun main _ [(param n (scalar i64)) (param xs (array i32 [(var n)] false))] [] (body [{stms}] []))])"
        );
        let tree = Tree::parse(&text, FileId(0)).expect("the test's program is an S-expression");
        let program: Owned<Seg> = Owned::from_tree(&tree).expect("the test's program is one of Seg");
        AnyProgram::new(program).check_rules().violations.into_iter().map(|violation| violation.to_string()).collect()
    }

    fn map(result_type: &str) -> String {
        let body = "(kernel-body [(stm [(param e (scalar i32))] [] (index xs [(var i)]))] [(returns (var e))])";
        format!("(stm [(param ys (array {result_type} [(var n)] false))] [] (seg-map [(seg-dim i (var n))] {body}))")
    }

    #[test]
    fn t_kernel() {
        assert_eq!(violations(&map("i32")), Vec::<String>::new());
        let found = violations(&map("f32"));
        assert!(found.iter().any(|text| text.contains("a result should be of type f32")), "{found:?}");
    }

    #[test]
    fn an_index_is_bound_in_its_kernel_only() {
        let after = "(stm [(param y (scalar i64))] [] (atoms [(var i)]))";
        let found = violations(&(map("i32") + after));
        assert!(found.iter().any(|text| text.starts_with("unique-names: ") && text.contains("`i`")), "{found:?}");
    }
}
