//! The choice of a term for each class: the cheapest body, with what is shared counted once.
//!
//! The choice starts as the body that there was. Then, from the last statement to the first, each class in use tries its other terms: one is
//! taken if what it newly needs costs less than what nobody needs any more. Both are found by counting uses, as in the rewriting of logic
//! circuits by maximum fanout-free cones, so a term that would compute again what others still need pays for it. Terms that the body does not
//! have yet are chosen bottom-up first; what the body has anyway costs them nothing.

use super::facts::Graph;
use super::region::{Origin, Region};
use super::term::{Op, Term};
use egg::Id;
use languages::prim::BinOp;
use rustc_hash::{FxHashMap, FxHashSet};

/// What a term costs, operands apart; 0 for what is there anyway.
pub type Cost<'c> = &'c dyn Fn(&Graph, &Term) -> u64;

/// A term for each class, and how often each is used.
pub struct Choice {
    terms: FxHashMap<Id, Term>,
    /// The first statement that computes each class; below 0 what is there before all statements.
    positions: FxHashMap<Id, i64>,
    /// What classes of statements need besides their operands.
    needs: FxHashMap<Id, Vec<Id>>,
    uses: FxHashMap<Id, usize>,
    /// How many terms were replaced.
    pub replaced: u64,
}

/// How often all classes are gone through: each round may open the way for another.
const ROUNDS: usize = 3;

impl Choice {
    /// Chooses.
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

    /// Whether anything that is kept needs the class.
    pub fn is_used(&self, graph: &Graph, class: Id) -> bool {
        self.uses.get(&graph.find(class)).is_some_and(|uses| *uses > 0)
    }

    /// Whether a class is there without a statement.
    pub fn is_leaf(&self, graph: &Graph, class: Id) -> bool {
        matches!(self.term(graph, class), Some(Term { op: Op::Held | Op::Const(..) | Op::Var(_), .. }))
    }

    /// What is there anyway, and the body's own terms.
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

    /// The first statement that a class comes from says what it is.
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

    /// The cheapest of the terms that rules have added, in classes that the body does not have.
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
        // A statement that became part of another one need not be kept itself.
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
        // From the last one: it may keep others.
        let mut covered = self.covered(region);
        for origin in open.into_iter().rev() {
            if !covered.contains(&graph.find(bare(origin))) && !self.is_used(graph, origin.whole) {
                self.take(graph, cost, graph.find(origin.whole));
                covered = self.covered(region);
            }
        }
    }

    /// The classes of statements whose effects something that is used has.
    fn covered(&self, region: &Region<'_>) -> FxHashSet<Id> {
        let graph = &region.graph;
        let used = self.terms.iter().filter(|(class, _)| self.is_used(graph, **class));
        used.flat_map(|(_, term)| region.covers(term)).map(|class| graph.find(class)).collect()
    }

    /// Tries the other terms of a class, but for those that lean on what comes later, or on this very class.
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
            // Before the old one goes, so that what both need is not gone through.
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

    /// What a class needs with this term, and what its types and messages do.
    fn operands(&self, graph: &Graph, class: Id, term: &Term) -> Vec<Id> {
        let operands = term.args.iter().map(|arg| graph.find(*arg));
        operands.chain(self.needs.get(&class).into_iter().flatten().copied()).collect()
    }

    /// What a class needs with its chosen term.
    fn chosen(&self, graph: &Graph, class: Id) -> Vec<Id> {
        self.terms.get(&class).map_or_else(Vec::new, |term| self.operands(graph, class, term))
    }

    /// One more use of a class; what has to be computed for it costs so much.
    fn take(&mut self, graph: &Graph, cost: Cost<'_>, class: Id) -> u64 {
        self.take_all(graph, cost, vec![class])
    }

    /// With a list of what is left to do: programs may be deeper than a stack.
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

    /// One use less of these classes; what need not be computed any more cost so much.
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

/// The cost of plain terms, in about the time of an addition. What has a body of its own costs `block`.
pub fn plain_cost(graph: &Graph, term: &Term, block: u64) -> u64 {
    match &term.op {
        Op::Const(..) | Op::Var(_) | Op::Held | Op::Proj(_) | Op::Under | Op::Fresh(_) => 0,
        Op::Bin(op, prim) => match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if prim.is_integer() => 20,
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
        // Going through a view costs more than the arithmetic that it stands for.
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
