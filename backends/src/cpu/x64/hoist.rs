//! Moves arithmetic on scalar integers out of loops.
//!
//! Most of it is about the places of elements: where a row starts, say. It cannot fail, so it may be computed although
//! the loop has no iteration. What is moved is computed once, even if it occurs several times. Vectors stay, as
//! registers for them are few.

use rustc_hash::FxHashMap;

use super::flow::Flow;
use super::ir::{BinOp, Block, ConvOp, Function, Inst, Op, Type, Value};

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
            let Some(result) = inst.result else {
                kept.push(inst);
                continue;
            };
            let Some(key) = self.key(function, &inst.op, result) else {
                self.places[result.index()] = Some(block);
                kept.push(inst);
                continue;
            };
            let values = self.moved.get(&key).into_iter().flatten();
            let same = values
                .copied()
                .find(|value| self.places[value.index()].is_some_and(|place| self.flow.dominates(place, block)));
            if let Some(same) = same {
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
                function.types.push(function.types[value.index()]);
                *value = Value(function.types.len() as u32 - 1);
                constants.push(Inst { op: Op::Const(bits), result: Some(*value) });
                self.constants.push(Some(bits));
                self.places.push(Some(target));
                self.instead.push(*value);
            }
        });
        let insts = &mut function.blocks[target.index()].insts;
        insts.extend(constants);
        insts.push(inst);
    }
}
