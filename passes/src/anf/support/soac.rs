//! The common parts of SOACs, for passes that combine them.

use crate::anf::support::code::{var, variable};
use framework::Name;
use languages::anf::{Arena, Atom, Body, Exp, Lambda, LoopForm, Param, Reduction, Stm, Type, Visit, walk_exp};

/// The width, inputs and function of a SOAC.
#[derive(Clone, Copy)]
pub struct Soac<'b> {
    /// The number of elements.
    pub width: Atom,
    /// The inputs.
    pub arrays: &'b [Name],
    /// The function that is applied to each element. A stream's function has its accumulators as further parameters,
    /// after those for the inputs.
    pub lambda: Lambda<'b>,
}

impl<'b> Soac<'b> {
    /// The parts of an expression that is a SOAC.
    pub fn of(exp: &Exp<'b>) -> Option<Soac<'b>> {
        match exp {
            Exp::Map { width, arrays, lambda, .. }
            | Exp::Reduce { width, arrays, lambda, .. }
            | Exp::Scan { width, arrays, lambda, .. }
            | Exp::Scatter { width, arrays, lambda, .. }
            | Exp::Hist { width, arrays, lambda, .. }
            | Exp::Stream { width, arrays, lambda, .. } => Some(Soac { width: **width, arrays, lambda: **lambda }),
            _ => None,
        }
    }
}

/// The SOAC with other inputs and another function.
pub fn with_parts<'b>(arena: &'b Arena<'b>, exp: &Exp<'b>, arrays: &[Name], lambda: Lambda<'b>) -> Exp<'b> {
    let (lambda, arrays) = (arena.alloc(lambda), arena.slice(arrays.iter().copied()));
    match *exp {
        Exp::Map { span, groups, width, .. } => Exp::Map { span, groups, width, arrays, lambda },
        Exp::Reduce { span, width, ops, .. } => Exp::Reduce { span, width, arrays, lambda, ops },
        Exp::Scan { span, width, ops, post, totals, .. } => {
            Exp::Scan { span, width, arrays, lambda, ops, post, totals }
        }
        Exp::Scatter { span, width, dests, .. } => Exp::Scatter { span, width, arrays, lambda, dests },
        Exp::Hist { span, width, ops, .. } => Exp::Hist { span, width, arrays, lambda, ops },
        Exp::Stream { span, width, dests, ops, .. } => Exp::Stream { span, width, arrays, dests, ops, lambda },
        other => other,
    }
}

/// The items at positions.
pub fn picked<T: Copy>(items: &[T], positions: &[usize]) -> Vec<T> {
    positions.iter().filter_map(|at| items.get(*at).copied()).collect()
}

/// The function that returns only the results at some positions.
pub fn with_results<'b>(arena: &'b Arena<'b>, lambda: &Lambda<'b>, positions: &[usize]) -> Lambda<'b> {
    let body = Body { result: arena.slice(picked(lambda.body.result, positions)), ..*lambda.body };
    Lambda { rets: arena.slice(picked(lambda.rets, positions)), body: arena.alloc(body), ..*lambda }
}

/// The number of values that operators combine.
pub fn combined(ops: &[Reduction<'_>]) -> usize {
    ops.iter().map(|op| op.neutral.len()).sum()
}

/// The number of SOACs in a body, including nested bodies.
pub fn body_soacs(body: &Body<'_>) -> usize {
    body.stms.iter().map(|stm| exp_soacs(stm.exp)).sum()
}

/// The number of SOACs in an expression, including nested bodies.
pub fn exp_soacs(exp: &Exp<'_>) -> usize {
    struct Counter(usize);
    impl<'a> Visit<'a> for Counter {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 += usize::from(Soac::of(node).is_some());
            walk_exp(self, node);
        }
    }
    let mut counter = Counter(0);
    counter.visit_exp(exp);
    counter.0
}

/// The number of arrays that a SOAC writes.
pub fn outputs(exp: &Exp<'_>) -> usize {
    match exp {
        Exp::Map { lambda, .. } => lambda.rets.len(),
        Exp::Scan { post, totals, .. } => post.rets.len().saturating_sub(combined(totals)),
        Exp::Reduce { lambda, ops, .. } => lambda.rets.len().saturating_sub(combined(ops)),
        Exp::Scatter { dests, .. } => dests.len(),
        Exp::Hist { ops, .. } => ops.iter().map(|op| op.dests.len()).sum(),
        Exp::Stream { dests, .. } => dests.len(),
        _ => 0,
    }
}

/// The inputs of two merged SOACs, and the statements of both functions. Inputs that are the `same` are read once. An
/// input whose `value` the first function computes is not read at all.
pub fn joined<'b>(
    arena: &'b Arena<'b>,
    first: &Soac<'b>,
    second: &Soac<'b>,
    value: impl Fn(Name) -> Option<Atom>,
    same: impl Fn(Name, Name) -> bool,
) -> (Vec<Name>, Vec<Param<'b>>, Vec<Stm<'b>>) {
    let mut arrays = first.arrays.to_vec();
    let mut params = first.lambda.params.to_vec();
    let mut stms = first.lambda.body.stms.to_vec();
    for (array, param) in second.arrays.iter().zip(second.lambda.params) {
        if let Some(value) = value(*array) {
            stms.push(copy(arena, param, value));
        } else if let Some(position) = arrays.iter().position(|known| same(*known, *array)) {
            stms.push(copy(arena, param, var(params[position].name)));
        } else {
            arrays.push(*array);
            params.push(*param);
        }
    }
    params.extend(second.lambda.params.iter().skip(second.arrays.len()));
    stms.extend(second.lambda.body.stms);
    (arrays, params, stms)
}

/// `let param = value`
pub fn copy<'b>(arena: &'b Arena<'b>, param: &Param<'b>, value: Atom) -> Stm<'b> {
    let exp = Exp::Atoms { span: param.span, atoms: arena.slice([value]) };
    Stm { span: param.span, pat: arena.slice([*param]), certs: &[], exp: arena.alloc(exp) }
}

/// Whether an operator combines each pair of operands by one of the language's own operators, in any order, and does
/// nothing else.
pub fn is_plain(op: &Lambda<'_>) -> bool {
    let (lhs, rhs) = op.params.split_at(op.params.len() / 2);
    let combines = |result: &Atom, left: &Param<'_>, right: &Param<'_>| {
        let is = |atom: &Atom, param: &Param<'_>| variable(atom) == Some(param.name);
        op.body.stms.iter().any(|stm| match stm.exp {
            Exp::Bin { op, lhs, rhs, .. } if stm.pat.iter().any(|param| is(result, param)) => {
                op.combines_in_any_order() && (is(lhs, left) && is(rhs, right) || is(lhs, right) && is(rhs, left))
            }
            _ => false,
        })
    };
    let results = op.body.result;
    op.body.stms.len() == results.len()
        && results.iter().zip(lhs.iter().zip(rhs)).all(|(result, (left, right))| combines(result, left, right))
}

/// The assumed trip count of a loop or SOAC whose trip count is unknown.
pub const ITERATIONS: u64 = 16;

/// The assumed work of a call. Only large functions are still called.
const CALL: u64 = 1_000;

/// An estimate of the work of a body, where an addition counts 2.
pub fn body_work(body: &Body<'_>) -> u64 {
    body.stms.iter().fold(0, |sum, stm| sum.saturating_add(work(stm)))
}

/// An estimate of a SOAC's work for one element, without its operators.
pub fn element_work(exp: &Exp<'_>) -> u64 {
    match exp {
        Exp::Scan { lambda, post, .. } => body_work(lambda.body).saturating_add(body_work(post.body)),
        exp => Soac::of(exp).map_or(0, |soac| body_work(soac.lambda.body)),
    }
}

fn work(stm: &Stm<'_>) -> u64 {
    let inner = |body: &Body<'_>| ITERATIONS.saturating_mul(body_work(body)).saturating_add(ITERATIONS);
    match stm.exp {
        Exp::Atoms { .. } => 0,
        Exp::Index { .. } => 10,
        Exp::Un { .. } => 10,
        // Backends divide by constants with products.
        Exp::Bin { op, prim, rhs: Atom::Var { .. }, .. } if op.divides(*prim) => {
            if prim.size_bytes() > 4 {
                30
            } else {
                20
            }
        }
        Exp::Call { .. } => CALL,
        Exp::If { yes, no, .. } => 4 + body_work(yes).max(body_work(no)),
        Exp::Loop { form, body, .. } => match form {
            LoopForm::For { bound: Atom::Const { value, .. }, .. } => {
                let trips = value.as_i64().and_then(|trips| u64::try_from(trips).ok()).unwrap_or(ITERATIONS);
                trips.saturating_mul(body_work(body)).saturating_add(trips)
            }
            _ => inner(body),
        },
        exp => match Soac::of(exp) {
            Some(_) => 100 + ITERATIONS.saturating_mul(element_work(exp)).saturating_add(ITERATIONS),
            None if stm.pat.iter().any(|param| matches!(param.ty, Type::Array { .. })) => 40,
            None => 2,
        },
    }
}
