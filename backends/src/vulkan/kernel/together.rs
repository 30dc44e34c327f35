//! Translates kernels of groups: the lanes of a group work together on each index.
//!
//! All lanes run the statements of the body, and compute the same scalars. They share the indices of the kernels in the
//! body, and the elements of copies; the first lane writes single elements. Between two of these steps, they wait for
//! each other. What the body allocates belongs to the group.

use framework::{Name, Result};
use languages::lanes::{Bins, Dim, Exp, Op, Reduce, Region, Scan, Stm};
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;
use rustc_hash::{FxHashMap, FxHashSet};

use super::group::{LANES, Table};
use super::{Kernel, Level, Program, Update, how_to_update};
use crate::vulkan::ops;
use crate::vulkan::spirv::{LONG, Shared, Ty, Val, Var};
use languages::lanes::facts::{Aliases, commutes, each_stm, may_fail};

/// Whether the lanes of a group can share the kernels in the body of a kernel. Otherwise, each index is run by one
/// invocation: lanes that fail would not reach the barrier, and there is one block for all lanes.
pub fn is_shared(kernel: &Stm<'_>, program: &Program<'_>, aliases: &Aliases) -> bool {
    let Stm::Parallel { groups: true, body, .. } = kernel else { return false };
    let mut found = Sharing { program, aliases, fits: true, words: FxHashMap::default(), blocks: FxHashSet::default() };
    found.stms(body);
    let words: usize = found.words.iter().map(|(ty, count)| bytes(*ty) * count).sum();
    let blocks: usize = found
        .blocks
        .iter()
        .filter_map(|class| program.private.get(class))
        .map(|class| class.count as usize * class.members.len() * class.prim.size_bytes())
        .sum();
    found.fits && words * LANES as usize + blocks <= program.features.shared_bytes as usize
}

const fn bytes(ty: Ty) -> usize {
    match ty {
        Ty::Bool => 4,
        Ty::Int(bits) | Ty::Float(bits) => bits as usize / 8,
    }
}

/// Finds out what the lanes of a group would share.
struct Sharing<'s, 'p> {
    program: &'s Program<'p>,
    aliases: &'s Aliases,
    fits: bool,
    /// The most values of each type in a row of a table.
    words: FxHashMap<Ty, usize>,
    /// The classes of blocks of the group.
    blocks: FxHashSet<Name>,
}

impl Sharing<'_, '_> {
    fn stms(&mut self, stms: &[Stm<'_>]) {
        for stm in stms {
            match stm {
                Stm::Reduce { reduce, .. } => {
                    self.lanes(&[reduce.body]);
                    reduce.ops().for_each(|op| self.lanes(&[op.body]));
                    self.row(reduce.op);
                }
                Stm::Scan { scan, .. } => {
                    self.lanes(&[scan.body, scan.op.body, scan.after, scan.totals.op.body]);
                    self.fits &= self.aliases.repeatable(scan.body);
                    self.row(scan.op);
                    self.row(scan.totals.op);
                }
                Stm::Parallel { body, .. } => self.lanes(&[body]),
                Stm::Hist { hist, .. } => {
                    self.lanes(&[hist.body]);
                    let updates = how_to_update(hist.op, self.program.features);
                    self.fits &= updates.iter().all(|update| matches!(update, Update::Atomic(_)));
                    let words = hist.op.lhs.iter().all(|param| param.prim.bits() == 32);
                    let in_group = |bins: &Bins<'_>| self.program.private.contains_key(&self.aliases.class(bins.mem));
                    self.fits &= words || !hist.dests.iter().any(in_group);
                }
                Stm::Threads { .. } | Stm::Tasks { .. } | Stm::Combine { .. } => self.fits = false,
                Stm::If { yes, no, .. } => {
                    self.stms(yes);
                    self.stms(no);
                }
                Stm::For { body, .. } | Stm::While { body, .. } => self.stms(body),
                Stm::Alloc { name, .. } => {
                    let class = self.aliases.class(*name);
                    self.fits &= self.program.private.contains_key(&class);
                    self.blocks.insert(class);
                }
                _ => {}
            }
        }
    }

    /// The code of lanes.
    fn lanes(&mut self, parts: &[&[Stm<'_>]]) {
        for stms in parts {
            self.fits &= !may_fail(stms);
            each_stm(stms, &mut |stm| self.fits &= !matches!(stm, Stm::Alloc { .. } | Stm::Hist { .. }));
        }
    }

    fn row(&mut self, op: &Op<'_>) {
        let mut row: FxHashMap<Ty, usize> = FxHashMap::default();
        for param in op.lhs {
            *row.entry(ops::register_type(param.prim)).or_default() += 1;
        }
        for (ty, count) in row {
            let most = self.words.entry(ty).or_default();
            *most = (*most).max(count);
        }
    }
}

impl Kernel<'_, '_> {
    /// A kernel of groups: each of `groups` groups runs every `groups`-th index.
    pub fn parallel_groups(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], groups: Val) -> Result<()> {
        let (counts, total) = self.counts(space)?;
        let first = self.c.group();
        self.count_loop(first, total, groups, |k, flat| {
            k.at_flat(space, &counts, flat);
            k.level = Level::Group;
            k.stms(body)?;
            k.level = Level::Thread;
            k.c.barrier();
            Ok(())
        })
    }

    /// Translates a statement that all lanes of a group run.
    pub(super) fn group_stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Reduce { reduce, .. } => self.together(|k| k.group_reduce(reduce)),
            Stm::Scan { scan, .. } => self.together(|k| k.group_scan(scan)),
            Stm::Hist { hist, .. } => self.together(|k| k.group_hist(hist)),
            Stm::Parallel { space, body, .. } => self.together(|k| k.group_map(space, body)),
            Stm::Copy { prim, shape, to, from, .. } => self.together(|k| k.group_copy(*prim, shape, to, from)),
            Stm::Write { mem, prim, index, value, .. } => {
                let memory = self.memory(*mem)?;
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.together(|k| {
                    let (lane, zero) = (k.c.lane(), k.c.long(0));
                    let is_first = k.c.binary(SpirvOp::IEqual, Ty::Bool, lane, zero);
                    k.if_(is_first, |k| {
                        k.write(memory, *prim, index, value);
                        Ok(())
                    })
                })
            }
            _ => self.plain_stm(stm),
        }
    }

    /// A step in which lanes do different things: all lanes begin and end it together.
    fn together(&mut self, step: impl FnOnce(&mut Self) -> Result<()>) -> Result<()> {
        self.level = Level::Thread;
        self.c.barrier();
        step(self)?;
        self.c.barrier();
        self.level = Level::Group;
        Ok(())
    }

    /// A table for the operands of an operator. Tables of different steps use the same memory.
    fn reused_table(&mut self, op: &Op<'_>) -> Table {
        let mut used: FxHashMap<Ty, usize> = FxHashMap::default();
        let mut arrays = Vec::with_capacity(op.lhs.len());
        for param in op.lhs {
            let ty = ops::register_type(param.prim);
            let position = used.entry(ty).or_default();
            let known = self.tables.entry(ty).or_default().get(*position).copied();
            let array = known.unwrap_or_else(|| {
                let array = self.c.array(Shared::InGroup, ty, LANES);
                self.tables.entry(ty).or_default().push(array);
                array
            });
            *position += 1;
            arrays.push(array);
        }
        Table::Shared(arrays)
    }

    /// This lane, and the number of rows of a table for so many indices: at least 1.
    fn lane_and_rows(&mut self, count: Val) -> (Var, Var) {
        let (lane, one, most) = (self.c.lane(), self.c.long(1), self.c.long(i64::from(LANES)));
        let few = self.less(count, most);
        let rows = self.c.select(few, count, most);
        let some = self.less(one, rows);
        let rows = self.c.select(some, rows, one);
        (self.kept(lane), self.kept(rows))
    }

    /// Combines the values of this lane's part of the indices.
    fn lane_part(&mut self, reduce: &Reduce<'_>, count: Val, strided: bool) -> Result<Vec<Var>> {
        let start = self.exps(reduce.neutral)?;
        let accumulators = self.accumulators(reduce.op, &start);
        let (lane, all, one) = (self.c.lane(), self.c.long(i64::from(LANES)), self.c.long(1));
        let ((low, high), step) = if strided { ((lane, count), all) } else { (self.part(count, lane, all), one) };
        self.count_loop(low, high, step, |k, index| {
            k.bind(reduce.dim.index, PrimType::I64, index);
            k.reduce_step(&accumulators, reduce)
        })?;
        Ok(accumulators)
    }

    fn group_reduce(&mut self, reduce: &Reduce<'_>) -> Result<()> {
        let count = self.exp(reduce.dim.count)?;
        let strided = reduce.comm || commutes(reduce.op);
        let own = self.lane_part(reduce, count, strided)?;
        let results = self.combined(reduce.op, &own, count)?;
        reduce.targets.iter().zip(results).try_for_each(|(target, result)| self.assign(*target, result))
    }

    /// Combines values of the lanes, each of which has a part of `count` indices.
    fn combined(&mut self, op: &Op<'_>, own: &[Var], count: Val) -> Result<Vec<Val>> {
        let table = self.reused_table(op);
        let (here, rows) = self.lane_and_rows(count);
        let (lane, values) = (self.c.get(here), self.get_all(own));
        self.put(&table, lane, &values);
        self.combine_rows(op, &table, here, rows)?;
        self.c.barrier();
        let zero = self.c.long(0);
        Ok(self.taken(&table, zero))
    }

    fn group_scan(&mut self, scan: &Scan<'_>) -> Result<()> {
        let count = self.exp(scan.dim.count)?;
        let own = self.lane_part(&scan.reduction(), count, false)?;
        let table = self.reused_table(scan.op);
        let (here, rows) = self.lane_and_rows(count);
        let (lane, values) = (self.c.get(here), self.get_all(&own));
        self.put(&table, lane, &values);
        self.scan_rows(scan.op, &table, here, rows)?;
        // The prefix in front of this lane's part.
        let start = self.exps(scan.neutral)?;
        self.set_all(&own, &start);
        let (zero, one) = (self.c.long(0), self.c.long(1));
        let has_left = self.less(zero, lane);
        self.if_(has_left, |k| {
            let left = k.c.binary(SpirvOp::ISub, LONG, lane, one);
            let values = k.taken(&table, left);
            k.set_all(&own, &values);
            Ok(())
        })?;
        let start = self.exps(scan.totals.neutral)?;
        let totals = self.accumulators(scan.totals.op, &start);
        let all = self.c.long(i64::from(LANES));
        let (low, high) = self.part(count, lane, all);
        self.count_loop(low, high, one, |k, index| {
            k.bind(scan.dim.index, PrimType::I64, index);
            k.scan_step(&own, &totals, scan)
        })?;
        if totals.is_empty() {
            return Ok(());
        }
        self.c.barrier();
        let results = self.combined(scan.totals.op, &totals, count)?;
        scan.totals.targets.iter().zip(results).try_for_each(|(target, result)| self.assign(*target, result))
    }

    /// Each lane runs every index of a space that is its number away from a multiple of the number of lanes.
    fn group_map(&mut self, space: &[Dim<'_>], body: &[Stm<'_>]) -> Result<()> {
        let (counts, total) = self.counts(space)?;
        let (lane, all) = (self.c.lane(), self.c.long(i64::from(LANES)));
        self.count_loop(lane, total, all, |k, flat| {
            k.bind_indices(space, &counts, flat);
            k.stms(body)
        })
    }

    fn group_copy(&mut self, prim: PrimType, shape: &[Exp<'_>], to: &Region<'_>, from: &Region<'_>) -> Result<()> {
        let (to_memory, from_memory) = (self.memory(to.mem)?, self.memory(from.mem)?);
        let (to_offset, from_offset) = (self.exp(to.offset)?, self.exp(from.offset)?);
        let mut dims = Vec::new();
        let mut total = self.c.long(1);
        for ((count, to), from) in shape.iter().zip(to.strides).zip(from.strides) {
            let dim = [self.exp(count)?, self.exp(to)?, self.exp(from)?];
            total = self.mul(total, dim[0]);
            dims.push(dim);
        }
        let (lane, all) = (self.c.lane(), self.c.long(i64::from(LANES)));
        self.count_loop(lane, total, all, |k, flat| {
            let (mut rest, mut at_to, mut at_from) = (flat, to_offset, from_offset);
            for [count, to_stride, from_stride] in dims.iter().rev() {
                let (quotient, index) = k.divided(rest, *count);
                let (to_step, from_step) = (k.mul(index, *to_stride), k.mul(index, *from_stride));
                (at_to, at_from) = (k.add(at_to, to_step), k.add(at_from, from_step));
                rest = quotient;
            }
            let value = k.read(from_memory, prim, at_from);
            k.write(to_memory, prim, at_to, value);
            Ok(())
        })
    }
}
