//! Reductions and scans on the heap.

use super::memory::{Target, row};
use super::races::Access;
use super::{Machine, Val, internal, vectors};
use crate::funmem::{Atom, KernelBody, KernelResult, Lambda, Reduction, ScanBody, SegDim, Stm, Type};
use framework::Result;

impl<'p> Machine<'p> {
    pub(super) fn fold(
        &mut self,
        stm: &Stm<'_>,
        space: &[SegDim<'_>],
        ops: &[Reduction<'_>],
        body: &KernelBody<'_>,
    ) -> Result<()> {
        let (mut totals, folded, mapped) = self.totals(stm, space, ops, body.results)?;
        self.iterations(space, body.stms, |machine, indices| {
            machine.returned(indices, &mut totals.mapped, mapped)?;
            let values = machine.values(folded, stm.span)?;
            totals.add(machine, indices, &values)
        })?;
        totals.finish(self)
    }

    pub(super) fn scan(
        &mut self,
        stm: &Stm<'_>,
        space: &[SegDim<'_>],
        ops: &[Reduction<'_>],
        body: &ScanBody<'_>,
        totals: &[Reduction<'_>],
    ) -> Result<()> {
        let (mut totals, folded, mapped) = self.totals(stm, space, totals, body.post.results)?;
        let lambdas: Vec<&Lambda<'_>> = ops.iter().map(|op| op.lambda).collect();
        let neutral = self.neutral(ops)?;
        let mut state = neutral.clone();
        self.iterations(space, body.stms, |machine, indices| {
            if indices.last() == Some(&0) {
                state.clone_from(&neutral);
            }
            let values = machine.results(body.values)?;
            state = machine.combine(&lambdas, &state, &values)?;
            machine.bind(body.prefixes, state.clone(), body.span)?;
            machine.stms(body.post.stms)?;
            machine.returned(indices, &mut totals.mapped, mapped)?;
            let values = machine.values(folded, stm.span)?;
            totals.add(machine, indices, &values)
        })?;
        totals.finish(self)
    }

    /// Returns the values of neutral elements.
    fn neutral(&self, ops: &[Reduction<'_>]) -> Result<Vec<Val>> {
        let neutral: Vec<Atom> = ops.iter().flat_map(|op| op.neutral).copied().collect();
        self.results(&neutral)
    }

    /// Returns the totals of a statement in front of its first element, the results that operators combine, and those
    /// that are mapped out.
    fn totals<'s>(
        &mut self,
        stm: &'s Stm<'s>,
        space: &'s [SegDim<'s>],
        ops: &'s [Reduction<'s>],
        results: &'s [KernelResult<'s>],
    ) -> Result<(Totals<'s>, &'s [KernelResult<'s>], &'s [KernelResult<'s>])> {
        let neutral = self.neutral(ops)?;
        let Some((last, segments)) = space.split_last() else { return Err(internal(stm.span, "an empty index space")) };
        let count = neutral.len();
        if results.len() < count || stm.pat.len() < count {
            return Err(internal(stm.span, "a reduction without results"));
        }
        let ((folded, mapped), (first, others)) = (results.split_at(count), stm.pat.split_at(count));
        let mut combined = Vec::new();
        for param in first {
            combined.push(match param.ty {
                Type::Array { .. } => Some(self.fresh(param)?),
                _ => None,
            });
        }
        let totals = Totals {
            stm,
            segments,
            count: self.int(last.count)?,
            lambdas: ops.iter().map(|op| op.lambda).collect(),
            combined,
            mapped: self.outputs(others, mapped)?,
            state: neutral.clone(),
            neutral,
        };
        Ok((totals, folded, mapped))
    }
}

/// The state of a reduction or scan along the last dimension of a space.
struct Totals<'s> {
    stm: &'s Stm<'s>,
    segments: &'s [SegDim<'s>],
    /// The number of elements of a segment.
    count: i64,
    lambdas: Vec<&'s Lambda<'s>>,
    /// The arrays of the combined results of segments. A result that is a scalar has none.
    combined: Vec<Option<Target>>,
    /// The arrays of the results that are mapped out.
    mapped: Vec<(Target, Access)>,
    neutral: Vec<Val>,
    state: Vec<Val>,
}

impl Totals<'_> {
    /// Adds the values of the next index vector.
    fn add(&mut self, machine: &mut Machine<'_>, indices: &[i64], values: &[Val]) -> Result<()> {
        let Some((last, segment)) = indices.split_last() else { return Ok(()) };
        if *last == 0 {
            self.state.clone_from(&self.neutral);
        }
        self.state = machine.combine(&self.lambdas, &self.state, values)?;
        if *last + 1 == self.count {
            self.store(machine, segment)?;
        }
        Ok(())
    }

    fn store(&mut self, machine: &mut Machine<'_>, segment: &[i64]) -> Result<()> {
        for (target, value) in self.combined.iter_mut().zip(&self.state) {
            if let Some(target) = target {
                machine.memcpy(target, row(segment), value.clone(), Access::Write, self.stm.span)?;
            }
        }
        Ok(())
    }

    /// Binds the statement's results.
    fn finish(mut self, machine: &mut Machine<'_>) -> Result<()> {
        // A segment without elements has the neutral element.
        if self.count <= 0 {
            let segments = self.segments.iter().map(|dim| machine.int(dim.count)).collect::<Result<Vec<_>>>()?;
            self.state.clone_from(&self.neutral);
            for segment in vectors(&segments) {
                self.store(machine, &segment)?;
            }
        }
        let combined = self.combined.into_iter().zip(self.state);
        let combined = combined.map(|(target, value)| target.map_or(value, Target::array));
        let mapped = self.mapped.into_iter().map(|(target, _)| target.array());
        machine.bind(self.stm.pat, combined.chain(mapped).collect(), self.stm.span)
    }
}
