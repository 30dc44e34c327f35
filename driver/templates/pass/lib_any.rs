//! `@pass@`: a pass of one's own, which runs after `@after@`.

use framework::pass::{Report, Run, Transform};
use framework::{Node, Owned, Result, pass, rules};
use languages::@language@::{@Language@, Arena, Program, Rewrite};

pass! {
    /// Rebuilds the program as it is. Override a method of `Rewrite` to change something.
    ///
    ///     x     becomes     x
    pub @Type@ = "@pass@": @Language@ => @Language@ {
        ensures: [Small],
        counts: { nodes },
    }
}

rules! { @Language@:
    /// The program has no more than a billion nodes.
    pub Small = "small" by small;
}

impl Transform for @Type@ {
    fn transform(&self, program: &Owned<@Language@>, run: &mut Run<'_, Self>) -> Result<Owned<@Language@>> {
        run.counts.nodes = program.root().size();
        Owned::build(|arena| Copier { arena }.rewrite_program(program.root()))
    }
}

struct Copier<'b> {
    arena: &'b Arena<'b>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Copier<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }
}

/// The validator: it is run after the pass, and names what breaks the rule.
fn small(program: &Program<'_>, report: &mut Report) {
    if program.size() > 1_000_000_000 {
        report.fail(program.span, "the program is too large");
    }
}
