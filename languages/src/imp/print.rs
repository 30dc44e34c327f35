//! The concrete syntax of `Imp`, after IFL'22 figure 11: the texts of its grammar.

use super::{Print, Program};
use framework::print::{Doc, render};

struct Printer;

impl Print for Printer {}

/// Prints a program, or one entry point of it.
pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
    let procs = program.procs.iter().map(|proc| Printer.print_proc(proc));
    let funs = program.funs.iter().map(|fun| (fun.entry.as_str(), Printer.print_fun(fun)));
    functions(procs, funs, only)
}

/// Prints procedures and entry points, or the entry point `only`.
pub(crate) fn functions<'a>(
    procs: impl Iterator<Item = Doc>,
    funs: impl Iterator<Item = (&'a str, Doc)>,
    only: Option<&str>,
) -> String {
    let procs = procs.filter(|_| only.is_none());
    let funs = funs.filter(|(name, _)| only.is_none_or(|only| *name == only)).map(|(_, doc)| doc);
    procs.chain(funs).map(|doc| render(&doc) + "\n\n").collect()
}
