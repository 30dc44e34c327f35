//! What the invocations of a workgroup, its *lanes*, do together.
//!
//! Lanes wait for each other at barriers, so a lane that fails must not leave the kernel. Code that may fail is a
//! *section*: a function of the module, which only the failing lane leaves. It keeps what it has combined so far, which
//! is a value of the right type. So the lanes that go on compute nothing but values until the kernel ends.
//!
//! The groups of a dispatch do not wait for each other. But each notes when it is done, so the last one can combine the
//! results of all.

use framework::Result;
use languages::imp::{Exp, Op};
use rspirv::spirv::Op as SpirvOp;

use super::{GROUPS_DONE, Kernel};
use crate::vulkan::ops;
use crate::vulkan::spirv::{ArrayVar, LONG, Shared, Ty, Val, Var};

/// The number of lanes of a workgroup. It does not depend on the device, since it decides in which order values are
/// combined. Every device has this many.
pub const LANES: u32 = 128;
/// The most groups of a dispatch that leave a result each: one for each lane of the group that combines them.
pub const MOST_GROUPS: i64 = LANES as i64;

/// A table with a row of values for each lane, which all lanes see.
pub(super) enum Table {
    /// In the memory of the group: an array for each position.
    Shared(Vec<ArrayVar>),
    /// In device memory, if it is too large for that: the address of the first row, and the types of the values.
    Device(Var, Vec<Ty>),
}

/// Whether a table of an operator's operands fits into the memory of a group.
pub fn fits_shared(op: &Op<'_>, shared_bytes: u32) -> bool {
    op.lhs.len() * LANES as usize * 8 <= shared_bytes as usize / 2
}

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
    /// Code that may fail, if that may happen in this kernel.
    pub(super) fn section(&mut self, body: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        if !self.has_sections {
            return body(self);
        }
        let section = self.c.open_section();
        body(self)?;
        self.c.close_section(section);
        Ok(())
    }

    /// A variable with a value.
    pub(super) fn kept(&mut self, value: Val) -> Var {
        let var = self.c.variable(value.ty);
        self.c.set(var, value);
        var
    }

    pub(super) fn less(&mut self, x: Val, y: Val) -> Val {
        self.c.binary(SpirvOp::SLessThan, Ty::Bool, x, y)
    }

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

    /// A table for the operands of an operator.
    pub(super) fn table(&mut self, op: &Op<'_>, lanes: &Lanes) -> Table {
        let types: Vec<Ty> = op.lhs.iter().map(|param| ops::register_type(param.prim)).collect();
        if fits_shared(op, self.program.features.shared_bytes) {
            return Table::Shared(types.iter().map(|ty| self.c.array(Shared::InGroup, *ty, LANES)).collect());
        }
        // Behind the rows of the groups, each group has rows for its lanes.
        let (partials, all) = (self.c.get(lanes.partials), self.c.get(lanes.all));
        let (size, more) = (self.c.long(i64::from(LANES)), self.c.long(i64::from(LANES) - 1));
        let rounded = self.add(all, more);
        let groups = self.c.binary(SpirvOp::UDiv, LONG, rounded, size);
        let group = self.c.group();
        let before = self.mul(group, size);
        let rows = self.add(groups, before);
        let base = self.row(partials, rows, types.len());
        Table::Device(self.kept(base), types)
    }

    /// The values of a lane's row.
    pub(super) fn taken(&mut self, table: &Table, lane: Val) -> Vec<Val> {
        match table {
            Table::Shared(arrays) => {
                let elements: Vec<Var> = arrays.iter().map(|array| self.c.element(*array, lane)).collect();
                self.get_all(&elements)
            }
            Table::Device(base, types) => {
                let base = self.c.get(*base);
                let row = self.row(base, lane, types.len());
                self.words_at(types, row)
            }
        }
    }

    /// Replaces the values of a lane's row.
    pub(super) fn put(&mut self, table: &Table, lane: Val, values: &[Val]) {
        match table {
            Table::Shared(arrays) => {
                for (array, value) in arrays.iter().zip(values) {
                    let element = self.c.element(*array, lane);
                    self.c.set(element, *value);
                }
            }
            Table::Device(base, types) => {
                let base = self.c.get(*base);
                let row = self.row(base, lane, types.len());
                self.store_words_volatile(values, row);
            }
        }
    }

    /// Values from consecutive words that other invocations have written.
    fn words_at(&mut self, types: &[Ty], row: Val) -> Vec<Val> {
        let words = types.iter().enumerate().map(|(position, ty)| {
            let offset = self.c.long(8 * position as i64);
            let at = self.add(row, offset);
            let word = self.c.load_volatile(at, LONG);
            ops::from_bits(&mut self.c, *ty, word)
        });
        words.collect()
    }

    fn store_words_volatile(&mut self, values: &[Val], row: Val) {
        for (position, &value) in values.iter().enumerate() {
            let offset = self.c.long(8 * position as i64);
            let at = self.add(row, offset);
            let word = ops::to_bits(&mut self.c, value);
            self.c.store_volatile(at, word);
        }
    }

    /// Combines the first `count` rows of a table into the first one, in order: neighbours, then pairs of neighbours.
    pub(super) fn combine_rows(&mut self, op: &Op<'_>, table: &Table, here: Var, count: Var) -> Result<()> {
        let one = self.c.long(1);
        let step = self.kept(one);
        self.loop_while(
            |k| {
                let (step, count) = (k.c.get(step), k.c.get(count));
                Ok(k.less(step, count))
            },
            |k| {
                k.c.barrier();
                k.section(|k| {
                    let (lane, distance, count) = (k.c.get(here), k.c.get(step), k.c.get(count));
                    let (zero, one) = (k.c.long(0), k.c.long(1));
                    let pair = k.add(distance, distance);
                    let mask = k.c.binary(SpirvOp::ISub, LONG, pair, one);
                    let rest = k.c.binary(SpirvOp::BitwiseAnd, LONG, lane, mask);
                    let is_first = k.c.binary(SpirvOp::IEqual, Ty::Bool, rest, zero);
                    let other = k.add(lane, distance);
                    let is_there = k.less(other, count);
                    let combines = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_first, is_there);
                    k.if_(combines, |k| {
                        let (left, right) = (k.taken(table, lane), k.taken(table, other));
                        let both = k.apply(op, &left, &right)?;
                        k.put(table, lane, &both);
                        Ok(())
                    })
                })
            },
            |k| {
                let distance = k.c.get(step);
                let next = k.add(distance, distance);
                k.c.set(step, next);
            },
        )?;
        self.c.barrier();
        Ok(())
    }

    /// Replaces each of the first `count` rows of a table by the combination of all rows up to it.
    pub(super) fn scan_rows(&mut self, op: &Op<'_>, table: &Table, here: Var, count: Var) -> Result<()> {
        let one = self.c.long(1);
        let step = self.kept(one);
        let types: Vec<Ty> = op.lhs.iter().map(|param| ops::register_type(param.prim)).collect();
        let left: Vec<Var> = types.iter().map(|ty| self.c.variable(*ty)).collect();
        self.c.barrier();
        self.loop_while(
            |k| {
                let (step, count) = (k.c.get(step), k.c.get(count));
                Ok(k.less(step, count))
            },
            |k| {
                let combines = k.has_left(here, step, count);
                k.if_(combines, |k| {
                    let (lane, distance) = (k.c.get(here), k.c.get(step));
                    let other = k.c.binary(SpirvOp::ISub, LONG, lane, distance);
                    let values = k.taken(table, other);
                    k.set_all(&left, &values);
                    Ok(())
                })?;
                k.c.barrier();
                k.section(|k| {
                    let combines = k.has_left(here, step, count);
                    k.if_(combines, |k| {
                        let lane = k.c.get(here);
                        let (left, right) = (k.get_all(&left), k.taken(table, lane));
                        let both = k.apply(op, &left, &right)?;
                        k.put(table, lane, &both);
                        Ok(())
                    })
                })?;
                k.c.barrier();
                Ok(())
            },
            |k| {
                let distance = k.c.get(step);
                let next = k.add(distance, distance);
                k.c.set(step, next);
            },
        )
    }

    /// Whether the row of a lane has another one `step` rows before it.
    fn has_left(&mut self, here: Var, step: Var, count: Var) -> Val {
        let (lane, step, count) = (self.c.get(here), self.c.get(step), self.c.get(count));
        let before = self.c.binary(SpirvOp::SLessThanEqual, Ty::Bool, step, lane);
        let is_there = self.less(lane, count);
        self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, before, is_there)
    }

    pub(super) fn set_all(&mut self, variables: &[Var], values: &[Val]) {
        for (&var, &value) in variables.iter().zip(values) {
            self.c.set(var, value);
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
