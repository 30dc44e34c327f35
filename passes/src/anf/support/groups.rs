//! What the threads of a group can do together.

use super::code::{dims, variable};
use super::effects::has_effect;
use super::nest;
use super::soac::Soac;
use framework::Name;
use languages::anf::{Atom, Body, Exp, Lambda, Stm, Type, Visit, walk_exp};
use languages::prim::BinOp;
use rustc_hash::FxHashSet;

/// Whether the threads of a group can share a SOAC: a map, reduction, scan or histogram of numbers, whose functions and
/// operators contain no SOAC, make no arrays, and do not print.
pub fn is_shared(exp: &Exp<'_>) -> bool {
    match exp {
        Exp::Map { groups, lambda, .. } => !groups && is_simple(lambda),
        Exp::Reduce { lambda, ops, .. } => is_simple(lambda) && ops.iter().all(|op| is_operator(op.lambda)),
        Exp::Scan { lambda, ops, post, totals, .. } => {
            is_simple(lambda) && is_simple(post) && ops.iter().chain(*totals).all(|op| is_operator(op.lambda))
        }
        Exp::Hist { lambda, ops, .. } => is_simple(lambda) && ops.iter().all(|op| is_atomic(op.lambda)),
        _ => false,
    }
}

fn is_scalar(ty: &Type<'_>) -> bool {
    matches!(ty, Type::Scalar { .. })
}

/// Whether a function gives numbers, and has only scalar code.
fn is_simple(lambda: &Lambda<'_>) -> bool {
    lambda.rets.iter().all(is_scalar) && is_scalar_code(lambda.body)
}

fn is_operator(op: &Lambda<'_>) -> bool {
    op.params.iter().all(|param| is_scalar(param.ty)) && is_simple(op)
}

/// Whether an operator is one of those that devices have atomic instructions for, on numbers of 32 bits.
fn is_atomic(op: &Lambda<'_>) -> bool {
    let ([x, y], [Stm { exp: Exp::Bin { op: operator, prim, lhs, rhs, .. }, .. }]) = (op.params, op.body.stms) else {
        return false;
    };
    let operands = [variable(lhs), variable(rhs)];
    let both = operands == [Some(x.name), Some(y.name)] || operands == [Some(y.name), Some(x.name)];
    both && operator.combines_in_any_order() && *operator != BinOp::Mul && prim.is_integer() && prim.bits() == 32
}

/// Whether code computes numbers, and looks at arrays.
fn is_scalar_code(body: &Body<'_>) -> bool {
    body.stms.iter().all(|stm| {
        let branches = stm.pat.iter().all(|param| is_scalar(param.ty));
        match stm.exp {
            exp if nest::is_plain(exp) => true,
            Exp::Assert { .. } => true,
            Exp::If { yes, no, .. } => branches && is_scalar_code(yes) && is_scalar_code(no),
            Exp::Loop { body, .. } => branches && is_scalar_code(body),
            _ => false,
        }
    })
}

/// Whether a group of threads can run the function of a map: scalar code with SOACs that the threads share, also in
/// branches and loops. The arrays that these make have sizes from outside of the function, which binds the names
/// `bound`. What threads share does not fail, unless each group is one thread: a thread that failed would not reach the
/// point where the others wait for it.
pub fn fits(body: &Body<'_>, bound: &FxHashSet<Name>, one_thread: bool) -> bool {
    shares(body) && body.stms.iter().all(|stm| is_fit(stm, (bound, one_thread), body.stms))
}

/// Whether a group can run a statement, given all statements of the function.
fn is_fit(stm: &Stm<'_>, (bound, one_thread): (&FxHashSet<Name>, bool), all: &[Stm<'_>]) -> bool {
    let outside = |atom: &Atom| variable(atom).is_none_or(|name| !bound.contains(&name));
    let branches = stm.pat.iter().all(|param| is_scalar(param.ty));
    let fit = |body: &Body<'_>| body.stms.iter().all(|stm| is_fit(stm, (bound, one_thread), all));
    let sizes_outside = || stm.pat.iter().all(|param| dims(param.ty).iter().all(outside));
    // Bins are made by the function.
    let is_made = |array: &Name| {
        let makes = |stm: &&Stm<'_>| stm.pat.iter().any(|param| param.name == *array);
        all.iter().find(makes).is_some_and(|stm| matches!(stm.exp, Exp::Replicate { .. } | Exp::Copy { .. }))
    };
    let shared = || is_shared(stm.exp) && (one_thread || !has_effect(stm.exp));
    match stm.exp {
        exp if nest::is_plain(exp) => true,
        Exp::Assert { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } | Exp::Iota { .. } | Exp::Reshape { .. } => {
            true
        }
        Exp::If { yes, no, .. } => branches && fit(yes) && fit(no),
        Exp::Loop { body, .. } => branches && fit(body),
        Exp::Reduce { .. } => shared(),
        Exp::Replicate { .. } | Exp::Copy { .. } => sizes_outside(),
        Exp::Hist { ops, .. } => shared() && ops.iter().flat_map(|op| op.dests).all(is_made),
        Exp::Map { width, .. } | Exp::Scan { width, .. } => outside(width) && shared(),
        _ => false,
    }
}

/// Whether there is a SOAC to share.
fn shares(body: &Body<'_>) -> bool {
    struct Search(bool);
    impl<'a> Visit<'a> for Search {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= Soac::of(node).is_some();
            walk_exp(self, node);
        }
    }
    let mut search = Search(false);
    search.visit_body(body);
    search.0
}
