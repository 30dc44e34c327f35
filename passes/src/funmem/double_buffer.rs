//! `double-buffer`: lets the iterations of a thread's loop take turns with two blocks.

use super::support::blocks::{Blocks, Doubled, Part, Raised};
use super::support::rebase::rebased;
use super::support::{List, inner_lists, kernel_lists, variable};
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::funmem::index::Index;
use languages::funmem::{Atom, Exp, FunMem, Param, Stm, Type, Visit, walk_atom, walk_stm};
use languages::prim::PrimType;
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Allocates two blocks before a loop in a kernel, instead of one in each iteration.
    ///
    ///     let m = alloc k … loop (xs_mem = m, xs @xs_mem = …) … do { let ys_mem = alloc k    let ys @ys_mem = …    in (ys_mem, ys) }
    ///     becomes
    ///     let m = alloc k … let spare = alloc k    loop (xs_mem = m, other = spare, xs @xs_mem = …) … do { let ys @other = …    in (other, xs_mem, ys) }
    ///
    /// The conditions: each iteration allocates a block of the same size, and returns it for one parameter; the first
    /// block of this parameter was allocated beside the loop, for nothing else, and with this size; nothing but the
    /// next iteration gets the old block.
    ///
    /// Outside of kernels, an iteration frees its old block, so that the next allocation gets it.
    pub DoubleBuffer = "double-buffer": FunMem => FunMem {
        counts: { doubled },
    }
}

impl Transform for DoubleBuffer {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let mut search = Search { blocks: Blocks::of(program.root()), operands: FxHashMap::default() };
        let mut operands = Operands(FxHashMap::default());
        operands.visit_program(program.root());
        search.operands = operands.0;
        search.visit_program(program.root());
        run.counts.doubled = search.blocks.doubled.len() as u64;
        run.unchanged_if(search.blocks.doubled.is_empty());
        rebased(program.root(), &search.blocks)
    }
}

/// How often each name is an operand.
struct Operands(FxHashMap<Name, usize>);

impl<'a> Visit<'a> for Operands {
    fn visit_atom(&mut self, node: &'a Atom) {
        if let Some(name) = variable(node) {
            *self.0.entry(name).or_default() += 1;
        }
        walk_atom(self, node);
    }
}

/// An allocated block.
struct Allocated {
    prim: PrimType,
    count: Index,
}

/// The block that a statement allocates.
fn allocated(stm: &Stm<'_>) -> Option<(Name, Allocated)> {
    match (stm.exp, stm.pat) {
        (Exp::Alloc { prim, count, .. }, [param]) => {
            Some((param.name, Allocated { prim: *prim, count: Index::of(count) }))
        }
        _ => None,
    }
}

struct Search<'a> {
    blocks: Blocks<'a>,
    operands: FxHashMap<Name, usize>,
}

impl<'a> Visit<'a> for Search<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let lists = kernel_lists(node.exp);
        if lists.is_empty() {
            walk_stm(self, node);
        }
        lists.iter().for_each(|list| self.list(list));
    }
}

impl<'a> Search<'a> {
    fn list(&mut self, list: &List<'a>) {
        let mut here = FxHashMap::default();
        for (position, stm) in list.stms.iter().enumerate() {
            if let Exp::Loop { params, inits, body, .. } = stm.exp {
                let after = &list.stms[position + 1..];
                for (param, (init, result)) in params.iter().zip(inits.iter().zip(body.result)) {
                    self.decide(stm, (&here, after, &list.results), param, [init, result]);
                }
            }
            here.extend(allocated(stm));
            inner_lists(stm.exp).iter().for_each(|inner| self.list(inner));
        }
    }

    /// Lets a loop's parameter take turns between two blocks, if the conditions hold. `here` are the blocks that the
    /// statements before the loop allocate; `after` are those behind it, and `results` the names that they return.
    fn decide(
        &mut self,
        stm: &'a Stm<'a>,
        (here, after, results): (&FxHashMap<Name, Allocated>, &[Stm<'_>], &[Name]),
        param: &Param<'_>,
        [init, result]: [&Atom; 2],
    ) -> Option<()> {
        let Exp::Loop { params, body, .. } = stm.exp else { return None };
        let (Type::Mem { span }, Some(first), Some(made)) = (param.ty, variable(init), variable(result)) else {
            return None;
        };
        // Sizes.
        let (_, Allocated { prim, count }) = body.stms.iter().filter_map(allocated).find(|(name, _)| *name == made)?;
        let inside: FxHashSet<Name> =
            body.stms.iter().flat_map(|stm| stm.pat).chain(*params).map(|param| param.name).collect();
        let before = here.get(&first)?;
        if before.prim != prim || before.count != count || count.variables().any(|name| inside.contains(&name)) {
            return None;
        }
        // Operands.
        let times = |name: &Name| self.operands.get(name).copied().unwrap_or(0);
        if times(&first) != 1 || times(&made) != 1 || times(&param.name) != 0 {
            return None;
        }
        // The first block.
        let is_first = |name: Name| self.blocks.first_block(name) == Some(first);
        let uses = |stm: &Stm<'_>| stm.free_names().into_iter().any(is_first);
        if body.free_names().into_iter().any(is_first)
            || after.iter().any(uses)
            || results.iter().copied().any(is_first)
        {
            return None;
        }
        let before = stm.pat.first()?.name;
        let (other, spare) = (Name::fresh("other_mem"), Name::fresh("spare_mem"));
        self.blocks.raise(before, Raised { span: *span, mem: spare, prim, count, checked: false });
        self.blocks.parts.insert(made, Part { mem: other, offset: Index::default(), step: Index::constant(1) });
        self.blocks.doubled.insert(param.name, Doubled { other, spare });
        Some(())
    }
}
