//! Instruction selection: functions of the language become machine instructions on virtual registers.
//!
//! Blocks are visited from the last to the first, and instructions from the end of a block to its start. So the uses of
//! a value are known before its definition. A value that nobody needs in a register has no code: because it is unused,
//! or because all its uses have taken it in, as a memory operand, an address, an immediate, or a masked form.
//!
//! - `operands.rs`: values as registers, memory operands and constants; `lines.rs`: instructions of the allocator;
//! - `integers.rs`, `floats.rs`: scalars; `vectors.rs`: lane by lane; `choices.rs`: comparisons,
//!   choices and masked forms; `lanes.rs`: lanes that move; `convert.rs`;
//!   `masks.rs`; `memory.rs`; `steps.rs`: elements that are equally far apart; `control.rs`: conditions, calls, ends of
//!   blocks;
//! - `tables.rs`: instructions by operation and type.
//!
//! Each file has the forms of both levels. Where AVX2 lacks an instruction, it has a sequence beside that of AVX-512.

mod choices;
mod control;
mod convert;
mod floats;
mod integers;
mod lanes;
mod lines;
mod masks;
mod memory;
mod operands;
mod steps;
mod tables;
mod vectors;

use iced_x86::Code;
use regalloc2::{RegClass, VReg};

use super::detect::Level;
use super::flow::Flow;
use super::ir::*;
use super::machine::{Inst, Machine, MachineBlock, View};
use super::pool::Pool;

/// What is known of a value.
#[derive(Clone, Copy)]
struct Fact<'f> {
    /// Its operation. `None` for a parameter.
    op: Option<&'f Op>,
    /// The block of its definition.
    block: u32,
    /// The number of writes to memory before it in its block.
    epoch: u32,
    /// The number of its uses, of a mere view of it as well.
    uses: u32,
    /// The value that it is a view of; itself otherwise.
    root: Value,
    /// Whether a register must have it.
    needed: bool,
}

/// Selects the instructions of a valid function. Its constants go into the pool.
pub fn select(function: &Function, pool: &mut Pool) -> Machine {
    let flow = Flow::of(function);
    let machine = Machine {
        keeps_registers: function.keeps_registers,
        level: function.level,
        insts: Vec::new(),
        lines: Vec::new(),
        operands: Vec::new(),
        blocks: Vec::new(),
        registers: function.values(),
        stack_bytes: function.stack_bytes,
    };
    let facts = facts(function, &flow);
    let mut select = Select { f: function, machine, pool, facts, pending: Vec::new(), block: 0, epoch: 0 };
    select.function(&flow);
    select.machine
}

struct Select<'f> {
    f: &'f Function,
    machine: Machine,
    pool: &'f mut Pool,
    facts: Vec<Fact<'f>>,
    /// The instructions of the operation at hand, in order.
    pending: Vec<Inst>,
    /// The block at hand.
    block: u32,
    /// The number of writes to memory in the block before the operation at hand.
    epoch: u32,
}

/// Collects the facts of all values.
fn facts<'f>(function: &'f Function, flow: &Flow) -> Vec<Fact<'f>> {
    let unknown = Fact { op: None, block: u32::MAX, epoch: 0, uses: 0, root: Value(0), needed: false };
    let mut facts = vec![unknown; function.values()];
    for (number, fact) in facts.iter_mut().enumerate() {
        fact.root = Value(number as u32);
    }
    for &block in &flow.order {
        let mut epoch = 0;
        for inst in &function.blocks[block.index()].insts {
            if let Some(result) = inst.result {
                let fact = &mut facts[result.index()];
                (fact.op, fact.block, fact.epoch) = (Some(&inst.op), block.0, epoch);
                if let Some(viewed) = view_of(function, &inst.op, result) {
                    facts[result.index()].root = facts[viewed.index()].root;
                }
            }
            epoch += u32::from(inst.op.writes());
        }
    }
    // Now that all roots are known, uses count for roots. A view is no use.
    let count = |value: Value| facts[value.index()].root.index();
    let mut uses = vec![0; function.values()];
    for &block in &flow.order {
        let data = &function.blocks[block.index()];
        for inst in &data.insts {
            if inst.result.is_none_or(|result| view_of(function, &inst.op, result).is_none()) {
                inst.op.visit(|value| uses[count(value)] += 1);
            }
        }
        data.terminator.iter().for_each(|end| end.visit(|value| uses[count(value)] += 1));
    }
    facts.iter_mut().zip(uses).for_each(|(fact, uses)| fact.uses = uses);
    facts
}

/// The value whose register is the result of an operation that does nothing to it.
fn view_of(function: &Function, op: &Op, result: Value) -> Option<Value> {
    let Op::Convert(op, a, _) = *op else { return None };
    match (op, function.ty(a), function.ty(result)) {
        (ConvOp::Bits, Type::Vector(_), _) => Some(a),
        // A mask register has one bit a lane, and zeros above.
        (ConvOp::Mask, Type::Mask(from), Type::Mask(to)) if to < from && function.level == Level::Avx512 => Some(a),
        // The low half of a general register.
        (ConvOp::Truncate, Type::Scalar(_), _) => Some(a),
        _ => None,
    }
}

impl<'f> Select<'f> {
    /// Whether the level is AVX-512.
    const fn wide(&self) -> bool {
        matches!(self.f.level, Level::Avx512)
    }

    /// The instruction of this level.
    const fn code(&self, pair: tables::Pair) -> Code {
        pair[self.f.level as usize]
    }

    /// A whole register.
    const fn whole(&self) -> View {
        self.part_view(1)
    }

    /// The smallest view that holds one part of a whole register, of this many.
    const fn part_view(&self, parts: usize) -> View {
        match self.f.level.register_bits() / parts {
            512 => View::Zmm,
            256 => View::Ymm,
            _ => View::Xmm,
        }
    }

    /// The class of registers of a type.
    const fn class(&self, ty: Type) -> RegClass {
        match ty {
            Type::Scalar(elem) if !elem.is_float() => RegClass::Int,
            Type::Mask(_) if self.wide() => RegClass::Vector,
            _ => RegClass::Float,
        }
    }

    fn fact(&self, value: Value) -> &Fact<'f> {
        &self.facts[self.facts[value.index()].root.index()]
    }

    /// The operation that defines a value or what it is a view of.
    fn op(&self, value: Value) -> Option<&'f Op> {
        self.fact(value).op
    }

    /// The operation of a value that is defined in this block and has no other use, so that its user may take it in.
    fn only_here(&self, value: Value) -> Option<&'f Op> {
        let fact = self.fact(value);
        if fact.uses == 1 && fact.block == self.block && !fact.needed { fact.op } else { None }
    }

    /// As `only_here`, for an operation that reads memory: no write is between.
    fn only_here_unchanged(&self, value: Value) -> Option<&'f Op> {
        if self.fact(value).epoch == self.epoch { self.only_here(value) } else { None }
    }

    /// The virtual register of a value, whether it is needed or not.
    fn name(&self, value: Value) -> VReg {
        let root = self.facts[value.index()].root;
        VReg::new(root.index(), self.class(self.f.ty(value)))
    }

    fn function(&mut self, flow: &Flow) {
        let layout = control::Layout::of(self.f, flow);
        self.machine.blocks = vec![MachineBlock::default(); layout.blocks.len()];
        for number in (0..layout.blocks.len()).rev() {
            let end = self.machine.insts.len();
            self.machine_block(number, &layout);
            self.machine.blocks[number].insts = end..self.machine.insts.len();
        }
        // Everything was made from the end.
        let all = self.machine.insts.len();
        self.machine.insts.reverse();
        for block in &mut self.machine.blocks {
            block.insts = all - block.insts.end..all - block.insts.start;
        }
        for number in 0..self.machine.blocks.len() {
            for successor in self.machine.blocks[number].successors.clone() {
                self.machine.blocks[successor.index()].predecessors.push(regalloc2::Block::new(number));
            }
        }
    }

    /// The instructions of a block, from its end to its start.
    fn machine_block(&mut self, number: usize, layout: &control::Layout) {
        let block = match &layout.blocks[number] {
            control::Place::Block(block) => *block,
            control::Place::Edge(target) => {
                self.block = u32::MAX;
                self.jump(number, target, layout);
                return self.flush();
            }
        };
        let data = &self.f.blocks[block.index()];
        self.block = block.0;
        self.epoch = data.insts.iter().filter(|inst| inst.op.writes()).count() as u32;
        // The validator has seen that every block has an end.
        if let Some(end) = &data.terminator {
            self.end(number, end, layout);
            self.flush();
        }
        for inst in data.insts.iter().rev() {
            self.epoch -= u32::from(inst.op.writes());
            match inst.result {
                None => self.effect(&inst.op),
                Some(result) if self.facts[result.index()].root != result => {}
                Some(result) if self.facts[result.index()].needed || matches!(inst.op, Op::Call(..)) => {
                    self.value(&inst.op, result);
                }
                Some(_) => {}
            }
            self.flush();
        }
        if block == Block(0) {
            self.entry();
            self.flush();
        }
        self.machine.blocks[number].params =
            data.params.iter().map(|param| VReg::new(param.index(), self.class(self.f.ty(*param)))).collect();
    }

    /// Moves the pending instructions behind those that are further from the start.
    fn flush(&mut self) {
        while let Some(inst) = self.pending.pop() {
            self.machine.insts.push(inst);
        }
    }

    /// An operation whose result is needed in a register.
    fn value(&mut self, op: &'f Op, result: Value) {
        let ty = self.f.ty(result);
        let d = self.name(result);
        match op {
            Op::Const(bits) => self.constant(d, ty, *bits),
            Op::Lanes(lanes) => self.lanes_constant(d, ty.elem(), lanes),
            Op::StackAddress(byte) => self.stack_address(d, *byte),
            Op::Unary(op, a) => match ty {
                Type::Mask(bits) => self.mask_not(d, bits, *a),
                Type::Vector(elem) => self.vector_unary(*op, elem, d, *a, None),
                Type::Scalar(elem) if elem.is_float() => self.float_unary(*op, elem, d, *a),
                Type::Scalar(elem) => self.integer_unary(*op, elem, d, *a),
            },
            Op::Binary(op, a, b) => match ty {
                Type::Mask(_) => self.mask_binary(*op, d, *a, *b),
                Type::Vector(elem) => self.vector_binary(*op, elem, d, *a, *b, None),
                Type::Scalar(elem) if elem.is_float() => self.float_binary(*op, elem, d, *a, *b),
                Type::Scalar(elem) => self.integer_binary(*op, elem, d, *a, *b),
            },
            Op::Fma(op, operands) => self.fma(*op, ty, d, *operands),
            Op::Compare(cond, a, b) => match self.f.ty(*a) {
                Type::Vector(elem) => self.vector_compare(*cond, elem, d, *a, *b, None),
                _ => self.scalar_compare(*cond, d, *a, *b),
            },
            Op::Select([c, a, b]) => match ty {
                Type::Vector(elem) => self.vector_select(elem, d, *c, *a, *b),
                _ => self.scalar_select(ty, d, *c, *a, *b),
            },
            Op::Convert(op, a, part) => match ty {
                Type::Mask(_) => self.mask_convert(d, *a, ty.elem().bits(), *part),
                Type::Vector(_) => self.vector_convert(*op, d, *a, ty.elem(), *part),
                Type::Scalar(_) => self.scalar_convert(*op, d, *a, ty.elem()),
            },
            Op::Splat(a) => self.splat(ty.elem(), d, *a),
            Op::Extract(a, lane) => self.extract(d, *a, *lane),
            Op::Insert(a, b, lane) => self.insert(ty.elem(), d, *a, *b, *lane),
            Op::Slide(a, b, from) => self.slide(ty.elem(), d, *a, *b, *from),
            Op::Permute(a, index) => self.permute(ty.elem(), d, *a, *index),
            Op::Permute2(operands) => self.permute2(ty.elem(), d, *operands),
            Op::Join { parts, lanes } => match ty {
                Type::Mask(bits) => self.mask_join(d, bits, *parts, *lanes),
                _ => self.join(ty.elem(), d, *parts, *lanes),
            },
            Op::MaskFromBits(a) => self.mask_from_bits(d, ty.elem().bits(), *a),
            Op::MaskToBits(a) => self.mask_to_bits(d, *a),
            Op::FirstLanes(a) => self.first_lanes(d, ty.elem().bits(), *a),
            Op::Any(_) | Op::All(_) => self.truth(d, result),
            Op::Load(access, address) => self.load(*access, d, address),
            Op::LoadVector { address, lanes, mask } => self.load_vector(ty.elem(), d, address, *lanes, *mask),
            Op::LoadSteps { address, step, lanes } => self.load_steps(ty.elem(), d, address, *step, *lanes),
            Op::Gather { address, mask, part } => self.gather(ty.elem(), d, address, *mask, *part),
            Op::Call(address, args) => self.call(*address, args, Some((d, ty))),
            // These have no results.
            Op::Store(..) | Op::StoreVector { .. } | Op::StoreSteps { .. } | Op::Scatter { .. } => {}
            Op::Prefetch(_) | Op::Fence => {}
        }
    }

    /// An operation without a result.
    fn effect(&mut self, op: &'f Op) {
        match op {
            Op::Store(access, address, value) => self.store(*access, address, *value),
            Op::StoreVector { address, value, lanes, mask, stream } => {
                self.store_vector(address, *value, *lanes, *mask, *stream);
            }
            Op::StoreSteps { address, step, value, lanes } => self.store_steps(address, *step, *value, *lanes),
            Op::Scatter { address, value, mask, part } => self.scatter(address, *value, *mask, *part),
            Op::Prefetch(address) => self.prefetch(address),
            Op::Fence => self.line(Code::Sfence, &[]),
            Op::Call(address, args) => self.call(*address, args, None),
            // The others have results.
            _ => {}
        }
    }
}
