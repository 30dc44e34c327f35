//! What the lanes of all groups of a dispatch do together. Groups do not wait for each other, but each notes when it is
//! done. So the last one can combine the results of all.

use framework::Result;
use languages::lanes::{Exp, Op};
use rspirv::spirv::Op as SpirvOp;

use super::group::{LANES, Table};
use super::{GROUPS_DONE, Kernel};
use crate::vulkan::ops;
use crate::vulkan::spirv::{ArrayVar, LONG, Shared, Ty, Val, Var};

/// The lanes of a dispatch that share its work, and where they leave results of groups.
pub(super) struct Lanes {
    /// The number of this lane in its group, and in the dispatch.
    pub here: Var,
    pub index: Var,
    /// The number of lanes that take part: of this group, and of all.
    pub active: Var,
    pub all: Var,
    /// Whether there are several groups.
    pub several: Var,
    /// The address of a table with a row for each group, followed by rows for each lane.
    pub partials: Var,
    /// Whether this group is the last one.
    last: ArrayVar,
}

impl Kernel<'_, '_> {
    /// The lanes of a dispatch, of which `all` take part.
    pub(super) fn lanes(&mut self, all: Val, partials: Val) -> Lanes {
        let (here, index) = (self.c.lane(), self.c.invocation());
        let (size, zero, one) = (self.c.long(i64::from(LANES)), self.c.long(0), self.c.long(1));
        let group = self.c.group();
        let before = self.mul(group, size);
        let left = self.c.binary(SpirvOp::ISub, LONG, all, before);
        let is_full = self.less(size, left);
        let active = self.c.select(is_full, size, left);
        let several = self.less(size, all);
        let several = self.c.select(several, one, zero);
        Lanes {
            here: self.kept(here),
            index: self.kept(index),
            active: self.kept(active),
            all: self.kept(all),
            several: self.kept(several),
            partials: self.kept(partials),
            last: self.c.array(Shared::InGroup, LONG, 1),
        }
    }

    /// Runs `combine` on a table with a row of each lane of the group, and then, in the last group that is done, on one
    /// with a row of each group. `combine` is given the table and the number of rows. It returns the values of the
    /// group, for its first lane.
    fn in_two_steps(
        &mut self,
        op: &Op<'_>,
        lanes: &Lanes,
        own: &[Var],
        combine: impl FnOnce(&mut Self, &Table, Var, Var) -> Result<Vec<Val>>,
    ) -> Result<()> {
        let table = self.table(op, lanes);
        let (here, active) = (self.c.get(lanes.here), self.c.get(lanes.active));
        let takes_part = self.less(here, active);
        self.if_(takes_part, |k| {
            let here = k.c.get(lanes.here);
            let values = k.get_all(own);
            k.put(&table, here, &values);
            Ok(())
        })?;
        // Whether the rows are those of lanes, and others are to come.
        let several = self.c.get(lanes.several);
        let (more, count) = (self.kept(several), self.kept(active));
        let one = self.c.long(1);
        let runs = self.kept(one);
        self.loop_while(
            |k| {
                let (runs, zero) = (k.c.get(runs), k.c.long(0));
                Ok(k.c.binary(SpirvOp::INotEqual, Ty::Bool, runs, zero))
            },
            |k| {
                let values = combine(k, &table, count, more)?;
                k.group_done(lanes, &values, more)?;
                k.c.barrier();
                let zero = k.c.long(0);
                let last = k.c.element(lanes.last, zero);
                let is_last = k.c.get(last);
                k.c.set(runs, is_last);
                let again = k.c.binary(SpirvOp::INotEqual, Ty::Bool, is_last, zero);
                k.if_(again, |k| k.take_groups(op, lanes, &table, (count, more)))
            },
            |_| {},
        )
    }

    /// The first lane stores the values of its group, and finds out whether it is the last one. If there are no others
    /// to come, there is no last one.
    fn group_done(&mut self, lanes: &Lanes, values: &[Val], more: Var) -> Result<()> {
        let (here, zero) = (self.c.get(lanes.here), self.c.long(0));
        let is_first = self.c.binary(SpirvOp::IEqual, Ty::Bool, here, zero);
        let more = self.c.get(more);
        let other_groups = self.c.binary(SpirvOp::INotEqual, Ty::Bool, more, zero);
        let last = lanes.last;
        self.if_(is_first, |k| {
            let zero = k.c.long(0);
            let is_last = k.c.element(last, zero);
            k.c.set(is_last, zero);
            k.if_(other_groups, |k| {
                let (partials, group) = (k.c.get(lanes.partials), k.c.group());
                let row = k.row(partials, group, values.len());
                k.store_words_volatile(values, row);
                k.c.device_fence();
                let (done, one) = (k.groups_done(), k.c.int(32, 1));
                let ticket = k.c.atomic(SpirvOp::AtomicIAdd, done, one);
                let ticket = ops::resize(&mut k.c, ticket, 64, false);
                let (one, size) = (k.c.long(1), k.c.long(i64::from(LANES)));
                // This is the last group if no lanes are left behind those of all groups that are done.
                let groups = k.add(ticket, one);
                let done_lanes = k.mul(groups, size);
                let all = k.c.get(lanes.all);
                let some_left = k.less(done_lanes, all);
                let zero = k.c.long(0);
                let is_last_now = k.c.select(some_left, zero, one);
                k.c.set(is_last, is_last_now);
                Ok(())
            })
        })
    }

    /// The lanes of the last group take the results of all groups.
    fn take_groups(&mut self, op: &Op<'_>, lanes: &Lanes, table: &Table, (count, more): (Var, Var)) -> Result<()> {
        self.c.device_fence();
        let (size, over) = (self.c.long(i64::from(LANES)), self.c.long(i64::from(LANES) - 1));
        let all = self.c.get(lanes.all);
        let rounded = self.add(all, over);
        let groups = self.c.binary(SpirvOp::UDiv, LONG, rounded, size);
        let zero = self.c.long(0);
        self.c.set(count, groups);
        self.c.set(more, zero);
        let here = self.c.get(lanes.here);
        let is_there = self.less(here, groups);
        let types: Vec<Ty> = op.lhs.iter().map(|param| ops::register_type(param.prim)).collect();
        self.if_(is_there, |k| {
            let (partials, here) = (k.c.get(lanes.partials), k.c.get(lanes.here));
            let row = k.row(partials, here, types.len());
            let values = k.words_at(&types, row);
            k.put(table, here, &values);
            Ok(())
        })?;
        // The next dispatch counts anew.
        let is_first = self.c.binary(SpirvOp::IEqual, Ty::Bool, here, zero);
        self.if_(is_first, |k| {
            let (done, none) = (k.groups_done(), k.c.int(32, 0));
            k.c.store_volatile(done, none);
            Ok(())
        })
    }

    /// The address of the number of groups that are done.
    fn groups_done(&mut self) -> Val {
        let (control, offset) = (self.c.push_word(0), self.c.long(GROUPS_DONE as i64));
        self.add(control, offset)
    }

    /// Combines the values of all lanes that take part, in order, and stores the result at an address.
    pub(super) fn combine_lanes(&mut self, op: &Op<'_>, lanes: &Lanes, own: &[Var], results: Var) -> Result<()> {
        self.in_two_steps(op, lanes, own, |k, table, count, more| {
            k.combine_rows(op, table, lanes.here, count)?;
            let zero = k.c.long(0);
            let values = k.taken(table, zero);
            let (here, more) = (k.c.get(lanes.here), k.c.get(more));
            let is_first = k.c.binary(SpirvOp::IEqual, Ty::Bool, here, zero);
            let is_all = k.c.binary(SpirvOp::IEqual, Ty::Bool, more, zero);
            let stores = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_first, is_all);
            k.if_(stores, |k| {
                let row = k.c.get(results);
                k.store_words(&values, row);
                Ok(())
            })?;
            Ok(values)
        })
    }

    /// For each lane, combines the values of the lanes before it in its group; for each group, those of the groups
    /// before it. Stores them at the addresses `carries` and `totals`. The first ones are `neutral`.
    pub(super) fn carry_lanes(
        &mut self,
        (op, neutral): (&Op<'_>, &[Exp<'_>]),
        lanes: &Lanes,
        own: &[Var],
        [carries, totals]: [Var; 2],
    ) -> Result<()> {
        let width = own.len();
        let start = self.exps(neutral)?;
        let start: Vec<Var> = start.into_iter().map(|value| self.kept(value)).collect();
        self.in_two_steps(op, lanes, own, |k, table, count, more| {
            k.scan_rows(op, table, lanes.here, count)?;
            let before: Vec<Var> = {
                let values = k.get_all(&start);
                values.into_iter().map(|value| k.kept(value)).collect()
            };
            let (here, zero, one) = (k.c.get(lanes.here), k.c.long(0), k.c.long(1));
            let rows = k.c.get(count);
            let is_there = k.less(here, rows);
            let is_first = k.c.binary(SpirvOp::IEqual, Ty::Bool, here, zero);
            let not_first = k.c.unary(SpirvOp::LogicalNot, Ty::Bool, is_first);
            let has_left = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_there, not_first);
            k.if_(has_left, |k| {
                let left = k.c.binary(SpirvOp::ISub, LONG, here, one);
                let values = k.taken(table, left);
                k.set_all(&before, &values);
                Ok(())
            })?;
            k.if_(is_there, |k| {
                let (more, index, here) = (k.c.get(more), k.c.get(lanes.index), k.c.get(lanes.here));
                // With one group, its total is the neutral element, and the lanes' rows come first.
                let several = k.c.get(lanes.several);
                let zero = k.c.long(0);
                let no_more = k.c.binary(SpirvOp::IEqual, Ty::Bool, more, zero);
                let had_more = k.c.binary(SpirvOp::INotEqual, Ty::Bool, several, zero);
                let of_groups = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, no_more, had_more);
                let (carries, totals) = (k.c.get(carries), k.c.get(totals));
                let base = k.c.select(of_groups, totals, carries);
                let at = k.c.select(of_groups, here, index);
                let row = k.row(base, at, width);
                let values = k.get_all(&before);
                k.store_words(&values, row);
                Ok(())
            })?;
            let last = k.c.binary(SpirvOp::ISub, LONG, rows, one);
            Ok(k.taken(table, last))
        })
    }
}
