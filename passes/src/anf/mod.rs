//! Passes on A-normal form.

pub mod code;
pub mod fuse;
pub mod hoist_checks;
pub mod inline;
pub mod normalise;
pub mod propagate;
pub mod remove_dead;
pub mod simplify_shapes;
pub mod slice_sizes;
pub mod types;

#[cfg(test)]
mod testing {
    //! Running a pass on an S-expression.

    use framework::pass::{Context, Declared, Transform};
    use framework::sexp::Tree;
    use framework::{Dialect, FileId, Language, Name, Owned, Program};
    use languages::anf::Anf;

    /// The program after a pass, in readable form, and what the pass counted or noted. The program obeys the language's rules and the pass's.
    pub fn after<P>(pass: P, text: &str) -> (String, Context)
    where
        P: Transform + Declared<From = Anf, To = Anf>,
    {
        let tree = Tree::parse(text, FileId(0)).expect("the test's program is an S-expression");
        let program: Owned<Anf> = Owned::from_tree(&tree).expect("the test's program is one of Anf");
        Name::reserve(1000);
        let mut context = Context::default();
        let result = pass.run(&program, &mut context).expect("the pass succeeds");
        let printed = Anf::print(result.root() as &<Anf as Language>::Root<'_>, None);
        let result = Program::new(result);
        let mut report = result.check_rules();
        P::INFO.ensures.iter().for_each(|rule| rule.check(&result, &mut report));
        assert!(report.is_clean(), "{printed}\n{:?}", report.violations);
        (printed, context)
    }
}
