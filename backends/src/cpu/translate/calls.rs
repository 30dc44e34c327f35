//! Translates calls of procedures.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value, types};
use framework::{Error, Name, Result, Symbol};
use languages::lanes::{Operand, Stm};
use languages::prim::PrimType;

use super::{FIXED, Translator};
use crate::cpu::{ops, runtime};

impl Translator<'_> {
    /// The words of a procedure's arguments or, with `give`, of its results. Blocks of results get a reference.
    pub fn operands(&mut self, operands: &[Operand<'_>], give: bool) -> Result<Vec<Value>> {
        let mut words = Vec::new();
        for operand in operands {
            words.push(match operand {
                Operand::ScalarOperand { value, .. } => self.exp(value)?,
                Operand::MemOperand { mem, .. } => {
                    let block = match self.memory(*mem)?.block {
                        Some(block) => self.b.use_var(block),
                        None => self.b.ins().iconst(types::I64, 0),
                    };
                    if give {
                        self.retain(block)?;
                    }
                    block
                }
            });
        }
        Ok(words)
    }

    /// Leaves a procedure with this body if there is not enough stack for it, or if the bell rings. The bell matters if
    /// there are loops or calls: a tree of calls may take forever.
    pub fn begin_procedure(&mut self, body: &[Stm<'_>]) {
        let here = self.b.ins().get_stack_pointer(types::I64);
        let end = self.b.ins().load(types::I64, FIXED, self.worker, runtime::STACK_END_OFFSET);
        let is_short = self.b.ins().icmp(IntCC::UnsignedLessThan, here, end);
        self.leave_after(is_short, |t| {
            ops::call(&mut t.b, runtime::no_stack as *const u8, &[types::I64], &[t.worker]);
        });
        self.poll_for(body);
    }

    /// Calls a procedure and assigns its results.
    pub(super) fn call_procedure(&mut self, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let Some((id, blocks)) = self.unit.procedures.get(&proc).cloned() else {
            return Err(Error::internal(format!("there is no procedure `{proc}`")));
        };
        let words = self.operands(args, false)?;
        let passed = self.stack_words(words.len());
        self.store_words(&words, passed);
        let results = self.stack_words(targets.len());
        let callee = self.unit.reference(id, self.b.func);
        let call = self.b.ins().call(callee, &[self.worker, passed, results]);
        let status = self.b.inst_results(call).first().copied();
        let status = status.ok_or_else(|| Error::internal("a procedure has no status"))?;
        self.leave_if(status);
        for (i, (target, is_block)) in targets.iter().zip(blocks).enumerate() {
            let offset = 8 * i as i32;
            if !is_block {
                let prim = self.scalar(*target)?.prim;
                let value = self.load(prim, results, offset);
                self.assign(*target, value)?;
                continue;
            }
            let block = self.load(PrimType::I64, results, offset);
            let memory = self.memory(*target)?;
            self.release(memory)?;
            if let Some(variable) = memory.block {
                self.b.def_var(variable, block);
            }
            self.find_data(memory, block)?;
        }
        Ok(())
    }
}
