//! Short ranges for values that loops use.
//!
//! Cranelift's allocator splits the range of a value where other values need its register, in loops too: then it moves
//! the value from and to the stack in each iteration. What a loop without loops reads from outside therefore goes
//! through memory right before the loop. The value that comes out is used by the loop only, so it has a register there.
//! In host code, where calls are frequent, so does what an iteration leaves to the next, before and after the loop.

use cranelift_codegen::ir::{InstBuilder, Opcode, StackSlotData, StackSlotKind, Value, ValueDef, types};
use framework::{Name, Node, Result};
use languages::lanes::Stm;
use languages::lanes::facts::{assigned, repeats};
use rustc_hash::FxHashSet;

use crate::cpu::vectors::Group;

use super::places::constant_in;
use super::{ACCESS, Memory, Translator};

impl Translator<'_> {
    /// Remembers that the environment has a captured variable.
    pub fn has_home(&mut self, name: Name, environment: Value, offset: i32) {
        self.homes.insert(name, (environment, offset));
    }

    /// Translates a statement by `inner`. If it is a loop without loops, the variables that it only reads have values
    /// of their own in it.
    pub(super) fn with_short_ranges(
        &mut self,
        stm: &Stm<'_>,
        inner: impl FnOnce(&mut Self) -> Result<()>,
    ) -> Result<()> {
        if let (false, Stm::For { body, .. } | Stm::While { body, .. }) = (self.in_kernel, stm)
            && !repeats(body)
        {
            let carried = self.carried(body);
            self.with_own_values(&carried);
            inner(self)?;
            self.with_own_values(&carried);
            return Ok(());
        }
        let is_loop = matches!(stm, Stm::For { .. } | Stm::While { .. }) || Group::split(stm).1.is_kernel();
        let constant = if self.in_kernel && is_loop { constant_in(stm) } else { FxHashSet::default() };
        if constant.is_empty() {
            return inner(self);
        }
        let mut around = Vec::new();
        for (name, passage) in stm.free_names().into_iter().filter(|name| constant.contains(name)).zip(0..) {
            let outer = self.lookup(name);
            match outer {
                (Some(scalar), _) => {
                    let value = self.b.use_var(scalar.variable);
                    if let Some(own) = self.own(name, value, passage) {
                        self.bind(name, scalar.prim, own);
                    }
                }
                (None, Some(memory)) => {
                    let value = self.b.use_var(memory.base);
                    if let Some(own) = self.own(name, value, passage) {
                        let base = self.b.declare_var(types::I64);
                        self.b.def_var(base, own);
                        self.memories.insert(name, Memory { base, ..memory });
                    }
                }
                (None, None) => {}
            }
            around.push((name, outer));
        }
        let constant_around = std::mem::replace(&mut self.constant, constant);
        inner(self)?;
        self.constant = constant_around;
        for (name, (scalar, memory)) in around {
            self.scalars.extend(scalar.map(|scalar| (name, scalar)));
            self.memories.extend(memory.map(|memory| (name, memory)));
        }
        Ok(())
    }

    /// The scalars that the body of a loop assigns, and that are declared outside.
    fn carried(&self, body: &[Stm<'_>]) -> Vec<Name> {
        let mut carried: Vec<Name> = assigned(body).into_iter().collect();
        carried.retain(|&name| self.lookup(name).0.is_some());
        carried.sort_unstable();
        carried
    }

    /// Gives variables values that come out of memory.
    fn with_own_values(&mut self, names: &[Name]) {
        for (passage, &name) in names.iter().enumerate() {
            let Some(scalar) = self.lookup(name).0 else { continue };
            let value = self.b.use_var(scalar.variable);
            if let Some(own) = self.own(name, value, passage) {
                self.b.def_var(scalar.variable, own);
            }
        }
    }

    /// The same value, out of memory. `None` if it is made anew where it is used.
    fn own(&mut self, name: Name, value: Value, passage: usize) -> Option<Value> {
        if let ValueDef::Result(inst, _) = self.b.func.dfg.value_def(value)
            && matches!(
                self.b.func.dfg.insts[inst].opcode(),
                Opcode::Iconst | Opcode::F32const | Opcode::F64const | Opcode::StackAddr
            )
        {
            return None;
        }
        let ty = self.b.func.dfg.value_type(value);
        // Cranelift replaces an ordinary load by the value that was stored there, if both addresses are the same sum.
        if let Some(&(environment, offset)) = self.homes.get(&name).filter(|_| ty.is_int()) {
            let address = self.b.ins().iadd_imm_s(environment, i64::from(offset));
            return Some(self.b.ins().atomic_load(ty, ACCESS, address));
        }
        while self.passages.len() <= passage {
            let data = StackSlotData::new(StackSlotKind::ExplicitSlot, 16, 3);
            self.passages.push(self.b.create_sized_stack_slot(data));
        }
        let slot = self.passages[passage];
        let address = self.b.ins().stack_addr(types::I64, slot, 0);
        self.b.ins().store(ACCESS, value, address, 8);
        let same = self.b.ins().stack_addr(types::I64, slot, 8);
        Some(self.b.ins().load(ty, ACCESS, same, 0))
    }
}
