//! Statements.

use framework::{Error, Result};
use languages::lanes::{Dim, Exp, Failure, Part, Stm, Traced};
use languages::prim::PrimType;

use super::groups::Group;
use super::program::Function;
use super::types::{c_type, identifier};

impl Function<'_> {
    /// Runs a statement. `after` are those that follow it.
    pub(super) fn stm(&mut self, stm: &Stm<'_>, after: &[Stm<'_>]) -> Result<()> {
        match stm {
            Stm::Decl { name, prim, .. } => {
                self.scalars.insert(*name, *prim);
                self.code.line(format!("{} {} = 0;", c_type(*prim), identifier(*name)));
            }
            Stm::DeclVec { name, prim, .. } => {
                self.vectors.insert(*name, *prim);
                let zeros = self.zeros(*prim);
                self.code.line(format!("v_{prim} {} = {zeros};", identifier(*name)));
            }
            Stm::DeclMem { name, prim, .. } => drop(self.declare_memory(*name, *prim, None)?),
            Stm::Assign { name, value, .. } => {
                let value = match self.vectors.contains_key(name) {
                    true => self.vector(value)?,
                    false => self.exp(value)?,
                };
                self.code.line(format!("{} = {value};", identifier(*name)));
            }
            Stm::AssignMem { name, from, .. } => self.assign_memory(*name, *from, after)?,
            Stm::Free { name, .. } => self.free(*name)?,
            Stm::Alloc { name, prim, count, .. } => self.alloc(*name, *prim, count)?,
            Stm::Call { proc, args, targets, .. } => self.call(*proc, args, targets)?,
            Stm::Read { name, mem, index, .. } => {
                let index = self.exp(index)?;
                self.code.line(format!("{} = {}[{index}];", identifier(*name), identifier(*mem)));
            }
            Stm::Write { mem, index, value, .. } => {
                let (index, value) = (self.exp(index)?, self.exp(value)?);
                self.code.line(format!("{}[{index}] = {value};", identifier(*mem)));
            }
            Stm::Copy { prim, shape, to, from, .. } => self.copy(*prim, shape, to, from)?,
            Stm::If { cond, yes, no, .. } => self.branch(cond, yes, no)?,
            Stm::For { index, bound, body, .. } => self.for_loop(*index, bound, body)?,
            Stm::While { cond, body, .. } => self.while_loop(cond, body)?,
            Stm::Assert { cond, failure, .. } => self.assert(cond, failure)?,
            Stm::Trace { label, form, values, .. } => {
                let id = self.unit.add_trace(label.as_str(), &form.to_string(), values);
                self.trace(id, values)?;
            }
            Stm::Threads { count, thread, together, body, .. } => {
                self.code.open("{");
                for (name, prim, value) in [
                    (count, PrimType::I64, "w->shared->threads"),
                    (thread, PrimType::I64, "0"),
                    // Threads of a processor have caches of their own.
                    (together, PrimType::Bool, "false"),
                ] {
                    self.scalars.insert(*name, prim);
                    self.code.line(format!("const {} {} = {value};", c_type(prim), identifier(*name)));
                }
                let around = self.unit.thread.replace(*thread);
                let done = self.stms(body);
                self.unit.thread = around;
                self.code.close();
                done?;
            }
            Stm::Tasks { kernel, .. } if self.in_kernel() => self.stm(kernel, &[])?,
            Stm::Tasks { cycles, known, kernel, .. } => self.launch(kernel, cycles, *known)?,
            // Kernels without tasks run here.
            Stm::Vectors { .. } | Stm::Parallel { .. } | Stm::Reduce { .. } | Stm::Hist { .. } | Stm::Scan { .. } => {
                self.kernel_here(stm)?
            }
            Stm::Load { .. } | Stm::Gather { .. } | Stm::Store { .. } | Stm::Scatter { .. } => {
                self.vector_access(stm)?;
            }
            Stm::Prefetch { mem, index, .. } => {
                let place = format!("{} + {}", identifier(*mem), self.exp(index)?);
                self.code.line(format!("prefetch({place});"));
            }
            Stm::Leave { cond, .. } => self.leave_group(cond)?,
            Stm::Check { holds, failure, .. } => self.check_lanes(holds, failure)?,
            Stm::Combine { .. } => return Err(Error::internal("a value is combined outside of a histogram")),
        }
        Ok(())
    }

    /// Leaves the function with the failure of an assertion that shows these words.
    pub(super) fn fail(&mut self, failure: &Failure<'_>, shown: &[String]) {
        let id = self.unit.add_assertion(failure);
        let id = match self.first_assertion {
            Some(first) => format!("e->assertions + {}", id - first),
            None => id.to_string(),
        };
        let count = shown.len();
        self.unit.most_shown = self.unit.most_shown.max(count);
        let words = if count == 0 { "NULL".into() } else { format!("(const uint64_t[]){{{}}}", shown.join(", ")) };
        self.code.line(format!("return fail(w, {id}, {count}, {words});"));
    }

    fn assert(&mut self, cond: &Exp<'_>, failure: &Failure<'_>) -> Result<()> {
        let cond = self.exp(cond)?;
        self.code.open(format!("if (!LIKELY({cond})) {{"));
        let mut shown = Vec::new();
        for part in failure.message {
            if let Part::Show { value, prim, .. } = part {
                shown.push(format!("word_of_{prim}({})", self.exp(value)?));
            }
        }
        self.fail(failure, &shown);
        self.code.close();
        Ok(())
    }

    fn trace(&mut self, id: usize, values: &[Traced<'_>]) -> Result<()> {
        let mut words = Vec::new();
        for traced in values {
            match traced {
                Traced::TracedScalar { value, prim, .. } => words.push(format!("word_of_{prim}({})", self.exp(value)?)),
                Traced::TracedArray { dims, from, .. } => {
                    let (mem, offset) = (identifier(from.mem), self.exp(from.offset)?);
                    words.push(format!("(uint64_t)(uintptr_t)({mem} + {offset})"));
                    for (size, stride) in dims.iter().zip(from.strides) {
                        words.push(format!("(uint64_t)({})", self.exp(size)?));
                        words.push(format!("(uint64_t)({})", self.exp(stride)?));
                    }
                }
            }
        }
        self.code.line(format!("trace(w, &traces[{id}], (const uint64_t[]){{{}}});", words.join(", ")));
        Ok(())
    }

    /// Runs a kernel as a loop.
    fn kernel_here(&mut self, stm: &Stm<'_>) -> Result<()> {
        let (group, kernel) = Group::split(stm)?;
        let group = group.as_ref();
        self.code.open("{");
        match kernel {
            Stm::Parallel { space, body, .. } => self.sequential_space(space, body, group)?,
            Stm::Reduce { reduce, .. } => {
                let high = self.held(PrimType::I64, reduce.dim.count)?;
                let neutral = self.exps(reduce.neutral)?;
                let results = self.reduce_loop(reduce, group, ("0", &high), &neutral)?;
                self.assign_all(reduce.targets, &results);
            }
            Stm::Scan { scan, .. } => {
                let high = self.held(PrimType::I64, scan.dim.count)?;
                let start = self.exps(scan.neutral)?;
                let (_, totals) = self.scan_loop(scan, ("0", &high), &start)?;
                self.assign_all(scan.totals.targets, &totals);
            }
            Stm::Hist { hist, .. } => {
                let high = self.held(PrimType::I64, hist.dim.count)?;
                let bins = self.histograms(hist)?;
                self.hist_loop(hist, group, ("0", &high), &bins)?;
            }
            _ => return Err(Error::internal("a group of a statement without indices")),
        }
        self.code.close();
        Ok(())
    }

    fn assign_all(&mut self, targets: &[framework::Name], values: &[String]) {
        for (target, value) in targets.iter().zip(values) {
            self.code.line(format!("{} = {value};", identifier(*target)));
        }
    }

    /// Nested loops over a space.
    fn sequential_space(&mut self, space: &[Dim<'_>], body: &[Stm<'_>], group: Option<&Group<'_>>) -> Result<()> {
        let Some((dim, rest)) = space.split_first() else { return self.stms(body) };
        let high = self.held(PrimType::I64, dim.count)?;
        if rest.is_empty() {
            return self.row(dim, ("0", &high), body, group);
        }
        self.count_loop(dim.index, ("0", &high), |t| {
            // The group has names of its own for the same indices.
            let at = group.and_then(|group| group.indices.len().checked_sub(rest.len() + 1));
            if let (Some(group), Some(at)) = (group, at) {
                t.bind_index(group.indices[at], &identifier(dim.index));
            }
            t.sequential_space(rest, body, group)
        })
    }
}
