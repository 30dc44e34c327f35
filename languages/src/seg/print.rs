//! The concrete syntax of `Seg`: the texts of its grammar.

use super::{Print, Program};
use crate::anf::print::functions;

struct Printer;

impl Print for Printer {}

/// Prints a program, or one function of it.
pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
    let consts = program.consts.iter().map(|stm| Printer.print_stm(stm));
    functions(consts, program.funs.iter().map(|fun| (fun.name, Printer.print_fun(fun))), only)
}
