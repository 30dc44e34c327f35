//! `fuse`: what one SOAC makes becomes part of the SOAC that reads it.

mod flat;
mod rows;

use super::egraph::explain::Explainer;
use super::egraph::extract::{Choice, plain_cost};
use super::egraph::facts::{Facts, Graph};
use super::egraph::forms::Interned;
use super::egraph::region::{Known, Region};
use super::egraph::schedule::Scheduler;
use super::egraph::term::{Op, Term};
use super::soac::{Soac, copy, element_work, joined, outputs, with_parts};
use crate::anf::code::{scalar, var};
use crate::anf::effects;
use egg::Id;
use framework::pass::{Context, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Span, Static, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Param, Program, Rewrite, Stm, Type, default_rewrite_body,
    default_rewrite_fun, default_rewrite_loop_form, default_rewrite_param,
};
use languages::prim::{PrimType, PrimValue};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Fuses maps into the SOACs that read their results, which then need no memory.
    ///
    ///     ys = map f xs; z = reduce (+) 0 ys     becomes     z = reduce (+) 0 (map f inside) xs
    ///
    /// Map–map, map–reduce, map–scan, and producers into scatter and histograms (Henriksen and Oancea, FHPC 2013), by composing functions. An
    /// array of equal elements in a SOAC's input becomes the element, and an array that a SOAC reads at the very index that it is at an input. Each composition is one more term in the consumer's class; what is chosen is
    /// the cheapest body, in which a producer that others still need is paid for twice. A producer's inputs are read where its consumer stands, so
    /// nothing in between may overwrite them.
    pub Fuse = "fuse": Anf => Anf {
        counts: { composed, fused },
        options: { explain = "off": "`on` notes every SOAC that others became part of" },
    }
}

impl Transform for Fuse {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut counts = (0, 0);
        let mut explainer = Explainer::new(context);
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut fuser = Fuser { arena, known: Known::default(), composed: 0, fused: 0, explainer: &mut explainer };
            let program = program.copy_into(arena, &mut Renaming::new(Names::Keep));
            let result = fuser.rewrite_program(arena.alloc(program));
            counts = (fuser.composed, fuser.fused);
            result
        });
        explainer.finish(context);
        context.count("composed", counts.0);
        context.count("fused", counts.1);
        if counts.1 == 0 {
            context.unchanged();
        }
        result
    }
}

struct Fuser<'e, 'b> {
    arena: &'b Arena<'b>,
    known: Known<'b>,
    composed: u64,
    fused: u64,
    explainer: &'e mut Explainer,
}

impl<'b> Rewrite<'b, 'b> for Fuser<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'b Fun<'b>) -> Result<Fun<'b>> {
        self.explainer.enter(node);
        default_rewrite_fun(self, node)
    }

    fn rewrite_param(&mut self, node: &'b Param<'b>) -> Result<Param<'b>> {
        self.known.types.insert(node.name, *node.ty);
        default_rewrite_param(self, node)
    }

    fn rewrite_loop_form(&mut self, node: &'b LoopForm<'b>) -> Result<LoopForm<'b>> {
        if let LoopForm::For { span, index, prim, .. } = *node {
            self.known.types.insert(index, Type::Scalar { span, prim });
        }
        default_rewrite_loop_form(self, node)
    }

    /// From the outside in: functions that were composed have something to fuse inside.
    fn rewrite_body(&mut self, node: &'b Body<'b>) -> Result<Body<'b>> {
        let body = self.fused(node);
        default_rewrite_body(self, self.arena.alloc(body))
    }
}

impl<'b> Fuser<'_, 'b> {
    /// A body with its own SOACs fused, not those further in.
    fn fused(&mut self, body: &Body<'b>) -> Body<'b> {
        let makes = |stm: &Stm| matches!(stm.exp, Exp::Map { .. } | Exp::Replicate { .. });
        let last = body.stms.iter().rposition(|stm| Soac::of(stm.exp).is_some());
        if last.is_none_or(|last| !body.stms[..last].iter().any(makes)) {
            return *body;
        }
        let canonical = Arena::default();
        let mut interned = Interned::new(&canonical);
        let mut region = Region::new(Graph::new(Facts));
        region.start(&self.known, body, effects::touched(body));
        for stm in body.stms {
            region.statement(&mut self.known, stm, &mut interned);
        }
        region.finish(&self.known, body);
        region.graph.rebuild();
        let overwritten = Overwritten::of(&region);
        let mut composer = Composer {
            arena: self.arena,
            users: users(&region),
            region,
            interned,
            overwritten,
            latest: FxHashMap::default(),
            composed: 0,
        };
        for position in 0..composer.region.origins.len() {
            composer.consumer(position);
        }
        self.composed += composer.composed;
        let mut region = composer.region;
        region.graph.rebuild();
        let costs: Vec<u64> = region.blocks.iter().map(|(exp, _)| cost(exp)).collect();
        let price = |graph: &Graph, term: &Term| {
            let block = match term.op {
                Op::Block(number) => costs.get(number as usize).copied().unwrap_or(u64::MAX / 4),
                _ => 0,
            };
            plain_cost(graph, term, block)
        };
        let choice = Choice::of(&region, &price);
        self.fused += choice.replaced;
        Scheduler::body(self.arena, &region, &choice, body.span, self.explainer)
    }
}

/// What a pass over memory costs, in additions for an element: starting it, reading an array, writing one.
const PASS: u64 = 500;
const READ: u64 = 100;
const WRITE: u64 = 200;

fn cost(exp: &Exp<'_>) -> u64 {
    match Soac::of(exp) {
        None => PASS + READ,
        Some(soac) => {
            let arrays = READ * soac.arrays.len() as u64 + WRITE * outputs(exp) as u64;
            PASS + arrays + element_work(exp)
        }
    }
}

/// Which statements read each class; the body's results count as one more.
fn users(region: &Region<'_>) -> FxHashMap<Id, FxHashSet<usize>> {
    let mut users: FxHashMap<Id, FxHashSet<usize>> = FxHashMap::default();
    let graph = &region.graph;
    for (position, origin) in region.origins.iter().enumerate() {
        let own: FxHashSet<Id> = origin.terms.iter().map(|(class, _)| graph.find(*class)).collect();
        let args = origin.terms.iter().flat_map(|(_, term)| term.args.iter());
        for used in args.chain(&origin.needs).map(|arg| graph.find(*arg)).filter(|arg| !own.contains(arg)) {
            users.entry(used).or_default().insert(position);
        }
    }
    for result in &region.results {
        users.entry(graph.find(*result)).or_default().insert(region.origins.len());
    }
    users
}

/// Which arrays each statement overwrites, and what they may be views of.
struct Overwritten {
    /// For each statement.
    by: Vec<FxHashSet<Id>>,
    roots: FxHashMap<Id, FxHashSet<Id>>,
}

impl Overwritten {
    fn of(region: &Region<'_>) -> Overwritten {
        let class = |name: &Name| region.ids.get(name).map(|id| region.graph.find(*id));
        let stms: Vec<Stm<'_>> = region.origins.iter().map(|origin| origin.stm).collect();
        let mut found = Overwritten { by: Vec::new(), roots: FxHashMap::default() };
        for (name, roots) in effects::roots(&stms) {
            let roots = roots.iter().filter_map(class);
            found.roots.entry(class(&name).unwrap_or_default()).or_default().extend(roots);
        }
        for stm in &stms {
            let by = effects::consumed(stm).iter().filter_map(class).flat_map(|id| found.root(id)).collect();
            found.by.push(by);
        }
        found
    }

    fn root(&self, class: Id) -> Vec<Id> {
        self.roots.get(&class).map_or_else(|| vec![class], |roots| roots.iter().copied().collect())
    }

    /// Whether what is read at `from` may be read after the statements up to `to` as well.
    fn unchanged(&self, reads: &[Id], from: usize, to: usize) -> bool {
        let reads: FxHashSet<Id> = reads.iter().flat_map(|id| self.root(*id)).collect();
        self.by[from..=to].iter().all(|by| by.is_disjoint(&reads))
    }
}

/// A SOAC under names of its own, with the classes of its free variables.
struct Instance<'b> {
    exp: Exp<'b>,
    ids: FxHashMap<Name, Id>,
}

/// A map, where it stands, and what it depends on.
struct Producer {
    position: usize,
    term: Term,
    checks: Vec<Id>,
    whole: Id,
    /// The classes of what it makes.
    results: Vec<Id>,
}

struct Composer<'c, 'b> {
    arena: &'b Arena<'b>,
    region: Region<'b>,
    interned: Interned<'c>,
    users: FxHashMap<Id, FxHashSet<usize>>,
    overwritten: Overwritten,
    /// For the classes of SOACs: themselves with all producers that nobody else needs.
    latest: FxHashMap<Id, (Term, Vec<Id>)>,
    composed: u64,
}

impl<'b> Composer<'_, 'b> {
    /// Composes a SOAC with its producers, one after the other: first those that nobody else needs.
    fn consumer(&mut self, position: usize) {
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
        let (exp, free) = self.block(term)?.clone();
        let soac = Soac::of(&exp)?;
        let inputs: Vec<Id> = soac.arrays.iter().filter_map(|array| self.class_of(*array, term, &free)).collect();
        for input in &inputs {
            if tried.contains(input) {
                continue;
            }
            if let Some((value, checks)) = self.element(&soac, term, &free, *input)
                && inputs.iter().any(|other| other != input)
            {
                tried.insert(*input);
                return Some((self.with_element(term, *input, value), checks));
            }
            if let Some(producer) = self.flat(&soac, *input, term, &free, position) {
                tried.insert(*input);
                let checks = producer.checks.clone();
                return Some((self.composition(term, &producer), checks));
            }
            let Some(producer) = self.producer(*input) else { continue };
            // What the functions read at other indices has to be there as an array.
            let inside = with_parts(self.arena, &exp, &[], soac.lambda).free_names();
            let elsewhere =
                |name: &Name| self.class_of(*name, term, &free).is_some_and(|class| producer.results.contains(&class));
            if alone && (!self.is_alone(&producer, position) || inside.iter().any(elsewhere)) {
                continue;
            }
            tried.insert(*input);
            if self.may_fuse(&producer, &exp, term, &free, position) {
                let checks = producer.checks.clone();
                return Some((self.composition(term, &producer), checks));
            }
        }
        free.iter()
            .find_map(|array| self.read_as_input(*array, &inputs, &exp, term, &free))
            .map(|term| (term, Vec::new()))
    }

    /// The SOAC with an array that it reads at its own index as an input, if that is what a map makes.
    fn read_as_input(&mut self, array: Name, inputs: &[Id], exp: &Exp<'b>, term: &Term, free: &[Name]) -> Option<Term> {
        let soac = Soac::of(exp)?;
        let class = self.class_of(array, term, free)?;
        let ty = self.region.graph[class].data.ty.clone()?;
        let (outer, dims) = ty.dims.split_first()?;
        if inputs.contains(&class) || !self.is_width(&soac, term, free, *outer) || self.producer(class).is_none() {
            return None;
        }
        let counts = |input: &Id| {
            let graph = &self.region.graph;
            let (bare, _) = peel(graph, *input);
            let known = |id: Id| graph[id].data.value.and_then(PrimValue::as_i64);
            graph[bare].nodes.iter().any(|node| {
                matches!((&node.op, &*node.args), (Op::Iota(PrimType::I64), [_, start, step])
                    if known(*start) == Some(0) && known(*step) == Some(1))
            })
        };
        let position = inputs.iter().position(counts)?;
        let instance = self.instance(term)?;
        let mut ids = instance.ids;
        let index = Soac::of(&instance.exp)?.lambda.params.get(position)?.name;
        let array = *ids.iter().find(|(_, id)| self.region.graph.find(**id) == class)?.0;
        let mut atom = |id: &Id| match self.region.graph[*id].data.value {
            Some(value) => Atom::Const { span: Span::NONE, value },
            None => {
                let graph = &self.region.graph;
                let known = ids.iter().find(|(_, known)| graph.find(**known) == graph.find(*id)).map(|(name, _)| *name);
                let name = known.unwrap_or_else(|| Name::fresh("n"));
                ids.insert(name, *id);
                var(name)
            }
        };
        let dims: Vec<Atom> = dims.iter().map(&mut atom).collect();
        let row = match dims[..] {
            [] => scalar(ty.prim),
            _ => Type::Array { span: Span::NONE, prim: ty.prim, dims: self.arena.slice(dims), unique: false },
        };
        let exp = rows::as_input(self.arena, &instance.exp, array, index, row)?;
        let covers = self.region.covers(term);
        Some(self.number(exp, &ids, covers))
    }

    /// The one element of an input whose elements are all the same, and what it depends on.
    fn element(&self, soac: &Soac<'b>, term: &Term, free: &[Name], input: Id) -> Option<(Id, Vec<Id>)> {
        let graph = &self.region.graph;
        let (bare, checks) = peel(graph, input);
        let made = graph[bare].nodes.iter().find(|node| node.op == Op::Replicate)?;
        let [value, width] = *made.args else { return None };
        // An array as element could be overwritten before it is used here.
        let scalar = graph[value].data.ty.as_ref().is_some_and(|ty| ty.dims.is_empty());
        (scalar && self.is_width(soac, term, free, width)).then_some((value, checks))
    }

    /// The class of a free variable of a block.
    fn class_of(&self, name: Name, term: &Term, free: &[Name]) -> Option<Id> {
        let position = free.iter().position(|known| *known == name)?;
        term.args.get(position).map(|id| self.region.graph.find(*id))
    }

    fn is_width(&self, soac: &Soac<'b>, term: &Term, free: &[Name], width: Id) -> bool {
        let graph = &self.region.graph;
        match soac.width {
            Atom::Const { value, .. } => graph[width].data.value == Some(value),
            Atom::Var { name, .. } => self.class_of(name, term, free) == Some(graph.find(width)),
        }
    }

    /// The map that makes an array.
    fn producer(&self, input: Id) -> Option<Producer> {
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

    /// The nest of maps that makes an array which is read in one dimension, in one dimension, if nobody else needs it.
    fn flat(&mut self, soac: &Soac<'b>, input: Id, term: &Term, free: &[Name], position: usize) -> Option<Producer> {
        let graph = &self.region.graph;
        let (bare, mut checks) = peel(graph, input);
        let view = graph[bare].nodes.iter().find(|node| node.op == Op::Reshape)?;
        let [made, total] = *view.args else { return None };
        if graph[made].data.ty.as_ref()?.dims.len() != 2 || !self.is_width(soac, term, free, total) {
            return None;
        }
        let producer = self.producer(graph.find(made))?;
        let only = |class: Id, user: usize| {
            self.users.get(&class).is_none_or(|users| users.iter().all(|known| *known == user))
        };
        let read_flat = |user: &usize| {
            let origin = self.region.origins.get(*user);
            origin.is_some_and(|origin| {
                matches!(origin.stm.exp, Exp::Reshape { .. })
                    && origin.results.iter().all(|result| only(graph.find(*result), position))
            })
        };
        let alone = |result: &Id| self.users.get(result).is_none_or(|users| users.iter().all(read_flat));
        if !producer.results.iter().all(alone)
            || !self.overwritten.unchanged(&producer.term.args, producer.position, position)
        {
            return None;
        }
        let results: Vec<Id> = producer
            .results
            .iter()
            .map(|result| {
                graph.lookup(Term::new(Op::Reshape, [*result, total])).map_or(*result, |class| graph.find(class))
            })
            .collect();
        let total_value = graph[total].data.value;
        let instance = self.instance(&producer.term)?;
        let mut ids = instance.ids;
        let width = match total_value {
            Some(value) => Atom::Const { span: Span::NONE, value },
            None => {
                let name = Name::fresh("total");
                ids.insert(name, total);
                var(name)
            }
        };
        let flat = flat::flattened(self.arena, &instance.exp, width)?;
        for (name, whole) in flat.reshaped {
            let class = self.region.graph.add(Term::new(Op::Reshape, [*ids.get(&whole)?, total]));
            ids.insert(name, class);
        }
        if let Some(name) = flat.count {
            let [zero, one] = [0, 1].map(|value| self.region.graph.add(Term::constant(PrimValue::I64(value))));
            let class = self.region.graph.add(Term::new(Op::Iota(PrimType::I64), [total, zero, one]));
            ids.insert(name, class);
        }
        let covers = std::iter::once(producer.whole).chain(self.region.covers(&producer.term)).collect();
        checks.extend(&producer.checks);
        Some(Producer { term: self.number(flat.exp, &ids, covers), results, checks, ..producer })
    }

    /// Whether nobody but this statement needs any result of a producer.
    fn is_alone(&self, producer: &Producer, position: usize) -> bool {
        let graph = &self.region.graph;
        let origin = &self.region.origins[producer.position];
        origin.results.iter().all(|result| {
            self.users
                .get(&graph.find(*result))
                .is_none_or(|users| users.iter().all(|user| *user == position || self.is_part(*user, position)))
        })
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
    fn may_fuse(&self, producer: &Producer, exp: &Exp<'b>, term: &Term, free: &[Name], position: usize) -> bool {
        let Some((made, made_free)) = self.block(&producer.term) else { return false };
        let (Some(first), Some(second)) = (Soac::of(made), Soac::of(exp)) else { return false };
        let width = match first.width {
            Atom::Const { .. } => first.width == second.width,
            Atom::Var { name, .. } => {
                self.class_of(name, &producer.term, made_free).is_some_and(|id| self.is_width(&second, term, free, id))
            }
        };
        // In order, so that the statement itself, which may overwrite a destination, counts too.
        width && self.overwritten.unchanged(&producer.term.args, producer.position, position)
    }

    fn block(&self, term: &Term) -> Option<&(Exp<'b>, Vec<Name>)> {
        match term.op {
            Op::Block(number) => self.region.blocks.get(number as usize),
            _ => None,
        }
    }

    /// A copy of a SOAC in which every name is new.
    fn instance(&self, term: &Term) -> Option<Instance<'b>> {
        let (exp, free) = self.block(term)?;
        let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Fresh);
        let mut ids = FxHashMap::default();
        for (name, id) in free.iter().zip(&*term.args) {
            let new = name.refresh();
            renaming = renaming.rename(*name, new);
            ids.insert(new, *id);
        }
        Some(Instance { exp: exp.copy_into(self.arena, &mut renaming), ids })
    }

    /// The consumer with the producer's function before its own.
    fn composition(&mut self, consumer: &Term, producer: &Producer) -> Term {
        let parts = self.instance(&producer.term).zip(self.instance(consumer));
        let Some((first, second)) = parts else { return consumer.clone() };
        let (Some(made), Some(reads)) = (Soac::of(&first.exp), Soac::of(&second.exp)) else { return consumer.clone() };
        let graph = &self.region.graph;
        let mut ids = first.ids;
        ids.extend(second.ids);
        let class = |name: &Name| ids.get(name).map(|id| graph.find(*id));
        let value = |array: Name| {
            let position = producer.results.iter().position(|result| Some(*result) == class(&array))?;
            made.lambda.body.result.get(position).copied()
        };
        let same = |a: Name, b: Name| class(&a) == class(&b);
        let (arrays, params, stms) = joined(self.arena, &made, &reads, value, same);
        let lambda = self.lambda(reads.lambda, params, stms);
        let exp = with_parts(self.arena, &second.exp, &arrays, lambda);
        let covers =
            [producer.whole].into_iter().chain(self.region.covers(&producer.term)).chain(self.region.covers(consumer));
        let covers: Vec<Id> = covers.collect();
        self.number(exp, &ids, covers)
    }

    /// The SOAC with a value in place of an input.
    fn with_element(&mut self, consumer: &Term, input: Id, value: Id) -> Term {
        let Some(instance) = self.instance(consumer) else { return consumer.clone() };
        let Some(soac) = Soac::of(&instance.exp) else { return consumer.clone() };
        let mut ids = instance.ids;
        let (mut arrays, mut params, mut stms) = (Vec::new(), Vec::new(), Vec::new());
        for (array, param) in soac.arrays.iter().zip(soac.lambda.params) {
            if ids.get(array).map(|id| self.region.graph.find(*id)) == Some(input) {
                let element = match self.region.graph[value].data.value {
                    Some(value) => Atom::Const { span: param.span, value },
                    None => {
                        let name = param.name.refresh();
                        ids.insert(name, value);
                        var(name)
                    }
                };
                stms.push(copy(self.arena, param, element));
            } else {
                arrays.push(*array);
                params.push(*param);
            }
        }
        stms.extend(soac.lambda.body.stms);
        let lambda = self.lambda(soac.lambda, params, stms);
        let exp = with_parts(self.arena, &instance.exp, &arrays, lambda);
        let covers = self.region.covers(consumer);
        self.number(exp, &ids, covers)
    }

    fn lambda(&self, of: Lambda<'b>, params: Vec<Param<'b>>, stms: Vec<Stm<'b>>) -> Lambda<'b> {
        let body = Body { stms: self.arena.slice(stms), ..*of.body };
        Lambda { params: self.arena.slice(params), body: self.arena.alloc(body), ..of }
    }

    fn number(&mut self, exp: Exp<'b>, ids: &FxHashMap<Name, Id>, covers: Vec<Id>) -> Term {
        let free = exp.free_names();
        let args: Vec<Id> = free.iter().filter_map(|name| ids.get(name).copied()).collect();
        let number = self.interned.number(&mut self.region.blocks, &exp, free);
        self.region.cover(number, covers);
        Term::new(Op::Block(number), args)
    }
}

/// A class without the checks that it depends on, and these.
fn peel(graph: &Graph, class: Id) -> (Id, Vec<Id>) {
    let (mut class, mut checks) = (graph.find(class), Vec::new());
    while let Some(term) = graph[class].nodes.iter().find(|term| matches!(term.op, Op::Under | Op::Fresh(_))) {
        checks.extend(&term.args[1..]);
        class = graph.find(term.args[0]);
    }
    (class, checks)
}

#[cfg(test)]
mod tests {
    use crate::anf::testing::{after, count};

    /// Fused, and cleaned up.
    fn fused(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "fuse", "simplify", "remove-dead"], text, args)
    }

    #[test]
    fn chains_are_one_pass() {
        let text = "entry main (xs: []i32) = i32.sum (map (+ 1) (map (* 2) (filter (> 0) xs)))";
        let program = fused(text, "[1, -2, 3]");
        assert_eq!((count(&program, "map"), count(&program, "reduce")), (0, 1), "{program}");
    }

    #[test]
    fn what_two_need_is_computed_once() {
        let text = "entry main [n] (xs: [n]f64) = let ys = map f64.exp xs in (map (+ 1) ys, scan (+) 0 ys)";
        assert_eq!(count(&fused(text, "[1.0, 2.0]"), "exp_f64"), 1);
    }

    #[test]
    fn equal_elements_are_no_input() {
        let text = "entry main [n] (xs: [n]i32) = map2 (+) xs (replicate n 7)";
        let program = fused(text, "[1, 2]");
        assert_eq!(count(&program, "replicate"), 0, "{program}");
    }

    #[test]
    fn arrays_that_are_read_where_the_reader_is() {
        let text = "entry main [n] (xs: [n]i64) = let ys = map (* 2) xs in tabulate n (\\i -> ys[i] + i)";
        let program = fused(text, "[5i64, 6i64]");
        assert_eq!(count(&program, "map"), 1, "{program}");
        let text = "entry main [n] [m] (xss: [n][m]i64) = let yss = map (map (* 2)) xss \
            in tabulate_2d n m (\\i j -> yss[i, (j + 1) % m] + i)";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]]");
        assert_eq!(count(&program, "map"), 3, "{program}");
        let text = "entry main [n] (xs: [n]i64) = let ys = map (* 2) xs in tabulate n (\\i -> ys[i] + ys[n - 1 - i])";
        let program = fused(text, "[5i64, 6i64]");
        assert_eq!(count(&program, "map"), 2, "elsewhere too: {program}");
    }

    #[test]
    fn nests_that_are_read_in_one_dimension() {
        let text = "entry main [n] [m] (xss: [n][m]i64) = i64.sum (flatten (map (map (* 2)) xss))";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]]");
        assert!(count(&program, "map") == 0 && !program.contains("quot"), "{program}");
        let text = "entry main [n] [m] (xss: [n][m]f64) (ys: [m]f64) = \
            f64.sum (flatten (map (\\xs -> map2 (\\x y -> f64.sin x * y + f64.cos x + f64.exp y + xs[0]) xs ys) xss))";
        let program = fused(text, "[[5.0, 6.0], [7.0, 8.0]] [1.0, 2.0]");
        assert!(count(&program, "map") == 0 && program.contains("quot"), "{program}");
        let text =
            "entry main [n] [m] (xss: [n][m]i64) (ys: [m]i64) = i64.sum (flatten (map (\\xs -> map2 (+) xs ys) xss))";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]] [1i64, 2i64]");
        assert!(!program.contains("quot"), "a division would cost more than it saves: {program}");
    }

    #[test]
    fn nothing_is_read_after_it_was_overwritten() {
        let text = "entry main [n] (xs: *[n]i32) = let ys = map (+ 1) xs let zs = xs with [0] = 9 in map2 (+) (map (* 2) ys) zs";
        fused(text, "[1, 2]");
        let text = "entry main [n] (c: bool) (xs: *[n]i32) (ys: *[n]i32) = let zs = map (+ 1) xs let us = if c then xs else ys \
            let vs = us with [0] = 9 in (map (* 2) zs, vs)";
        for choice in ["true", "false"] {
            fused(text, &format!("{choice} [1, 2] [3, 4]"));
        }
    }

    #[test]
    fn a_scatter_does_not_read_what_it_overwrites() {
        let text = "entry main [n] (xs: *[n]i64) = let is = map (\\x -> (x + 1) % n) xs in scatter xs is (iota n)";
        let program = fused(text, "[2i64, 0i64, 1i64]");
        assert_eq!(count(&program, "map"), 1, "{program}");
        let text =
            "entry main [n] (xs: [n]i64) = let is = map (\\x -> (x + 1) % n) xs in scatter (replicate n 0) is (iota n)";
        let program = fused(text, "[2i64, 0i64, 1i64]");
        assert_eq!(count(&program, "map"), 0, "{program}");
    }

    #[test]
    fn checks_move_with_the_function() {
        let text = "entry main [n] (xs: [n]i64) = i64.sum (map (\\x -> xs[x]) (map (+ 1) xs))";
        fused(text, "[0i64, 1i64, 0i64]");
        fused(text, "[0i64, 2i64, 0i64]");
    }
}
