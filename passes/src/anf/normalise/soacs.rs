//! The second-order operations of the prelude: `map`, `reduce`, `scan`, `scatter`, `reduce_by_index` and streams.

use super::value::Value;
use super::{Leaf, Normaliser};
use crate::anf::support::code::{int, var};
use framework::{Result, Span};
use languages::anf::{Atom, Body, Dest, Exp, HistOp, Lambda, Reduction, Type};
use languages::builtin::Builtin;
use languages::first_order as fo;

impl<'b> Normaliser<'_, 'b> {
    /// `map`. FHPC'14 figures 16 and 17. Type inference ensures that all rows have one size.
    pub(super) fn mapped(&mut self, span: Span, fun: &fo::Fun<'_>, width: Atom, value: &Value) -> Result<Value> {
        let (lambda, rows) = self.lambda(span, fun, vec![Self::rows(value)])?;
        let arrays = self.names(span, value);
        let exp = Exp::Map {
            span,
            groups: false,
            width: self.arena.alloc(width),
            arrays: self.arena.slice(arrays),
            lambda: self.arena.alloc(lambda),
        };
        Ok(self.results(span, "map", Some(width), &rows, exp))
    }

    /// `reduce` and `scan`. Figure 21: the results have the sizes of the neutral element.
    pub(super) fn folded(
        &mut self,
        span: Span,
        op: Builtin,
        fun: &fo::Fun<'_>,
        width: Atom,
        neutral: &Value,
        value: &Value,
    ) -> Result<Value> {
        let rows = Self::rows(value);
        let (op_lambda, _) = self.lambda(span, fun, vec![Self::like(&rows), Self::like(&rows)])?;
        let neutral: Vec<Atom> = neutral.iter().map(|leaf| leaf.atom).collect();
        let reduction = Reduction {
            span,
            comm: op == Builtin::ReduceComm,
            lambda: self.arena.alloc(op_lambda),
            neutral: self.arena.slice(neutral),
        };
        let lambda = self.identity(span, &rows);
        let arrays = self.names(span, value);
        let (width_node, lambda) = (self.arena.alloc(width), self.arena.alloc(lambda));
        let (arrays, ops) = (self.arena.slice(arrays), self.arena.slice([reduction]));
        if op == Builtin::Scan {
            let post = self.arena.alloc(self.identity(span, &rows));
            let exp = Exp::Scan { span, width: width_node, arrays, lambda, ops, post, totals: &[] };
            Ok(self.results(span, "scan", Some(width), &rows, exp))
        } else {
            let exp = Exp::Reduce { span, width: width_node, arrays, lambda, ops };
            Ok(self.results(span, "red", None, &rows, exp))
        }
    }

    /// `scatter`.
    pub(super) fn scattered(&mut self, span: Span, width: Atom, dest: &Value, indices: &Value, new: &Value) -> Value {
        let rank = indices.len();
        let params: Vec<Leaf> = indices.iter().chain(new).cloned().collect();
        let lambda = self.identity(span, &Self::rows(&params));
        // Each destination has its own copy of the indices; the values follow.
        let (is, vs) = lambda.body.result.split_at(rank);
        let result: Vec<Atom> = new.iter().flat_map(|_| is).chain(vs).copied().collect();
        let (i_types, v_types) = lambda.rets.split_at(rank);
        let rets: Vec<Type<'b>> = new.iter().flat_map(|_| i_types).chain(v_types).copied().collect();
        let body = Body { span, stms: &[], result: self.arena.slice(result) };
        let lambda = Lambda { rets: self.arena.slice(rets), body: self.arena.alloc(body), ..lambda };
        let arrays = self.names(span, &params);
        let dests: Vec<Dest> =
            self.names(span, dest).into_iter().map(|array| Dest { span, array, rank: rank as i64 }).collect();
        let exp = Exp::Scatter {
            span,
            width: self.arena.alloc(width),
            arrays: self.arena.slice(arrays),
            lambda: self.arena.alloc(lambda),
            dests: self.arena.slice(dests),
        };
        self.results(span, "scatter", None, dest, exp)
    }

    /// `reduce_by_index`: the neutral element and the destination, the indices and the new values.
    pub(super) fn histogram(
        &mut self,
        span: Span,
        fun: &fo::Fun<'_>,
        width: Atom,
        (neutral, dest): (&Value, &Value),
        (indices, new): (&Value, &Value),
    ) -> Result<Value> {
        let rows = Self::rows(dest);
        let (op_lambda, _) = self.lambda(span, fun, vec![Self::like(&rows), Self::like(&rows)])?;
        let size = dest.first().and_then(|leaf| leaf.dims.first()).copied().unwrap_or(int(0));
        let params: Vec<Leaf> = indices.iter().chain(new).cloned().collect();
        let lambda = self.identity(span, &Self::rows(&params));
        let arrays = self.names(span, &params);
        let dests = self.names(span, dest);
        let neutral: Vec<Atom> = neutral.iter().map(|leaf| leaf.atom).collect();
        let hist = HistOp {
            span,
            size: self.arena.alloc(size),
            dests: self.arena.slice(dests),
            neutral: self.arena.slice(neutral),
            lambda: self.arena.alloc(op_lambda),
        };
        let exp = Exp::Hist {
            span,
            width: self.arena.alloc(width),
            arrays: self.arena.slice(arrays),
            lambda: self.arena.alloc(lambda),
            ops: self.arena.slice([hist]),
        };
        Ok(self.results(span, "hist", None, dest, exp))
    }

    /// A stream: the operator of a histogram with the neutral element, the destination, and the elements.
    pub(super) fn streamed(
        &mut self,
        span: Span,
        fun: &fo::Fun<'_>,
        op: Option<(&fo::Fun<'_>, &Value)>,
        width: Atom,
        (dest, value): (&Value, &Value),
    ) -> Result<Value> {
        let (mut lambda, _) = self.lambda(span, fun, vec![Self::like(dest), Self::rows(value)])?;
        // The accumulators come after the elements.
        let (accs, elements) = lambda.params.split_at(dest.len());
        lambda.params = self.arena.slice(elements.iter().chain(accs).copied());
        let mut ops = None;
        if let Some((op, neutral)) = op {
            let rows = Self::rows(dest);
            let (op, _) = self.lambda(span, op, vec![Self::like(&rows), Self::like(&rows)])?;
            let neutral = self.arena.slice(neutral.iter().map(|leaf| leaf.atom));
            ops = Some(Reduction { span, comm: true, lambda: self.arena.alloc(op), neutral });
        }
        let (arrays, dests) = (self.names(span, value), self.names(span, dest));
        let exp = Exp::Stream {
            span,
            width: self.arena.alloc(width),
            arrays: self.arena.slice(arrays),
            dests: self.arena.slice(dests),
            ops: self.arena.slice(ops),
            lambda: self.arena.alloc(lambda),
        };
        Ok(self.results(span, "acc", None, dest, exp))
    }

    /// A write to an accumulator. An operator that returns the written value is none.
    pub(super) fn accumulated(
        &mut self,
        span: Span,
        fun: &fo::Fun<'_>,
        dest: &Value,
        index: Atom,
        new: &Value,
    ) -> Result<Value> {
        let rows = Self::rows(dest);
        let (op, _) = self.lambda(span, fun, vec![Self::like(&rows), Self::like(&rows)])?;
        let written = op.params.iter().skip(rows.len()).map(|param| var(param.name));
        let replaces = op.body.stms.is_empty() && op.body.result.iter().copied().eq(written);
        let size = dest.first().and_then(|leaf| leaf.dims.first()).copied().unwrap_or(int(0));
        let dests = self.names(span, dest);
        let exp = Exp::Accumulate {
            span,
            dests: self.arena.slice(dests),
            index: self.arena.alloc(index),
            size: self.arena.alloc(size),
            values: self.arena.slice(new.iter().map(|leaf| leaf.atom)),
            lambda: (!replaces).then(|| self.arena.alloc(op)),
        };
        Ok(self.results(span, "acc", None, dest, exp))
    }
}
