//! Finds the arguments that an entry point may borrow: it never writes into their memory.
//!
//! A variable may denote the block of an argument if a chain of assignments leads from one to the other, in whatever
//! order they run. If a statement writes into a block that such a variable may denote, or passes it to a procedure, the
//! entry point cannot borrow the argument. Types say the same of most programs: an argument is written only if the
//! entry point consumes it. The code decides here, since a mistake would change memory of others.

use framework::Name;
use languages::lanes::facts::{each_stm, each_written};
use languages::lanes::{Fun, Operand, Stm};
use rustc_hash::FxHashSet;

/// What a function does with blocks.
pub struct Effects {
    /// The assignments of memory variables: from which, and to which.
    assigned: Vec<(Name, Name)>,
    /// The variables into whose blocks the function writes, or procedures may.
    written: FxHashSet<Name>,
}

impl Effects {
    /// The effects of an entry point.
    pub fn of(fun: &Fun<'_>) -> Effects {
        let (mut assigned, mut written) = (Vec::new(), FxHashSet::default());
        each_stm(fun.body, &mut |stm| {
            each_written(stm, &mut |mem| {
                written.insert(mem);
            });
            match stm {
                Stm::AssignMem { name, from, .. } => assigned.push((*from, *name)),
                Stm::Call { args, .. } => written.extend(args.iter().filter_map(|arg| match arg {
                    Operand::MemOperand { mem, .. } => Some(*mem),
                    Operand::ScalarOperand { .. } => None,
                })),
                _ => {}
            }
        });
        Effects { assigned, written }
    }

    /// Whether the function never writes into the block of an argument.
    pub fn only_read(&self, argument: Name) -> bool {
        let mut denoting = FxHashSet::from_iter([argument]);
        loop {
            let known = denoting.len();
            for (from, to) in &self.assigned {
                if denoting.contains(from) {
                    denoting.insert(*to);
                }
            }
            if denoting.len() == known {
                return denoting.is_disjoint(&self.written);
            }
        }
    }
}
