//! Translates statements.

use framework::{Error, Name, Result, Symbol};
use languages::lanes::{Arena, Dim, Exp, Failure, Hist, Operand, Part, Reduce, Scan, Slot, Stm};
use languages::prim::{PrimType, PrimValue};
use rspirv::spirv::Op as SpirvOp;

use super::{CONTROL_HEADER, FAILURE_RECORDS, Kernel, Level, Memory, NUMBER_WORD};
use crate::failure::AssertText;
use crate::histograms::sequential;
use crate::vulkan::spirv::{Ty, Val, Var};
use crate::vulkan::{no_vectors, ops};

impl Kernel<'_, '_> {
    /// Records a failure and leaves the kernel, unless a condition holds.
    fn assert(&mut self, cond: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        self.program.asserts.push(AssertText::new(failure));
        let id = self.program.asserts.len() - 1;
        let cond = self.exp(cond)?;
        self.if_else(
            cond,
            |_| Ok(()),
            |k| {
                let mut shown = Vec::new();
                for part in failure.message {
                    if let Part::Show { value, .. } = part {
                        shown.push(&**value);
                    }
                }
                k.fail(id as u64, &shown)
            },
        )
    }

    /// Records a failure with the values of expressions, and leaves the kernel.
    pub(super) fn fail(&mut self, id: u64, shown: &[&Exp<'_>]) -> Result<()> {
        let control = self.c.push_word(0);
        let one = self.c.int(32, 1);
        let ticket = self.c.atomic(SpirvOp::AtomicIAdd, control, one);
        // All failing invocations of a dispatch store the same number.
        let (failed, number) = (self.failed_dispatch(), self.word(NUMBER_WORD));
        let number = ops::resize(&mut self.c, number, 32, false);
        self.c.store_volatile(failed, number);
        let ticket = ops::resize(&mut self.c, ticket, 64, false);
        let most = self.c.long(FAILURE_RECORDS as i64);
        let room = self.c.binary(SpirvOp::ULessThan, Ty::Bool, ticket, most);
        self.if_(room, |k| {
            let width = k.program.record_words as usize;
            let header = k.c.long(CONTROL_HEADER as i64);
            let records = k.add(control, header);
            let record = k.row(records, ticket, width);
            let flat = k.c.get(k.flat);
            let mut words = vec![flat, k.c.long(id as i64)];
            for exp in shown {
                words.push(k.exp(exp)?);
            }
            k.store_words(&words, record);
            Ok(())
        })?;
        self.c.return_();
        Ok(())
    }

    /// Runs statements.
    pub fn stms(&mut self, stms: &[Stm<'_>]) -> Result<()> {
        stms.iter().try_for_each(|stm| self.stm(stm))
    }

    fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match self.level {
            Level::Thread => self.plain_stm(stm),
            Level::Group => self.group_stm(stm),
        }
    }

    /// Translates a statement that each invocation runs by itself.
    pub(super) fn plain_stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, span } => {
                self.program.check_type(*prim, *span)?;
                let zero = ops::constant(&mut self.c, PrimValue::zero(*prim));
                self.bind(*name, *prim, zero);
            }
            Stm::DeclMem { name, .. } => self.declare_memory(*name),
            // A kernel's memory is there until the kernel ends.
            Stm::Free { .. } => {}
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, value)?;
            }
            Stm::AssignMem { name, from, .. } => match (self.memory(*name)?, self.memory(*from)?) {
                (Memory::Device(to), Memory::Device(from)) | (Memory::Private(_, to), Memory::Private(_, from)) => {
                    let place = self.c.get(from);
                    self.c.set(to, place);
                }
                _ => return Err(Error::internal(format!("{name} and {from} are in different kinds of memory"))),
            },
            Stm::Alloc { name, prim, count, span } => {
                self.program.check_type(*prim, *span)?;
                if !self.allocate_private(*name) {
                    let count = self.exp(count)?;
                    self.allocate(*name, *prim, count)?;
                }
            }
            Stm::Read { name, mem, prim, index, .. } => {
                let memory = self.memory(*mem)?;
                let index = self.exp(index)?;
                let value = self.read(memory, *prim, index);
                self.assign(*name, value)?;
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let memory = self.memory(*mem)?;
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.write(memory, *prim, index, value);
            }
            Stm::Call { proc, args, targets, .. } => self.call(*proc, args, targets)?,
            Stm::Copy { prim, shape, to, from, .. } => self.copy(*prim, shape, to, from)?,
            Stm::If { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                self.if_else(cond, |k| k.stms(yes), |k| k.stms(no))?;
            }
            Stm::For { index, bound, body, .. } => {
                let (zero, one) = (self.c.long(0), self.c.long(1));
                let bound = self.exp(bound)?;
                self.count_loop(zero, bound, one, |k, i| {
                    k.bind(*index, PrimType::I64, i);
                    k.stms(body)
                })?;
            }
            Stm::While { cond, body, .. } => {
                self.loop_while(|k| k.exp(cond), |k| k.stms(body), |_| {})?;
            }
            Stm::Assert { cond, failure, .. } => self.assert(cond, failure)?,
            // A device cannot print.
            Stm::Trace { .. } => {}
            Stm::Parallel { space, body, .. } => self.space(space, body)?,
            Stm::Reduce { reduce, .. } => self.reduce_here(reduce)?,
            Stm::Scan { scan, .. } => self.scan_here(scan)?,
            Stm::Hist { hist, .. } => self.hist_here(hist)?,
            Stm::Tasks { kernel, .. } | Stm::Vectors { kernel, .. } => self.stm(kernel)?,
            Stm::DeclVec { .. }
            | Stm::Load { .. }
            | Stm::Gather { .. }
            | Stm::Store { .. }
            | Stm::Scatter { .. }
            | Stm::Prefetch { .. }
            | Stm::Leave { .. }
            | Stm::Check { .. } => return Err(no_vectors()),
            Stm::Threads { .. } => return Err(Error::internal("a kernel in a kernel has no threads of its own")),
            Stm::Combine { bin, values, .. } => self.update_bin(bin, values)?,
        }
        Ok(())
    }

    fn reduce_here(&mut self, reduce: &Reduce<'_>) -> Result<()> {
        let start = self.exps(reduce.neutral)?;
        let accumulators = self.accumulators(reduce.op, &start);
        self.dim_loop(reduce.dim, |k| k.reduce_step(&accumulators, reduce))?;
        self.assign_all(reduce.targets, &accumulators)
    }

    fn scan_here(&mut self, scan: &Scan<'_>) -> Result<()> {
        let start = self.exps(scan.neutral)?;
        let accumulators = self.accumulators(scan.op, &start);
        let start = self.exps(scan.totals.neutral)?;
        let combined = self.accumulators(scan.totals.op, &start);
        self.dim_loop(scan.dim, |k| k.scan_step(&accumulators, &combined, scan))?;
        self.assign_all(scan.totals.targets, &combined)
    }

    fn hist_here(&mut self, hist: &Hist<'_>) -> Result<()> {
        let arena = Arena::default();
        let body = sequential(&arena, hist, hist.dests)?;
        self.dim_loop(hist.dim, |k| k.stms(body))
    }

    fn assign_all(&mut self, targets: &[Name], values: &[Var]) -> Result<()> {
        targets.iter().zip(values).try_for_each(|(target, &value)| {
            let value = self.c.get(value);
            self.assign(*target, value)
        })
    }

    /// Nested loops over a space.
    pub(super) fn space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>]) -> Result<()> {
        match space.split_first() {
            None => self.stms(body),
            Some((dim, rest)) => self.dim_loop(dim, |k| k.space(rest, body)),
        }
    }

    /// Translates a call of a scalar procedure by inlining its body.
    pub(super) fn call(&mut self, proc: Symbol, args: &[Operand<'_>], targets: &[Name]) -> Result<()> {
        let procs = self.program.procs;
        let Some(proc) = procs.iter().find(|known| known.name == proc) else {
            return Err(Error::internal(format!("there is no procedure `{proc}`")));
        };
        let args = self.operands(args)?;
        for (param, arg) in proc.params.iter().zip(args) {
            if let Slot::ScalarSlot { name, prim, .. } = param {
                self.bind(*name, *prim, arg);
            }
        }
        self.stms(proc.body)?;
        let results = self.operands(proc.results)?;
        targets.iter().zip(results).try_for_each(|(target, result)| self.assign(*target, result))
    }

    fn operands(&mut self, operands: &[Operand<'_>]) -> Result<Vec<Val>> {
        let value = |operand: &Operand<'_>| match operand {
            Operand::ScalarOperand { value, .. } => self.exp(value),
            Operand::MemOperand { mem, .. } => Err(Error::internal(format!("{mem} is passed in a kernel"))),
        };
        operands.iter().map(value).collect()
    }
}
