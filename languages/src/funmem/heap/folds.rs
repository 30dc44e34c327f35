//! Reductions and scans on the heap.

use super::{Label, Lmad, Machine, Val, internal, vectors};
use crate::funmem::{Atom, KernelBody, Lambda, Reduction, ScanBody, SegDim, Stm, Type};
use framework::Result;

impl<'p> Machine<'p> {
    pub(super) fn fold(
        &mut self,
        stm: &Stm<'_>,
        space: &[SegDim<'_>],
        ops: &[Reduction<'_>],
        body: &KernelBody<'_>,
    ) -> Result<()> {
        let mut totals = self.totals(stm, space, ops)?;
        let (folded, mapped) = body.results.split_at(totals.neutral.len());
        self.kernel(space, body.stms, |machine, indices| {
            machine.returned(indices, &totals.mapped, mapped)?;
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
        let mut totals = self.totals(stm, space, totals)?;
        let lambdas: Vec<&Lambda<'_>> = ops.iter().map(|op| op.lambda).collect();
        let neutral = self.neutral(ops)?;
        let mut state = neutral.clone();
        let (folded, mapped) = body.post.results.split_at(totals.neutral.len());
        self.kernel(space, body.stms, |machine, indices| {
            if indices.last() == Some(&0) {
                state.clone_from(&neutral);
            }
            let values = machine.results(body.values)?;
            state = machine.combine(&lambdas, &state, &values)?;
            machine.bind(body.prefixes, state.clone(), body.span)?;
            machine.stms(body.post.stms)?;
            machine.returned(indices, &totals.mapped, mapped)?;
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

    /// Returns the totals of a statement in front of its first element.
    fn totals<'s>(&self, stm: &'s Stm<'s>, space: &'s [SegDim<'s>], ops: &'s [Reduction<'s>]) -> Result<Totals<'s>> {
        let neutral = self.neutral(ops)?;
        let Some((last, segments)) = space.split_last() else { return Err(internal(stm.span, "an empty index space")) };
        let mut places = Vec::new();
        for param in stm.pat {
            places.push(match param.ty {
                Type::Array { .. } => Some(self.place(param)?),
                _ => None,
            });
        }
        let mapped = places.iter().skip(neutral.len()).flatten().cloned().collect();
        Ok(Totals {
            stm,
            segments,
            count: self.int(last.count)?,
            lambdas: ops.iter().map(|op| op.lambda).collect(),
            places,
            mapped,
            state: neutral.clone(),
            neutral,
        })
    }
}

/// The state of a reduction or scan along the last dimension of a space.
struct Totals<'s> {
    stm: &'s Stm<'s>,
    segments: &'s [SegDim<'s>],
    /// The number of elements of a segment.
    count: i64,
    lambdas: Vec<&'s Lambda<'s>>,
    /// The places of the statement's array results.
    places: Vec<Option<(Label, Lmad)>>,
    /// The places of the results that are mapped out.
    mapped: Vec<(Label, Lmad)>,
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

    fn store(&self, machine: &mut Machine<'_>, segment: &[i64]) -> Result<()> {
        for (place, value) in self.places.iter().zip(&self.state) {
            if let Some((label, lmad)) = place {
                machine.memcpy(value.clone(), *label, &lmad.index(segment), self.stm.span)?;
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
        for (param, value) in self.stm.pat.iter().zip(self.state) {
            if !matches!(param.ty, Type::Array { .. }) {
                machine.env.insert(param.name, value);
            }
        }
        machine.bind_places(self.stm.pat)
    }
}
