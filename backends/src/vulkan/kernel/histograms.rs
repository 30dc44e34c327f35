//! Translates histograms of host code, whose bins several invocations may update at the same time.

use framework::{Error, Result};
use languages::lanes::{Exp, Hist, Op};
use languages::prim::{BinOp, PrimType};
use rspirv::spirv::Op as SpirvOp;

use super::{Kernel, Memory};
use crate::vulkan::ops;
use crate::vulkan::spirv::{LONG, Ty, Val};
use languages::lanes::facts::computed;

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

/// The histogram that a kernel fills.
#[derive(Clone)]
pub(super) struct Bins<'p> {
    /// The address and the type of the first bin of each destination.
    bases: Vec<(Val, PrimType)>,
    width: Val,
    op: &'p Op<'p>,
    updates: Vec<Update>,
    /// The address of the locks.
    locks: Val,
}

impl<'p> Kernel<'_, 'p> {
    /// `Hist`: each invocation adds every `invocations`-th index. `locks` is the address of a table of `1 << LOCK_BITS`
    /// locks, if locks are needed.
    pub fn hist(&mut self, hist: &'p Hist<'p>, updates: &[Update], invocations: Val, locks: Val) -> Result<()> {
        self.if_wanted(invocations, |k, invocation| {
            let width = k.exp(hist.width)?;
            let count = k.exp(hist.dim.count)?;
            let mut bases = Vec::with_capacity(hist.dests.len());
            for (bins, param) in hist.dests.iter().zip(hist.op.lhs) {
                let prim = param.prim;
                let Memory::Device(base) = k.memory(bins.mem)? else {
                    return Err(Error::internal("a histogram of host code is in private memory"));
                };
                let (base, offset) = (k.c.get(base), k.exp(bins.offset)?);
                bases.push((k.offset(base, offset, prim), prim));
            }
            k.bins = Some(Bins { bases, width, op: hist.op, updates: updates.to_vec(), locks });
            k.count_loop(invocation, count, invocations, |k, index| {
                k.at(hist.dim, index);
                k.stms(hist.body)
            })
        })
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
            let places: Vec<(Val, PrimType)> =
                bases.iter().map(|&(base, prim)| (k.offset(base, bin, prim), prim)).collect();
            if updates.contains(&Update::Lock) {
                return k.locked(&places, &values, op, bin, locks);
            }
            let each = updates.iter().zip(&places).zip(&values).enumerate();
            for (position, ((update, &(address, prim)), &value)) in each {
                match update {
                    Update::Atomic(instruction) => {
                        k.c.atomic(*instruction, address, value);
                    }
                    _ => k.exchange(address, prim, value, (op, position))?,
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

/// There are `1 << LOCK_BITS` locks for histograms.
pub const LOCK_BITS: u32 = 14;

/// The atomic instruction that is equivalent to one result of an operator, if there is one.
pub fn atomic_instruction(op: &Op<'_>, position: usize) -> Option<SpirvOp> {
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
