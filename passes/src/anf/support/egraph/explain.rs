//! Explains how rules changed each statement: `--explain-rewrites`.

use super::extract::Choice;
use super::region::{Origin, Region};
use super::schedule::Written;
use super::term::Op;
use egg::Id;
use framework::pass::Context;
use framework::{Name, Node, Span};
use languages::anf::{Atom, Body, Exp, Fun, Stm};
use rustc_hash::{FxHashMap, FxHashSet};
use std::collections::BTreeSet;

/// Collects the changes that rules make, if they are to be explained.
#[derive(Default)]
pub struct Explainer {
    wanted: bool,
    function: String,
    notes: Vec<(String, Span, String)>,
}

/// The number of characters after which a statement is cut off.
const WIDTH: usize = 140;

/// The text of a statement. A copy is shown as its source, and an expression with a body by its first line.
fn shown(stm: &Stm<'_>) -> String {
    match stm.exp {
        Exp::Atoms { atoms: [Atom::Var { name, .. }], .. } => return name.to_string(),
        Exp::Atoms { atoms: [Atom::Const { value, .. }], .. } => return value.to_string(),
        _ => {}
    }
    let text = stm.to_string();
    let first = text.lines().next().unwrap_or_default();
    let cut: String = first.chars().take(WIDTH).collect();
    if cut.len() < text.trim_end().len() { format!("{cut} …") } else { cut }
}

impl Explainer {
    /// An explainer that collects notes if `wanted`.
    pub fn new(wanted: bool) -> Explainer {
        Explainer { wanted, ..Explainer::default() }
    }

    /// Records that the next bodies belong to this function.
    pub fn enter(&mut self, fun: &Fun<'_>) {
        self.function = fun.name.base.to_string();
    }

    /// Reports the collected notes.
    pub fn finish(self, context: &mut Context) {
        for (function, span, message) in self.notes {
            context.note_in(function, span, message);
        }
    }

    /// Notes each changed statement of a region, with the rules that changed it.
    pub fn body(&mut self, region: &Region<'_>, choice: &Choice, written: &Written, body: &Body<'_>) {
        if !self.wanted {
            return;
        }
        let graph = &region.graph;
        let mut reasons: FxHashMap<Id, BTreeSet<&'static str>> = FxHashMap::default();
        for (class, why) in &region.reasons {
            reasons.entry(graph.find(*class)).or_default().insert(why);
        }
        let new = New::of(region, body);
        for origin in &region.origins {
            let classes = origin.terms.iter().map(|(class, _)| *class).chain(origin.results.iter().copied());
            let classes: BTreeSet<Id> = classes.map(|class| graph.find(class)).collect();
            let why: BTreeSet<&str> =
                classes.iter().filter_map(|class| reasons.get(class)).flatten().copied().collect();
            let Some(after) = after(region, choice, written, &new, origin) else { continue };
            let constant = classes.iter().any(|class| graph[*class].data.value.is_some());
            let why = match (why.is_empty(), constant) {
                (false, _) => why.into_iter().collect::<Vec<_>>().join(", "),
                (true, true) => "constant-folding".into(),
                (true, false) => "computed before".into(),
            };
            let message = format!("{}\n    becomes {after}\n    by {why}", shown(&origin.stm));
            self.notes.push((self.function.clone(), origin.stm.span, message));
        }
    }
}

/// The statements of a finished body.
struct New<'n, 'b> {
    by_name: FxHashMap<Name, &'n Stm<'b>>,
    /// The names that the original body bound.
    old: FxHashSet<Name>,
}

impl<'n, 'b> New<'n, 'b> {
    fn of(region: &Region<'_>, body: &'n Body<'b>) -> Self {
        let by_name = body.stms.iter().flat_map(|stm| stm.pat.iter().map(move |param| (param.name, stm))).collect();
        let old = region.origins.iter().flat_map(|origin| origin.stm.pat).map(|param| param.name).collect();
        New { by_name, old }
    }

    /// Appends a statement to `out`, after the new statements that it uses.
    fn with_parts(&self, stm: &Stm<'_>, out: &mut Vec<String>) {
        for name in stm.exp.free_names() {
            if let Some(part) = self.by_name.get(&name).filter(|_| !self.old.contains(&name)) {
                self.with_parts(part, out);
            }
        }
        let text = shown(stm);
        if !out.contains(&text) {
            out.push(text);
        }
    }
}

/// The new form of a statement, if it has changed and is still needed.
fn after(
    region: &Region<'_>,
    choice: &Choice,
    written: &Written,
    new: &New<'_, '_>,
    origin: &Origin<'_>,
) -> Option<String> {
    let graph = &region.graph;
    let (bare, term) = origin.terms.first()?;
    let mut term = term.clone();
    for arg in &mut *term.args {
        *arg = graph.find(*arg);
    }
    let first = origin.stm.pat.first()?.name;
    if let Some(stm) = new.by_name.get(&first) {
        if choice.term(graph, *bare) == Some(&term) {
            return None;
        }
        let mut out = Vec::new();
        new.with_parts(stm, &mut out);
        return Some(out.join("\n            "));
    }
    let used = origin.results.iter().zip(origin.stm.pat).filter(|(class, _)| choice.is_used(graph, **class));
    let now: Vec<String> = used
        .filter_map(|(class, param)| {
            let now = match choice.term(graph, *class)? {
                term if term.value().is_some() => term.value()?.to_string(),
                term => match term.op {
                    Op::Var(name) => name.to_string(),
                    _ => written.get(&graph.find(*class))?.first()?.to_string(),
                },
            };
            Some(if origin.results.len() == 1 { now } else { format!("{} = {now}", param.name) })
        })
        .collect();
    (!now.is_empty()).then(|| now.join(", "))
}
