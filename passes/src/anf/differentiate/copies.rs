//! Copies arrays that are overwritten although they are still needed.
//!
//! The way back of reverse mode uses values of the way forward, and two variables may have one array as their adjoint.
//! So the code of derivatives overwrites arrays as if each update made a new one, and this step makes that true: before
//! an array is overwritten that a later statement uses, perhaps as a view, it is copied.

use crate::anf::support::code::{var, variable};
use crate::anf::support::effects::{add_roots, consumed, overwritten_params};
use crate::anf::support::types::Types;
use framework::{Name, Names, Node, Renaming, Span, Static};
use languages::anf::{Arena, Atom, Body, Exp, Fun, HistOp, Lambda, Param, Reduction, Stm, Type, Visit};
use rustc_hash::{FxHashMap, FxHashSet};

/// The depth of arrays that belong to nobody here.
const ELSEWHERE: usize = usize::MAX;

/// The body of a function with copies, and their number.
pub fn kept<'b>(arena: &'b Arena<'b>, fun: &Fun<'b>) -> (&'b Body<'b>, u64) {
    let mut types = Types::default();
    types.visit_body(fun.body);
    fun.params.iter().for_each(|param| types.visit_param(param));
    let mut keeper = Keeper {
        arena,
        types,
        roots: FxHashMap::default(),
        views: FxHashMap::default(),
        depths: FxHashMap::default(),
        depth: 0,
        copies: 0,
    };
    for param in fun.params {
        // The caller still has its arguments, unless it gives them away.
        let given = matches!(param.ty, Type::Array { unique: true, .. });
        keeper.bind(&[*param], if given { 0 } else { ELSEWHERE });
    }
    let body = keeper.body(fun.body, &FxHashSet::default());
    (body, keeper.copies)
}

struct Keeper<'b> {
    arena: &'b Arena<'b>,
    types: Types<'b>,
    /// For each array, the arrays that it may be a view of, if it is not only itself.
    roots: FxHashMap<Name, FxHashSet<Name>>,
    /// The arrays that may be views of an array.
    views: FxHashMap<Name, Vec<Name>>,
    /// The number of loops and functions of SOACs around the binding of each array.
    depths: FxHashMap<Name, usize>,
    depth: usize,
    copies: u64,
}

impl<'b> Keeper<'b> {
    fn roots(&self, name: Name) -> Vec<Name> {
        self.roots.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect())
    }

    /// Whether two arrays may share elements.
    fn shares(&self, a: Name, b: Name) -> bool {
        let roots = self.roots(b);
        self.roots(a).iter().any(|root| roots.contains(root))
    }

    /// Whether an array belongs to the current iteration, and not to code around it, too.
    fn is_own(&self, name: Name) -> bool {
        self.roots(name).iter().all(|root| self.depths.get(root).copied().unwrap_or(0) == self.depth)
    }

    /// Whether one of these names may share elements with an array.
    fn is_used(&self, array: Name, names: &FxHashSet<Name>) -> bool {
        self.roots(array).into_iter().any(|root| {
            names.contains(&root)
                || self.views.get(&root).is_some_and(|views| views.iter().any(|view| names.contains(view)))
        })
    }

    fn bind(&mut self, params: &[Param<'b>], depth: usize) {
        self.depths.extend(params.iter().map(|param| (param.name, depth)));
    }

    fn is_array(&self, name: Name) -> bool {
        matches!(self.types.get(name), Some(Type::Array { .. }))
    }

    /// A copy of an array.
    fn copy(&mut self, array: Name) -> Option<Stm<'b>> {
        let (span, ty) = (Span::NONE, self.types.get(array)?);
        let param = Param { span, name: array.refresh(), ty: self.arena.alloc(ty) };
        self.types.insert(param.name, ty);
        self.bind(&[param], self.depth);
        self.copies += 1;
        let exp = self.arena.alloc(Exp::Copy { span, array });
        Some(Stm { span, pat: self.arena.slice([param]), certs: &[], exp })
    }

    /// The body of a function, loop or branch. `later` are the names that code after it uses.
    fn body(&mut self, body: &Body<'b>, later: &FxHashSet<Name>) -> &'b Body<'b> {
        for stm in body.stms {
            self.bind(stm.pat, self.depth);
            add_roots(&mut self.roots, stm);
            // What a statement overwrites is not there any more afterwards; its results are the new arrays.
            let gone: Vec<Name> = consumed(stm).into_iter().flat_map(|name| self.roots(name)).collect();
            for param in stm.pat {
                if let Some(roots) = self.roots.get_mut(&param.name) {
                    roots.retain(|root| *root == param.name || !gone.contains(root));
                }
            }
            for param in stm.pat {
                for root in self.roots(param.name) {
                    if root != param.name {
                        self.views.entry(root).or_default().push(param.name);
                    }
                }
            }
        }
        let mut used: FxHashSet<Name> = later.clone();
        used.extend(body.result.iter().filter_map(variable));
        let mut stms = Vec::new();
        for stm in body.stms.iter().rev() {
            let (stm, copies) = self.statement(stm, &used);
            used.extend(stm.free_names());
            stms.push(stm);
            for copy in copies {
                used.extend(copy.free_names());
                stms.push(copy);
            }
        }
        stms.reverse();
        self.arena.alloc(Body { stms: self.arena.slice(stms), ..*body })
    }

    /// A statement, and the copies before it. `later` are the names that are used after it.
    fn statement(&mut self, stm: &Stm<'b>, later: &FxHashSet<Name>) -> (Stm<'b>, Vec<Stm<'b>>) {
        let mut copies = Vec::new();
        let exp = match *stm.exp {
            Exp::If { span, cond, yes, no } => {
                // What is used after the branch is the business of the code around.
                let none = FxHashSet::default();
                Exp::If { span, cond, yes: self.body(yes, &none), no: self.body(no, &none) }
            }
            Exp::Loop { .. } => self.looped(stm, &mut copies),
            exp => self.soac(exp),
        };
        let mut stm = Stm { exp: self.arena.alloc(exp), ..*stm };
        let own_inits: FxHashSet<Name> = match exp {
            Exp::Loop { inits, .. } => inits.iter().filter_map(variable).collect(),
            _ => FxHashSet::default(),
        };
        let free: FxHashSet<Name> = stm.exp.free_names().into_iter().collect();
        let mut overwritten: Vec<Name> = consumed(&stm).into_iter().filter(|name| free.contains(name)).collect();
        overwritten.sort_unstable();
        overwritten.dedup();
        for name in overwritten {
            if !self.is_array(name) || (self.is_own(name) && !self.is_used(name, later)) {
                continue;
            }
            let Some(copy) = self.copy(name) else { continue };
            let new = copy.pat[0].name;
            if let (true, Exp::Loop { span, params, inits, form, body }) = (own_inits.contains(&name), *stm.exp) {
                let renamed = |init: &Atom| if variable(init) == Some(name) { var(new) } else { *init };
                let inits = self.arena.slice(inits.iter().map(renamed).collect::<Vec<_>>());
                stm.exp = self.arena.alloc(Exp::Loop { span, params, inits, form, body });
            } else {
                let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Keep).rename(name, new);
                stm.exp = self.arena.alloc(stm.exp.copy_into(self.arena, &mut renaming));
            }
            copies.push(copy);
        }
        (stm, copies)
    }

    /// A loop. Each parameter that is overwritten starts with an array of its own, and goes on with one.
    fn looped(&mut self, stm: &Stm<'b>, copies: &mut Vec<Stm<'b>>) -> Exp<'b> {
        let Exp::Loop { span, params, inits, form, body } = *stm.exp else { return *stm.exp };
        self.depth += 1;
        self.bind(params, self.depth);
        let mut body = *self.body(body, &FxHashSet::default());
        let touched = overwritten_params(params, &body);
        let mut stms = body.stms.to_vec();
        let mut result = body.result.to_vec();
        for (at, param) in params.iter().enumerate() {
            let Some(name) = variable(&result[at]) else { continue };
            let shared =
                |other: usize| other != at && variable(&result[other]).is_some_and(|other| self.shares(name, other));
            if touched.contains(&param.name)
                && self.is_array(name)
                && (!self.is_own(name) || (0..result.len()).any(shared))
                && let Some(copy) = self.copy(name)
            {
                result[at] = var(copy.pat[0].name);
                stms.push(copy);
            }
        }
        body = Body { stms: self.arena.slice(stms), result: self.arena.slice(result), ..body };
        self.depth -= 1;
        // Initial values that other parameters or the body use, too.
        let free: FxHashSet<Name> = body.free_names().into_iter().collect();
        let mut starts = inits.to_vec();
        for (at, param) in params.iter().enumerate() {
            let Some(name) = variable(&inits[at]) else { continue };
            let shared =
                |other: usize| other != at && variable(&inits[other]).is_some_and(|other| self.shares(name, other));
            if touched.contains(&param.name)
                && self.is_array(name)
                && (self.is_used(name, &free) || (0..inits.len()).any(shared))
                && let Some(copy) = self.copy(name)
            {
                starts[at] = var(copy.pat[0].name);
                copies.push(copy);
            }
        }
        let (inits, body) = (self.arena.slice(starts), self.arena.alloc(body));
        Exp::Loop { span, params, inits, form, body }
    }

    /// The elements of inputs belong to the arrays, so the function of a SOAC copies them before it overwrites them.
    fn lambda(&mut self, lambda: &Lambda<'b>, accs: usize) -> &'b Lambda<'b> {
        let (elements, accs) = lambda.params.split_at(lambda.params.len() - accs.min(lambda.params.len()));
        self.bind(elements, self.depth);
        self.depth += 1;
        self.bind(accs, self.depth);
        let body = self.body(lambda.body, &FxHashSet::default());
        self.depth -= 1;
        self.arena.alloc(Lambda { body, ..*lambda })
    }

    fn ops(&mut self, ops: &[Reduction<'b>]) -> &'b [Reduction<'b>] {
        let ops: Vec<Reduction<'b>> =
            ops.iter().map(|op| Reduction { lambda: self.lambda(op.lambda, 0), ..*op }).collect();
        self.arena.slice(ops)
    }

    fn soac(&mut self, exp: Exp<'b>) -> Exp<'b> {
        match exp {
            Exp::Map { span, groups, width, arrays, lambda } => {
                Exp::Map { span, groups, width, arrays, lambda: self.lambda(lambda, 0) }
            }
            Exp::Reduce { span, width, arrays, lambda, ops } => {
                Exp::Reduce { span, width, arrays, lambda: self.lambda(lambda, 0), ops: self.ops(ops) }
            }
            Exp::Scan { span, width, arrays, lambda, ops, post, totals } => {
                let (lambda, ops) = (self.lambda(lambda, 0), self.ops(ops));
                Exp::Scan { span, width, arrays, lambda, ops, post: self.lambda(post, 0), totals: self.ops(totals) }
            }
            Exp::Scatter { span, width, arrays, lambda, dests } => {
                Exp::Scatter { span, width, arrays, lambda: self.lambda(lambda, 0), dests }
            }
            Exp::Hist { span, width, arrays, lambda, ops } => {
                let lambda = self.lambda(lambda, 0);
                let ops: Vec<_> = ops.iter().map(|op| HistOp { lambda: self.lambda(op.lambda, 0), ..*op }).collect();
                Exp::Hist { span, width, arrays, lambda, ops: self.arena.slice(ops) }
            }
            Exp::Stream { span, width, arrays, dests, ops, lambda } => {
                let lambda = self.lambda(lambda, dests.len());
                Exp::Stream { span, width, arrays, dests, ops: self.ops(ops), lambda }
            }
            other => other,
        }
    }
}
