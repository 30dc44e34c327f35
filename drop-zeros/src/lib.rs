//! `drop-zeros`: a pass of one's own, which runs after `defunc`.

use framework::pass::{CountsOf, Report, Run, Transform};
use framework::{Owned, Result, pass, rules};
use languages::prim::BinOp;
use languages::first_order::{FirstOrder, Arena, Exp, Program, Rewrite, Visit, default_rewrite_exp, walk_exp};

pass! {
    /// Leaves out additions of zero.
    ///
    ///     x + 0     becomes     x
    pub DropZeros = "drop-zeros": FirstOrder => FirstOrder {
        ensures: [NoZeros],
        counts: { dropped },
    }
}

rules! { FirstOrder:
    /// Nothing is added to zero.
    pub NoZeros = "no-zeros" by no_zeros;
}

impl Transform for DropZeros {
    fn transform(&self, program: &Owned<FirstOrder>, run: &mut Run<'_, Self>) -> Result<Owned<FirstOrder>> {
        Owned::build(|arena| {
            let mut dropper = Dropper { arena, counts: CountsOf::<Self>::default() };
            let result = dropper.rewrite_program(program.root())?;
            run.counts = dropper.counts;
            Ok(result)
        })
    }
}

struct Dropper<'b> {
    arena: &'b Arena<'b>,
    counts: CountsOf<DropZeros>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Dropper<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_exp(&mut self, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
        match exp {
            Exp::Bin { op: BinOp::Add, lhs: kept, rhs: Exp::Const { value, .. }, .. }
                if value.as_i64() == Some(0) =>
            {
                self.counts.dropped += 1;
                self.rewrite_exp(kept)
            }
            // Everything else is rebuilt from its rewritten children.
            _ => default_rewrite_exp(self, exp),
        }
    }
}

/// The validator: it is run after the pass, and names what breaks the rule.
fn no_zeros(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_exp(&mut self, exp: &'a Exp<'a>) {
            if let Exp::Bin { op: BinOp::Add, rhs: Exp::Const { value, .. }, .. } = exp
                && value.as_i64() == Some(0)
            {
                self.report.fail_node(exp, "zero is added");
            }
            walk_exp(self, exp);
        }
    }
    Finder { report }.visit_program(program);
}
