//! Translates statements.

use cranelift_codegen::ir::{InstBuilder, Value, types};
use framework::{Error, Name, Result, Symbol};
use languages::lanes::{Dim, Exp, Failure, Part, Stm, Traced};
use languages::prim::{PrimType, PrimValue};
use languages::trace::Form;

use super::Translator;
use crate::cpu::trace::TraceText;
use crate::cpu::vectors::{Elements, Group};
use crate::cpu::{ops, runtime};
use crate::profile::Work;

impl Translator<'_> {
    fn assert(&mut self, cond: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        let id = self.unit.add_assert(failure);
        let cond = self.exp(cond)?;
        let (fails, holds) = (self.b.create_block(), self.b.create_block());
        self.b.set_cold_block(fails);
        self.b.ins().brif(cond, holds, &[], fails, &[]);
        self.b.switch_to_block(fails);
        self.b.seal_block(fails);
        let mut shown = Vec::new();
        for part in failure.message {
            if let Part::Show { value, prim, .. } = part {
                let value = self.exp(value)?;
                shown.push(ops::to_bits(&mut self.b, *prim, value));
            }
        }
        let words = self.store_shown(&shown);
        let id = self.b.ins().iconst(types::I64, id as i64);
        let args = [self.worker, id, words];
        ops::call(&mut self.b, runtime::fail as *const u8, &[types::I64; 3], &args);
        self.leave(runtime::FAILED);
        self.b.switch_to_block(holds);
        self.b.seal_block(holds);
        Ok(())
    }

    fn trace(&mut self, label: Symbol, form: Form, values: &[Traced<'_>]) -> Result<()> {
        let id = self.unit.add_trace(TraceText::new(label, form, values));
        let mut leaves = Vec::new();
        for traced in values {
            match traced {
                Traced::TracedScalar { value, prim, .. } => {
                    let value = self.exp(value)?;
                    leaves.push(ops::to_bits(&mut self.b, *prim, value));
                }
                Traced::TracedArray { prim, dims, from, .. } => {
                    let memory = self.memory(from.mem)?;
                    leaves.push(self.element(memory, *prim, from.offset)?);
                    for (size, stride) in dims.iter().zip(from.strides) {
                        leaves.extend([self.exp(size)?, self.exp(stride)?]);
                    }
                }
            }
        }
        let words = self.stack_words(leaves.len());
        self.store_words(&leaves, words);
        let id = self.b.ins().iconst(types::I64, id as i64);
        let args = [self.worker, id, words];
        ops::call(&mut self.b, runtime::trace as *const u8, &[types::I64; 3], &args);
        Ok(())
    }

    /// Translates a statement. Host code takes the times of its kernels and copies, if there is to be a profile.
    pub(super) fn stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        if self.in_kernel {
            return self.with_short_ranges(stm, |t| t.plain_stm(stm));
        }
        let is_loop = matches!(stm, Stm::For { .. } | Stm::While { .. });
        self.unit.loops.extend(is_loop.then_some(stm.span()));
        match Work::of(stm.kernel().unwrap_or(stm)).and_then(|work| self.unit.add_site(work, stm.span())) {
            None => self.with_short_ranges(stm, |t| t.plain_stm(stm))?,
            Some(site) => {
                ops::call(&mut self.b, runtime::begin_site as *const u8, &[types::I64], &[self.worker]);
                self.plain_stm(stm)?;
                let site = self.b.ins().iconst(types::I64, site as i64);
                ops::call(&mut self.b, runtime::end_site as *const u8, &[types::I64; 2], &[self.worker, site]);
            }
        }
        if is_loop {
            self.unit.loops.pop();
        }
        Ok(())
    }

    fn plain_stm(&mut self, stm: &Stm<'_>) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                let zero = ops::constant(&mut self.b, PrimValue::zero(*prim));
                self.bind(*name, *prim, zero);
            }
            Stm::DeclMem { name, .. } => {
                if self.declare_memory(*name)
                    && let Some(scope) = self.scopes.last_mut()
                {
                    scope.push(*name);
                }
            }
            Stm::Assign { name, value, .. } if self.is_vector(*name) => self.assign_vector(*name, value)?,
            Stm::Assign { name, value, .. } => {
                let value = self.exp(value)?;
                self.assign(*name, value)?;
            }
            Stm::AssignMem { name, from, .. } => self.assign_memory(*name, *from)?,
            Stm::Free { name, .. } => self.free_memory(*name)?,
            Stm::Alloc { name, prim, count, .. } => self.alloc(*name, *prim, count)?,
            Stm::Call { proc, args, targets, .. } => self.call_procedure(*proc, args, targets)?,
            Stm::Read { name, mem, prim, index, .. } => {
                let memory = self.memory(*mem)?;
                let address = self.element(memory, *prim, index)?;
                let value = self.load(*prim, address, 0);
                self.assign(*name, value)?;
            }
            Stm::Write { mem, prim, index, value, .. } => {
                let memory = self.memory(*mem)?;
                let address = self.element(memory, *prim, index)?;
                let value = self.exp(value)?;
                self.store(value, address, 0);
            }
            Stm::Copy { prim, shape, to, from, .. } => self.copy(*prim, shape, to, from)?,
            Stm::If { cond, yes, no, .. } => {
                let cond = self.exp(cond)?;
                self.branch(cond, |t| t.stms(yes), |t| t.stms(no))?;
            }
            Stm::For { index, bound, body, .. } => self.for_loop(*index, bound, body)?,
            Stm::While { cond, body, .. } => self.while_loop(cond, body)?,
            Stm::Threads { count, thread, together, body, .. } => {
                // Threads of a processor have caches of their own.
                let apart = self.b.ins().iconst(types::I8, 0);
                self.bind(*together, PrimType::Bool, apart);
                self.threads(*count, *thread, body)?;
            }
            Stm::Assert { cond, failure, .. } => self.assert(cond, failure)?,
            Stm::Trace { label, form, values, .. } => self.trace(*label, *form, values)?,
            Stm::Tasks { kernel, .. } if self.in_kernel => self.plain_stm(kernel)?,
            Stm::Tasks { cycles, known, kernel, .. } => self.launch(kernel, cycles, *known)?,
            // Kernels without tasks run here.
            Stm::Vectors { .. } | Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Hist { .. } => {
                self.kernel_here(stm)?
            }
            Stm::Scan { scan, .. } => {
                let range = self.range(scan.dim)?;
                let start = self.exps(scan.neutral)?;
                let (_, results) = self.scan_loop(scan, range, &start)?;
                self.assign_all(scan.totals.targets, results)?;
            }
            Stm::DeclVec { name, prim, .. } => self.declare_vector(*name, *prim),
            Stm::Load { name, mem, prim, index, mask, .. } => {
                let elements = Elements { mem: *mem, prim: *prim, index, consecutive: true, mask: *mask };
                self.load_vector(*name, &elements)?;
            }
            Stm::Gather { name, mem, prim, index, mask, .. } => {
                let elements = Elements { mem: *mem, prim: *prim, index, consecutive: false, mask: *mask };
                self.load_vector(*name, &elements)?;
            }
            Stm::Store { mem, prim, index, value, mask, .. } => {
                let elements = Elements { mem: *mem, prim: *prim, index, consecutive: true, mask: *mask };
                self.store_vector(value, &elements)?;
            }
            Stm::Scatter { mem, prim, index, value, mask, .. } => {
                let elements = Elements { mem: *mem, prim: *prim, index, consecutive: false, mask: *mask };
                self.store_vector(value, &elements)?;
            }
            // Cranelift has no such instruction.
            Stm::Prefetch { .. } => {}
            Stm::Leave { cond, .. } => self.leave_group(cond)?,
            Stm::Check { holds, failure, .. } => self.check_lanes(holds, failure)?,
            Stm::Combine { .. } => return Err(Error::internal("a value is combined outside of a histogram")),
        }
        Ok(())
    }

    /// Runs a kernel as a loop.
    fn kernel_here(&mut self, stm: &Stm<'_>) -> Result<()> {
        let (groups, kernel) = Group::split(stm);
        let group = groups.first();
        match kernel {
            Stm::Parallel { space, body, .. } => self.sequential_space(space, body, &groups),
            Stm::Reduce { reduce, .. } => {
                let range = self.range(reduce.dim)?;
                let start = self.exps(reduce.neutral)?;
                let results = self.reduce_loop(reduce, group, range, &start)?;
                self.assign_all(reduce.targets, results)
            }
            Stm::Hist { hist, .. } => {
                let range = self.range(hist.dim)?;
                let histograms = self.histograms(hist)?;
                self.hist_loop(hist, group, range, &histograms)
            }
            _ => Err(Error::internal("a group of a statement without indices")),
        }
    }

    fn assign_all(&mut self, targets: &[Name], values: Vec<Value>) -> Result<()> {
        targets.iter().zip(values).try_for_each(|(target, value)| self.assign(*target, value))
    }

    /// The bounds of a whole dimension: 0 and its count.
    fn range(&mut self, dim: &Dim<'_>) -> Result<(Value, Value)> {
        let low = self.b.ins().iconst(types::I64, 0);
        Ok((low, self.exp(dim.count)?))
    }

    /// Nested loops over a space.
    fn sequential_space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], groups: &[Group<'_>]) -> Result<()> {
        let Some((dim, rest)) = space.split_first() else { return self.stms(body) };
        let (low, high) = self.range(dim)?;
        if rest.is_empty() {
            return self.row(dim, (low, high), body, groups);
        }
        self.count_loop(low, high, 1, |t, i| {
            t.poll_for(body);
            t.bind(dim.index, PrimType::I64, i);
            // Each group has names of its own for the same indices.
            for group in groups {
                if let Some(k) = group.indices.len().checked_sub(rest.len() + 1) {
                    t.bind(group.indices[k], PrimType::I64, i);
                }
            }
            t.sequential_space(rest, body, groups)
        })?;
        Ok(())
    }
}
