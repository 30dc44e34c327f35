//! Programs are read, printed, checked and evaluated.

use @module@::@Name@;
use framework::sexp::Tree;
use framework::{FileId, Owned, Program, Result};

fn read(text: &str) -> Result<Owned<@Name@>> {
    Owned::from_tree(&Tree::parse(text, FileId(1))?)
}

#[test]
fn the_example_is_printed_and_evaluated() -> Result<()> {
    let program = read(include_str!("../example.sexp"))?;
    assert_eq!(Program::new(program.clone()).print(None), "let x = 6\nin (x * (x + 1))\n");
    assert_eq!(@module@::eval::program(program.root())?, 42);
    Ok(())
}

#[test]
fn a_program_that_breaks_a_rule_is_named() -> Result<()> {
    let report = Program::new(read("(program (add (var x) (num 1)))")?).check_rules();
    let found: Vec<String> = report.violations.iter().map(ToString::to_string).collect();
    assert_eq!(found, ["names-in-scope: `x` is not in scope"]);
    Ok(())
}
