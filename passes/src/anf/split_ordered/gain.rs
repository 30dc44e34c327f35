//! Whether a scan takes less time if lanes scan neighbouring runs of its elements.

use super::scans::Scan;
use crate::anf::support::code::{prim, variable};
use crate::anf::support::soac::body_work;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

/// The parts of a cycle in which times are given here.
const CYCLE: u64 = 8;
/// The time in which a lane reads or writes an element of a run, up to 32 bits and above.
const ACCESS: u64 = 6;
const WIDE_ACCESS: u64 = 18;
/// The time in which a lane computes an element of an iota.
const NUMBER: u64 = 3;

/// Whether lanes are faster. One element after the other takes the time of its instructions, two of which a processor
/// runs in a cycle on average, but no less than from the prefix before an element to that after it. In lanes, nothing
/// waits, but elements are read twice, out of order, and the operator is applied twice. `types` gives the types of the
/// inputs that are no iotas.
pub fn is_faster_in_lanes(scan: &Scan<'_>, types: impl Fn(Name) -> Option<PrimType>) -> bool {
    let read: Vec<PrimType> = scan.arrays.iter().filter_map(|array| types(*array)).collect();
    let bodies = scan.ops.iter().map(|op| op.lambda).chain([scan.lambda, scan.post]);
    let instructions = bodies.fold(0, |sum: u64, lambda| sum.saturating_add(body_work(lambda.body) / 2));
    let accesses = (read.len() + scan.post.rets.len()) as u64;
    let scalar = (instructions.saturating_add(accesses)).saturating_mul(CYCLE / 2).max(wait(scan) * CYCLE);

    let access = |prim: PrimType| if prim.size_bytes() > 4 { WIDE_ACCESS } else { ACCESS };
    let computed = (scan.arrays.len() - read.len()) as u64 * 2 * NUMBER;
    let read: u64 = read.into_iter().map(|prim| 2 * access(prim)).sum();
    let written: u64 = scan.post.rets.iter().map(|ret| access(prim(ret))).sum();
    scalar > instructions.saturating_add(read + computed + written)
}

/// Whether an operator works on floats, so that results depend on the order of its operands.
pub fn rounds(scan: &Scan<'_>) -> bool {
    scan.ops.iter().any(|op| op.lambda.rets.iter().any(|ret| prim(ret).is_float()))
}

/// The cycles from one prefix to the next.
fn wait(scan: &Scan<'_>) -> u64 {
    let waits = scan.ops.iter().map(|op| {
        let mut known = op.lambda.params.iter().take(op.neutral.len()).map(|param| (param.name, 0)).collect();
        results(op.lambda.body, &mut known).into_iter().flatten().max().unwrap_or(0)
    });
    waits.max().unwrap_or(0)
}

/// The cycles after which the results of a body are known, given those for some variables. `None` for results that do
/// not depend on these.
fn results(body: &Body<'_>, known: &mut FxHashMap<Name, u64>) -> Vec<Option<u64>> {
    for stm in body.stms {
        if let Exp::If { cond, yes, no, .. } = stm.exp {
            let cond = value(cond, known);
            let (yes, no) = (results(yes, known), results(no, known));
            for (param, (yes, no)) in stm.pat.iter().zip(yes.into_iter().zip(no)) {
                if let Some(latest) = cond.max(yes).max(no) {
                    known.insert(param.name, latest + 1);
                }
            }
            continue;
        }
        let latest = stm.exp.free_names().iter().filter_map(|name| known.get(name)).max().copied();
        if let Some(latest) = latest {
            known.extend(stm.pat.iter().map(|param| (param.name, latest + cycles(stm.exp))));
        }
    }
    body.result.iter().map(|result| value(result, known)).collect()
}

fn value(atom: &Atom, known: &FxHashMap<Name, u64>) -> Option<u64> {
    variable(atom).and_then(|name| known.get(&name).copied())
}

/// The cycles from the operands of an expression to its value.
fn cycles(exp: &Exp<'_>) -> u64 {
    match exp {
        Exp::Atoms { .. } => 0,
        Exp::Bin { op, prim, .. } if prim.is_float() => match op {
            BinOp::Add | BinOp::Sub | BinOp::Mul => 4,
            BinOp::Min | BinOp::Max => 6,
            BinOp::Div => 12,
            op if op.is_comparison() => 3,
            _ => 40,
        },
        Exp::Bin { op: BinOp::Mul, .. } => 3,
        Exp::Bin { op, prim, .. } if op.divides(*prim) => 12,
        Exp::Bin { op: BinOp::Pow, .. } => 40,
        Exp::Un { prim, .. } if prim.is_float() => 20,
        Exp::Convert { from, to, .. } if from.is_float() || to.is_float() => 4,
        Exp::Index { .. } | Exp::Tri { .. } => 5,
        _ => 1,
    }
}
