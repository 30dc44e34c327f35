//! The addresses of elements.
//!
//! A loop over a row reads places like `row * n + i`, of which only `i` changes. As one sum, it would be computed in
//! each iteration, and a processor of 2022 takes 1.8 times as long for a loop that reads and writes at sums than for
//! one that reads and writes at `start + i`. So the operands of the sum that stay the same in the innermost loop around
//! are added to the address first: Cranelift computes that before the loop.

use cranelift_codegen::ir::{InstBuilder, Opcode, Value, ValueDef};
use framework::{Name, Node, Result};
use languages::lanes::facts::{assigned, each_stm, loop_depth};
use languages::lanes::{Exp, Stm};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashSet;

use super::{Memory, Translator};
use crate::cpu::ops;
use crate::cpu::vectors::Group;

/// The variables that stay the same while a loop runs. Empty if there are loops in it: what is computed before
/// the outer loop would need a register in all of them.
pub fn constant_in(stm: &Stm<'_>) -> FxHashSet<Name> {
    let (groups, kernel) = Group::split(stm);
    if loop_depth(std::slice::from_ref(kernel)) != 1 {
        return FxHashSet::default();
    }
    let assigned = assigned(std::slice::from_ref(stm));
    let mut constant: FxHashSet<Name> = stm.free_names().into_iter().filter(|name| !assigned.contains(name)).collect();
    if let Stm::Parallel { space, .. } = kernel
        && let Some((_, outer)) = space.split_last()
    {
        constant.extend(outer.iter().map(|dim| dim.index));
        constant.extend(groups.iter().filter_map(|group| group.indices.split_last()).flat_map(|(_, outer)| outer));
    }
    constant
}

/// Whether statements use an index for places of elements only. Then a loop over it can have several copies of them.
/// Otherwise Cranelift would turn `sum + (index + 1)` into `(sum + index) + 1`: two operations, for each of which the
/// next iteration waits.
pub fn only_for_places(index: Name, stms: &[Stm<'_>]) -> bool {
    let mut indices = vec![index];
    let mut only = true;
    each_stm(stms, &mut |stm| {
        let value = match stm {
            Stm::Assign { name, value: Exp::Var { name: same, .. }, .. } if indices.contains(same) => {
                indices.push(*name);
                return;
            }
            Stm::Read { .. } | Stm::Decl { .. } => return,
            Stm::Assign { value, .. } | Stm::Write { value, .. } => value,
            Stm::If { cond, .. } => cond,
            _ => {
                only = false;
                return;
            }
        };
        only &= indices.iter().all(|index| value.mentions(*index) == 0);
    });
    only
}

/// The operands of a sum of type `i64`.
#[derive(Default)]
struct Sum {
    /// The sum of those that are constant in the loop around.
    constant: Option<Value>,
    /// That of others.
    others: Option<Value>,
    /// That of numbers.
    number: i64,
}

impl Translator<'_> {
    /// Adds an operand to the sum.
    fn add_operand(&mut self, exp: &Exp<'_>, sum: &mut Sum) -> Result<()> {
        match exp {
            Exp::Bin { op: BinOp::Add, prim: PrimType::I64, lhs, rhs, .. } => {
                self.add_operand(lhs, sum)?;
                return self.add_operand(rhs, sum);
            }
            Exp::Bin { op: BinOp::Sub, prim: PrimType::I64, lhs, rhs: Exp::Const { value, .. }, .. } => {
                sum.number = sum.number.wrapping_sub(value.as_i64().unwrap_or(0));
                return self.add_operand(lhs, sum);
            }
            _ => {}
        }
        let value = self.exp(exp)?;
        if let Some(number) = ops::known_integer(&self.b, value) {
            sum.number = sum.number.wrapping_add(number);
            return Ok(());
        }
        let is_constant = !self.constant.is_empty() && exp.free_names().iter().all(|name| self.constant.contains(name));
        let (value, number) = if is_constant { (value, 0) } else { self.without_number(value) };
        sum.number = sum.number.wrapping_add(number);
        let part = if is_constant { &mut sum.constant } else { &mut sum.others };
        *part = Some(part.map_or(value, |others| self.b.ins().iadd(others, value)));
        Ok(())
    }

    /// A value as a sum of another value and a number: copies of a body have such indices.
    fn without_number(&self, value: Value) -> (Value, i64) {
        let dfg = &self.b.func.dfg;
        let value = dfg.resolve_aliases(value);
        if let ValueDef::Result(inst, _) = dfg.value_def(value)
            && dfg.insts[inst].opcode() == Opcode::Iadd
            && let &[first, second] = dfg.inst_args(inst)
            && let Some(number) = ops::known_integer(&self.b, second)
        {
            return (first, number);
        }
        (value, 0)
    }

    /// The address of an element.
    pub fn element(&mut self, memory: Memory, prim: PrimType, index: &Exp<'_>) -> Result<Value> {
        let mut address = self.b.use_var(memory.base);
        let mut sum = Sum::default();
        self.add_operand(index, &mut sum)?;
        for part in [sum.constant, sum.others].into_iter().flatten() {
            address = self.offset(address, part, prim);
        }
        let bytes = sum.number.wrapping_mul(prim.size_bytes() as i64);
        Ok(if bytes == 0 { address } else { self.b.ins().iadd_imm_s(address, bytes) })
    }

    /// The address `count` elements after `base`.
    pub fn offset(&mut self, base: Value, count: Value, prim: PrimType) -> Value {
        let shift = prim.size_bytes().trailing_zeros();
        let bytes = if shift == 0 { count } else { self.b.ins().ishl_imm_u(count, i64::from(shift)) };
        self.b.ins().iadd(base, bytes)
    }
}
