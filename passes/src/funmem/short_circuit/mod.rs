//! `short-circuit`: builds arrays where they end up.

mod overlap;
mod search;

use super::support::blocks::Blocks;
use super::support::rebase::rebased;
use framework::pass::{Run, Transform};
use framework::{Owned, Result, pass};
use languages::funmem::FunMem;

pass! {
    /// Builds an array in the place to which it would be copied.
    ///
    ///     let m = alloc k    let ys @m -> {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
    ///     becomes
    ///     let ys @xs_mem -> o + {(k : 1)} = segmap (i < k) { … }    let xs' = xs with [o:+k] = ys
    ///
    /// SC'22 calls this short-circuiting. A copy happens at a *circuit point*: an update of a slice, a concatenation,
    /// an array of arrays, `copy`, or an array that a kernel's thread returns. The array stays where it is unless
    ///
    /// 1. it fills its block, in row-major order, and the new place is a block with equal distances (safe index
    ///    functions);
    /// 2. nothing uses its block after the circuit point (last use), nor passes the block on (no existential block);
    /// 3. the new block and the place in it are known where the old block was allocated, or can be computed there;
    /// 4. no statement in between uses the new place (non-overlap): neither the new block nor, if it does, these
    ///    addresses.
    ///
    /// The statement of the circuit point stays: its value is the same, and a copy of an array to itself is no code.
    pub ShortCircuit = "short-circuit": FunMem => FunMem {
        counts: { circuits },
    }
}

impl Transform for ShortCircuit {
    fn transform(&self, program: &Owned<FunMem>, run: &mut Run<'_, Self>) -> Result<Owned<FunMem>> {
        let mut blocks = Blocks::of(program.root());
        for fun in program.root().funs {
            blocks.fun(fun)?;
            for (span, reason) in blocks.take_notes() {
                run.note_in(fun.name.base, span, reason);
            }
        }
        run.counts.circuits = blocks.parts.len() as u64;
        run.unchanged_if(blocks.parts.is_empty());
        rebased(program.root(), &blocks)
    }
}
