//! Allocates the blocks of an invocation, in its part of the memory for blocks or in private arrays.

use framework::{Error, Name, Result};
use languages::prim::PrimType;
use rspirv::spirv::Op as SpirvOp;

use super::{Kernel, Level, Memory, OUT_OF_KERNEL_MEMORY, Slot};
use crate::vulkan::ops;
use crate::vulkan::spirv::{LONG, Shared, Ty, Val, Var};

impl Kernel<'_, '_> {
    /// Declares a memory variable. The variables of a private class share one array, with room for a block for each
    /// variable.
    pub(super) fn declare_memory(&mut self, name: Name) {
        let class = self.program.aliases.class(name);
        let Some(private) = self.program.private.get(&class) else {
            let (var, none) = (self.c.variable(LONG), self.c.long(0));
            self.c.set(var, none);
            self.memories.insert(name, Memory::Device(var));
            return;
        };
        // A position that no block has.
        let nowhere = self.c.long(-1);
        if let Some(Memory::Private(_, place)) = self.memories.get(&name).copied() {
            self.c.set(place, nowhere);
            return;
        }
        // What a group allocates is for all its lanes.
        let shared = if self.level == Level::Group { Shared::InGroup } else { Shared::No };
        let array = self.c.array(shared, ops::memory_type(private.prim), private.count * private.members.len() as u32);
        for &member in &private.members {
            let place = self.c.variable(LONG);
            self.c.set(place, nowhere);
            self.memories.insert(member, Memory::Private(array, place));
        }
    }

    /// Gives a private memory variable a block that no other variable of its class denotes. Returns false if the
    /// variable is not private.
    pub(super) fn allocate_private(&mut self, name: Name) -> bool {
        let class = self.program.aliases.class(name);
        let Some(private) = self.program.private.get(&class) else { return false };
        let mut others = Vec::new();
        let mut own = None;
        for member in &private.members {
            if let Some(&Memory::Private(_, place)) = self.memories.get(member) {
                if *member == name {
                    own = Some(place);
                } else {
                    others.push(place);
                }
            }
        }
        let Some(own) = own else { return false };
        let count = i64::from(private.count);
        let taken: Vec<Val> = others.iter().map(|&place| self.c.get(place)).collect();
        // There are as many blocks as variables, so at least one is free.
        let mut chosen = self.c.long(0);
        for block in 0..=others.len() as i64 {
            let place = self.c.long(block * count);
            let mut free = self.c.constant(Ty::Bool, 1);
            for &other in &taken {
                let differs = self.c.binary(SpirvOp::INotEqual, Ty::Bool, other, place);
                free = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, free, differs);
            }
            chosen = self.c.select(free, place, chosen);
        }
        self.c.set(own, chosen);
        true
    }

    /// Allocates a block in this invocation's memory. Reuses a large enough block that no other variable of the class
    /// denotes, if there is one.
    pub(super) fn allocate(&mut self, name: Name, prim: PrimType, count: Val) -> Result<()> {
        self.needs_heap = true;
        let class = self.program.aliases.class(name);
        let mut own = None;
        let mut others = Vec::new();
        for (&member, &memory) in &self.memories {
            if let Memory::Device(var) = memory {
                if member == name {
                    own = Some(var);
                } else if self.program.aliases.class(member) == class {
                    others.push((member, var));
                }
            }
        }
        let Some(own) = own else { return Err(Error::internal(format!("memory {name} is not in scope"))) };
        // Sorted, since maps have no fixed order and compilation must be deterministic.
        others.sort_unstable_by_key(|(member, _)| *member);
        let slots = self.slots.entry(class).or_default().clone();
        let mut slots = slots;
        let none = self.c.long(0);
        while slots.len() <= others.len() {
            slots.push(Slot { address: self.c.initialised(none), bytes: self.c.initialised(none) });
        }
        self.slots.insert(class, slots.clone());

        let negative = self.c.binary(SpirvOp::SLessThan, Ty::Bool, count, none);
        let count = self.c.select(negative, none, count);
        let size = self.c.long(prim.size_bytes() as i64);
        let bytes = self.mul(count, size);
        let taken: Vec<Val> = others.iter().map(|&(_, var)| self.c.get(var)).collect();
        let chosen = self.c.variable(LONG);
        self.c.set(chosen, none);
        let mut free = Vec::with_capacity(slots.len());
        for slot in &slots {
            let (address, room) = (self.c.get(slot.address), self.c.get(slot.bytes));
            let mut is_free = self.c.constant(Ty::Bool, 1);
            for &other in &taken {
                let differs = self.c.binary(SpirvOp::INotEqual, Ty::Bool, other, address);
                is_free = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_free, differs);
            }
            let absent = self.c.binary(SpirvOp::IEqual, Ty::Bool, address, none);
            let is_free = self.c.binary(SpirvOp::LogicalOr, Ty::Bool, is_free, absent);
            free.push(is_free);
            // Address 0 is no choice, and an absent block is none, even for no elements.
            let fits = self.c.binary(SpirvOp::UGreaterThanEqual, Ty::Bool, room, bytes);
            let good = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, is_free, fits);
            let present = self.c.unary(SpirvOp::LogicalNot, Ty::Bool, absent);
            let good = self.c.binary(SpirvOp::LogicalAnd, Ty::Bool, good, present);
            let before = self.c.get(chosen);
            let now = self.c.select(good, address, before);
            self.c.set(chosen, now);
        }
        let found = self.c.get(chosen);
        let nothing = self.c.binary(SpirvOp::IEqual, Ty::Bool, found, none);
        self.if_(nothing, |k| {
            for (slot, &is_free) in slots.iter().zip(&free) {
                let sofar = k.c.get(chosen);
                let still = k.c.binary(SpirvOp::IEqual, Ty::Bool, sofar, none);
                let take = k.c.binary(SpirvOp::LogicalAnd, Ty::Bool, still, is_free);
                k.if_(take, |k| k.new_block(*slot, bytes, chosen))?;
            }
            Ok(())
        })?;
        let address = self.c.get(chosen);
        self.c.set(own, address);
        Ok(())
    }

    /// Makes a block of at least so many bytes for a slot. It is at least twice as large as the slot's old block, so
    /// that blocks that grow step by step do not use up the memory.
    fn new_block(&mut self, slot: Slot, bytes: Val, chosen: Var) -> Result<()> {
        let old = self.c.get(slot.bytes);
        let twice = self.add(old, old);
        let more = self.c.binary(SpirvOp::UGreaterThan, Ty::Bool, twice, bytes);
        let bytes = self.c.select(more, twice, bytes);
        // Rounds up to a multiple of 16 bytes, at least 16.
        let (round, mask) = (self.c.long(31), self.c.long(!15));
        let bytes = self.add(bytes, round);
        let bytes = self.c.binary(SpirvOp::BitwiseAnd, LONG, bytes, mask);
        let (begin, end) = (self.c.get(self.heap.0), self.c.get(self.heap.1));
        let room = self.c.binary(SpirvOp::ISub, LONG, end, begin);
        let fits = self.c.binary(SpirvOp::ULessThanEqual, Ty::Bool, bytes, room);
        self.if_else(
            fits,
            |k| {
                let next = k.add(begin, bytes);
                k.c.set(k.heap.0, next);
                k.c.set(slot.address, begin);
                k.c.set(slot.bytes, bytes);
                k.c.set(chosen, begin);
                Ok(())
            },
            |k| k.fail(OUT_OF_KERNEL_MEMORY, &[]),
        )
    }
}
