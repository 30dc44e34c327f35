//! Which functions are called, and scalar functions: they use no arrays, so kernels can call them.

use super::soac::Soac;
use framework::{Name, Node};
use languages::anf::{Exp, Fun, Param, Program, Stm, Type, Visit, walk_exp, walk_param};
use rustc_hash::FxHashSet;

/// The functions that a program itself calls.
pub fn called(program: &Program<'_>) -> FxHashSet<Name> {
    let consts = program.consts.iter().flat_map(Stm::free_names);
    consts.chain(program.funs.iter().flat_map(|fun| fun.body.free_names())).collect()
}

/// The scalar functions of a program, without entry points.
pub fn scalar_functions(program: &Program<'_>) -> FxHashSet<Name> {
    let mut found = FxHashSet::default();
    // Callees come before their callers.
    for fun in program.funs.iter().filter(|fun| fun.entry.is_none()) {
        if is_scalar(fun, &found) {
            found.insert(fun.name);
        }
    }
    found
}

/// Whether the parameters, results and variables of a function are all scalars, and it only calls functions in `known`.
/// Recursive functions do not count.
pub fn is_scalar(fun: &Fun<'_>, known: &FxHashSet<Name>) -> bool {
    let mut finder = Finder { known, scalar: true };
    fun.params.iter().chain(fun.results).for_each(|param| finder.visit_param(param));
    finder.visit_body(fun.body);
    // After inlining, the free names of a function are functions.
    finder.scalar && fun.body.free_names().iter().all(|name| *name != fun.name)
}

struct Finder<'k> {
    known: &'k FxHashSet<Name>,
    scalar: bool,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.scalar &= !matches!(node.ty, Type::Array { .. });
        walk_param(self, node);
    }

    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        self.scalar &= match node {
            Exp::Call { func, .. } => self.known.contains(func),
            exp => Soac::of(exp).is_none(),
        };
        walk_exp(self, node);
    }
}
