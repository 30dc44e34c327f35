//! Effects of statements: failing, printing, and overwriting arrays.

use super::code::variable;
use framework::{Name, Node};
use languages::anf::{Body, Exp, Param, Stm, Type, Visit, walk_body, walk_exp};
use rustc_hash::{FxHashMap, FxHashSet};

/// Whether an expression may make the program fail, or print.
pub fn has_effect(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if matches!(node, Exp::Assert { .. } | Exp::Call { .. } | Exp::Trace { .. }) {
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

/// Whether an expression prints. Two statements that print are never one, even if they print the same.
pub fn traces(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= matches!(node, Exp::Trace { .. });
            if !self.0 {
                walk_exp(self, node);
            }
        }
    }
    let mut finder = Finder(false);
    finder.visit_exp(exp);
    finder.0
}

/// The names of the arrays that a statement overwrites, including nested bodies, and of the arrays that these may be
/// views of.
pub fn consumed(stm: &Stm<'_>) -> Vec<Name> {
    struct Finder(Vec<Name>);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            match node {
                Exp::Update { array, .. } => self.0.push(*array),
                // A function may overwrite all its arguments.
                Exp::Call { args, .. } => self.0.extend(args.iter().filter_map(variable)),
                Exp::Scatter { dests, .. } => self.0.extend(dests.iter().map(|dest| dest.array)),
                Exp::Hist { ops, .. } => self.0.extend(ops.iter().flat_map(|op| op.dests)),
                Exp::Stream { dests, .. } | Exp::Accumulate { dests, .. } => self.0.extend(*dests),
                Exp::Loop { params, inits, body, .. } => {
                    let inside: Vec<Vec<Name>> = body.stms.iter().map(consumed).collect();
                    let touched = touched_in_loop(params, body, &inside);
                    // An initial value is overwritten under the parameter's name.
                    let starts = params.iter().zip(*inits).filter(|(param, _)| touched.contains(&param.name));
                    self.0.extend(starts.filter_map(|(_, init)| variable(init)));
                    self.0.extend(with_views(body, inside.into_iter().flatten().collect()));
                    return;
                }
                _ => {}
            }
            walk_exp(self, node);
        }

        fn visit_body(&mut self, node: &'a Body<'a>) {
            let mut inside = Finder(Vec::new());
            walk_body(&mut inside, node);
            self.0.extend(with_views(node, inside.0));
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_stm(stm);
    finder.0
}

/// These names, and the names of all arrays in the body that they may be views of.
pub fn with_views(body: &Body<'_>, names: Vec<Name>) -> Vec<Name> {
    if names.is_empty() {
        return names;
    }
    let roots = roots(body.stms);
    let views: Vec<Name> = names.iter().filter_map(|name| roots.get(name)).flatten().copied().collect();
    [names, views].concat()
}

/// The names in a loop's body, parameters among them, whose arrays an iteration may overwrite.
pub fn overwritten_params(params: &[Param<'_>], body: &Body<'_>) -> FxHashSet<Name> {
    let inside: Vec<Vec<Name>> = body.stms.iter().map(consumed).collect();
    touched_in_loop(params, body, &inside)
}

/// The names in a loop's body whose arrays an iteration may overwrite. `inside` gives the names that each statement
/// overwrites. A result counts as overwritten if the parameter that it becomes is overwritten.
fn touched_in_loop(params: &[Param<'_>], body: &Body<'_>, inside: &[Vec<Name>]) -> FxHashSet<Name> {
    let mut touched = touched_from(body, inside, FxHashSet::default());
    loop {
        let overwritten = params.iter().zip(body.result).filter(|(param, _)| touched.contains(&param.name));
        let results: FxHashSet<Name> = overwritten.filter_map(|(_, result)| variable(result)).collect();
        if results.is_subset(&touched) {
            return touched;
        }
        touched.extend(results);
        touched = touched_from(body, inside, touched);
    }
}

/// The arrays that the results of an expression may be views of. Names of scalars may be among them.
fn viewed(exp: &Exp<'_>) -> Vec<Name> {
    match exp {
        Exp::Slice { array, .. } | Exp::Rearrange { array, .. } | Exp::Reshape { array, .. } => vec![*array],
        Exp::Atoms { atoms, .. } => atoms.iter().filter_map(variable).collect(),
        Exp::If { yes, no, .. } => [yes, no].into_iter().flat_map(|body| viewed_outside(body)).collect(),
        Exp::Loop { params, inits, body, .. } => {
            let mut names = viewed_outside(body);
            // A parameter is either the initial value or a result.
            names.retain(|name| params.iter().all(|param| param.name != *name));
            names.extend(inits.iter().filter_map(variable));
            names
        }
        // A result may be a view of any argument.
        Exp::Call { .. } => exp.free_names(),
        _ => Vec::new(),
    }
}

/// The arrays from outside that the results of a body may be views of.
fn viewed_outside(body: &Body<'_>) -> Vec<Name> {
    let roots = roots(body.stms);
    let bound: FxHashSet<Name> = body.stms.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect();
    let results = body.result.iter().filter_map(variable);
    let all =
        results.flat_map(|name| roots.get(&name).map_or_else(|| vec![name], |known| known.iter().copied().collect()));
    all.filter(|name| !bound.contains(name)).collect()
}

/// The names in a body whose arrays may be overwritten: the arrays that its statements overwrite, its results, and the
/// arrays that these may be views of.
pub fn touched(body: &Body<'_>) -> FxHashSet<Name> {
    let inside: Vec<Vec<Name>> = body.stms.iter().map(consumed).collect();
    touched_from(body, &inside, body.result.iter().filter_map(variable).collect())
}

/// Extends `touched`, the names that code outside may overwrite, by the names that the statements overwrite, and by the
/// names that these may be views of.
pub fn touched_from(body: &Body<'_>, inside: &[Vec<Name>], mut touched: FxHashSet<Name>) -> FxHashSet<Name> {
    for (stm, consumed) in body.stms.iter().zip(inside).rev() {
        touched.extend(consumed);
        if stm.pat.iter().any(|param| touched.contains(&param.name)) {
            touched.extend(viewed(stm.exp));
        }
    }
    touched
}

/// For each array that the statements make, the arrays that it may be a view of: itself, or earlier arrays.
pub fn roots(stms: &[Stm<'_>]) -> FxHashMap<Name, FxHashSet<Name>> {
    let mut roots: FxHashMap<Name, FxHashSet<Name>> = FxHashMap::default();
    for stm in stms {
        add_roots(&mut roots, stm);
    }
    roots
}

/// Adds the arrays of one more statement to `roots`.
pub fn add_roots(roots: &mut FxHashMap<Name, FxHashSet<Name>>, stm: &Stm<'_>) {
    let arrays = || stm.pat.iter().filter(|param| matches!(param.ty, Type::Array { .. }));
    let sources = if arrays().next().is_some() { viewed(stm.exp) } else { Vec::new() };
    if sources.is_empty() {
        return;
    }
    let all = sources
        .into_iter()
        .flat_map(|name| roots.get(&name).map_or_else(|| vec![name], |known| known.iter().copied().collect()));
    let all: FxHashSet<Name> = all.collect();
    for param in arrays() {
        roots.entry(param.name).or_insert_with(|| FxHashSet::from_iter([param.name])).extend(&all);
    }
}

/// The positions of the statements that these names depend on, directly or indirectly, in order.
pub fn needed(stms: &[Stm<'_>], names: Vec<Name>) -> Vec<usize> {
    let mut wanted: FxHashSet<Name> = names.into_iter().collect();
    let mut needed = Vec::new();
    for (position, stm) in stms.iter().enumerate().rev() {
        if stm.pat.iter().any(|param| wanted.contains(&param.name)) {
            wanted.extend(stm.free_names());
            needed.push(position);
        }
    }
    needed.reverse();
    needed
}
