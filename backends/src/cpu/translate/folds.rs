//! Translates reductions, scans and histograms over a range of indices.

use cranelift_codegen::ir::condcodes::IntCC;
use cranelift_codegen::ir::{InstBuilder, Value};
use cranelift_frontend::Variable;
use framework::{Node, Result};
use languages::lanes::{Arena, Bins, Exp, Hist, Op, Reduce, Scan};
use languages::prim::{PrimType, PrimValue};

use super::Translator;
use super::places::only_for_places;
use crate::cpu::ops;
use crate::cpu::vectors::Group;
use crate::histograms::sequential;
use crate::scans::{chains, gives_carries};
use languages::lanes::facts::{commutes, cost, loop_depth, rounds};

/// The largest cost of a body that is unrolled, in reductions with several accumulators and in histograms.
const UNROLL_COST: u64 = 60;
/// The number of accumulators of a reduction with a simple operator.
const ACCUMULATORS: usize = 4;

impl Translator<'_> {
    /// Applies an operator.
    pub fn apply(&mut self, op: &Op<'_>, lhs: &[Value], rhs: &[Value]) -> Result<Vec<Value>> {
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.scoped(op.body, |t| t.exps(op.results))
    }

    /// Declares variables for accumulators, with initial values.
    fn accumulators(&mut self, op: &Op<'_>, start: &[Value]) -> Vec<Variable> {
        let mut variables = Vec::with_capacity(start.len());
        for (param, &value) in op.lhs.iter().zip(start) {
            let variable = self.b.declare_var(ops::register_type(param.prim));
            self.b.def_var(variable, value);
            variables.push(variable);
        }
        variables
    }

    fn use_all(&mut self, variables: &[Variable]) -> Vec<Value> {
        variables.iter().map(|&variable| self.b.use_var(variable)).collect()
    }

    /// `left := op(left, right)`
    fn accumulate(&mut self, op: &Op<'_>, left: &[Variable], right: &[Value]) -> Result<Vec<Value>> {
        let before = self.use_all(left);
        let results = self.apply(op, &before, right)?;
        for (&variable, &value) in left.iter().zip(&results) {
            self.b.def_var(variable, value);
        }
        Ok(results)
    }

    /// Combines the values for an index into accumulators.
    fn reduce_step(&mut self, reduce: &Reduce<'_>, index: Value, accumulators: &[Variable]) -> Result<()> {
        self.poll_for(reduce.body);
        self.bind(reduce.dim.index, PrimType::I64, index);
        self.scoped(reduce.body, |t| {
            let values = t.exps(reduce.values)?;
            t.accumulate(reduce.each(), accumulators, &values).map(drop)
        })
    }

    /// Reduces a range. `neutral` has the neutral elements. Returns the results.
    pub fn reduce_loop(
        &mut self,
        reduce: &Reduce<'_>,
        group: Option<&Group<'_>>,
        (low, high): (Value, Value),
        neutral: &[Value],
    ) -> Result<Vec<Value>> {
        let Reduce { body, op, .. } = *reduce;
        if group.is_none() && commutes(op) && !rounds(op) && cost(body) <= UNROLL_COST {
            let results = self.in_chains(op, (low, high), neutral, ACCUMULATORS, |t, index, accumulators| {
                t.reduce_step(reduce, index, accumulators)
            })?;
            return Ok(self.use_all(&results));
        }
        let first = self.accumulators(op, neutral);
        let mut low = low;
        if let Some(group) = group {
            low = self.if_whole(group, (low, high), |t| {
                let (next, mut lanes) = t.reduce_groups(reduce, group, (low, high), neutral)?;
                // Each lane of the lower half with that of the upper half, until there is one.
                while lanes.len() > 1 {
                    let upper = lanes.split_off(lanes.len() / 2);
                    for (left, right) in lanes.iter_mut().zip(upper) {
                        *left = t.apply(op, left, &right)?;
                    }
                }
                for right in lanes {
                    t.accumulate(op, &first, &right)?;
                }
                Ok(next)
            })?;
        }
        // Rows may be shorter than a group.
        let cycles = cost(body) + cost(op.body);
        self.each_index((low, high), cycles, |t, index| t.reduce_step(reduce, index, &first))?;
        Ok(self.use_all(&first))
    }

    /// Reduces the groups of a range, lane by lane. Returns the first index that is left, and the results of each lane
    /// whose results have not been combined.
    fn reduce_groups(
        &mut self,
        reduce: &Reduce<'_>,
        group: &Group<'_>,
        range: (Value, Value),
        neutral: &[Value],
    ) -> Result<(Value, Vec<Vec<Value>>)> {
        let Reduce { body, op, .. } = *reduce;
        let overlaps = !rounds(op) && loop_depth(body) == 0 && self.unit.aliases.repeatable(body);
        if let Some((next, results)) = self.full_width_reduce(group, range, neutral, overlaps)? {
            return Ok((next, vec![results]));
        }
        let accumulators = self.lane_accumulators(group, op, neutral);
        let next = self.groups(group, range, |t| t.lane_step(group, &accumulators))?;
        let lanes = 0..usize::try_from(group.lanes).unwrap_or(1);
        Ok((next, lanes.map(|k| self.lane_values(op, &accumulators, k)).collect()))
    }

    /// Runs `step` for each index of a range, with one of several accumulators in turn, and combines them. Each is
    /// neutral at first.
    fn in_chains(
        &mut self,
        op: &Op<'_>,
        (low, high): (Value, Value),
        neutral: &[Value],
        chains: usize,
        mut step: impl FnMut(&mut Self, Value, &[Variable]) -> Result<()>,
    ) -> Result<Vec<Variable>> {
        let first = self.accumulators(op, neutral);
        let mut low = low;
        if chains > 1 {
            let others: Vec<Vec<Variable>> = (1..chains).map(|_| self.accumulators(op, neutral)).collect();
            low = self.count_loop(low, high, chains as i64, |t, index| {
                for (k, accumulators) in std::iter::once(&first).chain(&others).enumerate() {
                    let index = t.b.ins().iadd_imm_s(index, k as i64);
                    step(t, index, accumulators)?;
                }
                Ok(())
            })?;
            for accumulators in &others {
                let right = self.use_all(accumulators);
                self.accumulate(op, &first, &right)?;
            }
        }
        self.count_loop(low, high, 1, |t, index| step(t, index, &first))?;
        Ok(first)
    }

    /// Reduces a range of a scan, in the order in which the scan does.
    pub fn reduce_for_scan(&mut self, scan: &Scan<'_>, range: (Value, Value), neutral: &[Value]) -> Result<Vec<Value>> {
        let reduce = scan.reduction();
        if !gives_carries(scan, &self.unit.aliases) {
            return self.reduce_loop(&reduce, None, range, neutral);
        }
        let results = self.in_chains(scan.op, range, neutral, chains(scan.op), |t, index, accumulators| {
            t.reduce_step(&reduce, index, accumulators)
        })?;
        Ok(self.use_all(&results))
    }

    /// Scans an index: updates the carry, and the combined totals. Returns the values that are scanned.
    fn scan_step(
        &mut self,
        scan: &Scan<'_>,
        index: Value,
        carry: &[Variable],
        combined: &[Variable],
    ) -> Result<Vec<Value>> {
        let totals = scan.totals;
        self.poll_for(scan.body);
        self.bind(scan.dim.index, PrimType::I64, index);
        self.scoped(scan.body, |t| {
            let scanned = t.exps(scan.values)?;
            let prefix = t.accumulate(scan.op, carry, &scanned)?;
            t.bind_params(scan.outs, &prefix);
            t.scoped(scan.after, |t| {
                let values = t.exps(totals.values)?;
                t.accumulate(totals.op, combined, &values)
            })?;
            Ok(scanned)
        })
    }

    /// Scans a piece, and reduces it. `start` is the carry before the piece. Returns that after the piece: `start`
    /// combined with what the piece reduces to.
    pub fn scan_piece(&mut self, scan: &Scan<'_>, range: (Value, Value), start: &[Value]) -> Result<Vec<Value>> {
        let neutral = self.exps(scan.neutral)?;
        let carry = self.accumulators(scan.op, start);
        let whole = self.in_chains(scan.op, range, &neutral, chains(scan.op), |t, index, accumulators| {
            let values = t.scan_step(scan, index, &carry, &[])?;
            t.accumulate(scan.op, accumulators, &values).map(drop)
        })?;
        let whole = self.use_all(&whole);
        self.apply(scan.op, start, &whole)
    }

    /// Scans a range. `start` is the carry before the range. Returns the carry after the range, and the totals of the
    /// range.
    pub fn scan_loop(
        &mut self,
        scan: &Scan<'_>,
        (low, high): (Value, Value),
        start: &[Value],
    ) -> Result<(Vec<Value>, Vec<Value>)> {
        let carry = self.accumulators(scan.op, start);
        let neutral = self.exps(scan.totals.neutral)?;
        let combined = self.accumulators(scan.totals.op, &neutral);
        let cycles = cost(scan.body) + cost(scan.op.body) + cost(scan.after);
        let copied = [scan.body, scan.after].into_iter().all(|body| only_for_places(scan.dim.index, body))
            && scan.values.iter().all(|value| value.mentions(scan.dim.index) == 0);
        let step = |t: &mut Self, index| t.scan_step(scan, index, &carry, &combined).map(drop);
        match copied {
            true => self.each_index((low, high), cycles, step)?,
            false => self.count_loop(low, high, 1, step).map(drop)?,
        }
        Ok((self.use_all(&carry), self.use_all(&combined)))
    }

    /// The bins of histograms: the address of bin 0, and the bins' type.
    pub fn histograms(&mut self, hist: &Hist<'_>) -> Result<Vec<(Value, PrimType)>> {
        let mut histograms = Vec::with_capacity(hist.dests.len());
        for (bins, param) in hist.dests.iter().zip(hist.op.lhs) {
            let memory = self.memory(bins.mem)?;
            histograms.push((self.element(memory, param.prim, bins.offset)?, param.prim));
        }
        Ok(histograms)
    }

    /// Adds a range to histograms.
    pub fn hist_loop(
        &mut self,
        hist: &Hist<'_>,
        group: Option<&Group<'_>>,
        (low, high): (Value, Value),
        histograms: &[(Value, PrimType)],
    ) -> Result<()> {
        let arena = Arena::default();
        let mut dests = Vec::with_capacity(histograms.len());
        let zero = arena.alloc(Exp::Const { span: hist.span, value: PrimValue::I64(0) });
        for (bins, &(address, _)) in hist.dests.iter().zip(histograms) {
            let mem = bins.mem.refresh();
            self.bind_borrowed(mem, address);
            dests.push(Bins { span: bins.span, mem, offset: zero });
        }
        let low = match group {
            Some(group) => self.hist_groups(hist, group, (low, high), histograms)?,
            None => low,
        };
        let body = sequential(&arena, hist, &dests)?;
        self.each_index((low, high), cost(hist.body) + cost(hist.op.body), |t, index| {
            t.poll_for(hist.body);
            t.bind(hist.dim.index, PrimType::I64, index);
            t.scoped(body, |_| Ok(()))
        })
    }

    /// Runs `element` for each index of a range, in their order. If an element takes few `cycles`, the loop is
    /// unrolled, since its own instructions would take as long.
    fn each_index(
        &mut self,
        (low, high): (Value, Value),
        cycles: u64,
        element: impl FnMut(&mut Self, Value) -> Result<()>,
    ) -> Result<()> {
        match cycles <= UNROLL_COST {
            true => self.unrolled(low, high, element).map(drop),
            false => self.count_loop(low, high, 1, element).map(drop),
        }
    }

    /// Adds a range to histograms, several elements at once. The bins are updated one by one, in the order of the
    /// indices. Returns the first index that is left.
    fn hist_groups(
        &mut self,
        hist: &Hist<'_>,
        group: &Group<'_>,
        range: (Value, Value),
        histograms: &[(Value, PrimType)],
    ) -> Result<Value> {
        let width = self.exp(hist.width)?;
        let update = |t: &mut Self, lanes: Vec<Vec<Value>>| {
            for scalars in lanes {
                let Some((&bin, values)) = scalars.split_first() else { continue };
                let is_bin = t.b.ins().icmp(IntCC::UnsignedLessThan, bin, width);
                t.branch(is_bin, |t| t.update_bin(hist.op, bin, values, histograms), |_| Ok(()))?;
            }
            Ok(())
        };
        let Some(function) = self.full_width_bins(group, hist.op)? else {
            return self.groups(group, range, |t| {
                let lanes = t.lane_scalars(group)?;
                update(t, lanes)
            });
        };
        let (low, high) = range;
        let next = self.count_loop_until(low, high, group.lanes, |t, first, exit| {
            let (next, lanes) = t.bins_of(&function, first)?;
            let left = t.b.ins().icmp(IntCC::Equal, next, first);
            t.leave_if_left(left, exit, first);
            update(t, lanes)
        })?;
        self.free_blocks(&function)?;
        Ok(next)
    }

    /// Combines values into one bin of histograms.
    pub fn update_bin(
        &mut self,
        op: &Op<'_>,
        bin: Value,
        values: &[Value],
        histograms: &[(Value, PrimType)],
    ) -> Result<()> {
        let mut addresses = Vec::with_capacity(histograms.len());
        let mut old = Vec::with_capacity(histograms.len());
        for &(base, prim) in histograms {
            let address = self.offset(base, bin, prim);
            old.push(self.load(prim, address, 0));
            addresses.push(address);
        }
        let new = self.apply(op, &old, values)?;
        for (value, address) in new.into_iter().zip(addresses) {
            self.store(value, address, 0);
        }
        Ok(())
    }
}
