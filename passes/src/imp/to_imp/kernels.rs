//! Translates parallel operations.

use super::last_uses::{results, returned};
use super::{Stms, Translation};
use crate::imp::support::int;
use framework::{Error, Name, Names, Node, Renaming, Result, Span};
use languages::funmem::index::Index;
use languages::funmem::{self, Atom, KernelBody, KernelResult, Type};
use languages::imp::{Bins, Dim, Exp, Hist, Op, Reduce, ScalarParam, Scan, Stm, Totals};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::FxHashSet;

impl<'b> Translation<'_, 'b> {
    /// Writes one result of the code for an index vector to its destination.
    pub(super) fn kernel_result(
        &mut self,
        span: Span,
        array: Name,
        space: &[funmem::SegDim<'_>],
        result: &KernelResult<'_>,
        out: &mut Stms<'b>,
    ) -> Result<()> {
        match result {
            KernelResult::Returns { value, .. } => self.return_value(span, array, space, value, out)?,
            KernelResult::Writes { shape, indices, value, .. } => {
                let place = self.place(array)?;
                let mut condition: Option<Exp<'b>> = None;
                for (index, size) in indices.iter().zip(*shape) {
                    let here = self.in_bounds(index, size);
                    condition = Some(match condition {
                        None => here,
                        Some(before) => self.both(before, here),
                    });
                }
                let indices: Vec<Index> = indices.iter().map(Index::atom).collect();
                let layout = self.at(&place.layout, &indices);
                let mut yes = Vec::new();
                self.store(span, &place.with(layout), value, &mut yes)?;
                match condition {
                    None => out.append(&mut yes),
                    Some(cond) => {
                        // What goes to the same place of several arrays is under one condition.
                        if let Some(Stm::If { cond: same, yes: before, no: [], .. }) = out.last()
                            && **same == cond
                        {
                            yes = before.iter().copied().chain(yes).collect();
                            out.pop();
                        }
                        out.push(Stm::If { span, cond: self.alloc(cond), yes: self.arena.slice(yes), no: &[] });
                    }
                }
            }
        }
        Ok(())
    }

    fn both(&self, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
        let (op, prim) = (BinOp::LogAnd, PrimType::Bool);
        Exp::Bin { span: Span::NONE, op, prim, lhs: self.alloc(lhs), rhs: self.alloc(rhs) }
    }

    /// Whether `0 <= index < size`.
    pub(super) fn in_bounds(&self, index: &Atom, size: &Atom) -> Exp<'b> {
        let low = self.arith(BinOp::Le, int(0), self.atom(index));
        let high = self.arith(BinOp::Lt, self.atom(index), self.atom(size));
        self.both(low, high)
    }

    /// Writes a value to the array element of an index vector.
    pub(super) fn return_value(
        &self,
        span: Span,
        array: Name,
        space: &[funmem::SegDim<'_>],
        value: &Atom,
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let place = self.place(array)?;
        let indices: Vec<Index> = space.iter().map(|dim| Index::variable(dim.index)).collect();
        let layout = self.at(&place.layout, &indices);
        self.store(span, &place.with(layout), value, out)
    }

    pub(super) fn scalar_params(&self, params: &[funmem::Param<'_>]) -> Result<Vec<ScalarParam>> {
        params
            .iter()
            .map(|param| match param.ty {
                Type::Scalar { prim, .. } => Ok(ScalarParam { span: param.span, name: param.name, prim: *prim }),
                _ => Err(Error::internal("an operator on arrays").or_at(param.span)),
            })
            .collect()
    }

    /// Combines several operators into one on all their operands.
    pub(super) fn op<'f>(
        &mut self,
        span: Span,
        lambdas: impl Iterator<Item = &'f funmem::Lambda<'f>>,
    ) -> Result<Op<'b>> {
        let (mut lhs, mut rhs, mut body, mut combined) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for lambda in lambdas {
            let (left, right) = lambda.params.split_at(lambda.params.len() / 2);
            lhs.extend(self.scalar_params(left)?);
            rhs.extend(self.scalar_params(right)?);
            self.stms(lambda.body.stms, &results(lambda.body), &mut body)?;
            combined.extend(lambda.body.result.iter().map(|result| self.atom(result)));
        }
        Ok(Op {
            span,
            lhs: self.arena.slice(lhs),
            rhs: self.arena.slice(rhs),
            body: self.arena.slice(body),
            results: self.arena.slice(combined),
        })
    }

    pub(super) fn values(&self, results: &[KernelResult<'_>]) -> Vec<Exp<'b>> {
        results
            .iter()
            .map(|result| match result {
                KernelResult::Returns { value, .. } | KernelResult::Writes { value, .. } => self.atom(value),
            })
            .collect()
    }

    pub(super) fn neutral(&self, ops: &[funmem::Reduction<'_>]) -> &'b [Exp<'b>] {
        let neutral: Vec<_> = ops.iter().flat_map(|op| op.neutral).map(|atom| self.atom(atom)).collect();
        self.arena.slice(neutral)
    }

    /// Wraps the statements `inner` for one index vector in loops over the outer dimensions.
    pub(super) fn outer(&self, span: Span, space: &[funmem::SegDim<'_>], mut inner: Stms<'b>, out: &mut Stms<'b>) {
        if space.is_empty() {
            out.append(&mut inner);
        } else {
            out.push(self.parallel(span, self.space(space), inner));
        }
    }

    pub(super) fn split<'s>(
        span: Span,
        space: &'s [funmem::SegDim<'s>],
    ) -> Result<(&'s funmem::SegDim<'s>, &'s [funmem::SegDim<'s>])> {
        space.split_last().ok_or_else(|| Error::internal("an empty index space").or_at(span))
    }

    pub(super) fn reduction(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::SegRed { span, space, ops, body } = *stm.exp else {
            return Err(Error::internal("a reduction is expected").or_at(stm.span));
        };
        let (last, segments) = Self::split(span, space)?;
        let neutral = self.neutral(ops);
        let (reduced, mapped) = split_at(body.results, neutral.len(), span)?;
        let mut inner = Vec::new();
        self.stms(body.stms, &returned(body), &mut inner)?;
        for (param, result) in stm.pat.iter().skip(neutral.len()).zip(mapped) {
            self.kernel_result(span, param.name, space, result, &mut inner)?;
        }
        let op = self.op(span, ops.iter().map(|op| op.lambda))?;
        let (mut all, targets, stored) = self.targets(stm, segments, &op)?;
        let values = self.values(reduced);
        let reduce = Reduce {
            span,
            dim: self.dim(last),
            body: self.arena.slice(inner),
            values: self.arena.slice(values),
            op: self.arena.alloc(op),
            step: None,
            neutral,
            comm: ops.iter().all(|op| op.comm),
            targets,
        };
        all.push(Stm::Reduce { span, reduce: self.arena.alloc(reduce) });
        all.extend(stored);
        self.outer(span, segments, all, out);
        Ok(())
    }

    fn dim(&self, dim: &funmem::SegDim<'_>) -> &'b Dim<'b> {
        self.arena.alloc(Dim { span: dim.span, index: dim.index, count: self.alloc(self.atom(dim.count)) })
    }

    /// Declares variables for a statement's leading results. In a segmented operation, the returned statements write
    /// each segment's results from these variables into arrays.
    fn targets(
        &mut self,
        stm: &funmem::Stm<'_>,
        segments: &[funmem::SegDim<'_>],
        op: &Op<'_>,
    ) -> Result<(Stms<'b>, &'b [Name], Stms<'b>)> {
        let span = stm.span;
        let (mut declared, mut stored, mut targets) = (Vec::new(), Vec::new(), Vec::new());
        for (param, scalar) in stm.pat.iter().zip(op.lhs) {
            let target = if segments.is_empty() { param.name } else { param.name.refresh() };
            declared.push(Stm::Decl { span, name: target, prim: scalar.prim });
            targets.push(target);
            if !segments.is_empty() {
                let value = Atom::Var { span, name: target };
                self.return_value(span, param.name, segments, &value, &mut stored)?;
            }
        }
        Ok((declared, self.arena.slice(targets), stored))
    }

    pub(super) fn scan(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::SegScan { span, space, ops, body, totals } = *stm.exp else {
            return Err(Error::internal("a scan is expected").or_at(stm.span));
        };
        let (last, segments) = Self::split(span, space)?;
        let (mut before, mut after) = (Vec::new(), Vec::new());
        let later: Vec<Name> = body.values.iter().flat_map(Node::free_names).chain(body.post.free_names()).collect();
        self.stms(body.stms, &later, &mut before)?;
        self.stms(body.post.stms, &returned(body.post), &mut after)?;
        let op = self.op(span, ops.iter().map(|op| op.lambda))?;
        let total = self.op(span, totals.iter().map(|op| op.lambda))?;
        let (mut all, targets, stored) = self.targets(stm, segments, &total)?;
        let (combined, mapped) = split_at(body.post.results, targets.len(), span)?;
        for (param, result) in stm.pat.iter().skip(targets.len()).zip(mapped) {
            self.kernel_result(span, param.name, space, result, &mut after)?;
        }
        let values: Vec<Exp<'b>> = body.values.iter().map(|value| self.atom(value)).collect();
        let combined = self.values(combined);
        let totals = Totals {
            span,
            values: self.arena.slice(combined),
            op: self.arena.alloc(total),
            neutral: self.neutral(totals),
            targets,
        };
        let scan = Scan {
            span,
            dim: self.dim(last),
            body: self.arena.slice(before),
            values: self.arena.slice(values),
            op: self.arena.alloc(op),
            neutral: self.neutral(ops),
            outs: self.arena.slice(self.scalar_params(body.prefixes)?),
            after: self.arena.slice(after),
            totals: self.arena.alloc(totals),
        };
        all.push(Stm::Scan { span, scan: self.arena.alloc(scan) });
        all.extend(stored);
        self.outer(span, segments, all, out);
        Ok(())
    }

    /// Translates a histogram: one pass over the index space for all operators with the same bins, since they have
    /// the same index and number of bins. Each pass computes what its operators need.
    pub(super) fn histograms(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::SegHist { ops, body, .. } = stm.exp else { return Err(no_histogram(stm.span)) };
        let bin = |position: usize| match body.results.get(position) {
            Some(KernelResult::Returns { value, .. }) => known(value),
            _ => None,
        };
        let mut groups: Vec<Vec<usize>> = Vec::new();
        for (position, op) in ops.iter().enumerate() {
            let is_same = |group: &&mut Vec<usize>| {
                let first = group[0];
                bin(first).is_some() && bin(first) == bin(position) && known(ops[first].size) == known(op.size)
            };
            match groups.iter_mut().find(is_same) {
                Some(group) => group.push(position),
                None => groups.push(vec![position]),
            }
        }
        let counts: Vec<usize> = ops.iter().map(|op| op.dests.len()).collect();
        let parts = parts(body, &counts, &groups);
        for (pass, (group, part)) in groups.iter().zip(parts).enumerate() {
            // Passes after the first need fresh names.
            let names = if pass == 0 { Names::Keep } else { Names::Fresh };
            let copies = funmem::Arena::default();
            let copy = stm.exp.copy_into(&copies, &mut Renaming::new(names));
            copy.walk(&mut self.used);
            self.histogram(&copy, (group, &part), out)?;
        }
        Ok(())
    }

    /// The pass for the operators of a group, with the statements at the positions `part`.
    fn histogram(
        &mut self,
        exp: &funmem::Exp<'_>,
        (group, part): (&[usize], &[usize]),
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let funmem::Exp::SegHist { span, space, ops, body } = *exp else { return Err(no_histogram(exp.span())) };
        let (last, segments) = Self::split(span, space)?;
        // The kernel's results are the bins of all operators, followed by their values.
        let results = self.values(body.results);
        let missing = || Error::internal("a histogram without bins or values").or_at(span);
        let bin = group.first().and_then(|first| results.get(*first)).ok_or_else(missing)?;
        let (mut values, mut dests, mut neutral) = (Vec::new(), Vec::new(), Vec::new());
        let counts: Vec<usize> = ops.iter().map(|op| op.dests.len()).collect();
        for position in group {
            let hist = &ops[*position];
            let start = first_value(&counts, *position);
            values.extend(results.get(start..start + hist.dests.len()).ok_or_else(missing)?);
            dests.extend(hist.dests);
            neutral.extend(hist.neutral.iter().map(|atom| self.atom(atom)));
        }
        let mut inner = Vec::new();
        let stms: Vec<funmem::Stm<'_>> = part.iter().map(|at| body.stms[*at]).collect();
        self.stms(&stms, &returned(body), &mut inner)?;
        inner.push(Stm::Combine { span, bin: self.alloc(*bin), values: self.arena.slice(values) });
        let op = self.op(span, group.iter().map(|position| ops[*position].lambda))?;
        let indices: Vec<Index> = segments.iter().map(|dim| Index::variable(dim.index)).collect();
        let size = group.first().map(|first| ops[*first].size).ok_or_else(missing)?;
        let hist = Hist {
            span,
            dim: self.dim(last),
            body: self.arena.slice(inner),
            width: self.alloc(self.atom(size)),
            op: self.arena.alloc(op),
            neutral: self.arena.slice(neutral),
            dests: self.bins(span, &dests, &indices)?,
        };
        self.outer(span, segments, vec![Stm::Hist { span, hist: self.arena.alloc(hist) }], out);
        Ok(())
    }

    /// The bins in arrays, at these indices of the outer dimensions.
    fn bins(&self, span: Span, arrays: &[Name], indices: &[Index]) -> Result<&'b [Bins<'b>]> {
        let mut bins = Vec::new();
        for array in arrays {
            let place = self.place(*array)?;
            let layout = self.at(&place.layout, indices);
            if layout.strides != [Index::constant(1)] {
                return Err(Error::internal("a histogram whose bins are not next to each other").or_at(span));
            }
            bins.push(Bins { span, mem: place.mem, offset: self.alloc(self.index(&layout.offset)) });
        }
        Ok(self.arena.slice(bins))
    }

    /// Translates a write to an accumulator: an update of a bin, or a conditional write.
    fn accumulate(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::Accumulate { span, index, size, values, .. } = *stm.exp else {
            return Err(Error::internal("an `accumulate` is expected").or_at(stm.span));
        };
        if self.combines {
            let values: Vec<Exp<'b>> = values.iter().map(|value| self.atom(value)).collect();
            let bin = self.alloc(self.atom(index));
            out.push(Stm::Combine { span, bin, values: self.arena.slice(values) });
            return Ok(());
        }
        let mut yes = Vec::new();
        for (param, value) in stm.pat.iter().zip(values) {
            let place = self.place(param.name)?;
            let layout = self.at(&place.layout, &[Index::atom(index)]);
            self.store(span, &place.with(layout), value, &mut yes)?;
        }
        let cond = self.alloc(self.in_bounds(index, size));
        out.push(Stm::If { span, cond, yes: self.arena.slice(yes), no: &[] });
        Ok(())
    }

    /// Translates a stream, which is a histogram if it has an operator, else a kernel with writes; or a write to an
    /// accumulator.
    pub(super) fn stream(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::SegStream { span, space, dests, accs, ops, body } = *stm.exp else {
            return self.accumulate(stm, out);
        };
        self.params(accs);
        let around = std::mem::replace(&mut self.combines, !ops.is_empty());
        let mut inner = Vec::new();
        self.stms(body.stms, &returned(body), &mut inner)?;
        self.combines = around;
        if ops.is_empty() {
            out.push(self.parallel(span, self.space(space), inner));
            return Ok(());
        }
        let size = dests.first().map(|dest| self.place(*dest)).transpose()?;
        let Some(size) = size.and_then(|place| place.dims.first().copied()) else { return Err(no_histogram(span)) };
        let hist = Hist {
            span,
            dim: self.dim(Self::split(span, space)?.0),
            body: self.arena.slice(inner),
            width: self.alloc(self.atom(&size)),
            op: self.arena.alloc(self.op(span, ops.iter().map(|op| op.lambda))?),
            neutral: self.neutral(ops),
            dests: self.bins(span, dests, &[])?,
        };
        out.push(Stm::Hist { span, hist: self.arena.alloc(hist) });
        Ok(())
    }
}

/// Where the values of the operator at a position begin in the results of a histogram with so many destinations each.
fn first_value(counts: &[usize], position: usize) -> usize {
    counts.len() + counts[..position].iter().sum::<usize>()
}

/// The positions of the statements that each group of a histogram's operators needs. The first group also has those
/// that none needs: they may fail.
fn parts(body: &KernelBody<'_>, counts: &[usize], groups: &[Vec<usize>]) -> Vec<Vec<usize>> {
    let mut results: Vec<FxHashSet<Name>> = Vec::with_capacity(groups.len());
    for group in groups {
        let own = group.iter().flat_map(|at| {
            let start = first_value(counts, *at);
            std::iter::once(*at).chain(start..start + counts[*at])
        });
        results.push(own.filter_map(|at| body.results.get(at)).flat_map(Node::free_names).collect());
    }
    let mut parts: Vec<Vec<usize>> = vec![Vec::new(); groups.len()];
    for (position, stm) in body.stms.iter().enumerate().rev() {
        let makes = |needed: &FxHashSet<Name>| stm.pat.iter().any(|param| needed.contains(&param.name));
        let by_none = !results.iter().any(makes);
        for (group, (needed, part)) in results.iter_mut().zip(&mut parts).enumerate() {
            if makes(needed) || (by_none && group == 0) {
                needed.extend(stm.free_names());
                part.push(position);
            }
        }
    }
    parts.iter_mut().for_each(|part| part.reverse());
    parts
}

fn no_histogram(span: Span) -> Error {
    Error::internal("a histogram is expected").or_at(span)
}

/// Splits a kernel's results into the first `count` and the others.
fn split_at<'f>(
    results: &'f [KernelResult<'f>],
    count: usize,
    span: Span,
) -> Result<(&'f [KernelResult<'f>], &'f [KernelResult<'f>])> {
    results.split_at_checked(count).ok_or_else(|| Error::internal("a kernel has too few results").or_at(span))
}

/// An atom without its place in the source.
fn known(atom: &Atom) -> Option<std::result::Result<Name, PrimValue>> {
    Some(match atom {
        Atom::Var { name, .. } => Ok(*name),
        Atom::Const { value, .. } => Err(*value),
    })
}
