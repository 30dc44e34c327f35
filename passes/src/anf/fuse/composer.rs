//! Which producers become part of a SOAC.

use super::dependencies::Overwritten;
use crate::anf::egraph::facts::Graph;
use crate::anf::egraph::forms::Interned;
use crate::anf::egraph::region::Region;
use crate::anf::egraph::term::{Op, Term};
use crate::anf::soac::{Soac, with_parts};
use egg::Id;
use framework::{Name, Node};
use languages::anf::{Arena, Atom, Exp};
use languages::prim::{PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

/// A SOAC as a term of the graph, with its free variables.
pub(super) struct Block<'b> {
    pub exp: Exp<'b>,
    pub soac: Soac<'b>,
    pub term: Term,
    pub free: Vec<Name>,
}

/// A map, where it stands, and what it depends on.
pub(super) struct Producer {
    pub position: usize,
    pub term: Term,
    pub checks: Vec<Id>,
    pub whole: Id,
    /// The classes of what it makes.
    pub results: Vec<Id>,
}

/// Adds to the graph of a body the SOACs that others are part of.
pub(super) struct Composer<'c, 'b> {
    pub arena: &'b Arena<'b>,
    pub region: Region<'b>,
    pub interned: Interned<'c>,
    pub users: FxHashMap<Id, FxHashSet<usize>>,
    pub overwritten: Overwritten,
    /// For the classes of SOACs: themselves with all producers that nobody else needs.
    pub latest: FxHashMap<Id, (Term, Vec<Id>)>,
    pub composed: u64,
}

impl<'b> Composer<'_, 'b> {
    /// Composes a SOAC with its producers, one after the other: first those that nobody else needs.
    pub fn consumer(&mut self, position: usize) {
        let Some((bare, term)) = self.region.origins[position].terms.first().cloned() else { return };
        if Soac::of(self.region.origins[position].stm.exp).is_none() {
            return;
        }
        let bare = self.region.graph.find(bare);
        let (mut term, mut checks) = (term, Vec::new());
        let mut tried: FxHashSet<Id> = FxHashSet::default();
        for alone in [true, false] {
            while let Some(next) = self.compose_next(position, alone, &term, &mut tried) {
                let (composed, more) = next;
                checks.extend(more);
                term = composed;
                let class = self.region.graph.add(term.clone());
                let class = if checks.is_empty() {
                    class
                } else {
                    let args: Vec<Id> = std::iter::once(class).chain(checks.iter().copied()).collect();
                    self.region.graph.add(Term::new(Op::Under, args))
                };
                self.region.graph.union_trusted(bare, class, "fusion");
                self.region.reasons.push((bare, "fusion"));
                self.composed += 1;
            }
            if alone {
                self.latest.insert(bare, (term.clone(), checks.clone()));
            }
        }
    }

    /// The SOAC with one more producer or known input inside, and the checks that those depend on.
    fn compose_next(
        &mut self,
        position: usize,
        alone: bool,
        term: &Term,
        tried: &mut FxHashSet<Id>,
    ) -> Option<(Term, Vec<Id>)> {
        let consumer = self.block(term)?;
        let inputs = consumer.soac.arrays.iter().filter_map(|array| self.class_of(&consumer, *array));
        let inputs: Vec<Id> = inputs.collect();
        for input in &inputs {
            if tried.contains(input) {
                continue;
            }
            if let Some((value, checks)) = self.element(&consumer, *input)
                && inputs.iter().any(|other| other != input)
            {
                tried.insert(*input);
                return Some((self.with_element(term, *input, value), checks));
            }
            if let Some(producer) = self.flat(&consumer, *input, position) {
                tried.insert(*input);
                return Some((self.composition(term, &producer), producer.checks));
            }
            let Some(producer) = self.producer(*input) else { continue };
            if alone && !self.is_alone(&producer, &consumer, position) {
                continue;
            }
            tried.insert(*input);
            if self.may_fuse(&producer, &consumer, position) {
                return Some((self.composition(term, &producer), producer.checks));
            }
        }
        let read = consumer.free.iter().find_map(|array| self.read_as_input(&consumer, *array, &inputs));
        read.map(|term| (term, Vec::new()))
    }

    /// The one element of an input whose elements are all the same, and what it depends on.
    fn element(&self, consumer: &Block<'b>, input: Id) -> Option<(Id, Vec<Id>)> {
        let graph = &self.region.graph;
        let (bare, checks) = peel(graph, input);
        let made = graph[bare].nodes.iter().find(|node| node.op == Op::Replicate)?;
        let [value, width] = *made.args else { return None };
        // An array as element could be overwritten before it is used here.
        let scalar = graph[value].data.ty.as_ref().is_some_and(|ty| ty.dims.is_empty());
        (scalar && self.is_width(consumer, width)).then_some((value, checks))
    }

    /// The class of a free variable of a block.
    pub fn class_of(&self, block: &Block<'b>, name: Name) -> Option<Id> {
        let position = block.free.iter().position(|known| *known == name)?;
        block.term.args.get(position).map(|id| self.region.graph.find(*id))
    }

    /// Whether a class is the number of elements of a SOAC.
    pub fn is_width(&self, block: &Block<'b>, width: Id) -> bool {
        let graph = &self.region.graph;
        match block.soac.width {
            Atom::Const { value, .. } => graph[width].data.value == Some(value),
            Atom::Var { name, .. } => self.class_of(block, name) == Some(graph.find(width)),
        }
    }

    /// The map that makes an array.
    pub fn producer(&self, input: Id) -> Option<Producer> {
        let graph = &self.region.graph;
        let (position, origin) = self
            .region
            .origins
            .iter()
            .enumerate()
            .find(|(_, origin)| origin.results.iter().any(|result| graph.find(*result) == input))?;
        let Exp::Map { arrays, .. } = origin.stm.exp else { return None };
        let bare = graph.find(origin.terms.first()?.0);
        let (term, mut checks) = self.latest.get(&bare).cloned()?;
        if let Some((_, Term { op: Op::Under, args })) = origin.terms.last() {
            checks.extend(&args[1..]);
        }
        // Without inputs nothing would say how many elements there are.
        let results = origin.results.iter().map(|result| graph.find(*result)).collect();
        (!arrays.is_empty()).then_some(Producer { position, term, checks, whole: bare, results })
    }

    /// Whether nobody but this statement needs any result of a producer, and this one only element by element.
    fn is_alone(&self, producer: &Producer, consumer: &Block<'b>, position: usize) -> bool {
        let graph = &self.region.graph;
        let origin = &self.region.origins[producer.position];
        let alone = origin.results.iter().all(|result| {
            self.users
                .get(&graph.find(*result))
                .is_none_or(|users| users.iter().all(|user| *user == position || self.is_part(*user, position)))
        });
        // What the functions read at other indices has to be there as an array.
        let inside = || with_parts(self.arena, &consumer.exp, &[], consumer.soac.lambda).free_names();
        let is_result = |name: Name| self.class_of(consumer, name).is_some_and(|class| producer.results.contains(&class));
        alone && !inside().into_iter().any(is_result)
    }

    /// Whether a statement is a producer that only ends up in the one at `position`.
    fn is_part(&self, user: usize, position: usize) -> bool {
        let Some(origin) = self.region.origins.get(user) else { return false };
        user < position
            && matches!(origin.stm.exp, Exp::Map { .. })
            && origin.results.iter().all(|result| {
                let result = self.region.graph.find(*result);
                self.users.get(&result).is_none_or(|users| users.iter().all(|user| *user == position))
            })
    }

    /// Whether what a producer reads may be read where its consumer stands.
    fn may_fuse(&self, producer: &Producer, consumer: &Block<'b>, position: usize) -> bool {
        let Some(made) = self.block(&producer.term) else { return false };
        let width = match made.soac.width {
            Atom::Const { .. } => made.soac.width == consumer.soac.width,
            Atom::Var { name, .. } => self.class_of(&made, name).is_some_and(|id| self.is_width(consumer, id)),
        };
        // In order, so that the statement itself, which may overwrite a destination, counts too.
        width && self.overwritten.unchanged(&producer.term.args, producer.position, position)
    }

    /// The SOAC that a term is.
    pub fn block(&self, term: &Term) -> Option<Block<'b>> {
        let Op::Block(number) = term.op else { return None };
        let (exp, free) = self.region.blocks.get(number as usize)?;
        Some(Block { exp: *exp, soac: Soac::of(exp)?, term: term.clone(), free: free.clone() })
    }
}

/// A class without the checks that it depends on, and these.
pub(super) fn peel(graph: &Graph, class: Id) -> (Id, Vec<Id>) {
    let (mut class, mut checks) = (graph.find(class), Vec::new());
    while let Some(term) = graph[class].nodes.iter().find(|term| matches!(term.op, Op::Under | Op::Fresh(_))) {
        checks.extend(&term.args[1..]);
        class = graph.find(term.args[0]);
    }
    (class, checks)
}

/// Whether a class is `0, 1, …`.
pub(super) fn is_count(graph: &Graph, class: Id) -> bool {
    let (bare, _) = peel(graph, class);
    let known = |id: Id| graph[id].data.value.and_then(PrimValue::as_i64);
    graph[bare].nodes.iter().any(|node| {
        matches!((&node.op, &*node.args), (Op::Iota(PrimType::I64), [_, start, step])
            if known(*start) == Some(0) && known(*step) == Some(1))
    })
}
