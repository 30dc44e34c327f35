//! Translates histograms of host code, whose bins several invocations may update at the same time.

use framework::{Error, Result};
use languages::lanes::{Exp, Hist, Op};
use languages::prim::{BinOp, PrimType};
use rspirv::spirv::Op as SpirvOp;

use super::{Kernel, LANES, Memory};
use crate::vulkan::device::Features;
use crate::vulkan::ops;
use crate::vulkan::spirv::{ArrayVar, LONG, Shared, Ty, Val};
use languages::lanes::facts::{component, computed};

/// The way to update a bin that several invocations may update at the same time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Update {
    /// One atomic instruction for each value.
    Atomic(SpirvOp),
    /// Atomic compare-and-exchange of each value, of 32 or 64 bits.
    Exchange,
    /// Several instructions under the bin's lock.
    Lock,
}

/// The first bin of a destination.
#[derive(Clone, Copy)]
enum First {
    /// Its address in device memory.
    Device(Val),
    /// Its position in an array of the group.
    Group(ArrayVar, Val),
}

/// The histogram that a kernel fills.
#[derive(Clone)]
pub(super) struct Bins<'p> {
    /// The place and the type of the first bin of each destination.
    bases: Vec<(First, PrimType)>,
    width: Val,
    /// The operator, unless all updates are atomic instructions.
    op: Option<&'p Op<'p>>,
    updates: Vec<Update>,
    /// The address of the locks.
    locks: Val,
}

impl<'p> Kernel<'_, 'p> {
    /// `Hist`: each invocation adds every `invocations`-th index. `locks` is the address of a table of `1 << LOCK_BITS`
    /// locks, if locks are needed.
    pub fn hist(&mut self, hist: &'p Hist<'p>, updates: &[Update], invocations: Val, locks: Val) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let count = k.exp(hist.dim.count)?;
            k.bins = Some(k.bins_of(hist, Some(hist.op), updates, locks)?);
            k.count_loop(invocation, count, invocations, |k, index| {
                k.at(hist.dim, index);
                k.stms(hist.body)
            })
        })
    }

    /// `Hist` with at most `FEW_BINS` bins, each of which is updated by an atomic instruction. Each group fills bins of
    /// its own in shared memory, and then combines them with those in device memory. So lanes seldom wait for a bin.
    /// `all` lanes take part.
    pub fn hist_of_few(&mut self, hist: &Hist<'_>, updates: &[Update], all: Val) -> Result<()> {
        let (all, zero) = (self.kept(all), self.c.long(0));
        let own: Vec<ArrayVar> = hist
            .op
            .lhs
            .iter()
            .map(|param| self.c.array(Shared::InGroup, ops::register_type(param.prim), FEW_BINS as u32))
            .collect();
        self.each_bin(hist, |k, bin| {
            let neutral = k.exps(hist.neutral)?;
            for (array, value) in own.iter().zip(neutral) {
                let element = k.c.element(*array, bin);
                k.c.set(element, value);
            }
            Ok(())
        })?;
        self.c.barrier();
        self.section(|k| {
            let (index, all, count) = (k.c.invocation(), k.c.get(all), k.exp(hist.dim.count)?);
            let firsts = own.iter().zip(hist.op.lhs).map(|(array, param)| (First::Group(*array, zero), param.prim));
            let (bases, width) = (firsts.collect(), k.exp(hist.width)?);
            k.bins = Some(Bins { bases, width, op: None, updates: updates.to_vec(), locks: zero });
            let takes_part = k.less(index, all);
            k.if_(takes_part, |k| {
                k.count_loop(index, count, all, |k, index| {
                    k.at(hist.dim, index);
                    k.stms(hist.body)
                })
            })
        })?;
        self.c.barrier();
        self.each_bin(hist, |k, bin| {
            let bins = k.bins_of(hist, None, updates, zero)?;
            for (((first, prim), update), array) in bins.bases.into_iter().zip(updates).zip(&own) {
                let (First::Device(base), Update::Atomic(instruction)) = (first, update) else {
                    return Err(several_steps());
                };
                let element = k.c.element(*array, bin);
                let (address, value) = (k.offset(base, bin, prim), k.c.get(element));
                k.c.atomic(*instruction, address, value);
            }
            Ok(())
        })
    }

    /// The lanes of a group share the bins of a histogram.
    fn each_bin(&mut self, hist: &Hist<'_>, body: impl FnOnce(&mut Self, Val) -> Result<()>) -> Result<()> {
        let (lane, all, width) = (self.c.lane(), self.c.long(i64::from(LANES)), self.exp(hist.width)?);
        self.count_loop(lane, width, all, body)
    }

    /// A histogram in the body of a kernel of groups, all of whose updates are atomic instructions.
    pub(super) fn group_hist(&mut self, hist: &Hist<'_>) -> Result<()> {
        let (lane, all, count) = (self.c.lane(), self.c.long(i64::from(LANES)), self.exp(hist.dim.count)?);
        let updates = how_to_update(hist.op, self.program.features);
        let no_locks = self.c.long(0);
        self.bins = Some(self.bins_of(hist, None, &updates, no_locks)?);
        self.count_loop(lane, count, all, |k, index| {
            k.bind(hist.dim.index, PrimType::I64, index);
            k.stms(hist.body)
        })
    }

    fn bins_of(&mut self, hist: &Hist<'_>, op: Option<&'p Op<'p>>, updates: &[Update], locks: Val) -> Result<Bins<'p>> {
        let width = self.exp(hist.width)?;
        let mut bases = Vec::with_capacity(hist.dests.len());
        for (bins, param) in hist.dests.iter().zip(hist.op.lhs) {
            let (prim, offset) = (param.prim, self.exp(bins.offset)?);
            let first = match self.memory(bins.mem)? {
                Memory::Device(base) => {
                    let base = self.c.get(base);
                    First::Device(self.offset(base, offset, prim))
                }
                Memory::Private(array, base) => {
                    let base = self.c.get(base);
                    First::Group(array, self.add(base, offset))
                }
            };
            bases.push((first, prim));
        }
        Ok(Bins { bases, width, op, updates: updates.to_vec(), locks })
    }

    /// Combines values into a bin that other invocations may update at the same time.
    pub(super) fn update_bin(&mut self, bin: &Exp<'_>, values: &[Exp<'_>]) -> Result<()> {
        let Some(Bins { bases, width, op, updates, locks }) = self.bins.clone() else {
            return Err(Error::internal("a value is combined outside of a histogram"));
        };
        let bin = self.exp(bin)?;
        let inside = self.c.binary(SpirvOp::ULessThan, Ty::Bool, bin, width);
        self.if_(inside, |k| {
            let values = k.exps(values)?;
            if let (Some(op), true) = (op, updates.contains(&Update::Lock)) {
                let mut places = Vec::with_capacity(bases.len());
                for &(first, prim) in &bases {
                    let First::Device(base) = first else { return Err(several_steps()) };
                    places.push((k.offset(base, bin, prim), prim));
                }
                return k.locked(&places, &values, op, bin, locks);
            }
            let each = updates.iter().zip(&bases).zip(&values).enumerate();
            for (position, ((update, &(first, prim)), &value)) in each {
                match (update, first, op) {
                    (Update::Atomic(instruction), First::Device(base), _) => {
                        let address = k.offset(base, bin, prim);
                        k.c.atomic(*instruction, address, value);
                    }
                    (Update::Atomic(instruction), First::Group(array, first), _) => {
                        let at = k.add(first, bin);
                        let element = k.c.element(array, at);
                        k.c.atomic_in_group(*instruction, element, value);
                    }
                    (_, First::Device(base), Some(op)) => {
                        let address = k.offset(base, bin, prim);
                        k.exchange(address, prim, value, (op, position))?;
                    }
                    _ => return Err(several_steps()),
                }
            }
            Ok(())
        })
    }

    /// Updates a bin that no other invocation updates at the same time. Others may have updated it before.
    fn update_alone(&mut self, places: &[(Val, PrimType)], values: &[Val], op: &Op<'_>) -> Result<()> {
        let mut old = Vec::with_capacity(places.len());
        for &(address, prim) in places {
            let value = self.c.load_volatile(address, ops::memory_type(prim));
            old.push(ops::from_memory(&mut self.c, prim, value));
        }
        let new = self.apply(op, &old, values)?;
        for (&(address, prim), value) in places.iter().zip(new) {
            let value = ops::to_memory(&mut self.c, prim, value);
            self.c.store_volatile(address, value);
        }
        Ok(())
    }

    /// Repeats the update by one result of an operator until no other invocation has changed the bin in between.
    fn exchange(&mut self, address: Val, prim: PrimType, value: Val, (op, position): (&Op<'_>, usize)) -> Result<()> {
        let int = Ty::Int(prim.bits());
        let seen = self.c.variable(int);
        let done = self.c.variable(Ty::Bool);
        let (first, no) = (self.c.load_volatile(address, int), self.c.constant(Ty::Bool, 0));
        self.c.set(seen, first);
        self.c.set(done, no);
        let is_float = prim.is_float();
        self.loop_while(
            |k| {
                let done = k.c.get(done);
                Ok(k.c.unary(SpirvOp::LogicalNot, Ty::Bool, done))
            },
            |k| {
                let expected = k.c.get(seen);
                let old =
                    if is_float { k.c.unary(SpirvOp::Bitcast, ops::register_type(prim), expected) } else { expected };
                let new = k.apply_component(op, position, old, value)?;
                let new = if is_float { k.c.unary(SpirvOp::Bitcast, int, new) } else { new };
                let found = k.c.compare_exchange(address, new, expected);
                let same = k.c.binary(SpirvOp::IEqual, Ty::Bool, found, expected);
                k.c.set(done, same);
                k.c.set(seen, found);
                Ok(())
            },
            |_| {},
        )
    }

    /// Updates a bin under its lock. One iteration of a loop takes the lock, updates the bin and releases the lock, so
    /// that invocations in lockstep do not deadlock.
    fn locked(&mut self, places: &[(Val, PrimType)], values: &[Val], op: &Op<'_>, bin: Val, locks: Val) -> Result<()> {
        let mask = self.c.long((1 << LOCK_BITS) - 1);
        let slot = self.c.binary(SpirvOp::BitwiseAnd, LONG, bin, mask);
        let lock = self.offset(locks, slot, PrimType::U32);
        let done = self.c.variable(Ty::Bool);
        let no = self.c.constant(Ty::Bool, 0);
        self.c.set(done, no);
        self.loop_while(
            |k| {
                let done = k.c.get(done);
                Ok(k.c.unary(SpirvOp::LogicalNot, Ty::Bool, done))
            },
            |k| {
                let (zero, one) = (k.c.int(32, 0), k.c.int(32, 1));
                let found = k.c.compare_exchange(lock, one, zero);
                let free = k.c.binary(SpirvOp::IEqual, Ty::Bool, found, zero);
                k.if_(free, |k| {
                    k.update_alone(places, values, op)?;
                    let zero = k.c.int(32, 0);
                    k.c.release_store(lock, zero);
                    let yes = k.c.constant(Ty::Bool, 1);
                    k.c.set(done, yes);
                    Ok(())
                })
            },
            |_| {},
        )
    }
}

/// The most bins of a histogram that a group has copies of.
pub const FEW_BINS: i64 = 1024;

/// Whether groups can have copies of few bins in shared memory.
pub fn has_copies(op: &Op<'_>, updates: &[Update], shared_bytes: u32) -> bool {
    let atomic = updates.iter().all(|update| matches!(update, Update::Atomic(_)));
    let words = op.lhs.iter().all(|param| param.prim.bits() == 32);
    atomic && words && op.lhs.len() * 4 * FEW_BINS as usize <= shared_bytes as usize
}

fn several_steps() -> Error {
    Error::internal("the bins of a group need an operator of several steps")
}

/// There are `1 << LOCK_BITS` locks for histograms.
pub const LOCK_BITS: u32 = 14;

/// How bins are updated: each value of a bin by itself, or all under a lock.
pub fn how_to_update(op: &Op<'_>, features: Features) -> Vec<Update> {
    let each = op.lhs.iter().enumerate().map(|(position, param)| {
        component(op, position)?;
        let fits = match param.prim.bits() {
            32 => true,
            64 => features.atomics64,
            _ => false,
        };
        match atomic_instruction(op, position) {
            _ if !fits => None,
            Some(instruction) => Some(Update::Atomic(instruction)),
            None if param.prim == PrimType::Bool => None,
            None => Some(Update::Exchange),
        }
    });
    each.collect::<Option<Vec<Update>>>().unwrap_or_else(|| vec![Update::Lock])
}

/// The atomic instruction that is equivalent to one result of an operator, if there is one.
fn atomic_instruction(op: &Op<'_>, position: usize) -> Option<SpirvOp> {
    let (left, right, result) = (op.lhs.get(position)?, op.rhs.get(position)?, op.results.get(position)?);
    let Exp::Bin { op: operator, lhs: Exp::Var { name: x, .. }, rhs: Exp::Var { name: y, .. }, prim, .. } =
        computed(op, result)?
    else {
        return None;
    };
    let operands = (*x == left.name && *y == right.name) || (*x == right.name && *y == left.name);
    if !operands || !prim.is_integer() {
        return None;
    }
    match operator {
        BinOp::Add => Some(SpirvOp::AtomicIAdd),
        BinOp::And => Some(SpirvOp::AtomicAnd),
        BinOp::Or => Some(SpirvOp::AtomicOr),
        BinOp::Xor => Some(SpirvOp::AtomicXor),
        BinOp::Min if prim.is_signed() => Some(SpirvOp::AtomicSMin),
        BinOp::Min => Some(SpirvOp::AtomicUMin),
        BinOp::Max if prim.is_signed() => Some(SpirvOp::AtomicSMax),
        BinOp::Max => Some(SpirvOp::AtomicUMax),
        _ => None,
    }
}
