//! Translates kernel statements of host code: the stages that run on many invocations.

use framework::Result;
use languages::lanes::{Dim, Exp, Op, Reduce, Scan, Stm};
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;

use super::Kernel;
use crate::vulkan::spirv::{LONG, Ty, Val};

impl Kernel<'_, '_> {
    /// `Parallel`: each invocation runs every `invocations`-th flat index.
    pub fn parallel(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], invocations: Val) -> Result<()> {
        let mut counts = Vec::with_capacity(space.len());
        let mut total = self.c.long(1);
        for dim in space {
            let count = self.exp(dim.count)?;
            counts.push(count);
            total = self.mul(total, count);
        }
        let first = self.c.invocation();
        self.count_loop(first, total, invocations, |k, flat| {
            k.c.set(k.flat, flat);
            let mut rest = flat;
            for (i, (dim, &count)) in space.iter().zip(&counts).enumerate().rev() {
                let index = if i == 0 {
                    rest
                } else {
                    let quotient = k.c.binary(SpirvOp::UDiv, LONG, rest, count);
                    let product = k.mul(quotient, count);
                    let index = k.c.binary(SpirvOp::ISub, LONG, rest, product);
                    rest = quotient;
                    index
                };
                k.bind(dim.index, PrimType::I64, index);
            }
            k.stms(body)
        })
    }

    /// The range of this invocation's indices in a dimension. Each of `invocations` has a contiguous part.
    pub(super) fn part(&mut self, count: Val, invocations: Val) -> (Val, Val) {
        let one = self.c.long(1);
        let last = self.c.binary(SpirvOp::ISub, LONG, invocations, one);
        let sum = self.add(count, last);
        let per = self.c.binary(SpirvOp::UDiv, LONG, sum, invocations);
        let invocation = self.c.invocation();
        let low = self.mul(invocation, per);
        let end = self.add(low, per);
        let inside = self.c.binary(SpirvOp::SLessThan, Ty::Bool, end, count);
        (low, self.c.select(inside, end, count))
    }

    /// Runs code if this invocation's number is less than `invocations`.
    pub fn if_wanted(&mut self, invocations: Val, body: impl FnOnce(&mut Self, Val) -> Result<()>) -> Result<()> {
        let invocation = self.c.invocation();
        let wanted = self.c.binary(SpirvOp::SLessThan, Ty::Bool, invocation, invocations);
        self.if_(wanted, |k| body(k, invocation))
    }

    /// The first stage of `Reduce` and `Scan`. Each invocation reduces its part, and leaves the result in its row of
    /// the table `partials`. A `strided` part is every `invocations`-th index; otherwise it is contiguous.
    pub fn reduce(&mut self, reduce: &Reduce<'_>, invocations: Val, partials: Val, strided: bool) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let start = k.exps(reduce.neutral)?;
            let accumulators = k.accumulators(reduce.op, &start);
            let count = k.exp(reduce.dim.count)?;
            let one = k.c.long(1);
            let ((low, high), step) =
                if strided { ((invocation, count), invocations) } else { (k.part(count, invocations), one) };
            k.count_loop(low, high, step, |k, index| {
                k.at(reduce.dim, index);
                k.reduce_step(&accumulators, reduce)
            })?;
            let results = k.get_all(&accumulators);
            let row = k.row(partials, invocation, results.len());
            k.store_words(&results, row);
            Ok(())
        })
    }

    /// Sets the index of the only dimension.
    pub(super) fn at(&mut self, dim: &Dim<'_>, index: Val) {
        self.c.set(self.flat, index);
        self.bind(dim.index, PrimType::I64, index);
    }

    /// The later stages of `Reduce`. Each invocation combines `per` of the `count` rows of `from` into one row of `to`.
    pub fn combine(&mut self, op: &Op<'_>, invocations: Val, [from, to, count, per]: [Val; 4]) -> Result<()> {
        let width = op.lhs.len();
        self.if_wanted(invocations, |k, invocation| {
            let low = k.mul(invocation, per);
            let end = k.add(low, per);
            let inside = k.c.binary(SpirvOp::SLessThan, Ty::Bool, end, count);
            let high = k.c.select(inside, end, count);
            let first = k.row(from, low, width);
            let start = k.load_words(op.lhs, first);
            let accumulators = k.accumulators(op, &start);
            let one = k.c.long(1);
            let second = k.add(low, one);
            k.count_loop(second, high, one, |k, index| {
                let row = k.row(from, index, width);
                let values = k.load_words(op.rhs, row);
                k.accumulate(&accumulators, &values, op)
            })?;
            let results = k.get_all(&accumulators);
            let row = k.row(to, invocation, width);
            k.store_words(&results, row);
            Ok(())
        })
    }

    /// The second stage of `Scan`, on one invocation. Replaces each of `count` rows by the combination of the rows
    /// before it.
    pub fn spread(&mut self, op: &Op<'_>, neutral: &[Exp<'_>], partials: Val, count: Val) -> Result<()> {
        let one = self.c.long(1);
        self.if_wanted(one, |k, _| {
            let start = k.exps(neutral)?;
            let accumulators = k.accumulators(op, &start);
            let (zero, one) = (k.c.long(0), k.c.long(1));
            k.count_loop(zero, count, one, |k, index| {
                let row = k.row(partials, index, start.len());
                let values = k.load_words(op.rhs, row);
                let before = k.get_all(&accumulators);
                k.store_words(&before, row);
                k.accumulate(&accumulators, &values, op)
            })
        })
    }

    /// The last stage of `Scan`. Each invocation scans its part, starting with its row of `carries`, and leaves the
    /// totals of its part in its row of `partials`. A single invocation starts with the neutral element.
    pub fn scan(&mut self, scan: &Scan<'_>, [invocations, carries, partials]: [Val; 3]) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let start = k.exps(scan.neutral)?;
            let accumulators = k.accumulators(scan.op, &start);
            let one = k.c.long(1);
            let several = k.c.binary(SpirvOp::SLessThan, Ty::Bool, one, invocations);
            k.if_(several, |k| {
                let row = k.row(carries, invocation, start.len());
                let carry = k.load_words(scan.op.lhs, row);
                for (&var, value) in accumulators.iter().zip(carry) {
                    k.c.set(var, value);
                }
                Ok(())
            })?;
            let start = k.exps(scan.totals.neutral)?;
            let combined = k.accumulators(scan.totals.op, &start);
            let count = k.exp(scan.dim.count)?;
            let (low, high) = k.part(count, invocations);
            k.count_loop(low, high, one, |k, index| {
                k.at(scan.dim, index);
                k.scan_step(&accumulators, &combined, scan)
            })?;
            if !combined.is_empty() {
                let results = k.get_all(&combined);
                let row = k.row(partials, invocation, results.len());
                k.store_words(&results, row);
            }
            Ok(())
        })
    }
}
