//! `vectorise`: makes code for several indices of a kernel at once.

mod choice;
mod expressions;
mod folds;
mod group;
mod kinds;
mod memory;
mod statements;
mod validate;

use framework::pass::{Run, Transform};
use framework::{Owned, Result, pass};
use languages::imp::Imp;
use languages::lanes::{Arena, Lanes, Lower, MOST_LANES, Rewrite as _};

use choice::Numbers;
pub use choice::WIDE_LANES;
pub use validate::LeftAgain;

pass! {
    /// Gives kernels code for a group of neighbouring indices, of which each has a lane of every vector.
    ///
    ///     kernel (i < n) do var x: f32; x <- xs[i]; ys[i] <- mul_f32(x, x) done
    ///     becomes
    ///     lanes 16 (j) do var v: vec f32; v <- xs[j..]; ys[j..] <- mul_f32(v, v)
    ///     of kernel (i < n) do var x: f32; x <- xs[i]; ys[i] <- mul_f32(x, x) done
    ///
    /// Each variable of the body is one scalar for all lanes, an index that grows by the same amount from lane to lane
    /// (a scalar for the first lane, and one for the step), or a vector; `kinds.rs` finds out which. An index that
    /// grows by one reads and writes consecutive elements. Where lanes disagree about a branch both sides run, with a
    /// mask of the lanes that want it: assignments keep the old value of the others. A loop, or a copy, runs as long as
    /// any lane wants. Branches that compare indices, as at the edges of an array, have their code three times: for
    /// groups that agree, one way or the other, and for those that do not. A map with many accesses has no code for
    /// those: their group is left, a few indices run one by one, and the groups go on.
    ///
    /// In a loop, each round waits for the one before. So a map with loops gets two groups: one of more lanes, whose
    /// vectors are several registers that do not wait for each other, and one for what is left of a row. A map with
    /// loops in loops may get a third one, of fewer lanes: then threads can share a few indices that take long.
    ///
    /// A check that fails in some lane leaves the group, and the kernel's own code finds the first failure. If the body
    /// cannot run twice, the group checks all lanes itself, and there may be only one check.
    ///
    /// A map over flat indices often takes them apart again, into rows and columns. A group of consecutive indices that
    /// are all in one row has one quotient, and remainders that are consecutive. Where a row ends, the group is left.
    ///
    /// Arrays that each iteration has for itself are kept together: with 16 lanes, element `i` of lane `k` is element
    /// `16 i + k` of their block, so that the same element of all lanes is one vector.
    ///
    /// Of the kernels in a nest, the innermost map that qualifies gets groups, since its indices are neighbours in
    /// memory more often; an inner reduction, if its elements are; otherwise the kernel around. The notes of
    /// `--explain-rewrites` say why a kernel has none.
    ///
    /// Whether that is right for a small map depends on the lengths of the loops and the kernels in it, which are known
    /// when the program runs. Then both have groups, and those of the map are left at once unless all lengths are at
    /// most 32: a row of ten elements has no group of its own, and rows that short are close to each other.
    pub Vectorise = "vectorise": Imp => Lanes {
        ensures: [LeftAgain],
        counts: { groups },
        options: {
            /// The number of lanes of a group. With 1, there are no groups.
            lanes: u64 = 16,
            /// The number of lanes of maps with loops in their bodies, if it is greater. Rows with fewer indices have
            /// the usual groups.
            lanes_of_loops: u64 = 32,
            /// The number of lanes of maps of host code with loops in loops, if it is less. Their usual groups stay.
            lanes_of_few: u64 = 16,
        },
    }
}

impl Transform for Vectorise {
    fn transform(&self, program: &Owned<Imp>, run: &mut Run<'_, Self>) -> Result<Owned<Lanes>> {
        let scalar = Owned::<Lanes>::build(|arena| Lowering { arena }.lower_program(program.root()))?;
        let number = |option: u64| option.next_power_of_two().clamp(1, MOST_LANES.unsigned_abs()) as i64;
        let options = &run.options;
        let [usual, loops, few] = [options.lanes, options.lanes_of_loops, options.lanes_of_few].map(number);
        let lanes = Numbers { usual, loops, few };
        if lanes.usual < 2 {
            return Ok(scalar);
        }
        Owned::build(|arena| {
            let mut choice = choice::Choice::new(arena, lanes);
            let result = choice.rewrite_program(scalar.root());
            run.counts.groups = choice.groups;
            result
        })
    }
}

/// The same program in `Lanes`, without groups.
struct Lowering<'b> {
    arena: &'b Arena<'b>,
}

impl<'a, 'b> Lower<'a, 'b> for Lowering<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }
}
