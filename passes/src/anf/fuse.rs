//! `fuse`: a map whose results only one other SOAC reads becomes part of it.

use crate::anf::code::var;
use framework::pass::{Context, Transform};
use framework::{Name, Node, Owned, Result, Span, Walker, pass};
use languages::anf::{Anf, Arena, Atom, Body, Dest, Exp, Lambda, Param, Program, Rewrite, Stm, default_rewrite_stm};
use rustc_hash::FxHashMap;

pass! {
    /// Fuses maps into the only SOAC that reads their results, which then need no memory.
    ///
    ///     ys = map f xs; z = reduce (+) 0 ys     becomes     z = reduce (+) 0 (map f inside) xs
    ///
    /// Map–map, map–reduce, map–scan, and producers into scatter and histograms (Henriksen and Oancea, FHPC 2013), by composing functions. A
    /// constant array in a SOAC's input becomes the constant. Work is never duplicated: a result that anything else reads stays. What an
    /// in-place operation overwrites is not read any later than before: a producer moves down to its consumer only if nothing in between
    /// consumes what it reads, and into a scatter or histogram only if the destination is an array of its own.
    pub Fuse = "fuse": Anf => Anf {
        counts: { fused, constants },
    }
}

impl Transform for Fuse {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut counts = (0, 0);
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut fuser = Fuser { arena, fused: 0, constants: 0 };
            let result = fuser.rewrite_program(program);
            counts = (fuser.fused, fuser.constants);
            result
        });
        context.count("fused", counts.0);
        context.count("constants", counts.1);
        result
    }
}

struct Fuser<'b> {
    arena: &'b Arena<'b>,
    fused: u64,
    constants: u64,
}

/// The parts of a SOAC that fusion works on.
#[derive(Clone, Copy)]
struct Soac<'b> {
    width: Atom,
    arrays: &'b [Name],
    lambda: Lambda<'b>,
}

fn soac<'b>(exp: &Exp<'b>) -> Option<Soac<'b>> {
    match exp {
        Exp::Map { width, arrays, lambda, .. }
        | Exp::Reduce { width, arrays, lambda, .. }
        | Exp::Scan { width, arrays, lambda, .. }
        | Exp::Scatter { width, arrays, lambda, .. }
        | Exp::Hist { width, arrays, lambda, .. } => Some(Soac { width: **width, arrays, lambda: **lambda }),
        _ => None,
    }
}

/// Counts the uses of names.
#[derive(Default)]
struct Uses(FxHashMap<Name, usize>);

impl Walker for Uses {
    fn name(&mut self, name: Name, _: Span) {
        *self.0.entry(name).or_default() += 1;
    }
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

impl Uses {
    fn of(node: &impl Node) -> Uses {
        let mut uses = Uses::default();
        node.walk(&mut uses);
        uses
    }

    fn count(&self, name: Name) -> usize {
        self.0.get(&name).copied().unwrap_or(0)
    }
}

/// The names whose arrays a statement overwrites, also inside of it.
fn consumed(stm: &Stm<'_>) -> Vec<Name> {
    use languages::anf::{Visit, walk_exp};
    struct Finder(Vec<Name>);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            match node {
                Exp::Update { array, .. } => self.0.push(*array),
                // A function may overwrite whatever it is given.
                Exp::Call { args, .. } => self.0.extend(args.iter().filter_map(|arg| match arg {
                    Atom::Var { name, .. } => Some(*name),
                    Atom::Const { .. } => None,
                })),
                Exp::Scatter { dests, .. } => self.0.extend(dests.iter().map(|dest| dest.array)),
                Exp::Hist { ops, .. } => self.0.extend(ops.iter().flat_map(|op| op.dests)),
                // What a loop starts with may be overwritten under the parameter's name.
                Exp::Loop { inits, .. } => self.0.extend(inits.iter().filter_map(|init| match init {
                    Atom::Var { name, .. } => Some(*name),
                    Atom::Const { .. } => None,
                })),
                _ => {}
            }
            walk_exp(self, node);
        }
    }
    let mut finder = Finder(Vec::new());
    finder.visit_stm(stm);
    finder.0
}

/// The array that a name is a view of, within these statements.
fn root(stms: &[Stm<'_>], name: Name) -> Name {
    let definition = stms.iter().rev().find_map(|stm| {
        let position = stm.pat.iter().position(|param| param.name == name)?;
        Some((stm, position))
    });
    match definition.map(|(stm, position)| (stm.exp, position)) {
        Some((Exp::Slice { array, .. } | Exp::Rearrange { array, .. } | Exp::Reshape { array, .. }, _)) => {
            root(stms, *array)
        }
        Some((Exp::Atoms { atoms, .. }, position)) => match atoms.get(position) {
            Some(Atom::Var { name, .. }) => root(stms, *name),
            _ => name,
        },
        _ => name,
    }
}

/// Whether an array may be a view of what a function was given.
fn is_result_of_call(stms: &[Stm<'_>], name: Name) -> bool {
    stms.iter().any(|stm| matches!(stm.exp, Exp::Call { .. }) && stm.pat.iter().any(|param| param.name == name))
}

/// Whether an array was made by these statements and is no view of any other.
fn is_fresh(stms: &[Stm<'_>], name: Name) -> bool {
    stms.iter().any(|stm| {
        let makes = matches!(
            stm.exp,
            Exp::Replicate { .. } | Exp::Scratch { .. } | Exp::Copy { .. } | Exp::Iota { .. } | Exp::Map { .. }
        );
        makes && stm.pat.iter().any(|param| param.name == name)
    })
}

impl<'a, 'b> Rewrite<'a, 'b> for Fuser<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms: Vec<Stm<'b>> = Vec::new();
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            stms.push(self.without_constants(&stms, stm));
        }
        let result = self.arena.slice(node.result.iter().copied());
        let mut body = Body { span: node.span, stms: self.arena.slice(stms.clone()), result };
        // Consumers from the first on: what is fused is a producer for those after it.
        let mut at = 0;
        while at < stms.len() {
            match self.producer(&body, &stms, at) {
                Some(producer) => {
                    stms[at] = self.fuse(&stms[producer], &stms[at]);
                    stms.remove(producer);
                    at -= 1;
                    self.fused += 1;
                    body.stms = self.arena.slice(stms.clone());
                }
                None => at += 1,
            }
        }
        Ok(body)
    }
}

impl<'b> Fuser<'b> {
    /// The SOAC with constants in place of inputs that are constant arrays.
    fn without_constants(&mut self, before: &[Stm<'b>], stm: Stm<'b>) -> Stm<'b> {
        let Some(parts) = soac(stm.exp) else { return stm };
        let value = |array: &Name| {
            let made = before.iter().rev().find(|stm| matches!(stm.pat, [param] if param.name == *array))?;
            match made.exp {
                Exp::Replicate { shape: [width], value, .. } if *width == parts.width => Some((**value, made.certs)),
                _ => None,
            }
        };
        let mut arrays = Vec::new();
        let mut params = Vec::new();
        let mut stms = Vec::new();
        let mut certs = stm.certs.to_vec();
        for (array, param) in parts.arrays.iter().zip(parts.lambda.params) {
            match value(array) {
                Some((value, checks)) => {
                    stms.push(self.copy(param, value));
                    certs.extend(checks);
                }
                None => {
                    arrays.push(*array);
                    params.push(*param);
                }
            }
        }
        if stms.is_empty() || arrays.is_empty() {
            return stm;
        }
        self.constants += stms.len() as u64;
        stms.extend(parts.lambda.body.stms);
        let stm = Stm { certs: self.arena.slice(certs), ..stm };
        self.replaced(stm, arrays, params, stms, parts.lambda.body.result)
    }

    /// `let param = value`
    fn copy(&self, param: &Param<'b>, value: Atom) -> Stm<'b> {
        let exp = Exp::Atoms { span: param.span, atoms: self.arena.slice([value]) };
        Stm { span: param.span, pat: self.arena.slice([*param]), certs: &[], exp: self.arena.alloc(exp) }
    }

    /// The map before statement `at` that may become part of it.
    fn producer(&self, body: &Body<'b>, stms: &[Stm<'b>], at: usize) -> Option<usize> {
        let consumer = soac(stms[at].exp)?;
        let uses = Uses::of(body);
        (0..at).rev().find(|position| {
            let producer = &stms[*position];
            let Exp::Map { width, arrays, .. } = producer.exp else { return false };
            let read = |name: Name| consumer.arrays.iter().filter(|array| **array == name).count();
            let only_here = producer.pat.iter().all(|param| uses.count(param.name) == read(param.name));
            let some_here = producer.pat.iter().any(|param| read(param.name) > 0);
            // Without inputs nothing would say how many elements there are.
            if !only_here || !some_here || **width != consumer.width || arrays.is_empty() {
                return false;
            }
            let before = &stms[..at];
            let reads: Vec<Name> = producer.free_names().into_iter().map(|name| root(before, name)).collect();
            let between = stms[position + 1..at].iter().flat_map(consumed).map(|name| root(before, name));
            if between.into_iter().any(|name| reads.contains(&name) || is_result_of_call(before, name)) {
                return false;
            }
            consumed_by(stms[at].exp).into_iter().all(|dest| {
                let dest = root(before, dest);
                is_fresh(before, dest) && !reads.contains(&dest)
            })
        })
    }

    /// The consumer with the producer's function before its own.
    fn fuse(&self, producer: &Stm<'b>, consumer: &Stm<'b>) -> Stm<'b> {
        let (Some(first), Some(second)) = (soac(producer.exp), soac(consumer.exp)) else { return *consumer };
        let mut arrays: Vec<Name> = first.arrays.to_vec();
        let mut params: Vec<Param<'b>> = first.lambda.params.to_vec();
        let mut stms: Vec<Stm<'b>> = first.lambda.body.stms.to_vec();
        for (array, param) in second.arrays.iter().zip(second.lambda.params) {
            match producer.pat.iter().position(|result| result.name == *array) {
                Some(position) => stms.push(self.copy(param, first.lambda.body.result[position])),
                // An input of both is read once.
                None => match arrays.iter().position(|known| known == array) {
                    Some(position) => stms.push(self.copy(param, var(params[position].name))),
                    None => {
                        arrays.push(*array);
                        params.push(*param);
                    }
                },
            }
        }
        stms.extend(second.lambda.body.stms);
        let certs: Vec<Name> = consumer.certs.iter().chain(producer.certs).copied().collect();
        let consumer = Stm { certs: self.arena.slice(certs), ..*consumer };
        self.replaced(consumer, arrays, params, stms, second.lambda.body.result)
    }

    /// The statement with other inputs and another function.
    fn replaced(
        &self,
        stm: Stm<'b>,
        arrays: Vec<Name>,
        params: Vec<Param<'b>>,
        stms: Vec<Stm<'b>>,
        result: &'b [Atom],
    ) -> Stm<'b> {
        let Some(parts) = soac(stm.exp) else { return stm };
        let body = Body { span: parts.lambda.body.span, stms: self.arena.slice(stms), result };
        let new = Lambda { params: self.arena.slice(params), body: self.arena.alloc(body), ..parts.lambda };
        let (new, names) = (self.arena.alloc(new), self.arena.slice(arrays));
        let exp = match *stm.exp {
            Exp::Map { span, width, .. } => Exp::Map { span, width, arrays: names, lambda: new },
            Exp::Reduce { span, width, ops, .. } => Exp::Reduce { span, width, arrays: names, lambda: new, ops },
            Exp::Scan { span, width, ops, .. } => Exp::Scan { span, width, arrays: names, lambda: new, ops },
            Exp::Scatter { span, width, dests, .. } => Exp::Scatter { span, width, arrays: names, lambda: new, dests },
            Exp::Hist { span, width, ops, .. } => Exp::Hist { span, width, arrays: names, lambda: new, ops },
            other => other,
        };
        Stm { exp: self.arena.alloc(exp), ..stm }
    }
}

/// What an expression itself overwrites.
fn consumed_by(exp: &Exp<'_>) -> Vec<Name> {
    match exp {
        Exp::Scatter { dests, .. } => dests.iter().map(|Dest { array, .. }| *array).collect(),
        Exp::Hist { ops, .. } => ops.iter().flat_map(|op| op.dests).copied().collect(),
        _ => Vec::new(),
    }
}
