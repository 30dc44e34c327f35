//! Moves arithmetic on scalar integers out of loops.
//!
//! Most of it is about the places of elements: where a row starts, say. It cannot fail, so it may be computed although
//! the loop has no iteration. What is moved is computed once, even if it occurs several times. Vectors stay, as
//! registers for them are few.
//!
//! If the index of an element is a sum, its constant part joins the array's address: rows that a loop reads side by
//! side have an address each, instead of an index each, which would be added in each iteration.

use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::ir::{Address, BinOp, Block, ConvOp, Function, I64, Inst, Op, Type, Value};

/// An operation whose constants are in place of the values that have them.
#[derive(PartialEq, Eq, Hash)]
enum Key {
    Binary(BinOp, Operand, Operand),
    Convert(ConvOp, Operand, Type),
}

#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Operand {
    Value(Value),
    Const(Type, u64),
}

struct Hoist<'f> {
    flow: &'f Flow,
    depths: Vec<u32>,
    /// By value, the block that defines it.
    places: Vec<Option<Block>>,
    /// By value, its bits if it is a constant.
    constants: Vec<Option<u64>>,
    /// By value, its operands if it is a sum.
    sums: Vec<Option<[Value; 2]>>,
    /// By value, the value that stands for it.
    instead: Vec<Value>,
    /// What has been moved.
    moved: FxHashMap<Key, Vec<Value>>,
}

/// Moves what loops compute anew in each iteration out of them.
pub fn hoist(function: &mut Function) {
    let flow = Flow::of(function);
    let depths = flow.loop_depths();
    if depths.iter().all(|&depth| depth == 0) {
        return;
    }
    let count = function.values();
    let mut hoist = Hoist {
        flow: &flow,
        depths,
        places: vec![None; count],
        constants: vec![None; count],
        sums: vec![None; count],
        instead: (0..count as u32).map(Value).collect(),
        moved: FxHashMap::default(),
    };
    for &param in &function.params {
        hoist.places[param.index()] = flow.order.first().copied();
    }
    for &block in &flow.order {
        hoist.block(function, block);
    }
    // Arguments of jumps back are defined after their targets.
    for data in &mut function.blocks {
        data.terminator.iter_mut().for_each(|end| end.visit_mut(|value| *value = hoist.instead[value.index()]));
    }
}

impl Hoist<'_> {
    /// Moves what it can out of a block. Its dominators come before.
    fn block(&mut self, function: &mut Function, block: Block) {
        for param in function.blocks[block.index()].params.clone() {
            self.places[param.index()] = Some(block);
        }
        let insts = std::mem::take(&mut function.blocks[block.index()].insts);
        let mut kept = Vec::with_capacity(insts.len());
        for mut inst in insts {
            inst.op.visit_mut(|value| *value = self.instead[value.index()]);
            if let Some(address) = inst.op.address_mut() {
                self.split_index(function, address, block);
            }
            let Some(result) = inst.result else {
                kept.push(inst);
                continue;
            };
            let Some(key) = self.key(function, &inst.op, result) else {
                self.places[result.index()] = Some(block);
                kept.push(inst);
                continue;
            };
            if let Op::Binary(BinOp::Add, a, b) = inst.op {
                self.sums[result.index()] = Some([a, b]);
            }
            if let Some(same) = self.known(&key, block) {
                self.instead[result.index()] = same;
                continue;
            }
            let target = self.target(&inst.op, block);
            self.places[result.index()] = Some(target);
            if target == block {
                kept.push(inst);
                continue;
            }
            self.moved.entry(key).or_default().push(result);
            self.put(function, target, inst);
        }
        function.blocks[block.index()].insts = kept;
    }

    /// A value in another block that has been computed by such an operation.
    fn known(&self, key: &Key, block: Block) -> Option<Value> {
        let values = self.moved.get(key).into_iter().flatten();
        values.copied().find(|value| self.places[value.index()].is_some_and(|place| self.flow.dominates(place, block)))
    }

    /// Adds what is constant in a loop of an address's index to its base.
    fn split_index(&mut self, function: &mut Function, address: &mut Address, block: Block) {
        while let Some(index) = address.index
            && let Some([a, b]) = self.sums[index.index()]
            && let Some((constant, rest)) = [(a, b), (b, a)].into_iter().find(|(part, _)| self.is_outside(*part, block))
            && !self.is_outside(rest, block)
            && self.constants[rest.index()].is_none()
            && self.is_outside(address.base, block)
        {
            let Some(base) = self.address_outside(function, address, constant, block) else { return };
            (address.base, address.index) = (base, Some(rest));
        }
    }

    /// Whether a value is known before the loop around a block, and is no mere constant.
    fn is_outside(&self, value: Value, block: Block) -> bool {
        let place = self.places[value.index()];
        self.constants[value.index()].is_none()
            && place.is_some_and(|place| self.depths[place.index()] < self.depths[block.index()])
    }

    /// The base of an address plus part of its index, computed outside of a loop.
    fn address_outside(
        &mut self,
        function: &mut Function,
        address: &Address,
        index: Value,
        block: Block,
    ) -> Option<Value> {
        let bytes = match address.scale {
            1 => index,
            scale => {
                let shift = self.constant(function, scale.trailing_zeros().into());
                self.moved_out(function, Op::Binary(BinOp::Shl, index, shift), block)?
            }
        };
        self.moved_out(function, Op::Binary(BinOp::Add, address.base, bytes), block)
    }

    /// A constant that only operations have that are moved.
    fn constant(&mut self, function: &mut Function, bits: u64) -> Value {
        let value = self.fresh(function, None);
        self.constants[value.index()] = Some(bits);
        value
    }

    fn fresh(&mut self, function: &mut Function, place: Option<Block>) -> Value {
        function.types.push(I64);
        let value = Value(function.types.len() as u32 - 1);
        self.places.push(place);
        self.constants.push(None);
        self.sums.push(None);
        self.instead.push(value);
        value
    }

    /// The value of an operation on `I64`s, computed outside of the loop around a block, if that is possible.
    fn moved_out(&mut self, function: &mut Function, op: Op, block: Block) -> Option<Value> {
        let target = self.target(&op, block);
        let result = self.fresh(function, Some(target));
        let key = self.key(function, &op, result)?;
        if let Some(known) = self.known(&key, block) {
            return Some(known);
        }
        if self.depths[target.index()] >= self.depths[block.index()] {
            return None;
        }
        self.moved.entry(key).or_default().push(result);
        self.put(function, target, Inst { op, result: Some(result) });
        Some(result)
    }

    /// The key of an operation that may be moved.
    fn key(&mut self, function: &Function, op: &Op, result: Value) -> Option<Key> {
        if let Op::Const(bits) = *op {
            self.constants[result.index()] = Some(bits);
        }
        let ty = function.ty(result);
        if !matches!(ty, Type::Scalar(elem) if !elem.is_float()) {
            return None;
        }
        let operand = |value: Value| match self.constants[value.index()] {
            Some(bits) => Operand::Const(function.ty(value), bits),
            None => Operand::Value(value),
        };
        match *op {
            Op::Binary(
                op @ (BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::Min | BinOp::Max | BinOp::And | BinOp::Shl),
                a,
                b,
            ) => Some(Key::Binary(op, operand(a), operand(b))),
            Op::Convert(op @ (ConvOp::ExtendS | ConvOp::ExtendU), a, _) => Some(Key::Convert(op, operand(a), ty)),
            _ => None,
        }
    }

    /// The block in the fewest loops, of those that dominate `block` and in which all operands are known.
    fn target(&self, op: &Op, block: Block) -> Block {
        let (mut best, mut at) = (block, block);
        while let Some(above) = self.flow.dominator(at) {
            let mut known = true;
            op.visit(|value| {
                let place = self.places[value.index()].unwrap_or(block);
                known &= self.constants[value.index()].is_some() || self.flow.dominates(place, above);
            });
            if !known {
                break;
            }
            if self.depths[above.index()] < self.depths[best.index()] {
                best = above;
            }
            at = above;
        }
        best
    }

    /// Puts an operation at the end of a block, with constants of its own.
    fn put(&mut self, function: &mut Function, target: Block, mut inst: Inst) {
        let mut constants = Vec::new();
        inst.op.visit_mut(|value| {
            if let Some(bits) = self.constants[value.index()] {
                let ty = function.types[value.index()];
                *value = self.fresh(function, Some(target));
                function.types[value.index()] = ty;
                self.constants[value.index()] = Some(bits);
                constants.push(Inst { op: Op::Const(bits), result: Some(*value) });
            }
        });
        let insts = &mut function.blocks[target.index()].insts;
        insts.extend(constants);
        insts.push(inst);
    }
}
