//! Decides which producers become part of a SOAC.

use super::dependencies::{Overwritten, users};
use crate::anf::support::effects::traces;
use crate::anf::support::egraph::facts::Graph;
use crate::anf::support::egraph::forms::Interned;
use crate::anf::support::egraph::region::{Known, Region};
use crate::anf::support::egraph::term::{Op, Term};
use crate::anf::support::soac::{Soac, with_parts};
use egg::Id;
use framework::{Name, Node};
use languages::anf::{Arena, Atom, Exp};
use languages::prim::{PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

/// A SOAC as a term of the e-graph, with its free variables.
pub(super) struct Block<'b> {
    pub exp: Exp<'b>,
    pub soac: Soac<'b>,
    pub term: Term,
    pub free: Vec<Name>,
    /// Whether no other class binds the names that it binds.
    pub own: bool,
}

/// A map that produces an array: its position, its term, and the checks that it depends on.
pub(super) struct Producer {
    pub position: usize,
    pub term: Term,
    pub checks: Vec<Id>,
    pub whole: Id,
    /// The classes of its results.
    pub results: Vec<Id>,
}

/// Adds composed SOACs to the e-graph of a body.
pub(super) struct Composer<'c, 'b> {
    pub arena: &'b Arena<'b>,
    pub region: Region<'b>,
    pub interned: Interned<'c>,
    pub users: FxHashMap<Id, FxHashSet<usize>>,
    pub overwritten: Overwritten,
    /// The first statement that computes each class.
    makers: FxHashMap<Id, usize>,
    /// By position: each SOAC, composed with the producers whose only consumer it is.
    open: FxHashMap<usize, Composition>,
    /// Producers that are already fused into their only consumer.
    gone: FxHashSet<usize>,
    /// The positions of the current consumer and of the producers that are part of it.
    parts: FxHashSet<usize>,
    /// The number of composed terms.
    pub composed: u64,
}

/// A consumer together with the producers that have become part of it.
#[derive(Clone)]
struct Composition {
    position: usize,
    /// The consumer's class.
    whole: Id,
    term: Term,
    /// Whether no other class binds the names that it binds.
    own: bool,
    checks: Vec<Id>,
    /// The inputs that have been tried already.
    tried: FxHashSet<Id>,
}

impl<'c, 'b> Composer<'c, 'b> {
    /// A composer for the statements of a region.
    pub fn new(arena: &'b Arena<'b>, known: &Known<'b>, mut region: Region<'b>, interned: Interned<'c>) -> Self {
        let mut composer = Composer {
            arena,
            overwritten: Overwritten::of(&mut region, known),
            users: users(&region),
            region,
            interned,
            makers: FxHashMap::default(),
            open: FxHashMap::default(),
            gone: FxHashSet::default(),
            parts: FxHashSet::default(),
            composed: 0,
        };
        for (position, origin) in composer.region.origins.iter().enumerate() {
            for result in &origin.results {
                composer.makers.entry(composer.region.graph.find(*result)).or_insert(position);
            }
        }
        composer
    }

    /// Composes every SOAC with its producers. The first traversal, from the last SOAC to the first, fuses producers
    /// that have one consumer. Fused producers are no longer treated as consumers. The second traversal tries the other
    /// producers.
    pub fn compose(&mut self) {
        for position in (0..self.region.origins.len()).rev() {
            self.alone(position);
        }
        for position in 0..self.region.origins.len() {
            if let Some(mut composition) = self.open.get(&position).cloned().filter(|_| !self.gone.contains(&position))
            {
                self.extend(&mut composition, false);
            }
        }
    }

    /// Composes a SOAC with the producers whose only consumer is this SOAC.
    pub fn alone(&mut self, position: usize) {
        if self.gone.contains(&position) || self.open.contains_key(&position) {
            return;
        }
        let Some(mut composition) = self.start(position) else { return };
        let around = std::mem::replace(&mut self.parts, FxHashSet::from_iter([position]));
        self.extend(&mut composition, true);
        let parts = std::mem::replace(&mut self.parts, around);
        self.gone.extend(parts.into_iter().filter(|part| *part != position));
        self.open.insert(position, composition);
    }

    /// The composition that holds a SOAC alone.
    fn start(&self, position: usize) -> Option<Composition> {
        let origin = &self.region.origins[position];
        Soac::of(origin.stm.exp)?;
        let (whole, term) = origin.terms.first().cloned()?;
        let whole = self.region.graph.find(whole);
        Some(Composition { position, whole, term, own: false, checks: Vec::new(), tried: FxHashSet::default() })
    }

    /// Adds producers one after the other. Each step adds a term to the consumer's class.
    fn extend(&mut self, composition: &mut Composition, alone: bool) {
        let mut blocks = self.region.blocks.len();
        while let Some((term, more)) = self.compose_next(composition, alone) {
            // If no block was added, the term shares the block of an equal SOAC.
            composition.own = self.region.blocks.len() > blocks;
            blocks = self.region.blocks.len();
            composition.checks.extend(more);
            composition.term = term.clone();
            let class = self.region.graph.add(term);
            let class = if composition.checks.is_empty() {
                class
            } else {
                let args: Vec<Id> = std::iter::once(class).chain(composition.checks.iter().copied()).collect();
                self.region.graph.add(Term::new(Op::Under, args))
            };
            let maker = self.makers.get(&self.region.graph.find(composition.whole)).copied();
            self.region.graph.union_trusted(composition.whole, class, "fusion");
            self.makers.extend(maker.map(|position| (self.region.graph.find(composition.whole), position)));
            self.region.reasons.push((composition.whole, "fusion"));
            self.composed += 1;
        }
    }

    /// Composes the consumer with one more producer or known element. Returns the new term, and the checks that it
    /// depends on.
    fn compose_next(&mut self, composition: &mut Composition, alone: bool) -> Option<(Term, Vec<Id>)> {
        let Composition { position, tried, .. } = composition;
        let consumer = Block { own: composition.own, ..self.block(&composition.term)? };
        let inputs = consumer.soac.arrays.iter().filter_map(|array| self.class_of(&consumer, *array));
        let inputs: Vec<Id> = inputs.collect();
        for input in &inputs {
            if tried.contains(input) {
                continue;
            }
            if let Some((value, width, checks)) = self.element(&consumer, *input) {
                tried.insert(*input);
                return Some((self.with_element(&consumer, *input, (value, width), &checks), checks));
            }
            if let Some(producer) = self.flat(&consumer, *input, *position) {
                tried.insert(*input);
                self.parts.insert(producer.position);
                return Some((self.composition(&consumer, &producer), producer.checks));
            }
            let Some(producer) = self.producer(*input) else { continue };
            if alone && !self.is_alone(&producer, &consumer) {
                continue;
            }
            tried.insert(*input);
            if self.may_fuse(&producer, &consumer, *position) {
                if alone {
                    self.parts.insert(producer.position);
                }
                return Some((self.composition(&consumer, &producer), producer.checks));
            }
        }
        let read = consumer.free.iter().find_map(|array| self.read_as_input(&consumer, *array, &inputs));
        read.map(|term| (term, Vec::new()))
    }

    /// The element of an input whose elements are all the same, the number of elements, and the checks that these
    /// depend on.
    fn element(&self, consumer: &Block<'b>, input: Id) -> Option<(Id, Id, Vec<Id>)> {
        let graph = &self.region.graph;
        let (bare, checks) = peel(graph, input);
        let made = graph[bare].nodes.iter().find(|node| node.op == Op::Replicate)?;
        let [value, width] = *made.args else { return None };
        // Only scalars: an array could be overwritten before the consumer uses it.
        let scalar = graph[value].data.ty.as_ref().is_some_and(|ty| ty.dims.is_empty());
        (scalar && self.is_width(consumer, width)).then_some((value, width, checks))
    }

    /// The class of the numbers from 0 on, as many as `width` says.
    pub(super) fn numbers(&mut self, width: Id, checks: &[Id]) -> Id {
        let graph = &mut self.region.graph;
        let [start, step] = [0, 1].map(|number| graph.add(Term::constant(PrimValue::I64(number))));
        let numbers = graph.add(Term::new(Op::Iota(PrimType::I64), [width, start, step]));
        match checks {
            [] => numbers,
            _ => graph.add(Term::new(Op::Under, [&[numbers], checks].concat())),
        }
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

    /// The map that produces an array. A map that prints is none: it could become part of two consumers.
    pub fn producer(&self, input: Id) -> Option<Producer> {
        let graph = &self.region.graph;
        let position = *self.makers.get(&graph.find(input))?;
        let origin = &self.region.origins[position];
        let Exp::Map { arrays, .. } = origin.stm.exp else { return None };
        if origin.effect && traces(origin.stm.exp) {
            return None;
        }
        let (whole, term) = origin.terms.first()?;
        let open = self.open.get(&position).map(|open| (open.term.clone(), open.checks.clone()));
        let (term, mut checks) = open.unwrap_or_else(|| (term.clone(), Vec::new()));
        if let Some((_, Term { op: Op::Under, args })) = origin.terms.last() {
            checks.extend(&args[1..]);
        }
        // A map without inputs is no producer: the composed SOAC would have no inputs, and so no number of elements.
        let results = origin.results.iter().map(|result| graph.find(*result)).collect();
        (!arrays.is_empty()).then_some(Producer { position, term, checks, whole: graph.find(*whole), results })
    }

    /// Whether only the current consumer needs the producer's results, and only element by element.
    fn is_alone(&self, producer: &Producer, consumer: &Block<'b>) -> bool {
        let origin = &self.region.origins[producer.position];
        // An array that the consumer's functions read at other indices must exist as an array.
        let inside = || with_parts(self.arena, &consumer.exp, &[], consumer.soac.lambda).free_names();
        let is_result =
            |name: Name| self.class_of(consumer, name).is_some_and(|class| producer.results.contains(&class));
        origin.results.iter().all(|result| self.is_part(*result)) && !inside().into_iter().any(is_result)
    }

    /// Whether only the current consumer and its parts use a class.
    pub fn is_part(&self, class: Id) -> bool {
        let users = self.users.get(&self.region.graph.find(class));
        users.is_none_or(|users| users.is_subset(&self.parts))
    }

    /// Whether the producer's inputs may be read at the consumer's place.
    fn may_fuse(&self, producer: &Producer, consumer: &Block<'b>, position: usize) -> bool {
        let Some(made) = self.block(&producer.term) else { return false };
        let width = match made.soac.width {
            Atom::Const { .. } => made.soac.width == consumer.soac.width,
            Atom::Var { name, .. } => self.class_of(&made, name).is_some_and(|id| self.is_width(consumer, id)),
        };
        // The range includes the consumer itself, since it may overwrite a destination.
        width && self.overwritten.unchanged(&producer.term.args, producer.position, position)
    }

    /// The SOAC of a term.
    pub fn block(&self, term: &Term) -> Option<Block<'b>> {
        let Op::Block(number) = term.op else { return None };
        let (exp, free) = self.region.blocks.get(number as usize)?;
        Some(Block { exp: *exp, soac: Soac::of(exp)?, term: term.clone(), free: free.clone(), own: false })
    }
}

/// Splits a class into its bare operation and the checks that it depends on.
pub(super) fn peel(graph: &Graph, class: Id) -> (Id, Vec<Id>) {
    let (mut class, mut checks) = (graph.find(class), Vec::new());
    while let Some(term) = graph[class].nodes.iter().find(|term| matches!(term.op, Op::Under | Op::Fresh(_))) {
        checks.extend(&term.args[1..]);
        class = graph.find(term.args[0]);
    }
    (class, checks)
}

/// Whether a class is the array `0, 1, …`.
pub(super) fn is_count(graph: &Graph, class: Id) -> bool {
    let (bare, _) = peel(graph, class);
    let known = |id: Id| graph[id].data.value.and_then(PrimValue::as_i64);
    graph[bare].nodes.iter().any(|node| {
        matches!((&node.op, &*node.args), (Op::Iota(PrimType::I64), [_, start, step])
            if known(*start) == Some(0) && known(*step) == Some(1))
    })
}
