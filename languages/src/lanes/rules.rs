//! The rules of `Lanes`. Those of `Imp` hold for the program's embedding, in which a vector is one scalar.

use super::{Fun, Lanes, MOST_LANES, Proc, Program, Purpose, Stm, Visit, added, embed, walk_fun, walk_proc, walk_stm};
use crate::imp;
use framework::pass::{AnyRule, Report};
use framework::{Language, rules};

rules! { Lanes:
    /// Every variable is declared once, before it is used. Procedures have distinct names, and so have entry points.
    pub Declared = "declared" by declared;
    /// Operands, values, indices and blocks have the types that statements and operators require. Vectors are where
    /// vectors are needed, scalars where scalars are.
    pub WellTyped = "well-typed" by well_typed;
    /// No statement assigns a parameter or an index. No kernel assigns a variable from outside of it.
    pub Assigned = "assigned" by assigned;
    /// Kernels call only procedures of scalars that do not call themselves.
    pub KernelCalls = "kernel-calls" by kernel_calls;
    /// Groups have a power of two of lanes, names for all indices of their kernel, and the values that it needs. There
    /// are no kernels in groups. Tasks share a kernel.
    pub Groups = "groups" by groups;
    /// No kernel of groups of threads is inside of another kernel.
    pub Levels = "levels" by levels;
    /// No operator is an elementary function of floats: `expand-math` has replaced these by basic operations.
    pub NoElementaryFunctions = "no-elementary-functions" by no_elementary_functions;
}

/// All rules of the language.
pub static RULES: &[&dyn AnyRule] =
    &[&Declared, &WellTyped, &Assigned, &KernelCalls, &Groups, &Levels, &NoElementaryFunctions];

fn declared(program: &Program<'_>, report: &mut Report) {
    for fun in program.funs {
        report.enter(fun.entry);
        report.names(fun, true);
    }
    for proc in program.procs {
        report.enter(proc.name);
        report.names(proc, true);
    }
    with(program, Purpose::Plain, report, imp::rules::distinct);
}

/// Checks a rule of `Imp` on the embedded program.
fn with(
    program: &Program<'_>,
    purpose: Purpose,
    report: &mut Report,
    rule: fn(&<imp::Imp as Language>::Root<'_>, &mut Report),
) {
    match embed(program, purpose) {
        Ok(program) => rule(program.root(), report),
        // `well-typed` reports it.
        Err(_) if purpose == Purpose::Plain => {}
        Err(error) => report.fail(error.span, error.message.clone()),
    }
}

fn well_typed(program: &Program<'_>, report: &mut Report) {
    with(program, Purpose::Check, report, imp::rules::well_typed);
}

fn assigned(program: &Program<'_>, report: &mut Report) {
    with(program, Purpose::Plain, report, imp::rules::assigned);
}

fn kernel_calls(program: &Program<'_>, report: &mut Report) {
    with(program, Purpose::Plain, report, imp::rules::kernel_calls);
}

fn levels(program: &Program<'_>, report: &mut Report) {
    with(program, Purpose::Plain, report, imp::rules::levels);
}

fn no_elementary_functions(program: &Program<'_>, report: &mut Report) {
    with(program, Purpose::Plain, report, imp::rules::no_elementary_functions);
}

fn groups(program: &Program<'_>, report: &mut Report) {
    struct Checker<'r> {
        in_group: bool,
        report: &'r mut Report,
    }
    impl<'a> Visit<'a> for Checker<'_> {
        fn visit_fun(&mut self, node: &'a Fun<'a>) {
            self.report.enter(node.entry);
            walk_fun(self, node);
        }

        fn visit_proc(&mut self, node: &'a Proc<'a>) {
            self.report.enter(node.name);
            walk_proc(self, node);
        }

        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            match node {
                _ if self.in_group && node.kernel().is_some() => {
                    self.report.fail_node(node, "a kernel in the code of a group");
                }
                Stm::Vectors { span, lanes, indices, past, body, values, op, kernel } => {
                    let (span, lanes, past) = (*span, *lanes, *past);
                    let parts = added::StmVectors { span, lanes, indices, past, body, values, op, kernel };
                    if let Err(why) = fits(&parts) {
                        self.report.fail_node(node, why);
                    }
                    self.in_group = true;
                    body.iter().for_each(|stm| self.visit_stm(stm));
                    op.iter().for_each(|op| self.visit_op(op));
                    self.in_group = false;
                    self.visit_stm(kernel);
                    return;
                }
                Stm::Tasks { kernel, .. } if kernel.kernel().is_none() => {
                    self.report.fail_node(node, "tasks share a kernel, and no other statement");
                }
                _ => {}
            }
            walk_stm(self, node);
        }
    }
    Checker { in_group: false, report }.visit_program(program);
}

/// Says why a group does not fit its kernel.
pub(super) fn fits(node: &added::StmVectors<'_>) -> Result<(), String> {
    let added::StmVectors { lanes, indices, past, values, op, kernel, .. } = *node;
    if !(2..=MOST_LANES).contains(&lanes) || !lanes.unsigned_abs().is_power_of_two() {
        return Err(format!("{lanes} lanes: the number must be a power of two up to {MOST_LANES}"));
    }
    // A map may have groups of several sizes.
    let kernel = match kernel {
        Stm::Vectors { lanes: fewer, .. } if *fewer < lanes => match kernel.kernel() {
            Some(map @ Stm::Parallel { .. }) => map,
            _ => kernel,
        },
        _ => kernel,
    };
    let (dims, operands, ops) = match kernel {
        Stm::Parallel { space, .. } => (space.len(), 0, 0),
        Stm::Reduce { reduce, .. } => (1, reduce.each().rhs.len(), 1 + usize::from(reduce.step.is_some())),
        Stm::Hist { hist, .. } => (1, 1 + hist.op.lhs.len(), 0),
        _ => return Err("a group of a statement that is no map, reduction or histogram".to_string()),
    };
    if past.is_some() && !matches!(kernel, Stm::Parallel { .. }) {
        return Err("a group that writes past the caches, but is not that of a map".to_string());
    }
    if indices.len() != dims || dims == 0 {
        return Err(format!("{} names for {dims} indices", indices.len()));
    }
    if values.len() != operands || op.len() != ops {
        return Err(format!(
            "{} values and {} operators, where {operands} and {ops} are needed",
            values.len(),
            op.len()
        ));
    }
    Ok(())
}
