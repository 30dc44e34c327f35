//! The rule of one level of parallelism, or two for groups of threads.

use super::{host_functions, is_flat, on_arrays};
use crate::anf::support::groups::is_shared;
use crate::anf::support::nest;
use framework::Name;
use framework::pass::Report;
use languages::anf::{Exp, Fun, Lambda, Program, Visit, walk_exp};
use rustc_hash::FxHashSet;

pub fn one_level(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
        on_host: FxHashSet<Name>,
        inside: bool,
        in_group: bool,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.name);
            self.visit_body(node.body);
        }
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            let ops: Vec<&Lambda> = match node {
                Exp::Call { func, .. } if self.inside && self.on_host.contains(func) => {
                    return self
                        .report
                        .fail_node(node, "a call of a function that uses arrays inside the function of a SOAC");
                }
                Exp::Reduce { ops, .. } | Exp::Stream { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
                Exp::Scan { ops, totals, .. } => ops.iter().chain(*totals).map(|op| op.lambda).collect(),
                Exp::Hist { ops, .. } => ops.iter().map(|op| op.lambda).collect(),
                Exp::Map { .. } | Exp::Scatter { .. } => Vec::new(),
                _ => return walk_exp(self, node),
            };
            if self.inside && !is_flat(node) && !(self.in_group && is_shared(node)) {
                self.report.fail_node(node, "a SOAC inside the function of a SOAC");
            }
            if ops.iter().any(|op| on_arrays(op)) {
                self.report.fail_node(node, "an operator on arrays");
            }
            let around = (self.inside, self.in_group);
            (self.inside, self.in_group) = (true, false);
            match node {
                Exp::Map { groups, lambda, .. } => self.nest(lambda, *groups),
                _ => walk_exp(self, node),
            }
            (self.inside, self.in_group) = around;
        }
    }
    impl<'a> Finder<'_> {
        fn nest(&mut self, lambda: &'a Lambda<'a>, groups: bool) {
            match nest::inner(lambda) {
                Some(inner) => {
                    for stm in inner.prefix {
                        self.visit_stm(stm);
                    }
                    self.nest(inner.lambda, groups);
                }
                None => {
                    self.in_group = groups;
                    self.visit_body(lambda.body);
                }
            }
        }
    }
    Finder { report, on_host: host_functions(program), inside: false, in_group: false }.visit_program(program);
}
