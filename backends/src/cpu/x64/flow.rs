//! The order of blocks, and which blocks dominate others.

use super::ir::{Block, Function, Target};

/// Facts about the blocks of a function that can be reached.
pub struct Flow {
    /// The blocks in reverse postorder: each one after its dominators, and a loop's body before what follows the loop.
    pub order: Vec<Block>,
    /// The place of each block in `order`; `None` if it cannot be reached.
    place: Vec<Option<usize>>,
    /// By place, the place of the immediate dominator. The entry has itself.
    dominators: Vec<usize>,
    /// By place, the places of the blocks that go on there.
    predecessors: Vec<Vec<usize>>,
}

impl Flow {
    /// Computes them (Cooper, Harvey and Kennedy, "A Simple, Fast Dominance Algorithm"). Targets that do not exist are
    /// left out; the validator reports them.
    pub fn of(function: &Function) -> Flow {
        let order = reverse_postorder(function);
        let mut place = vec![None; function.blocks.len()];
        for (number, block) in order.iter().enumerate() {
            place[block.index()] = Some(number);
        }
        let mut predecessors: Vec<Vec<usize>> = vec![Vec::new(); order.len()];
        for (from, &block) in order.iter().enumerate() {
            for target in targets(function, block) {
                // All targets of a block that can be reached can be reached.
                if let Some(to) = place[target.block.index()] {
                    predecessors[to].push(from);
                }
            }
        }
        let mut dominators = vec![usize::MAX; order.len()];
        dominators[0] = 0;
        let mut changed = true;
        while changed {
            changed = false;
            for number in 1..order.len() {
                let known = predecessors[number].iter().copied().filter(|&from| dominators[from] != usize::MAX);
                let common = known.reduce(|a, b| meet(&dominators, a, b));
                // The predecessor through which the search came is earlier in the order, so it is known.
                if let Some(common) = common.filter(|&common| dominators[number] != common) {
                    dominators[number] = common;
                    changed = true;
                }
            }
        }
        Flow { order, place, dominators, predecessors }
    }

    /// The immediate dominator of a block that can be reached. `None` for the entry.
    pub fn dominator(&self, block: Block) -> Option<Block> {
        let place = self.place[block.index()].filter(|&place| place > 0)?;
        Some(self.order[self.dominators[place]])
    }

    /// By block, the number of loops around it.
    pub fn loop_depths(&self) -> Vec<u32> {
        let mut depths = vec![0; self.place.len()];
        for (head, &block) in self.order.iter().enumerate() {
            // A block is in the loop if a jump back to its head can be reached from there, but not through the head.
            let back = self.predecessors[head].iter().copied();
            let mut open: Vec<usize> = back.filter(|&from| self.dominates(block, self.order[from])).collect();
            if open.is_empty() {
                continue;
            }
            let mut inside = vec![false; self.order.len()];
            inside[head] = true;
            while let Some(place) = open.pop() {
                if !std::mem::replace(&mut inside[place], true) {
                    open.extend(&self.predecessors[place]);
                }
            }
            for (block, inside) in self.order.iter().zip(inside) {
                depths[block.index()] += u32::from(inside);
            }
        }
        depths
    }

    /// Whether every path to `block` goes through `dominator`. True if `block` cannot be reached.
    pub fn dominates(&self, dominator: Block, block: Block) -> bool {
        let Some(mut at) = self.place[block.index()] else { return true };
        let Some(dominator) = self.place[dominator.index()] else { return false };
        while at > dominator {
            at = self.dominators[at];
        }
        at == dominator
    }
}

/// The targets of a block that exist.
fn targets(function: &Function, block: Block) -> impl DoubleEndedIterator<Item = &Target> {
    let terminator = function.blocks[block.index()].terminator.iter();
    terminator.flat_map(|end| end.targets()).filter(|target| target.block.index() < function.blocks.len())
}

/// The nearest common dominator.
fn meet(dominators: &[usize], mut a: usize, mut b: usize) -> usize {
    while a != b {
        if a > b {
            a = dominators[a];
        } else {
            b = dominators[b];
        }
    }
    a
}

/// The blocks that can be reached from the entry, in reverse postorder. The last target of a block is searched first,
/// so that the first one comes right after the block.
fn reverse_postorder(function: &Function) -> Vec<Block> {
    let mut order = Vec::new();
    let mut seen = vec![false; function.blocks.len()];
    seen[0] = true;
    let mut path = vec![(Block(0), targets(function, Block(0)).rev())];
    while let Some((block, rest)) = path.last_mut() {
        match rest.next() {
            Some(target) => {
                if !std::mem::replace(&mut seen[target.block.index()], true) {
                    path.push((target.block, targets(function, target.block).rev()));
                }
            }
            None => {
                order.push(*block);
                path.pop();
            }
        }
    }
    order.reverse();
    order
}
