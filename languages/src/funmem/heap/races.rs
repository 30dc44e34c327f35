//! Data races: equation (4) of the paper, and the two cases of which it does not speak. Writes of one scatter may share
//! a location, since any of them may win, and so may the atomic updates of one histogram.

use super::Label;
use rustc_hash::FxHashMap;

/// An operation whose accesses may share locations: a scatter, a histogram or a stream.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Operation {
    /// The number of kernels around its own one.
    pub level: usize,
    /// Distinguishes it from all other operations.
    pub number: u64,
}

/// The way in which a step uses a location.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Access {
    /// Reads it.
    Read,
    /// Writes it.
    Write,
    /// Writes or updates it, as part of an operation.
    Shared(Operation),
}

/// The iterations that have used a location in one way.
#[derive(Clone, Copy, Debug, Default)]
enum Users {
    #[default]
    Nobody,
    One(usize),
    Many,
}

impl Users {
    fn has_others_than(self, iteration: usize) -> bool {
        match self {
            Users::Nobody => false,
            Users::One(user) => user != iteration,
            Users::Many => true,
        }
    }

    fn add(&mut self, iteration: usize) {
        *self = if self.has_others_than(iteration) { Users::Many } else { Users::One(iteration) };
    }
}

/// All uses of a location in one kernel.
#[derive(Default)]
struct Uses {
    readers: Users,
    writers: Users,
    /// The users in the latest operation. Those of earlier operations count as writers.
    shared: Option<(u64, Users)>,
}

impl Uses {
    /// Records a use. Returns false if it is a race.
    fn add(&mut self, iteration: usize, access: Access) -> bool {
        let others = |users: Users| users.has_others_than(iteration);
        let operation = match access {
            Access::Shared(operation) => Some(operation.number),
            Access::Read | Access::Write => None,
        };
        let shared = self.shared.filter(|(number, _)| operation != Some(*number));
        let conflict = others(self.writers)
            || (access != Access::Read && others(self.readers))
            || shared.is_some_and(|(_, users)| others(users));
        if conflict {
            return false;
        }
        match operation {
            None if access == Access::Read => self.readers.add(iteration),
            None => self.writers.add(iteration),
            Some(number) => {
                if shared.is_some() {
                    self.writers.add(iteration);
                    self.shared = None;
                }
                self.shared.get_or_insert((number, Users::Nobody)).1.add(iteration);
            }
        }
        true
    }
}

/// A running kernel: the current iteration, and all uses so far.
#[derive(Default)]
pub struct Kernel {
    /// The number of the current iteration.
    pub iteration: usize,
    /// The first label that each iteration makes. No other iteration uses the blocks from there on.
    pub own: Label,
    uses: FxHashMap<(Label, i64), Uses>,
}

impl Kernel {
    /// Returns a kernel before its first iteration. `own` is the first label that its iterations make.
    pub fn new(own: Label) -> Kernel {
        Kernel { own, ..Kernel::default() }
    }
}

/// Records a use of a location in all kernels around. Returns the iteration and the access of a race.
pub fn touch(kernels: &mut [Kernel], label: Label, address: i64, access: Access) -> Result<(), (usize, Access)> {
    for (level, kernel) in kernels.iter_mut().enumerate().filter(|(_, kernel)| label < kernel.own) {
        let access = match access {
            Access::Shared(operation) if level < operation.level => Access::Write,
            access => access,
        };
        if !kernel.uses.entry((label, address)).or_default().add(kernel.iteration, access) {
            return Err((kernel.iteration, access));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Whether these accesses of iterations to one location are free of races.
    fn race_free(accesses: &[(usize, Access)]) -> bool {
        let mut uses = Uses::default();
        accesses.iter().all(|(iteration, access)| uses.add(*iteration, *access))
    }

    #[test]
    fn accesses_of_two_iterations() {
        let [scatter, other] = [1, 2].map(|number| Access::Shared(Operation { level: 0, number }));
        let all = [Access::Read, Access::Write, scatter, other];
        for first in all {
            for second in all {
                let free = first == second && first != Access::Write;
                assert_eq!(race_free(&[(0, first), (1, second)]), free, "{first:?} {second:?}");
                assert!(race_free(&[(0, first), (0, second)]), "{first:?} {second:?}");
                assert!(!race_free(&[(0, first), (0, second), (1, Access::Write)]), "{first:?} {second:?}");
            }
        }
        assert!(!race_free(&[(0, scatter), (0, other), (1, other)]));
        assert!(!race_free(&[(0, scatter), (1, scatter), (1, other)]));
        assert!(!race_free(&[(0, Access::Read), (1, Access::Read), (1, Access::Write)]));
    }
}
