//! Chooses a term for each class so that the whole body is as cheap as possible. Shared terms are counted once.
//!
//! The choice starts as the original body. Then each used class, from the last statement to the first, tries its other
//! terms. A term is taken if the terms that it newly needs cost less than the terms that become unused. Both sets are
//! found by counting uses, like maximum fanout-free cones in the rewriting of logic circuits. So a term that duplicates
//! a computation that is still used elsewhere pays for the duplicate. Classes that the original body lacks get their
//! cheapest term first, bottom-up; there, operands that the body computes anyway are free.

use super::facts::Graph;
use super::region::{Origin, Region};
use super::term::{Op, Term};
use egg::Id;
use languages::prim::BinOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// The cost of a term without its operands; 0 for terms that need no computation.
pub type Cost<'c> = &'c dyn Fn(&Graph, &Term) -> u64;

/// The chosen term of each class, and how often the class is used.
pub struct Choice {
    terms: FxHashMap<Id, Term>,
    /// The first statement that computes each class; -1 for classes that are available before all statements.
    positions: FxHashMap<Id, i64>,
    /// Classes that a statement needs besides its operands: sizes in its types and values in its message.
    needs: FxHashMap<Id, Vec<Id>>,
    uses: FxHashMap<Id, usize>,
    /// The number of replaced terms.
    pub replaced: u64,
}

/// The number of visits of all classes. A visit may enable improvements in the next one.
const ROUNDS: usize = 3;

impl Choice {
    /// Chooses a term for each class of a region.
    pub fn of(region: &Region<'_>, cost: Cost<'_>) -> Choice {
        let mut choice = Choice {
            terms: FxHashMap::default(),
            positions: FxHashMap::default(),
            needs: FxHashMap::default(),
            uses: FxHashMap::default(),
            replaced: 0,
        };
        choice.original(region);
        choice.new_terms(region, cost);
        choice.improve(region, cost);
        choice
    }

    /// The term of a class.
    pub fn term(&self, graph: &Graph, class: Id) -> Option<&Term> {
        self.terms.get(&graph.find(class))
    }

    /// Whether a kept statement or a result uses the class.
    pub fn is_used(&self, graph: &Graph, class: Id) -> bool {
        self.uses.get(&graph.find(class)).is_some_and(|uses| *uses > 0)
    }

    /// Whether a class needs no statement.
    pub fn is_leaf(&self, graph: &Graph, class: Id) -> bool {
        matches!(self.term(graph, class), Some(Term { op: Op::Held | Op::Const(..) | Op::Var(_), .. }))
    }

    /// Chooses a constant, variable or held assertion for each class that has one, and the original body's terms for
    /// all others.
    fn original(&mut self, region: &Region<'_>) {
        let graph = &region.graph;
        for class in graph.classes() {
            let leaf = |wanted: fn(&Op) -> bool| class.nodes.iter().find(|term| wanted(&term.op));
            let term = leaf(|op| matches!(op, Op::Const(..)))
                .or_else(|| leaf(|op| matches!(op, Op::Held)))
                .or_else(|| leaf(|op| matches!(op, Op::Var(_))));
            if let Some(term) = term {
                self.terms.insert(class.id, term.clone());
                self.positions.insert(class.id, -1);
            }
        }
        for (position, origin) in (0i64..).zip(&region.origins) {
            for (class, term) in &origin.terms {
                self.known(graph, *class, term, position);
            }
            let whole = graph.find(origin.whole);
            let needs = origin.needs.iter().map(|need| graph.find(*need));
            self.needs.entry(whole).or_insert_with(|| needs.collect());
            for (number, result) in origin.results.iter().enumerate() {
                self.known(graph, *result, &Term::new(Op::Proj(number), [whole]), position);
            }
        }
    }

    /// Chooses `term` for its class, unless an earlier statement has done so.
    fn known(&mut self, graph: &Graph, class: Id, term: &Term, position: i64) {
        let class = graph.find(class);
        if let std::collections::hash_map::Entry::Vacant(entry) = self.terms.entry(class) {
            let mut term = term.clone();
            for arg in &mut *term.args {
                *arg = graph.find(*arg);
            }
            entry.insert(term);
            self.positions.insert(class, position);
        }
    }

    /// Chooses the cheapest term for each class that the original body lacks.
    fn new_terms(&mut self, region: &Region<'_>, cost: Cost<'_>) {
        let graph = &region.graph;
        let open: Vec<Id> = graph.classes().map(|class| class.id).filter(|id| !self.terms.contains_key(id)).collect();
        let mut costs: FxHashMap<Id, u64> = FxHashMap::default();
        let mut changed = true;
        while changed {
            changed = false;
            for class in &open {
                for term in &graph[*class].nodes {
                    let mut total = Some(0u64);
                    let mut position = -1;
                    for arg in &*term.args {
                        let arg = graph.find(*arg);
                        position = position.max(self.positions.get(&arg).copied().unwrap_or(i64::MAX));
                        let part = costs.get(&arg).copied().or_else(|| self.terms.contains_key(&arg).then_some(0));
                        total = total.zip(part).map(|(total, part)| total.saturating_add(part));
                    }
                    let own = cost(graph, term);
                    let Some(total) = total.map(|total| total.saturating_add(own).saturating_add(1)) else { continue };
                    if costs.get(class).is_none_or(|known| total < *known) {
                        costs.insert(*class, total);
                        self.terms.insert(*class, term.clone());
                        self.positions.insert(*class, position);
                        changed = true;
                    }
                }
            }
        }
    }

    fn improve(&mut self, region: &Region<'_>, cost: Cost<'_>) {
        let graph = &region.graph;
        // A statement with an effect need not be kept if a composed block includes the effect.
        let bare = |origin: &Origin<'_>| origin.terms.first().map_or(origin.whole, |(class, _)| *class);
        let effects: Vec<&Origin<'_>> = region.origins.iter().filter(|origin| origin.effect).collect();
        let coverable = region.coverable();
        let (open, kept): (Vec<_>, Vec<_>) =
            effects.into_iter().partition(|origin| coverable.contains(&graph.find(bare(origin))));
        for origin in kept {
            self.take(graph, cost, graph.find(origin.whole));
        }
        for result in &region.results {
            self.take(graph, cost, graph.find(*result));
        }
        for _ in 0..ROUNDS {
            let before = self.replaced;
            for (position, origin) in region.origins.iter().enumerate().rev() {
                let position = i64::try_from(position).unwrap_or(i64::MAX);
                let classes = origin.terms.iter().rev().map(|(class, _)| *class);
                for class in origin.results.iter().copied().chain(classes) {
                    let class = graph.find(class);
                    if self.positions.get(&class) == Some(&position) {
                        self.improve_class(graph, cost, class, position);
                    }
                }
            }
            if self.replaced == before {
                break;
            }
        }
        // Visits the last statement first, because keeping it may cover others.
        let mut covered = self.covered(region);
        for origin in open.into_iter().rev() {
            if !covered.contains(&graph.find(bare(origin))) && !self.is_used(graph, origin.whole) {
                self.take(graph, cost, graph.find(origin.whole));
                covered = self.covered(region);
            }
        }
    }

    /// The classes of the statements whose effects a used term includes.
    fn covered(&self, region: &Region<'_>) -> FxHashSet<Id> {
        let graph = &region.graph;
        let used = self.terms.iter().filter(|(class, _)| self.is_used(graph, **class));
        used.flat_map(|(_, term)| region.covers(term)).map(|class| graph.find(class)).collect()
    }

    /// Tries the other terms of a class. Terms that depend on a later statement, or on this class itself, are left out.
    fn improve_class(&mut self, graph: &Graph, cost: Cost<'_>, class: Id, position: i64) {
        if !self.is_used(graph, class) {
            return;
        }
        for term in &graph[class].nodes {
            let Some(current) = self.terms.get(&class).cloned() else { return };
            let before = |arg: &Id| self.positions.get(&graph.find(*arg)).is_some_and(|at| *at < position);
            if *term == current || matches!(term.op, Op::Proj(_)) || !term.args.iter().all(before) {
                continue;
            }
            // The new term's operands are counted before the old term's are dropped, so that operands of both are not
            // traversed.
            let needed = self.take_all(graph, cost, self.operands(graph, class, term));
            let needed = needed.saturating_add(cost(graph, term));
            let saved = self.drop_all(graph, cost, self.operands(graph, class, &current));
            let saved = saved.saturating_add(cost(graph, &current));
            if needed < saved {
                self.replaced += 1;
                self.terms.insert(class, term.clone());
            } else {
                self.take_all(graph, cost, self.operands(graph, class, &current));
                self.drop_all(graph, cost, self.operands(graph, class, term));
            }
        }
    }

    /// The classes that a class needs with this term: operands, sizes in its types, and values in its message.
    fn operands(&self, graph: &Graph, class: Id, term: &Term) -> Vec<Id> {
        let operands = term.args.iter().map(|arg| graph.find(*arg));
        operands.chain(self.needs.get(&class).into_iter().flatten().copied()).collect()
    }

    /// The classes that a class needs with its chosen term.
    fn chosen(&self, graph: &Graph, class: Id) -> Vec<Id> {
        self.terms.get(&class).map_or_else(Vec::new, |term| self.operands(graph, class, term))
    }

    /// Adds a use of a class. Returns the cost of the terms that become used.
    fn take(&mut self, graph: &Graph, cost: Cost<'_>, class: Id) -> u64 {
        self.take_all(graph, cost, vec![class])
    }

    /// Adds a use of each class. A worklist replaces recursion, because programs may be deeper than the stack.
    fn take_all(&mut self, graph: &Graph, cost: Cost<'_>, mut classes: Vec<Id>) -> u64 {
        let mut sum = 0u64;
        while let Some(class) = classes.pop() {
            let uses = self.uses.entry(class).or_default();
            *uses += 1;
            if *uses == 1 {
                sum = sum.saturating_add(self.terms.get(&class).map_or(0, |term| cost(graph, term)));
                classes.extend(self.chosen(graph, class));
            }
        }
        sum
    }

    /// Removes a use of each class. Returns the cost of the terms that become unused.
    fn drop_all(&mut self, graph: &Graph, cost: Cost<'_>, mut classes: Vec<Id>) -> u64 {
        let mut sum = 0u64;
        while let Some(class) = classes.pop() {
            let uses = self.uses.entry(class).or_default();
            *uses = uses.saturating_sub(1);
            if *uses == 0 {
                sum = sum.saturating_add(self.terms.get(&class).map_or(0, |term| cost(graph, term)));
                classes.extend(self.chosen(graph, class));
            }
        }
        sum
    }
}

/// The cost of a term; 2 is about the time of an addition. A term with a body of its own costs `block`.
pub fn plain_cost(graph: &Graph, term: &Term, block: u64) -> u64 {
    match &term.op {
        Op::Const(..) | Op::Var(_) | Op::Held | Op::Proj(_) | Op::Under | Op::Fresh(_) => 0,
        Op::Bin(op, prim) => match op {
            _ if op.divides(*prim) => 20,
            BinOp::Div => 8,
            BinOp::Mul => 3,
            BinOp::Pow | BinOp::Atan2 | BinOp::Hypot => 40,
            _ => 2,
        },
        Op::Un(op, _) => {
            use languages::prim::UnOp;
            let cheap =
                matches!(op, UnOp::Neg | UnOp::Not | UnOp::Complement | UnOp::Abs | UnOp::ToBits | UnOp::FromBits);
            if cheap { 2 } else { 20 }
        }
        Op::Tri(..) => 3,
        Op::Convert(..) | Op::Assert => 2,
        // Reading through a view costs more than the equivalent index arithmetic.
        Op::Index => {
            let view = term.args.first().is_some_and(|array| is_view(graph, *array));
            if view { 40 } else { 10 }
        }
        Op::Slice(_) | Op::Rearrange(_) | Op::Reshape => 5,
        Op::Update(_) => 10,
        Op::ArrayLit(..) => 50,
        Op::Iota(_) | Op::Replicate => {
            let known = graph[*term.args.last().unwrap_or(&term.args[0])].data.value;
            if known.is_some() { 50 } else { 1_000 }
        }
        Op::Block(_) => block,
    }
}

/// Whether an array is a view of another.
fn is_view(graph: &Graph, array: Id) -> bool {
    graph[array].nodes.iter().any(|term| match term.op {
        Op::Slice(_) | Op::Rearrange(_) | Op::Reshape => true,
        Op::Under => is_view(graph, term.args[0]),
        _ => false,
    })
}
