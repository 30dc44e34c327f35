//! Turns the chosen terms back into a body.

use super::explain::Explainer;
use super::extract::Choice;
use super::region::{Origin, Region};
use super::term::{Dim, Op, Term};
use crate::anf::support::code::{int, scalar, var};
use egg::Id;
use framework::{Name, Names, Renaming, Span, Static};
use languages::anf::{Arena, Atom, Body, Exp, Param, Part, SliceDim, Stm, Type};
use languages::codes::{self, FailureCode};
use languages::prim::PrimValue;
use rustc_hash::FxHashMap;
use std::marker::PhantomData;

/// The names that the written statement of each class binds.
pub type Written = FxHashMap<Id, Vec<Name>>;

/// Writes the statements of a region in their original order.
pub struct Scheduler<'r, 'b> {
    arena: &'b Arena<'b>,
    region: &'r Region<'b>,
    choice: &'r Choice,
    /// The statement that computes a class, including its checks and copy.
    wholes: FxHashMap<Id, usize>,
    /// The statement that has a class as its bare operation, without checks ([`Op::Under`]) or a copy ([`Op::Fresh`]).
    parts: FxHashMap<Id, usize>,
    /// The statement that has a class as a result, and the position of that result.
    results: FxHashMap<Id, (usize, usize)>,
    names: Written,
    /// Whether each block has been written. A second copy renames its bound variables.
    written: Vec<bool>,
    out: Vec<Stm<'b>>,
    span: Span,
}

impl<'r, 'b> Scheduler<'r, 'b> {
    /// Writes the body that the choice describes.
    pub fn body(
        arena: &'b Arena<'b>,
        region: &'r Region<'b>,
        choice: &'r Choice,
        span: Span,
        explainer: &mut Explainer,
    ) -> Body<'b> {
        let mut scheduler = Scheduler {
            arena,
            region,
            choice,
            wholes: FxHashMap::default(),
            parts: FxHashMap::default(),
            results: FxHashMap::default(),
            names: FxHashMap::default(),
            written: vec![false; region.blocks.len()],
            out: Vec::new(),
            span,
        };
        let graph = &region.graph;
        for (number, origin) in region.origins.iter().enumerate() {
            scheduler.wholes.entry(graph.find(origin.whole)).or_insert(number);
            for (part, _) in &origin.terms {
                scheduler.parts.entry(graph.find(*part)).or_insert(number);
            }
            for (position, result) in origin.results.iter().enumerate() {
                scheduler.results.entry(graph.find(*result)).or_insert((number, position));
            }
        }
        for origin in &region.origins {
            // A statement may lose its checks while its operation is still used. The outermost used part of each
            // statement is written at the statement's place. So the part reads the same arrays as before, and its users
            // need not move down.
            let used = origin.terms.iter().rev().map(|(class, _)| graph.find(*class));
            let mut used = used.filter(|class| choice.is_used(graph, *class) && !choice.is_leaf(graph, *class));
            if let Some(class) = used.next() {
                scheduler.span = origin.stm.span;
                scheduler.whole(class);
            }
        }
        let result: Vec<Atom> = region.results.iter().map(|class| scheduler.atom(*class)).collect();
        let body = Body { span, result: arena.slice(result), stms: arena.slice(scheduler.out) };
        explainer.body(region, choice, &scheduler.names, &body);
        body
    }

    /// The value of a class. Writes the statement of the class first, if it has not been written.
    fn atom(&mut self, class: Id) -> Atom {
        let class = self.region.graph.find(class);
        let Some(term) = self.choice.term(&self.region.graph, class) else { return int(0) };
        if let Some(value) = term.value() {
            return Atom::Const { span: self.span, value };
        }
        match term.op {
            Op::Var(name) => var(name),
            Op::Proj(position) => {
                let names = self.whole(term.args[0]);
                names.get(position).map_or(int(0), |name| var(*name))
            }
            _ => self.whole(class).first().map_or(int(0), |name| var(*name)),
        }
    }

    /// The name of an array's class.
    fn array(&mut self, class: Id) -> Name {
        match self.atom(class) {
            Atom::Var { name, .. } => name,
            // An array is never a constant.
            Atom::Const { .. } => Name::fresh("array"),
        }
    }

    fn atoms(&mut self, classes: &[Id]) -> &'b [Atom] {
        let atoms: Vec<Atom> = classes.iter().map(|class| self.atom(*class)).collect();
        self.arena.slice(atoms)
    }

    fn boxed(&mut self, class: Id) -> &'b Atom {
        let atom = self.atom(class);
        self.arena.alloc(atom)
    }

    /// The names of all results of a class. Writes the statement of the class first, if it has not been written.
    fn whole(&mut self, class: Id) -> Vec<Name> {
        let graph = &self.region.graph;
        let class = graph.find(class);
        if let Some(names) = self.names.get(&class) {
            return names.clone();
        }
        let mut certs = Vec::new();
        let (mut bare, mut fresh) = (class, false);
        // `None` if the class is the value of another statement, under additional checks.
        let term = loop {
            match self.choice.term(graph, bare) {
                Some(Term { op: Op::Under, args }) => {
                    for cert in &args[1..] {
                        if let Some(cert) = self.cert(*cert)
                            && !certs.contains(&cert)
                        {
                            certs.push(cert);
                        }
                    }
                    bare = args[0];
                }
                Some(Term { op: Op::Fresh(_), args }) => {
                    fresh = true;
                    bare = args[0];
                }
                Some(term) => break Some(term),
                None => return Vec::new(),
            }
            bare = graph.find(bare);
            if bare != class && self.is_another(bare) {
                break None;
            }
        };
        let origin = self.wholes.get(&class).map(|number| &self.region.origins[*number]);
        let origin = origin.or_else(|| {
            let (number, _) = self.results.get(&class)?;
            self.region.origins.get(*number)
        });
        // An array that may be overwritten is copied if its term is a view or another name.
        let span = origin.map_or(self.span, |origin| origin.stm.span);
        let shared =
            |term: &Term| matches!(term.op, Op::Var(_) | Op::Proj(_) | Op::Slice(_) | Op::Rearrange(_) | Op::Reshape);
        let certs = self.arena.slice(certs);
        if fresh && term.is_none_or(shared) {
            let sources = match self.atom(bare) {
                Atom::Var { name, .. } => self.names.get(&bare).cloned().unwrap_or_else(|| vec![name]),
                Atom::Const { .. } => Vec::new(),
            };
            let pat = self.pattern(class, origin);
            for (param, source) in pat.iter().zip(sources) {
                let exp = match param.ty {
                    Type::Array { .. } => Exp::Copy { span, array: source },
                    _ => Exp::Atoms { span, atoms: self.arena.slice([var(source)]) },
                };
                self.out.push(Stm { span, pat: self.arena.slice([*param]), certs, exp: self.arena.alloc(exp) });
            }
            return self.named(class, &pat);
        }
        let exp = match term {
            Some(term) => self.exp(term, bare, origin),
            None => {
                let names = self.whole(bare);
                if certs.is_empty() {
                    self.names.insert(class, names.clone());
                    return names;
                }
                Exp::Atoms { span, atoms: self.arena.slice(names.into_iter().map(var)) }
            }
        };
        let pat = self.pattern(class, origin);
        self.out.push(Stm { span, pat: self.arena.slice(pat.iter().copied()), certs, exp: self.arena.alloc(exp) });
        self.named(class, &pat)
    }

    /// Records the names of a class that has been written.
    fn named(&mut self, class: Id, pat: &[Param<'b>]) -> Vec<Name> {
        let names: Vec<Name> = pat.iter().map(|param| param.name).collect();
        self.names.insert(class, names.clone());
        names
    }

    /// Whether a class has a statement of its own: it has been written, or it will be written as a [`Op::Fresh`] array.
    /// A fresh array must be computed exactly once, as it may be overwritten later.
    fn is_another(&self, class: Id) -> bool {
        let mut term = self.choice.term(&self.region.graph, class);
        while let Some(Term { op: Op::Under, args }) = term {
            term = self.choice.term(&self.region.graph, args[0]);
        }
        let is_fresh = term.is_some_and(|term| matches!(term.op, Op::Fresh(_)));
        self.names.contains_key(&class) || self.wholes.contains_key(&class) && is_fresh
    }

    /// The certificate of an assertion's class, or `None` if the assertion always holds.
    fn cert(&mut self, class: Id) -> Option<Name> {
        match self.choice.term(&self.region.graph, class)?.op {
            Op::Held => None,
            Op::Var(name) => Some(name),
            _ => self.whole(class).first().copied(),
        }
    }

    /// The pattern that binds a class. It is the pattern of the class's statement; if the class is only a part of that
    /// statement, the names are refreshed. A class without a statement gets a new name.
    fn pattern(&mut self, class: Id, origin: Option<&Origin<'b>>) -> Vec<Param<'b>> {
        let graph = &self.region.graph;
        let part = self.parts.get(&class).and_then(|number| self.region.origins.get(*number));
        if let Some(origin) = origin.filter(|origin| graph.find(origin.whole) == class).or(part) {
            let is_whole = graph.find(origin.whole) == class;
            let new = |name: Name| if is_whole { name } else { name.refresh() };
            let own: FxHashMap<Name, Name> = origin.stm.pat.iter().map(|param| (param.name, new(param.name))).collect();
            let renamed =
                |param: &Param<'b>| Param { name: own[&param.name], ty: self.known_type(param.ty, &own), ..*param };
            return origin.stm.pat.iter().map(renamed).collect();
        }
        let fact = graph[class].data.ty.clone();
        let base = self
            .results
            .get(&class)
            .and_then(|(number, position)| Some(self.region.origins.get(*number)?.stm.pat.get(*position)?.name));
        let ty = match fact {
            None => Type::Cert { span: self.span },
            Some(ty) if ty.dims.is_empty() => scalar(ty.prim),
            Some(ty) => Type::Array { span: self.span, prim: ty.prim, dims: self.atoms(&ty.dims), unique: false },
        };
        let name = base.map_or_else(|| Name::fresh("t"), Name::refresh);
        vec![Param { span: self.span, name, ty: self.arena.alloc(ty) }]
    }

    /// The type with current names for its sizes. `own` has the names of sizes that the pattern itself binds.
    fn known_type(&mut self, ty: &Type<'b>, own: &FxHashMap<Name, Name>) -> &'b Type<'b> {
        let Type::Array { span, prim, dims, unique } = ty else { return self.arena.alloc(*ty) };
        let dims: Vec<Atom> = dims
            .iter()
            .map(|dim| match dim {
                Atom::Var { name, .. } => match (own.get(name), self.region.ids.get(name)) {
                    (Some(name), _) => var(*name),
                    (None, Some(id)) => self.atom(*id),
                    (None, None) => *dim,
                },
                Atom::Const { .. } => *dim,
            })
            .collect();
        self.arena.alloc(Type::Array { span: *span, prim: *prim, dims: self.arena.slice(dims), unique: *unique })
    }

    fn exp(&mut self, term: &Term, class: Id, origin: Option<&Origin<'b>>) -> Exp<'b> {
        let span = origin.map_or(self.span, |origin| origin.stm.span);
        let args = &term.args;
        match &term.op {
            Op::Bin(op, prim) => {
                Exp::Bin { span, op: *op, prim: *prim, lhs: self.boxed(args[0]), rhs: self.boxed(args[1]) }
            }
            Op::Un(op, prim) => Exp::Un { span, op: *op, prim: *prim, arg: self.boxed(args[0]) },
            Op::Tri(op, prim) => {
                let [a, b, c] = [0, 1, 2].map(|at| self.boxed(args[at]));
                Exp::Tri { span, op: *op, prim: *prim, a, b, c }
            }
            Op::Convert(from, to) => Exp::Convert { span, from: *from, to: *to, arg: self.boxed(args[0]) },
            Op::Index => Exp::Index { span, array: self.array(args[0]), indices: self.atoms(&args[1..]) },
            Op::Slice(dims) => Exp::Slice { span, array: self.array(args[0]), dims: self.dims(dims, &args[1..]) },
            Op::Update(dims) => Exp::Update {
                span,
                array: self.array(args[0]),
                value: self.boxed(args[1]),
                dims: self.dims(dims, &args[2..]),
            },
            Op::ArrayLit(prim, count) => Exp::ArrayLit {
                span,
                elems: self.atoms(&args[1..=*count]),
                prim: *prim,
                row: self.atoms(&args[1 + count..]),
            },
            Op::Iota(prim) => {
                let [count, start, step] = [0, 1, 2].map(|at| self.boxed(args[at]));
                Exp::Iota { span, count, start, step, prim: *prim }
            }
            Op::Replicate => Exp::Replicate { span, shape: self.atoms(&args[1..]), value: self.boxed(args[0]) },
            Op::Rearrange(perm) => {
                Exp::Rearrange { span, array: self.array(args[0]), perm: self.arena.slice(perm.iter().copied()) }
            }
            Op::Reshape => Exp::Reshape { span, array: self.array(args[0]), shape: self.atoms(&args[1..]) },
            Op::Assert => self.assertion(args[0], span, origin),
            Op::Block(number) => self.block(*number as usize, args),
            // A nested body refers to the certificate, so an assertion of `true` is written for it.
            Op::Held => {
                let yes = Atom::Const { span, value: PrimValue::Bool(true) };
                let code = FailureCode(&codes::FALSE_ASSERTION);
                Exp::Assert { span, code, cond: self.arena.alloc(yes), message: &[], trace: &[] }
            }
            Op::Const(..) | Op::Var(_) | Op::Proj(_) | Op::Under | Op::Fresh(_) => {
                let atom = self.atom(class);
                Exp::Atoms { span, atoms: self.arena.slice([atom]) }
            }
        }
    }

    fn dims(&mut self, dims: &[Dim], args: &[Id]) -> &'b [SliceDim<'b>] {
        let span = self.span;
        let mut at = 0;
        let mut out = Vec::new();
        for dim in dims {
            out.push(match dim {
                Dim::Fix => SliceDim::Fix { span, index: self.boxed(args[at]) },
                Dim::Span => SliceDim::Span {
                    span,
                    start: self.boxed(args[at]),
                    count: self.boxed(args[at + 1]),
                    stride: self.boxed(args[at + 2]),
                },
            });
            at += dim.width();
        }
        self.arena.slice(out)
    }

    fn assertion(&mut self, cond: Id, span: Span, origin: Option<&Origin<'b>>) -> Exp<'b> {
        let cond = self.boxed(cond);
        let (code, message, trace) = match origin.map(|origin| origin.stm.exp) {
            Some(Exp::Assert { code, message, trace, .. }) => (*code, *message, *trace),
            _ => (FailureCode(&codes::FALSE_ASSERTION), &[][..], &[][..]),
        };
        let message: Vec<Part<'b>> = message
            .iter()
            .map(|part| match part {
                Part::Show { span, value: Atom::Var { name, .. }, prim } => match self.region.ids.get(name) {
                    Some(id) => Part::Show { span: *span, value: self.boxed(*id), prim: *prim },
                    None => *part,
                },
                _ => *part,
            })
            .collect();
        Exp::Assert { span, code, cond, message: self.arena.slice(message), trace }
    }

    /// An expression of the table with current names for its free variables.
    fn block(&mut self, number: usize, args: &[Id]) -> Exp<'b> {
        let region = self.region;
        let (exp, free) = &region.blocks[number];
        // Composed blocks bind the same names as the blocks that they were composed of.
        let again = std::mem::replace(&mut self.written[number], true) || region.is_composed(number);
        let mut renaming = Renaming::new(if again { Names::Fresh } else { Names::Unique });
        let mut same = !again;
        for (name, arg) in free.iter().zip(args) {
            match self.atom(*arg) {
                Atom::Var { name: now, .. } => {
                    same &= now == *name;
                    renaming = renaming.rename(*name, now);
                }
                atom @ Atom::Const { .. } => {
                    same = false;
                    renaming = renaming.replace(*name, Static(atom, PhantomData));
                }
            }
        }
        if same { *exp } else { exp.copy_into(self.arena, &mut renaming) }
    }
}
