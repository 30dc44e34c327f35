//! The rule that the result of `defunc` obeys in addition to the grammar of `FirstOrder`.

use framework::pass::Report;
use framework::{Name, rules};
use languages::builtin::Builtin;
use languages::first_order::{Def, Exp, FirstOrder, Program, Visit, walk_exp};
use rustc_hash::FxHashMap;

rules! { FirstOrder:
    /// No expression has a function as its value: functions are called with all their arguments, and array operations
    /// have the function operands that they need.
    pub NoFunctionValues = "no-function-values" by no_function_values;
}

/// The number of parameters of each function operand of an array operation. Function operands come before all others.
pub(super) fn function_operands(op: Builtin) -> &'static [usize] {
    match op {
        Builtin::Map => &[1],
        Builtin::Reduce | Builtin::ReduceComm | Builtin::Scan | Builtin::Hist => &[2],
        Builtin::Accumulate | Builtin::ScatterStream => &[2],
        Builtin::HistStream => &[2, 2],
        Builtin::Jvp | Builtin::Vjp => &[1],
        Builtin::WithVjp => &[1, 2],
        _ => &[],
    }
}

fn no_function_values(program: &Program<'_>, report: &mut Report) {
    let defs = program.defs.iter().map(|Def::Value { name, params, .. }| (*name, params.len()));
    let mut finder = Finder { defs: defs.collect(), report };
    for def in program.defs {
        let Def::Value { name, .. } = def;
        finder.report.enter(name);
        finder.visit_def(def);
    }
}

struct Finder<'r> {
    /// The definitions, with the numbers of their parameters.
    defs: FxHashMap<Name, usize>,
    report: &'r mut Report,
}

impl<'a> Visit<'a> for Finder<'_> {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        match node {
            Exp::Var { name, .. } if self.defs.get(name).is_some_and(|params| *params > 0) => {
                self.report.fail_node(node, format!("the function `{name}` is used as a value"));
            }
            Exp::Call { func, args, .. } => match self.defs.get(func) {
                None => self.report.fail_node(node, format!("`{func}` is called, but is no definition")),
                Some(params) if *params != args.len() => {
                    let message = format!("`{func}` is called with {} of {params} arguments", args.len());
                    self.report.fail_node(node, message);
                }
                Some(_) => {}
            },
            Exp::Intrinsic { op, funs, .. } => {
                let found: Vec<usize> = funs.iter().map(|fun| fun.params.len()).collect();
                if found != function_operands(*op) {
                    let message =
                        format!("function operands with {found:?} parameters, not {:?}", function_operands(*op));
                    self.report.fail_node(node, message);
                }
            }
            _ => {}
        }
        walk_exp(self, node);
    }
}
