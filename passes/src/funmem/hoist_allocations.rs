//! `hoist-allocations`: allocates the blocks of a thread once, before its loops and branches.

use super::support::blocks::{Blocks, Raised};
use super::support::rebase::rebased;
use super::support::{List, inner_lists, kernel_lists, sizes, variable};
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, pass};
use languages::funmem::index::Index;
use languages::funmem::{Body, Exp, Fun, FunMem, LoopForm, Stm, Visit, walk_body, walk_fun, walk_stm};
use languages::prim::PrimType;
use rustc_hash::FxHashMap;

pass! {
    /// Moves allocations in a kernel out of loops and branches.
    ///
    ///     segmap (i < n) { loop … do { let m = alloc k    let xs @m = … } }
    ///     becomes
    ///     segmap (i < n) { let m = alloc k    loop … do { let xs @m = … } }
    ///
    /// A block moves as far up as its size is known. It stays if it is passed on: to the next iteration, or out of a
    /// branch. It leaves a branch only if its size is a constant or that of an array, since branches guard against
    /// arrays that are too large. If the size may be negative, a check stays behind. So the memory that a thread
    /// needs is known before the thread does anything, and `expand-memory` can allocate it for all threads at once.
    ///
    /// Outside of kernels, allocations stay: a block that is freed in each iteration serves the next one, and takes
    /// no memory in the rest of the loop.
    pub HoistAllocations = "hoist-allocations": FunMem => FunMem {
        counts: { hoisted },
    }
}

impl Transform for HoistAllocations {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let blocks = Blocks::of(program.root());
        let mut hoist = Hoist { blocks, depths: FxHashMap::default(), naturals: Vec::new(), around: Vec::new() };
        hoist.visit_program(program.root());
        run.counts.hoisted = hoist.blocks.raised.len() as u64;
        run.unchanged_if(hoist.blocks.raised.is_empty());
        rebased(program.root(), &hoist.blocks)
    }
}

struct Hoist<'a> {
    blocks: Blocks<'a>,
    /// For each name that the kernel binds, the number of statements around. Names of depth 0 are known to the whole
    /// kernel.
    depths: FxHashMap<Name, usize>,
    /// Variables that are at least 0 here, with the number of statements around from which on that is so.
    naturals: Vec<(Name, usize)>,
    /// The statements around, by the first name that they bind, and whether they are branches.
    around: Vec<(Name, bool)>,
}

impl<'a> Visit<'a> for Hoist<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let lists = kernel_lists(node.exp);
        if lists.is_empty() {
            walk_stm(self, node);
        }
        self.scope(|hoist| {
            hoist.bind(node.exp);
            lists.iter().for_each(|list| hoist.list(list));
        });
        self.naturals.extend(sizes(node.pat).into_iter().map(|name| (name, 0)));
    }

    fn visit_body(&mut self, node: &'a Body<'a>) {
        self.scope(|hoist| walk_body(hoist, node));
    }

    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        self.scope(|hoist| {
            hoist.naturals.extend(sizes(node.params).into_iter().map(|name| (name, 0)));
            walk_fun(hoist, node);
        });
    }
}

impl<'a> Hoist<'a> {
    /// Forgets afterwards which variables are at least 0.
    fn scope(&mut self, inside: impl FnOnce(&mut Self)) {
        let known = self.naturals.len();
        inside(self);
        self.naturals.truncate(known);
    }

    fn list(&mut self, list: &List<'a>) {
        let depth = self.around.len();
        for stm in list.stms {
            if let (Exp::Alloc { prim, count, .. }, [param]) = (stm.exp, stm.pat)
                && !self.blocks.passed.contains(&param.name)
            {
                self.raise(stm.span, param.name, *prim, &Index::of(count));
            }
            if let Some(first) = stm.pat.first() {
                self.around.push((first.name, matches!(stm.exp, Exp::If { .. })));
                self.scope(|hoist| {
                    hoist.bind(stm.exp);
                    inner_lists(stm.exp).iter().for_each(|list| hoist.scope(|hoist| hoist.list(list)));
                });
                self.around.pop();
            }
            self.depths.extend(stm.pat.iter().map(|param| (param.name, depth)));
            self.naturals.extend(sizes(stm.pat).into_iter().map(|name| (name, depth)));
        }
    }

    /// Allocates a block as far up as possible.
    fn raise(&mut self, span: Span, mem: Name, prim: PrimType, count: &Index) {
        let here = self.around.len();
        let expanded = self.blocks.expanded(count);
        let (depth, count) = match (self.depth(count), self.depth(&expanded)) {
            (given, other) if other < given => (other, expanded),
            (given, _) => (given, count.clone()),
        };
        let is_small = count.terms().count() <= 1 && count.factors().count() <= 1;
        // A branch may guard against arrays that are too large.
        let guard = (depth..here).rev().find(|level| {
            let (_, is_branch) = self.around[*level];
            is_branch && !(is_small && self.natural_from(&count) <= *level)
        });
        let depth = guard.map_or(depth, |level| level + 1);
        if let Some((before, _)) = self.around.get(depth) {
            let checked = self.natural_from(&count) > depth;
            self.blocks.raise(*before, Raised { span, mem, prim, count, checked });
        }
    }

    /// The number of statements around the place from which on a number is known.
    fn depth(&self, index: &Index) -> usize {
        index.variables().filter_map(|name| self.depths.get(&name)).max().copied().unwrap_or(0)
    }

    /// The number of statements around the place from which on a number is known to be at least 0.
    fn natural_from(&self, index: &Index) -> usize {
        let natural = |name: &Name| {
            let known = self.naturals.iter().filter(|(natural, _)| natural == name).map(|(_, depth)| *depth);
            known.min().unwrap_or(usize::MAX)
        };
        let from = index.terms().map(
            |(names, times)| {
                if times < 0 { usize::MAX } else { names.iter().map(natural).max().unwrap_or(0) }
            },
        );
        from.max().unwrap_or(0)
    }

    /// Notes what an expression binds for the statements inside.
    fn bind(&mut self, exp: &Exp<'a>) {
        let depth = self.around.len();
        let mut bound: Vec<Name> = Vec::new();
        let mut naturals = Vec::new();
        match exp {
            Exp::Loop { params, form, .. } => {
                bound.extend(params.iter().map(|param| param.name));
                naturals.extend(sizes(params));
                if let LoopForm::For { index, .. } = form {
                    naturals.push(*index);
                }
            }
            Exp::SegMap { space, .. }
            | Exp::SegRed { space, .. }
            | Exp::SegHist { space, .. }
            | Exp::SegScan { space, .. }
            | Exp::SegStream { space, .. } => {
                naturals.extend(space.iter().flat_map(|dim| [Some(dim.index), variable(dim.count)]).flatten());
                bound.extend(space.iter().map(|dim| dim.index));
            }
            _ => {}
        }
        match exp {
            Exp::SegScan { body, .. } => bound.extend(body.prefixes.iter().map(|param| param.name)),
            Exp::SegStream { accs, .. } => bound.extend(accs.iter().map(|param| param.name)),
            Exp::Loop { form: LoopForm::For { index, .. }, .. } => bound.push(*index),
            _ => {}
        }
        self.depths.extend(bound.into_iter().map(|name| (name, depth)));
        self.naturals.extend(naturals.into_iter().map(|name| (name, depth)));
    }
}
