//! The concrete syntax of `Anf`: the texts of its grammar. This module has the remaining syntax, and helpers for `Seg`
//! and `FunMem`.

use super::{Exp, Print, Program, Stm, default_print_exp};
use framework::Name;
use framework::print::{Doc, below, list, render, text};

/// Prints a program's constants and functions, or the one function `only`.
pub(crate) fn functions(
    consts: impl Iterator<Item = Doc>,
    funs: impl Iterator<Item = (Name, Doc)>,
    only: Option<&str>,
) -> String {
    let wanted = |name: &Name| only.is_none_or(|only| name.base.as_str() == only || name.to_string() == only);
    let consts = consts.filter(|_| only.is_none());
    let funs = funs.filter(|(name, _)| wanted(name)).map(|(_, doc)| doc);
    consts.chain(funs).map(|doc| render(&doc) + "\n\n").collect()
}

struct Printer;

impl Print for Printer {
    /// Prints the function after the prefixes only if it is no identity.
    fn print_exp_scan(&self, node: &Exp<'_>) -> Doc {
        let Exp::Scan { width, arrays, lambda, ops, post, totals, .. } = node else {
            return default_print_exp(self, node);
        };
        let arrays = list(arrays.iter().map(|array| text(array.to_string())));
        let head = text("scan ").append(self.print_atom(width)).append(text(" [")).append(arrays).append(text("]"));
        let mut parts: Vec<Doc> = ops.iter().map(|op| self.print_reduction(op)).collect();
        parts.push(self.print_lambda(lambda));
        if !post.is_identity() || !totals.is_empty() {
            parts.push(text("then ").append(self.print_lambda(post)));
            parts.extend(totals.iter().map(|total| text("total ").append(self.print_reduction(total))));
        }
        head.append(below(parts.into_iter()).nest(2))
    }
}

/// Prints a program, or one function of it.
pub fn program(program: &Program<'_>, only: Option<&str>) -> String {
    let consts = program.consts.iter().map(|stm| Printer.print_stm(stm));
    functions(consts, program.funs.iter().map(|fun| (fun.name, Printer.print_fun(fun))), only)
}

impl std::fmt::Display for Stm<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&render(&Printer.print_stm(self)))
    }
}
