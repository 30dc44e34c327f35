//! The blocks of a group. A function for full width allocates nothing, so they are allocated before it is called.

use framework::{Name, Node};
use languages::lanes::facts::Aliases;
use languages::lanes::{Stm, Visit, walk_stm};
use rustc_hash::{FxHashMap, FxHashSet};

/// What a group does with its own blocks.
#[derive(Default)]
struct Blocks<'a> {
    /// The loops around the current statement, by their numbers.
    path: Vec<usize>,
    loops: usize,
    /// The loops around the declaration of each memory variable.
    declared: FxHashMap<Name, Vec<usize>>,
    /// The allocations, each with the loops around it.
    allocated: Vec<(&'a Stm<'a>, Vec<usize>)>,
    /// The variables that get the block of another, and the others.
    assigned: FxHashSet<Name>,
    scalars: FxHashSet<Name>,
}

impl<'a> Visit<'a> for Blocks<'a> {
    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        match node {
            Stm::DeclMem { name, .. } => drop(self.declared.insert(*name, self.path.clone())),
            Stm::Alloc { .. } => self.allocated.push((node, self.path.clone())),
            Stm::AssignMem { name, from, .. } => self.assigned.extend([*name, *from]),
            Stm::Decl { name, .. } | Stm::For { index: name, .. } => drop(self.scalars.insert(*name)),
            _ => {}
        }
        let repeats = matches!(node, Stm::For { .. } | Stm::While { .. });
        if repeats {
            self.loops += 1;
            self.path.push(self.loops);
        }
        walk_stm(self, node);
        if repeats {
            self.path.pop();
        }
    }
}

/// The allocations in the body of a group, except those of private arrays, if one block for each of them is enough for
/// all groups: its size is known before, and it is dead when the same statement allocates the next one. `None` if not.
pub fn blocks_before<'a>(
    body: &'a [Stm<'a>],
    aliases: &Aliases,
    is_private: impl Fn(Name) -> bool,
) -> Option<Vec<&'a Stm<'a>>> {
    let mut blocks = Blocks::default();
    body.iter().for_each(|stm| blocks.visit_stm(stm));
    let Blocks { declared, allocated, assigned, scalars, .. } = blocks;
    let (mut before, mut names) = (Vec::new(), FxHashSet::default());
    for (stm, path) in allocated {
        let Stm::Alloc { name, count, .. } = stm else { continue };
        if is_private(*name) {
            continue;
        }
        let class = aliases.class(*name);
        let mut same = declared.iter().filter(|(other, _)| aliases.class(**other) == class);
        // Others may refer to the block, but not after the iteration that has allocated it.
        let dies = same.all(|(_, around)| around.starts_with(&path));
        let own = assigned.iter().all(|other| aliases.class(*other) != class || declared.contains_key(other));
        let known = count.free_names().iter().all(|name| !scalars.contains(name));
        if !(dies && own && known && names.insert(*name)) {
            return None;
        }
        before.push(stm);
    }
    Some(before)
}
