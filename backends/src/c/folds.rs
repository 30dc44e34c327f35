//! Reductions, scans and histograms over a range of indices.

use framework::Result;
use languages::lanes::{Arena, Bins, Exp, Hist, Op, Reduce, ScalarParam, Scan};
use languages::prim::{PrimType, PrimValue};

use super::groups::Group;
use super::program::Function;
use super::types::{c_type, identifier};
use crate::histograms::sequential;
use crate::scans::{chains, gives_carries};

/// The bins of a histogram: the address of bin 0, and their type.
pub type BinsOf = (String, PrimType);

impl Function<'_> {
    /// Declares the parameters of an operator, or the results of a scan, with their values.
    pub fn bind_params(&mut self, params: &[ScalarParam], values: &[String]) {
        for (param, value) in params.iter().zip(values) {
            self.scalars.insert(param.name, param.prim);
            self.code.line(format!("{} {} = {value};", c_type(param.prim), identifier(param.name)));
        }
    }

    /// `targets := op(lhs, rhs)`
    pub fn apply(&mut self, op: &Op<'_>, lhs: &[String], rhs: &[String], targets: &[String]) -> Result<()> {
        self.code.open("{");
        self.bind_params(op.lhs, lhs);
        self.bind_params(op.rhs, rhs);
        self.scoped(op.body, |t| {
            let results = t.exps(op.results)?;
            // Operands are copies, so no target is read once it has been assigned.
            for (target, result) in targets.iter().zip(&results) {
                t.code.line(format!("{target} = {result};"));
            }
            Ok(())
        })?;
        self.code.close();
        Ok(())
    }

    /// Declares accumulators with initial values.
    fn accumulators(&mut self, params: &[ScalarParam], start: &[String]) -> Vec<String> {
        let mut names = Vec::with_capacity(start.len());
        for (param, value) in params.iter().zip(start) {
            let name = self.unit.temporary();
            self.code.line(format!("{} {name} = {value};", c_type(param.prim)));
            names.push(name);
        }
        names
    }

    /// Reduces a range from the neutral element. Returns variables with the results.
    pub fn reduce_loop(
        &mut self,
        reduce: &Reduce<'_>,
        group: Option<&Group<'_>>,
        (low, high): (&str, &str),
        neutral: &[String],
    ) -> Result<Vec<String>> {
        let Reduce { body, op, .. } = *reduce;
        let results = self.accumulators(op.lhs, neutral);
        let next = self.next_index(low);
        if let Some(group) = group {
            self.code.open(format!("if ({high} - {next} >= LANES) {{"));
            let accumulators = self.lane_accumulators(op, neutral);
            self.groups(group, (&next, high), None, |t| t.lane_step(group, &accumulators))?;
            self.combine_lanes(op, &accumulators, &results)?;
            self.code.close();
        }
        self.count_loop(reduce.dim.index, (&next, high), |t| {
            t.scoped(body, |t| {
                let values = t.exps(reduce.values)?;
                t.apply(reduce.each(), &results, &values, &results)
            })
        })?;
        Ok(results)
    }

    /// Runs `step` for each index of a range, with one of several accumulators in turn, and combines them. Each is
    /// neutral at first.
    fn in_chains(
        &mut self,
        scan: &Scan<'_>,
        (low, high): (&str, &str),
        neutral: &[String],
        mut step: impl FnMut(&mut Self, &[String]) -> Result<()>,
    ) -> Result<Vec<String>> {
        let (op, chains) = (scan.op, chains(scan.op));
        let first = self.accumulators(op.lhs, neutral);
        let next = self.next_index(low);
        if chains > 1 {
            let others: Vec<Vec<String>> = (1..chains).map(|_| self.accumulators(op.lhs, neutral)).collect();
            self.code.open(format!("for (; {high} - {next} >= {chains}; {next} += {chains}) {{"));
            for (k, accumulators) in std::iter::once(&first).chain(&others).enumerate() {
                self.code.open("{");
                self.bind_index(scan.dim.index, &format!("{next} + {k}"));
                step(self, accumulators)?;
                self.code.close();
            }
            self.code.close();
            for accumulators in &others {
                self.apply(op, &first, accumulators, &first)?;
            }
        }
        self.count_loop(scan.dim.index, (&next, high), |t| step(t, &first))?;
        Ok(first)
    }

    /// Combines an index into accumulators.
    fn reduce_step(&mut self, scan: &Scan<'_>, accumulators: &[String]) -> Result<()> {
        self.scoped(scan.body, |t| {
            let values = t.exps(scan.values)?;
            t.apply(scan.op, accumulators, &values, accumulators)
        })
    }

    /// Reduces a range of a scan, in the order in which the scan does.
    pub fn reduce_for_scan(&mut self, scan: &Scan<'_>, range: (&str, &str), neutral: &[String]) -> Result<Vec<String>> {
        if !gives_carries(scan, &self.unit.aliases) {
            return self.reduce_loop(&scan.reduction(), None, range, neutral);
        }
        self.in_chains(scan, range, neutral, |t, accumulators| t.reduce_step(scan, accumulators))
    }

    /// Scans a piece, and reduces it. `start` is the carry before the piece. Returns that after the piece: `start`
    /// combined with what the piece reduces to.
    pub fn scan_piece(&mut self, scan: &Scan<'_>, range: (&str, &str), start: &[String]) -> Result<Vec<String>> {
        let neutral = self.exps(scan.neutral)?;
        let carry = self.accumulators(scan.op.lhs, start);
        let whole = self.in_chains(scan, range, &neutral, |t, accumulators| {
            t.scan_step(scan, &carry, &[], |t, values| t.apply(scan.op, accumulators, values, accumulators))
        })?;
        let next = self.accumulators(scan.op.lhs, start);
        self.apply(scan.op, &next, &whole, &next)?;
        Ok(next)
    }

    /// Scans an index: updates the carry, and the combined totals. `more` gets the values that are scanned.
    fn scan_step(
        &mut self,
        scan: &Scan<'_>,
        carry: &[String],
        combined: &[String],
        more: impl FnOnce(&mut Self, &[String]) -> Result<()>,
    ) -> Result<()> {
        let totals = scan.totals;
        self.scoped(scan.body, |t| {
            let values = t.exps(scan.values)?;
            t.apply(scan.op, carry, &values, carry)?;
            more(t, &values)?;
            t.bind_params(scan.outs, carry);
            t.scoped(scan.after, |t| {
                let values = t.exps(totals.values)?;
                t.apply(totals.op, combined, &values, combined)
            })
        })
    }

    /// Scans a range. `start` is the carry before the range. Returns variables with the carry after the range, and with
    /// the totals of the range.
    pub fn scan_loop(
        &mut self,
        scan: &Scan<'_>,
        range: (&str, &str),
        start: &[String],
    ) -> Result<(Vec<String>, Vec<String>)> {
        let totals = scan.totals;
        let carry = self.accumulators(scan.op.lhs, start);
        let neutral = self.exps(totals.neutral)?;
        let combined = self.accumulators(totals.op.lhs, &neutral);
        self.count_loop(scan.dim.index, range, |t| t.scan_step(scan, &carry, &combined, |_, _| Ok(())))?;
        Ok((carry, combined))
    }

    /// The bins of histograms.
    pub fn histograms(&mut self, hist: &Hist<'_>) -> Result<Vec<BinsOf>> {
        let mut histograms = Vec::with_capacity(hist.dests.len());
        for (bins, param) in hist.dests.iter().zip(hist.op.lhs) {
            let name = self.unit.temporary();
            let offset = self.exp(bins.offset)?;
            self.code.line(format!("{} *{name} = {} + {offset};", c_type(param.prim), identifier(bins.mem)));
            histograms.push((name, param.prim));
        }
        Ok(histograms)
    }

    /// Adds a range to histograms.
    pub fn hist_loop(
        &mut self,
        hist: &Hist<'_>,
        group: Option<&Group<'_>>,
        (low, high): (&str, &str),
        histograms: &[BinsOf],
    ) -> Result<()> {
        let arena = Arena::default();
        let mut dests = Vec::with_capacity(histograms.len());
        let zero = arena.alloc(Exp::Const { span: hist.span, value: PrimValue::I64(0) });
        for (bins, (address, prim)) in hist.dests.iter().zip(histograms) {
            let mem = bins.mem.refresh();
            self.borrow(mem, *prim, address);
            dests.push(Bins { span: bins.span, mem, offset: zero });
        }
        let next = self.next_index(low);
        if let Some(group) = group {
            let width = self.held(PrimType::I64, hist.width)?;
            self.groups(group, (&next, high), None, |t| {
                let mut lanes = Vec::with_capacity(group.values.len());
                for value in group.values {
                    lanes.push(format!("{}[k]", t.lanes_of(value)?.1));
                }
                let Some((bin, values)) = lanes.split_first() else { return Ok(()) };
                t.code.open("EACH_LANE(k) {");
                t.code.open(format!("if ((uint64_t){bin} < (uint64_t){width}) {{"));
                t.update_bin(hist.op, bin, values, histograms)?;
                t.code.close();
                t.code.close();
                Ok(())
            })?;
        }
        let body = sequential(&arena, hist, &dests)?;
        self.count_loop(hist.dim.index, (&next, high), |t| t.stms(body))
    }

    /// Combines values into one bin of histograms.
    pub fn update_bin(&mut self, op: &Op<'_>, bin: &str, values: &[String], histograms: &[BinsOf]) -> Result<()> {
        let places: Vec<String> = histograms.iter().map(|(address, _)| format!("{address}[{bin}]")).collect();
        self.apply(op, &places, values, &places)
    }
}
