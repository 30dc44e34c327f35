//! Translates kernel statements of host code: the stages that run on many invocations.

use framework::Result;
use languages::lanes::{Dim, Op, Reduce, Scan, Stm};
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;

use super::Kernel;
use super::lanes::Lanes;
use crate::vulkan::spirv::{LONG, Ty, Val, Var};

impl Kernel<'_, '_> {
    /// `Parallel`: each invocation runs every `invocations`-th flat index.
    pub fn parallel(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], invocations: Val) -> Result<()> {
        let (counts, total) = self.counts(space)?;
        let first = self.c.invocation();
        self.count_loop(first, total, invocations, |k, flat| {
            k.at_flat(space, &counts, flat);
            k.stms(body)
        })
    }

    /// The sizes of a space, and the number of its indices.
    pub(super) fn counts(&mut self, space: &[Dim<'_>]) -> Result<(Vec<Val>, Val)> {
        let mut counts = Vec::with_capacity(space.len());
        let mut total = self.c.long(1);
        for dim in space {
            let count = self.exp(dim.count)?;
            counts.push(count);
            total = self.mul(total, count);
        }
        Ok((counts, total))
    }

    /// Sets the indices of the kernel's space.
    pub(super) fn at_flat(&mut self, space: &[Dim<'_>], counts: &[Val], flat: Val) {
        self.c.set(self.flat, flat);
        self.bind_indices(space, counts, flat);
    }

    /// Binds the indices of a space, given the flat one.
    pub(super) fn bind_indices(&mut self, space: &[Dim<'_>], counts: &[Val], flat: Val) {
        let mut rest = flat;
        for (i, (dim, &count)) in space.iter().zip(counts).enumerate().rev() {
            let index = if i == 0 {
                rest
            } else {
                let (quotient, index) = self.divided(rest, count);
                rest = quotient;
                index
            };
            self.bind(dim.index, PrimType::I64, index);
        }
    }

    /// The quotient and the remainder of two numbers that are not negative.
    pub(super) fn divided(&mut self, number: Val, by: Val) -> (Val, Val) {
        let quotient = self.c.binary(SpirvOp::UDiv, LONG, number, by);
        let product = self.mul(quotient, by);
        (quotient, self.c.binary(SpirvOp::ISub, LONG, number, product))
    }

    /// The range of a lane's indices in a dimension. Each of `all` lanes has a contiguous part.
    pub(super) fn part(&mut self, count: Val, lane: Val, all: Val) -> (Val, Val) {
        let one = self.c.long(1);
        let last = self.c.binary(SpirvOp::ISub, LONG, all, one);
        let sum = self.add(count, last);
        let per = self.c.binary(SpirvOp::UDiv, LONG, sum, all);
        let low = self.mul(lane, per);
        let end = self.add(low, per);
        let inside = self.less(end, count);
        (low, self.c.select(inside, end, count))
    }

    /// Runs code if this invocation's number is less than `invocations`.
    pub fn if_wanted(&mut self, invocations: Val, body: impl FnOnce(&mut Self, Val) -> Result<()>) -> Result<()> {
        let invocation = self.c.invocation();
        let wanted = self.c.binary(SpirvOp::SLessThan, Ty::Bool, invocation, invocations);
        self.if_(wanted, |k| body(k, invocation))
    }

    /// Combines the values of this lane's part of the indices into accumulators. A `strided` part is every `all`-th
    /// index; otherwise it is contiguous.
    fn reduce_part(&mut self, reduce: &Reduce<'_>, lanes: &Lanes, strided: bool) -> Result<Vec<Var>> {
        let start = self.exps(reduce.neutral)?;
        let accumulators = self.accumulators(reduce.op, &start);
        self.section(|k| {
            let (index, all) = (k.c.get(lanes.index), k.c.get(lanes.all));
            let takes_part = k.less(index, all);
            k.if_(takes_part, |k| {
                let (count, one) = (k.exp(reduce.dim.count)?, k.c.long(1));
                let ((low, high), step) =
                    if strided { ((index, count), all) } else { (k.part(count, index, all), one) };
                k.count_loop(low, high, step, |k, index| {
                    k.at(reduce.dim, index);
                    k.reduce_step(&accumulators, reduce)
                })
            })
        })?;
        Ok(accumulators)
    }

    /// `Reduce`: each lane reduces its part, and the lanes' results are combined into one row of `results`. `partials`
    /// is the address of a table for the groups' results.
    pub fn reduce(&mut self, reduce: &Reduce<'_>, [all, partials, results]: [Val; 3], strided: bool) -> Result<()> {
        let (lanes, results) = (self.lanes(all, partials), self.kept(results));
        let own = self.reduce_part(reduce, &lanes, strided)?;
        self.combine_lanes(reduce.op, &lanes, &own, results)
    }

    /// The first stage of `Scan`: finds the prefix in front of each lane's part. It is the combination of the row of
    /// its group in `totals` and its own row in `carries`.
    pub fn carries(&mut self, scan: &Scan<'_>, [all, partials, carries, totals]: [Val; 4]) -> Result<()> {
        let lanes = self.lanes(all, partials);
        let (carries, totals) = (self.kept(carries), self.kept(totals));
        let own = self.reduce_part(&scan.reduction(), &lanes, false)?;
        self.carry_lanes((scan.op, scan.neutral), &lanes, &own, [carries, totals])
    }

    /// Sets the index of the only dimension.
    pub(super) fn at(&mut self, dim: &Dim<'_>, index: Val) {
        self.c.set(self.flat, index);
        self.bind(dim.index, PrimType::I64, index);
    }

    /// The last stage of `Scan`: each lane scans its part. The lanes' totals are combined into one row of `results`. A
    /// single lane starts with the neutral element.
    pub fn scan(&mut self, scan: &Scan<'_>, [all, partials, carries, totals, results]: [Val; 5]) -> Result<()> {
        let lanes = self.lanes(all, partials);
        let [carries, totals, results] = [carries, totals, results].map(|address| self.kept(address));
        let start = self.exps(scan.totals.neutral)?;
        let combined = self.accumulators(scan.totals.op, &start);
        self.section(|k| {
            let (index, all) = (k.c.get(lanes.index), k.c.get(lanes.all));
            let takes_part = k.less(index, all);
            k.if_(takes_part, |k| {
                let start = k.exps(scan.neutral)?;
                let accumulators = k.accumulators(scan.op, &start);
                k.prefix(scan.op, &lanes, &accumulators, [carries, totals])?;
                let (count, one) = (k.exp(scan.dim.count)?, k.c.long(1));
                let (low, high) = k.part(count, index, all);
                k.count_loop(low, high, one, |k, index| {
                    k.at(scan.dim, index);
                    k.scan_step(&accumulators, &combined, scan)
                })
            })
        })?;
        if combined.is_empty() {
            return Ok(());
        }
        self.combine_lanes(scan.totals.op, &lanes, &combined, results)
    }

    /// Sets accumulators to the prefix in front of this lane's part, unless there is only one lane.
    fn prefix(&mut self, op: &Op<'_>, lanes: &Lanes, accumulators: &[Var], [carries, totals]: [Var; 2]) -> Result<()> {
        let (all, one) = (self.c.get(lanes.all), self.c.long(1));
        let several_lanes = self.less(one, all);
        let width = accumulators.len();
        self.if_(several_lanes, |k| {
            let (carries, index) = (k.c.get(carries), k.c.get(lanes.index));
            let row = k.row(carries, index, width);
            let carry = k.load_words(op.lhs, row);
            k.set_all(accumulators, &carry);
            let (several, zero) = (k.c.get(lanes.several), k.c.long(0));
            let several_groups = k.c.binary(SpirvOp::INotEqual, Ty::Bool, several, zero);
            k.if_(several_groups, |k| {
                let (totals, group) = (k.c.get(totals), k.c.group());
                let row = k.row(totals, group, width);
                let (before, own) = (k.load_words(op.lhs, row), k.get_all(accumulators));
                let both = k.apply(op, &before, &own)?;
                k.set_all(accumulators, &both);
                Ok(())
            })
        })
    }
}
