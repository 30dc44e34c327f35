//! What the invocations of a workgroup, its *lanes*, do together.
//!
//! Lanes wait for each other at barriers, so a lane that fails must not leave the kernel. Code that may fail is a
//! *section*: a function of the module, which only the failing lane leaves. It keeps what it has combined so far, which
//! is a value of the right type. So the lanes that go on compute nothing but values until the kernel ends.

use framework::Result;
use languages::lanes::Op;
use rspirv::spirv::Op as SpirvOp;

use super::Kernel;
use super::lanes::Lanes;
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
    pub(super) fn words_at(&mut self, types: &[Ty], row: Val) -> Vec<Val> {
        let words = types.iter().enumerate().map(|(position, ty)| {
            let offset = self.c.long(8 * position as i64);
            let at = self.add(row, offset);
            let word = self.c.load_volatile(at, LONG);
            ops::from_bits(&mut self.c, *ty, word)
        });
        words.collect()
    }

    pub(super) fn store_words_volatile(&mut self, values: &[Val], row: Val) {
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
}
