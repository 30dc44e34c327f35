//! What statements cost: an estimate in cycles of one thread of a processor, without vectors.
//!
//! The cost of a loop is a number of trips times the cost of its body. Who asks decides what a number of trips is: a
//! guess, or an expression over sizes that are known when a kernel starts.

use super::{Exp, Op, Reduce, Scan, Stm, Visit, walk_exp};
use crate::prim::{BinOp, UnOp};

/// How costs are added up.
pub trait Costs<'a>: Sized {
    /// A cost.
    type Cost;

    /// So many cycles.
    fn cycles(&mut self, cycles: u32) -> Self::Cost;
    /// One after the other.
    fn both(&mut self, first: Self::Cost, second: Self::Cost) -> Self::Cost;
    /// One of two, depending on a condition.
    fn either(&mut self, yes: Self::Cost, no: Self::Cost) -> Self::Cost;
    /// So many times, `None` if nobody knows before. The count may be negative, which is the same as zero.
    fn times(&mut self, count: Option<&'a Exp<'a>>, each: Self::Cost) -> Self::Cost;

    /// One of so many equal parts.
    fn part(&mut self, whole: Self::Cost, parts: i64) -> Self::Cost;

    /// The cost of statements, one after the other.
    fn stms(&mut self, stms: &'a [Stm<'a>]) -> Self::Cost {
        let mut sum = self.cycles(0);
        for stm in stms {
            let cost = self.stm(stm);
            sum = self.both(sum, cost);
        }
        sum
    }

    /// The cycles of the operator of an expression, without its operands.
    fn operator(&self, exp: &Exp<'_>) -> u32 {
        operator_cycles(exp)
    }

    /// The cost of an expression.
    fn exp(&mut self, exp: &'a Exp<'a>) -> Self::Cost {
        struct Cycles<'c, C>(&'c C, u32);
        impl<'a, C: Costs<'a>> Visit<'a> for Cycles<'_, C> {
            fn visit_exp(&mut self, node: &'a Exp<'a>) {
                self.1 = self.1.saturating_add(self.0.operator(node));
                walk_exp(self, node);
            }
        }
        let mut cycles = Cycles(self, 0);
        cycles.visit_exp(exp);
        let cycles = cycles.1;
        self.cycles(cycles)
    }

    /// The cost of expressions and a constant.
    fn exps(&mut self, constant: u32, exps: &[&'a Exp<'a>]) -> Self::Cost {
        let mut sum = self.cycles(constant);
        for exp in exps {
            let cost = self.exp(exp);
            sum = self.both(sum, cost);
        }
        sum
    }

    /// The cost of one application of an operator.
    fn op(&mut self, op: &'a Op<'a>) -> Self::Cost {
        let (body, results) = (self.stms(op.body), self.exps(0, &op.results.iter().collect::<Vec<_>>()));
        self.both(body, results)
    }

    /// The cost of a statement.
    fn stm(&mut self, stm: &'a Stm<'a>) -> Self::Cost {
        match stm {
            Stm::Decl { .. } | Stm::DeclMem { .. } | Stm::AssignMem { .. } | Stm::Free { .. } => self.cycles(0),
            Stm::Assign { value, .. } => self.exp(value),
            Stm::Alloc { count, .. } => self.exps(ALLOC, &[count]),
            Stm::Trace { .. } => self.cycles(TRACE),
            Stm::Call { .. } => {
                let each = self.cycles(CALL);
                self.times(None, each)
            }
            Stm::Read { index, .. } => self.exps(ACCESS, &[index]),
            Stm::Write { index, value, .. } => self.exps(ACCESS, &[index, value]),
            Stm::Copy { shape, .. } => {
                let one = self.cycles(ACCESS);
                shape.iter().rev().fold(one, |each, count| self.times(Some(count), each))
            }
            Stm::If { cond, yes, no, .. } => {
                let (yes, no) = (self.stms(yes), self.stms(no));
                let (either, cond) = (self.either(yes, no), self.exps(1, &[cond]));
                self.both(cond, either)
            }
            Stm::For { bound, body, .. } => {
                let body = self.stms(body);
                self.repeated(Some(bound), body)
            }
            Stm::While { cond, body, .. } => {
                let (cond, body) = (self.exp(cond), self.stms(body));
                let each = self.both(cond, body);
                self.repeated(None, each)
            }
            Stm::Assert { cond, .. } => self.exps(1, &[cond]),
            Stm::Threads { body, .. } => self.stms(body),
            Stm::Tasks { kernel, .. } => self.stm(kernel),
            Stm::Vectors { kernel, .. } => self.all_indices(stm, kernel),
            Stm::DeclVec { .. } => self.cycles(0),
            Stm::Load { index, mask, .. } => self.exps(ACCESS, &[&[*index], mask.as_slice()].concat()),
            Stm::Gather { index, mask, .. } => self.exps(ACCESS, &[&[*index], mask.as_slice()].concat()),
            Stm::Store { index, value, mask, .. } | Stm::Scatter { index, value, mask, .. } => {
                self.exps(ACCESS, &[&[*index, *value], mask.as_slice()].concat())
            }
            Stm::Prefetch { index, .. } => self.exps(1, &[index]),
            Stm::Leave { cond, .. } => self.exps(1, &[cond]),
            Stm::Check { holds, .. } => self.exps(1, &[holds]),
            Stm::Combine { bin, values, .. } => {
                let values: Vec<_> = std::iter::once(*bin).chain(values.iter()).collect();
                self.exps(UPDATE, &values)
            }
            Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Scan { .. } | Stm::Hist { .. } => {
                self.all_indices(stm, stm)
            }
        }
    }

    /// The cost of a kernel, of which `index` says what an index costs.
    fn all_indices(&mut self, index: &'a Stm<'a>, kernel: &'a Stm<'a>) -> Self::Cost {
        let each = self.index(index);
        match kernel {
            Stm::Parallel { space, .. } => space.iter().rev().fold(each, |each, dim| self.times(Some(dim.count), each)),
            Stm::Reduce { reduce: Reduce { dim, .. }, .. } | Stm::Scan { scan: Scan { dim, .. }, .. } => {
                self.repeated(Some(dim.count), each)
            }
            Stm::Hist { hist, .. } => self.repeated(Some(hist.dim.count), each),
            _ => each,
        }
    }

    /// The cost of a loop: so many times something, and a cycle.
    fn repeated(&mut self, count: Option<&'a Exp<'a>>, each: Self::Cost) -> Self::Cost {
        let step = self.cycles(1);
        let each = self.both(step, each);
        self.times(count, each)
    }

    /// The cost of one index of a kernel. If groups of lanes run it, an index costs a part of what a group costs.
    fn index(&mut self, kernel: &'a Stm<'a>) -> Self::Cost {
        if let Stm::Vectors { lanes, body, values, op, .. } = kernel {
            let (body, values) = (self.stms(body), self.exps(1, &values.iter().collect::<Vec<_>>()));
            let mut whole = self.both(body, values);
            // An operator that only combines lanes runs once.
            for op in op.iter().take(1) {
                let op = self.op(op);
                whole = self.both(whole, op);
            }
            return self.part(whole, *lanes);
        }
        let (stms, op, values): (&[&[Stm<'a>]], &[&Op<'a>], &[Exp<'a>]) = match kernel {
            Stm::Parallel { body, .. } => (&[body], &[], &[]),
            Stm::Reduce { reduce, .. } => (&[reduce.body], &[reduce.each()], reduce.values),
            Stm::Scan { scan, .. } => (&[scan.body, scan.after], &[scan.op, scan.totals.op], scan.values),
            Stm::Hist { hist, .. } => (&[hist.body], &[hist.op], &[]),
            _ => (&[], &[], &[]),
        };
        let mut sum = self.exps(1, &values.iter().collect::<Vec<_>>());
        for stms in stms {
            let cost = self.stms(stms);
            sum = self.both(sum, cost);
        }
        for op in op {
            let cost = self.op(op);
            sum = self.both(sum, cost);
        }
        sum
    }
}

/// A read or a write, of which most find their element in a cache.
const ACCESS: u32 = 1;
/// A combination into a bin, beside the operator itself.
const UPDATE: u32 = 4;
/// The allocation of a block by a thread that has free ones.
const ALLOC: u32 = 40;
/// A call of a procedure, beside the work that it does.
const CALL: u32 = 20;
/// Printing a value.
const TRACE: u32 = 10_000;

/// The cycles of the operator of an expression, without its operands: how often the processor can start it, since the
/// iterations of kernels do not wait for each other.
pub fn operator_cycles(exp: &Exp<'_>) -> u32 {
    match exp {
        Exp::Const { .. }
        | Exp::Var { .. }
        | Exp::Capacity { .. }
        | Exp::Parameter { .. }
        | Exp::Splat { .. }
        | Exp::Steps { .. } => 0,
        Exp::Any { .. } | Exp::All { .. } => 1,
        Exp::Convert { .. } | Exp::Select { .. } => 1,
        Exp::Tri { .. } => 2,
        Exp::Bin { op, prim, .. } => match op {
            _ if op.divides(*prim) => 8,
            BinOp::Div => 4,
            BinOp::Mod => 20,
            BinOp::Pow => 30,
            BinOp::NextAfter | BinOp::Ldexp => 6,
            _ => 1,
        },
        Exp::Un { op, .. } => match op {
            UnOp::Neg | UnOp::Complement | UnOp::Not | UnOp::Abs | UnOp::Sgn | UnOp::Ceil | UnOp::Floor => 1,
            UnOp::Trunc | UnOp::Round | UnOp::IsNan | UnOp::IsInf | UnOp::ToBits | UnOp::FromBits => 1,
            UnOp::Sqrt | UnOp::Rsqrt => 6,
            _ => 2,
        },
    }
}
