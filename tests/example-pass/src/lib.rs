//! A pass in a crate of its own: the example of the book's chapter "How to write a pass".

// ANCHOR: imports
use framework::pass::{Run, Transform};
use framework::{Owned, Result, pass};
use languages::first_order::{Arena, Exp, FirstOrder, Rewrite, default_rewrite_exp};
use languages::prim::{BinOp, PrimValue};
// ANCHOR_END: imports

// ANCHOR: declaration
pass! {
    /// Leaves out additions of zero and multiplications by one, of integers.
    ///
    ///     (x + 0) * 1     becomes     x
    ///
    /// Floats stay as they are: `-0.0 + 0.0` is `0.0`.
    pub DropNeutral = "drop-neutral": FirstOrder => FirstOrder {
        counts: { dropped },
    }
}
// ANCHOR_END: declaration

// ANCHOR: transform
impl Transform for DropNeutral {
    fn transform(&self, program: &Owned<FirstOrder>, run: &mut Run<'_, Self>) -> Result<Owned<FirstOrder>> {
        let mut dropped = 0;
        let result = Owned::build(|arena| {
            let mut dropper = Dropper { arena, dropped: 0 };
            let result = dropper.rewrite_program(program.root());
            dropped = dropper.dropped;
            result
        });
        run.counts.dropped = dropped;
        result
    }
}
// ANCHOR_END: transform

// ANCHOR: rewrite
struct Dropper<'b> {
    arena: &'b Arena<'b>,
    dropped: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Dropper<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
        match exp {
            Exp::Bin { op: BinOp::Add, lhs: kept, rhs: Exp::Const { value, .. }, .. }
            | Exp::Bin { op: BinOp::Add, lhs: Exp::Const { value, .. }, rhs: kept, .. }
                if is_integer(*value, 0) =>
            {
                self.dropped += 1;
                self.rewrite_exp(kept)
            }
            Exp::Bin { op: BinOp::Mul, lhs: kept, rhs: Exp::Const { value, .. }, .. }
            | Exp::Bin { op: BinOp::Mul, lhs: Exp::Const { value, .. }, rhs: kept, .. }
                if is_integer(*value, 1) =>
            {
                self.dropped += 1;
                self.rewrite_exp(kept)
            }
            // Everything else is rebuilt from its rewritten children.
            _ => default_rewrite_exp(self, exp),
        }
    }
}

fn is_integer(value: PrimValue, wanted: i64) -> bool {
    value.prim_type().is_integer() && value.as_i64() == Some(wanted)
}
// ANCHOR_END: rewrite
