//! Decides which functions stay functions: those whose copies would make up most of the program.

use framework::{Name, Node};
use languages::anf::{Exp, Fun, Lambda, Program, Visit, walk_exp, walk_lambda};
use rustc_hash::{FxHashMap, FxHashSet};

/// Functions below this size are always copied.
const MIN_SIZE: u64 = 500;

/// The largest total number of nodes of all copies of one function.
const MAX_COPIES: u64 = 50_000;

/// The calls between functions.
pub struct Calls {
    /// The number of calls of each function in the program's text.
    sites: FxHashMap<Name, u64>,
    /// The number of copies of each function if all calls are inlined.
    copies: FxHashMap<Name, u64>,
    /// The functions that a SOAC calls, directly or through other functions.
    inside: FxHashSet<Name>,
}

impl Calls {
    /// Counts the calls of a program. Recursive functions are not copied.
    pub fn of(program: &Program<'_>, recursive: &FxHashSet<Name>) -> Calls {
        let mut calls =
            Calls { sites: FxHashMap::default(), copies: FxHashMap::default(), inside: FxHashSet::default() };
        let mut finder = Finder::default();
        program.consts.iter().for_each(|stm| finder.visit_stm(stm));
        // Every entry point gets the constants that it needs.
        let entries = program.funs.iter().filter(|fun| fun.entry.is_some()).count();
        calls.add(&finder, entries as u64, false);
        // Callers come before their callees.
        for fun in program.funs.iter().rev() {
            let mut finder = Finder::default();
            finder.visit_fun(fun);
            let own = u64::from(fun.entry.is_some() || recursive.contains(&fun.name));
            let copies = if recursive.contains(&fun.name) { 1 } else { calls.copies(fun.name).saturating_add(own) };
            calls.add(&finder, copies, calls.inside.contains(&fun.name));
        }
        calls
    }

    fn add(&mut self, found: &Finder, copies: u64, inside: bool) {
        for (callee, in_soac) in &found.calls {
            *self.sites.entry(*callee).or_default() += 1;
            let known = self.copies.entry(*callee).or_default();
            *known = known.saturating_add(copies);
            if inside || *in_soac {
                self.inside.insert(*callee);
            }
        }
    }

    fn copies(&self, fun: Name) -> u64 {
        self.copies.get(&fun).copied().unwrap_or(0)
    }

    /// Whether more than one place calls a function.
    pub fn is_repeated(&self, fun: Name) -> bool {
        self.sites.get(&fun).is_some_and(|sites| *sites > 1)
    }

    /// Whether the copies of a function would be a large part of a program.
    pub fn is_large(&self, fun: &Fun<'_>) -> bool {
        let copies = self.copies(fun.name);
        let size = fun.body.size();
        fun.entry.is_none() && copies > 1 && size >= MIN_SIZE && size.saturating_mul(copies) > MAX_COPIES
    }

    /// Whether a SOAC calls a function, directly or through other functions.
    pub fn is_inside(&self, fun: Name) -> bool {
        self.inside.contains(&fun)
    }
}

/// The calls in a function, and whether each is in a SOAC.
#[derive(Default)]
struct Finder {
    calls: Vec<(Name, bool)>,
    inside: bool,
}

impl<'a> Visit<'a> for Finder {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Call { func, .. } = node {
            self.calls.push((*func, self.inside));
        }
        walk_exp(self, node);
    }

    fn visit_lambda(&mut self, node: &'a Lambda<'a>) {
        let around = std::mem::replace(&mut self.inside, true);
        walk_lambda(self, node);
        self.inside = around;
    }
}
