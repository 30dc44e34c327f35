//! The validator of `vectorise`.

use framework::pass::Report;
use framework::rules;
use languages::lanes::facts::{Aliases, leaves};
use languages::lanes::{Fun, Lanes, Proc, Program, Stm, Visit, walk_fun, walk_proc, walk_stm};
use std::rc::Rc;

rules! { Lanes:
    /// A group that may be left can run again: it reads no memory that it writes, except memory of its own.
    pub LeftAgain = "left-again" by left_again;
}

fn left_again(program: &Program<'_>, report: &mut Report) {
    Checker { aliases: Rc::default(), in_kernel: false, report }.visit_program(program);
}

struct Checker<'r> {
    /// The aliases in the function or the kernel of host code around.
    aliases: Rc<Aliases>,
    in_kernel: bool,
    report: &'r mut Report,
}

impl<'a> Visit<'a> for Checker<'_> {
    fn visit_fun(&mut self, node: &'a Fun<'a>) {
        self.report.enter(node.entry);
        self.aliases = Rc::new(Aliases::of(node.body));
        walk_fun(self, node);
    }

    fn visit_proc(&mut self, node: &'a Proc<'a>) {
        self.report.enter(node.name);
        self.aliases = Rc::new(Aliases::of(node.body));
        walk_proc(self, node);
    }

    fn visit_stm(&mut self, node: &'a Stm<'a>) {
        let Some(kernel) = node.kernel() else { return walk_stm(self, node) };
        let outermost = !std::mem::replace(&mut self.in_kernel, true);
        let around = self.aliases.clone();
        if outermost {
            self.aliases = Rc::new(self.aliases.in_kernel(kernel));
        }
        if let Stm::Vectors { body, .. } = node
            && leaves(body)
            && !self.aliases.repeatable(body)
        {
            self.report.fail_node(node, "a group that is left after it has changed what it reads");
        }
        walk_stm(self, node);
        self.aliases = around;
        self.in_kernel = !outermost;
    }
}
