//! The levels of parallelism: a map may be run by groups of threads, and the SOACs inside of it by the threads of one.

use super::{Exp, Fun, Lambda, Program, Visit, walk_exp, walk_lambda};
use framework::pass::Report;

/// Reports maps with groups that are inside of SOACs: groups of threads have no groups.
pub fn levels(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        inside: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.name);
            self.visit_body(node.body);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            if self.inside && matches!(node, Exp::Map { groups: true, .. }) {
                self.report.fail_node(node, "an operation by groups of threads is inside of another operation");
            }
            walk_exp(self, node);
        }
        fn visit_lambda(&mut self, node: &'a Lambda<'a>) {
            let around = std::mem::replace(&mut self.inside, true);
            walk_lambda(self, node);
            self.inside = around;
        }
    }
    Finder { report, inside: false }.visit_program(program);
}
