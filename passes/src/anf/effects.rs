//! What statements do besides computing values: fail, and overwrite arrays.

use super::code::variable;
use framework::{Name, Node};
use languages::anf::{Body, Exp, Stm, Visit, walk_exp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether an expression may fail the program.
pub fn may_fail(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if matches!(node, Exp::Assert { .. } | Exp::Call { .. }) {
                self.0 = true;
            } else if !self.0 {
                walk_exp(self, node);
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_exp(exp);
    finder.0
}

/// The names whose arrays a statement overwrites, also inside of it.
pub fn consumed(stm: &Stm<'_>) -> Vec<Name> {
    struct Finder(Vec<Name>);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            match node {
                Exp::Update { array, .. } => self.0.push(*array),
                // A function may overwrite whatever it is given.
                Exp::Call { args, .. } => self.0.extend(args.iter().filter_map(variable)),
                Exp::Scatter { dests, .. } => self.0.extend(dests.iter().map(|dest| dest.array)),
                Exp::Hist { ops, .. } => self.0.extend(ops.iter().flat_map(|op| op.dests)),
                // What a loop starts with may be overwritten under the parameter's name.
                Exp::Loop { inits, .. } => self.0.extend(inits.iter().filter_map(variable)),
                _ => {}
            }
            walk_exp(self, node);
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_stm(stm);
    finder.0
}

/// The arrays that the results of an expression may be views of; names of scalars may be among them.
fn viewed(exp: &Exp<'_>) -> Vec<Name> {
    match exp {
        Exp::Slice { array, .. } | Exp::Rearrange { array, .. } | Exp::Reshape { array, .. } => vec![*array],
        Exp::Atoms { atoms, .. } => atoms.iter().filter_map(variable).collect(),
        // Their results may be any array that goes in.
        Exp::If { .. } | Exp::Loop { .. } | Exp::Call { .. } => exp.free_names(),
        _ => Vec::new(),
    }
}

/// The names in a body whose arrays may be overwritten: what its statements overwrite, its results, and what these may be views of.
pub fn touched(body: &Body<'_>) -> FxHashSet<Name> {
    touched_with(body, body.result.iter().filter_map(variable).collect())
}

/// The same of the function of a map, whose results are copied to where they belong.
pub fn touched_in_map(body: &Body<'_>) -> FxHashSet<Name> {
    touched_with(body, FxHashSet::default())
}

fn touched_with(body: &Body<'_>, mut touched: FxHashSet<Name>) -> FxHashSet<Name> {
    for stm in body.stms.iter().rev() {
        touched.extend(consumed(stm));
        if stm.pat.iter().any(|param| touched.contains(&param.name)) {
            touched.extend(viewed(stm.exp));
        }
    }
    touched
}

/// What the arrays that statements make may be views of: themselves, or others that were there before.
pub fn roots(stms: &[Stm<'_>]) -> FxHashMap<Name, FxHashSet<Name>> {
    let mut roots: FxHashMap<Name, FxHashSet<Name>> = FxHashMap::default();
    for stm in stms {
        let sources = viewed(stm.exp);
        if sources.is_empty() {
            continue;
        }
        let all = sources
            .into_iter()
            .flat_map(|name| roots.get(&name).map_or_else(|| vec![name], |known| known.iter().copied().collect()));
        let all: FxHashSet<Name> = all.collect();
        for param in stm.pat {
            roots.entry(param.name).or_insert_with(|| FxHashSet::from_iter([param.name])).extend(&all);
        }
    }
    roots
}
