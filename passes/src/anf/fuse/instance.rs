//! Composes SOACs: copies them under fresh names and joins the copies.

use super::composer::{Block, Composer, Producer, is_count, peel};
use super::{flat, rows};
use crate::anf::support::code::{scalar, var};
use crate::anf::support::egraph::facts::Graph;
use crate::anf::support::egraph::term::{Op, Term};
use crate::anf::support::elements::rebuilt;
use crate::anf::support::soac::{Soac, copy, joined, with_parts};
use egg::Id;
use framework::{Name, Names, Node, Renaming, Span, Static};
use languages::anf::{Atom, Exp, Lambda, Param, Stm, Type};
use languages::prim::{PrimType, PrimValue};
use rustc_hash::FxHashMap;

/// A SOAC that binds names of its own, with the classes of its free variables.
struct Instance<'b> {
    exp: Exp<'b>,
    soac: Soac<'b>,
    ids: FxHashMap<Name, Id>,
}

impl Instance<'_> {
    /// The class of a free variable.
    fn class(&self, graph: &Graph, name: Name) -> Option<Id> {
        self.ids.get(&name).map(|id| graph.find(*id))
    }

    /// A free variable with this class.
    fn name(&self, graph: &Graph, class: Id) -> Option<Name> {
        self.ids.iter().find(|(_, id)| graph.find(**id) == graph.find(class)).map(|(name, _)| *name)
    }

    /// A class as an operand: a constant, or a variable that may be new.
    fn atom(&mut self, graph: &Graph, class: Id, base: &str) -> Atom {
        if let Some(value) = graph[class].data.value {
            return Atom::Const { span: Span::NONE, value };
        }
        let name = self.name(graph, class).unwrap_or_else(|| Name::fresh(base));
        self.ids.insert(name, class);
        var(name)
    }
}

impl<'b> Composer<'_, 'b> {
    /// An instance of a SOAC that shares no bound names. The block itself is used if it is `own`, else a copy.
    fn instance(&self, block: &Block<'b>) -> Instance<'b> {
        if block.own {
            let ids = block.free.iter().copied().zip(block.term.args.iter().copied()).collect();
            return Instance { exp: block.exp, soac: block.soac, ids };
        }
        let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Fresh);
        let mut ids = FxHashMap::default();
        for (name, id) in block.free.iter().zip(&*block.term.args) {
            let new = name.refresh();
            renaming = renaming.rename(*name, new);
            ids.insert(new, *id);
        }
        let exp = block.exp.copy_into(self.arena, &mut renaming);
        Instance { exp, soac: Soac::of(&exp).unwrap_or(block.soac), ids }
    }

    /// The term of a SOAC, given the classes of its free variables. The SOAC includes the effects of `covers`.
    fn number(&mut self, exp: Exp<'b>, ids: &FxHashMap<Name, Id>, covers: Vec<Id>) -> Term {
        let free = exp.free_names();
        let args: Vec<Id> = free.iter().filter_map(|name| ids.get(name).copied()).collect();
        let number = self.interned.number(&mut self.region.blocks, &exp, free, exp.size());
        self.region.cover(number, covers);
        Term::new(Op::Block(number), args)
    }

    fn lambda(&self, of: Lambda<'b>, params: Vec<Param<'b>>, stms: Vec<Stm<'b>>) -> Lambda<'b> {
        rebuilt(self.arena, &of, params, of.rets.to_vec(), (stms, of.body.result.to_vec()))
    }

    /// The consumer with the producer's function before its own.
    pub(super) fn composition(&mut self, consumer: &Block<'b>, producer: &Producer) -> Term {
        let Some(made) = self.block(&producer.term).map(|block| self.instance(&block)) else {
            return consumer.term.clone();
        };
        let reads = self.instance(consumer);
        let graph = &self.region.graph;
        let mut ids = made.ids;
        ids.extend(reads.ids);
        let class = |name: Name| ids.get(&name).map(|id| graph.find(*id));
        let value = |array: Name| {
            let position = producer.results.iter().position(|result| Some(*result) == class(array))?;
            made.soac.lambda.body.result.get(position).copied()
        };
        let same = |a: Name, b: Name| class(a) == class(b);
        let (arrays, params, stms) = joined(self.arena, &made.soac, &reads.soac, value, same);
        let lambda = self.lambda(reads.soac.lambda, params, stms);
        let exp = with_parts(self.arena, &reads.exp, &arrays, lambda);
        let covers = self.region.covers(&producer.term).into_iter().chain(self.region.covers(&consumer.term));
        let covers: Vec<Id> = std::iter::once(producer.whole).chain(covers).collect();
        self.number(exp, &ids, covers)
    }

    /// The consumer with a value in place of an input that has it `width` times, if `checks` hold. If that was its only
    /// input, it gets the numbers from 0 on, since a SOAC has at least one; they take no memory.
    pub(super) fn with_element(
        &mut self,
        consumer: &Block<'b>,
        input: Id,
        (value, width): (Id, Id),
        checks: &[Id],
    ) -> Term {
        let mut instance = self.instance(consumer);
        let soac = instance.soac;
        let graph = &self.region.graph;
        let (mut arrays, mut params, mut stms) = (Vec::new(), Vec::new(), Vec::new());
        for (array, param) in soac.arrays.iter().zip(soac.lambda.params) {
            if instance.class(graph, *array) == Some(input) {
                stms.push(copy(self.arena, param, instance.atom(graph, value, "x")));
            } else {
                arrays.push(*array);
                params.push(*param);
            }
        }
        if arrays.is_empty() {
            let array = Name::fresh("iota");
            instance.ids.insert(array, self.numbers(width, checks));
            arrays.push(array);
            let index = Param { span: Span::NONE, name: Name::fresh("i"), ty: self.arena.alloc(scalar(PrimType::I64)) };
            params.push(index);
        }
        params.extend(soac.lambda.params.iter().skip(soac.arrays.len()));
        stms.extend(soac.lambda.body.stms);
        let lambda = self.lambda(soac.lambda, params, stms);
        let exp = with_parts(self.arena, &instance.exp, &arrays, lambda);
        let covers = self.region.covers(&consumer.term);
        self.number(exp, &instance.ids, covers)
    }

    /// The consumer with `array` as an additional input. This needs a map that produces `array`, and a consumer that
    /// only reads it at its own index.
    pub(super) fn read_as_input(&mut self, consumer: &Block<'b>, array: Name, inputs: &[Id]) -> Option<Term> {
        let class = self.class_of(consumer, array)?;
        let ty = self.region.graph[class].data.ty.clone()?;
        let (outer, dims) = ty.dims.split_first()?;
        if inputs.contains(&class) || !self.is_width(consumer, *outer) || self.producer(class).is_none() {
            return None;
        }
        let graph = &self.region.graph;
        let position = inputs.iter().position(|input| is_count(graph, *input))?;
        let mut instance = self.instance(consumer);
        let index = instance.soac.lambda.params.get(position)?.name;
        let array = instance.name(graph, class)?;
        let dims: Vec<Atom> = dims.iter().map(|dim| instance.atom(graph, *dim, "n")).collect();
        let row = match dims[..] {
            [] => scalar(ty.prim),
            _ => Type::Array { span: Span::NONE, prim: ty.prim, dims: self.arena.slice(dims), unique: false },
        };
        let exp = rows::as_input(self.arena, &instance.exp, array, index, row)?;
        let covers = self.region.covers(&consumer.term);
        Some(self.number(exp, &instance.ids, covers))
    }

    /// The flattened producer of an input that is a nest of two maps, reshaped to one dimension. The nest must have no
    /// other use.
    pub(super) fn flat(&mut self, consumer: &Block<'b>, input: Id, position: usize) -> Option<Producer> {
        let graph = &self.region.graph;
        let (bare, mut checks) = peel(graph, input);
        let view = graph[bare].nodes.iter().find(|node| node.op == Op::Reshape)?;
        let [made, total] = *view.args else { return None };
        if graph[made].data.ty.as_ref()?.dims.len() != 2 || !self.is_width(consumer, total) {
            return None;
        }
        let nest = self.producer(made)?.position;
        self.alone(nest);
        let graph = &self.region.graph;
        let producer = self.producer(made)?;
        if !producer.results.iter().all(|result| self.is_read_flat(*result))
            || !self.overwritten.unchanged(&producer.term.args, producer.position, position)
        {
            return None;
        }
        let in_one = |result: &Id| {
            let view = graph.lookup(Term::new(Op::Reshape, [*result, total]));
            view.map_or(*result, |class| graph.find(class))
        };
        let results: Vec<Id> = producer.results.iter().map(in_one).collect();
        let mut instance = self.instance(&self.block(&producer.term)?);
        let width = instance.atom(graph, total, "total");
        let flat = flat::flattened(self.arena, &instance.exp, width)?;
        let graph = &mut self.region.graph;
        for (name, whole) in flat.reshaped {
            let class = graph.add(Term::new(Op::Reshape, [*instance.ids.get(&whole)?, total]));
            instance.ids.insert(name, class);
        }
        if let Some(name) = flat.count {
            let [zero, one] = [0, 1].map(|value| graph.add(Term::constant(PrimValue::I64(value))));
            let class = graph.add(Term::new(Op::Iota(PrimType::I64), [total, zero, one]));
            instance.ids.insert(name, class);
        }
        let covers = std::iter::once(producer.whole).chain(self.region.covers(&producer.term)).collect();
        checks.extend(&producer.checks);
        let term = self.number(flat.exp, &instance.ids, covers);
        Some(Producer { term, results, checks, ..producer })
    }

    /// Whether the current consumer is the only user of an array, and reads it in one dimension only.
    fn is_read_flat(&self, array: Id) -> bool {
        let is_view = |user: &usize| {
            let origin = self.region.origins.get(*user);
            origin.is_some_and(|origin| {
                matches!(origin.stm.exp, Exp::Reshape { .. })
                    && origin.results.iter().all(|result| self.is_part(*result))
            })
        };
        self.users.get(&array).is_none_or(|users| users.iter().all(is_view))
    }
}
