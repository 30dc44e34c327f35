//! `merge-blocks`: lets arrays of a thread share blocks.

use super::support::blocks::{Blocks, Part};
use super::support::rebase::rebased;
use super::support::{List, inner_lists, kernel_lists};
use framework::pass::{Run, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::funmem::index::Index;
use languages::funmem::{Exp, FunMem, Stm, Visit, walk_stm};
use languages::prim::PrimType;
use rustc_hash::FxHashMap;

pass! {
    /// Lets two arrays of a thread share a block, if one is no longer used when the other is made.
    ///
    ///     let m = alloc k    let xs @m = …    let x = reduce xs    let m' = alloc k    let ys @m' = …
    ///     becomes
    ///     let m = alloc k    let xs @m = …    let x = reduce xs                        let ys @m = …
    ///
    /// Blocks interfere if both are alive at a statement: from where one is allocated to where it is used for the
    /// last time. As in register allocation by linear scan, the pass goes through the statements in order, and gives
    /// each new block the memory of a block that has died, with elements of the same type, of equal or greater size.
    /// Loops and branches may use blocks that are dead around them.
    ///
    /// The pass changes kernels only. A kernel's threads are many, and each has memory of its own. Outside of
    /// kernels, a block is freed after its last use, and the next block may have any size.
    pub MergeBlocks = "merge-blocks": FunMem => FunMem {
        counts: { merged },
    }
}

impl Transform for MergeBlocks {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let mut merge = Merge { blocks: Blocks::of(program.root()) };
        merge.visit_program(program.root());
        run.counts.merged = merge.blocks.parts.len() as u64;
        run.unchanged_if(merge.blocks.parts.is_empty());
        rebased(program.root(), &merge.blocks)
    }
}

/// Memory for a block.
#[derive(Clone)]
struct Room {
    mem: Name,
    prim: PrimType,
    count: Index,
}

impl Room {
    fn has_room_for(&self, prim: PrimType, count: &Index) -> bool {
        let more = match (self.count.as_constant(), count.as_constant()) {
            (Some(room), Some(count)) => room >= count,
            _ => false,
        };
        self.prim == prim && (more || self.count == *count)
    }
}

struct Merge<'a> {
    blocks: Blocks<'a>,
}

impl<'a> Visit<'a> for Merge<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let lists = kernel_lists(node.exp);
        if lists.is_empty() {
            walk_stm(self, node);
        }
        for list in lists {
            self.list(&list, &[]);
        }
    }
}

impl<'a> Merge<'a> {
    /// Merges the blocks of a list of statements. The blocks `dead` exist around the list, but nothing uses them.
    fn list(&mut self, list: &List<'a>, dead: &[Room]) {
        let last = self.last_uses(list);
        let (mut dead, mut alive) = (dead.to_vec(), Vec::<(Room, usize)>::new());
        for (position, stm) in list.stms.iter().enumerate() {
            for (room, _) in alive.extract_if(.., |(_, last)| *last < position) {
                dead.push(room);
            }
            if let (Exp::Alloc { prim, count, .. }, [param]) = (stm.exp, stm.pat)
                && !self.blocks.passed.contains(&param.name)
            {
                let count = self.blocks.expanded(&Index::of(count));
                let last = last.get(&param.name).copied().unwrap_or(position);
                let room = match dead.iter().position(|room| room.has_room_for(*prim, &count)) {
                    Some(at) => {
                        let room = dead.remove(at);
                        let part = Part { mem: room.mem, offset: Index::default(), step: Index::constant(1) };
                        self.blocks.parts.insert(param.name, part);
                        room
                    }
                    None => Room { mem: param.name, prim: *prim, count },
                };
                alive.push((room, last));
            }
            for inner in inner_lists(stm.exp) {
                self.list(&inner, &dead);
            }
        }
    }

    /// The position of the last statement that uses each block, behind the list for blocks that it returns.
    fn last_uses(&self, list: &List<'a>) -> FxHashMap<Name, usize> {
        let mut last = FxHashMap::default();
        for (position, stm) in list.stms.iter().enumerate() {
            let names = stm.free_names().into_iter().chain(stm.pat.iter().map(|param| param.name));
            last.extend(names.filter_map(|name| self.blocks.first_block(name)).map(|mem| (mem, position)));
        }
        let results = list.results.iter().filter_map(|name| self.blocks.first_block(*name));
        last.extend(results.map(|mem| (mem, usize::MAX)));
        last
    }
}
