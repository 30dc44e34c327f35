//! The pass as a program of its own, for `--pass-plugin 'after=defunc:drop_neutral'`. It reads an S-expression from
//! standard input, and writes one to standard output.

use example_pass::DropNeutral;
use framework::pass::{Context, Transform};
use framework::sexp::Tree;
use framework::{FileId, Node, Owned, Result};
use languages::first_order::FirstOrder;
use std::io::Read;

fn main() -> Result<()> {
    let mut text = String::new();
    std::io::stdin().read_to_string(&mut text).map_err(|error| framework::Error::run_time(error.to_string()))?;
    let program = Owned::<FirstOrder>::from_tree(&Tree::parse(&text, FileId(0))?)?;
    let program = DropNeutral.run(&program, &mut Context::default())?;
    println!("{}", program.root().to_tree());
    Ok(())
}
