//! Histograms, scatters and streams.

use super::super::builder::fresh;
use super::super::plain::is_addition;
use super::Reverse;
use super::maps::{Applied, Seed};
use crate::anf::support::code::{dims, int, scalar, truth, var};
use framework::{Name, Result};
use languages::anf::{Atom, Body, Dest, Exp, HistOp, Lambda, Param, Stm, Type};
use languages::prim::{BinOp, PrimType};

impl<'b> Reverse<'_, 'b> {
    /// Whether an index lies in an array of this size.
    fn in_bounds(&mut self, index: Atom, size: Atom) -> Atom {
        self.b.code(|code| code.in_bounds(index, size))
    }

    /// `if cond then array[indices] else otherwise`
    pub(super) fn element_if(
        &mut self,
        cond: Atom,
        array: Atom,
        indices: &[Atom],
        ty: Type<'b>,
        otherwise: Option<Atom>,
    ) -> Result<Atom> {
        let around = self.b.open();
        let element = self.b.element(array, indices)?;
        let yes = self.b.close_body(around, [element]);
        let around = self.b.open();
        let otherwise = otherwise.unwrap_or_else(|| self.b.zero(ty));
        let no = self.b.close_body(around, [otherwise]);
        let cond = self.b.arena.alloc(cond);
        Ok(self.b.bind("elem", ty, Exp::If { span: self.b.span, cond, yes, no }))
    }

    /// `if cond then array with [index] = value else array`
    fn updated_if(&mut self, cond: Atom, array: Atom, index: Atom, value: Atom) -> Result<Atom> {
        let ty = self.b.ty(array)?;
        let around = self.b.open();
        let updated = self.b.updated(array, &[index], value)?;
        let yes = self.b.close_body(around, [updated]);
        let no = self.b.arena.alloc(Body { span: self.b.span, stms: &[], result: self.b.arena.slice([array]) });
        let cond = self.b.arena.alloc(cond);
        Ok(self.b.bind("bins", ty, Exp::If { span: self.b.span, cond, yes, no }))
    }

    /// The way back of histograms of elements as they are.
    pub(super) fn histogram(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Hist { width, arrays, ops, .. } = *stm.exp else { return Ok(()) };
        let (bins, values) = arrays.split_at(ops.len());
        let mut start = 0;
        for (op, bins) in ops.iter().zip(bins) {
            let range = start..start + op.dests.len();
            start = range.end;
            let (values, pat) = (&values[range.clone()], &stm.pat[range.clone()]);
            if adjoints[range.clone()].iter().all(Option::is_none) {
                continue;
            }
            let weights = self.with_zeros(pat, &adjoints[range]);
            if is_addition(op.lambda) {
                self.summed(op, *width, *bins, values[0], weights[0])?;
            } else {
                self.combined(op, *width, *bins, values, &weights)?;
            }
        }
        Ok(())
    }

    /// A histogram of sums: each value has the weight of its bin.
    fn summed(&mut self, op: &HistOp<'b>, width: Atom, bins: Name, values: Name, weights: Atom) -> Result<()> {
        if self.varied.has(values) {
            let ty = op.lambda.rets[0];
            let lambda = self.function(&[scalar(PrimType::I64)], |this, args| {
                let inside = this.in_bounds(args[0], *op.size);
                Ok(vec![(this.element_if(inside, weights, &[args[0]], ty, None)?, ty)])
            })?;
            let adjoint = self.b.map("adj", width, &[bins], lambda)[0];
            self.add(&var(values), adjoint)?;
        }
        self.add(&var(op.dests[0]), weights)
    }

    /// A histogram by any operator runs again on neutral elements, one value at a time, and keeps what each bin was
    /// before each value. Each result combines what was there with a bin. The way back takes the values from the last
    /// to the first.
    fn combined(&mut self, op: &HistOp<'b>, width: Atom, bins: Name, values: &[Name], weights: &[Atom]) -> Result<()> {
        let types: Vec<Type<'b>> = op.lambda.rets.to_vec();
        let size = types.len();
        let tapes = self.filled(op, width, bins, values, &types)?;
        let (tapes, filled) = tapes.split_at(size);
        // Between what was there and the bins.
        let mut state = Vec::new();
        for (weights, ty) in weights.iter().zip(&types) {
            let ty = self.b.array(&[*op.size], *ty);
            state.push((*weights, ty));
            state.push((self.b.zero(ty), ty));
        }
        let names = self.varied_among(op.dests, op.lambda);
        let last = self.repeat(*op.size, &state, &names, |this, bin, state| {
            let arrays = op.dests.iter().map(|dest| var(*dest)).chain(filled.iter().copied());
            let operands = this.b.elements(arrays, bin)?;
            let seeds = this.b.elements(state.chunks(2).map(|pair| pair[0]), bin)?;
            let adjoints = this.operator(op.lambda, &operands, &seeds, true)?;
            let (before, own) = adjoints.split_at(size);
            for (dest, value) in op.dests.iter().zip(before) {
                this.add_row(*dest, bin, *value)?;
            }
            let mut out = Vec::new();
            for (pair, value) in state.chunks(2).zip(own) {
                out.extend([pair[0], this.b.updated(pair[1], &[bin], *value)?]);
            }
            Ok(out)
        })?;
        let state: Vec<(Atom, Type<'b>)> =
            last.chunks(2).zip(state.chunks(2)).map(|(pair, old)| (pair[1], old[1].1)).collect();
        let names = self.varied_among(values, op.lambda);
        self.repeat(width, &state, &names, |this, iteration, weights| {
            let at = this.mirrored(width, iteration);
            let bin = this.b.element(var(bins), &[at])?;
            let inside = this.in_bounds(bin, *op.size);
            let arrays = tapes.iter().copied().chain(values.iter().map(|array| var(*array)));
            let operands = this.b.elements(arrays, at)?;
            let mut seeds = Vec::new();
            for (weights, ty) in weights.iter().zip(&types) {
                seeds.push(this.element_if(inside, *weights, &[bin], *ty, None)?);
            }
            let adjoints = this.operator(op.lambda, &operands, &seeds, true)?;
            let (before, own) = adjoints.split_at(size);
            for (array, value) in values.iter().zip(own) {
                this.add_row(*array, at, *value)?;
            }
            let mut out = Vec::new();
            for (weights, before) in weights.iter().zip(before) {
                out.push(this.updated_if(inside, *weights, bin, *before)?);
            }
            Ok(out)
        })?;
        Ok(())
    }

    /// For each value, what its bin was before; and all bins at the end. They start as neutral elements.
    fn filled(
        &mut self,
        op: &HistOp<'b>,
        width: Atom,
        bins: Name,
        values: &[Name],
        types: &[Type<'b>],
    ) -> Result<Vec<Atom>> {
        let mut state = Vec::new();
        for ty in types {
            let ty = self.b.array(&[width], *ty);
            state.push((self.b.scratch("tape", ty), ty));
        }
        for (ty, neutral) in types.iter().zip(op.neutral) {
            let ty = self.b.array(&[*op.size], *ty);
            let (shape, value) = (self.b.arena.slice([*op.size]), self.b.arena.alloc(*neutral));
            state.push((self.b.bind("bins", ty, Exp::Replicate { span: self.b.span, shape, value }), ty));
        }
        self.repeat(width, &state, &[], |this, at, state| {
            let (tapes, filled) = state.split_at(types.len());
            let bin = this.b.element(var(bins), &[at])?;
            let inside = this.in_bounds(bin, *op.size);
            let (mut operands, mut out) = (Vec::new(), Vec::new());
            for ((tape, bins), (ty, neutral)) in tapes.iter().zip(filled).zip(types.iter().zip(op.neutral)) {
                let old = this.element_if(inside, *bins, &[bin], *ty, Some(*neutral))?;
                out.push(this.b.updated(*tape, &[at], old)?);
                operands.push(old);
            }
            operands.extend(this.b.elements(values.iter().map(|array| var(*array)), at)?);
            let new = this.b.applied(op.lambda, &operands);
            for (bins, new) in filled.iter().zip(new) {
                out.push(this.updated_if(inside, *bins, bin, new)?);
            }
            Ok(out)
        })
    }

    /// The way back of a scatter of elements as they are. A value has the weight of its place, unless another value for
    /// the same place has won. What was there before has none.
    pub(super) fn scattered(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Scatter { width, arrays, dests, .. } = *stm.exp else { return Ok(()) };
        let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
        let (mut indices, values) = arrays.split_at(ranks);
        let elements = self.b.iota(*width);
        let elements = self.b.name(elements)?;
        for ((dest, values), adjoint) in dests.iter().zip(values).zip(adjoints) {
            let own;
            (own, indices) = indices.split_at(dest.rank as usize);
            let Some(adjoint) = *adjoint else { continue };
            let ty = self.b.type_of(dest.array)?;
            let row = (0..own.len()).fold(ty, |ty, _| self.b.row_type(ty));
            let mut types = vec![scalar(PrimType::I64); own.len()];
            if self.varied.has(dest.array) {
                let lambda = self.function(&types, |this, args| {
                    let mut out: Vec<(Atom, Type<'b>)> = args.iter().map(|arg| (*arg, scalar(PrimType::I64))).collect();
                    out.push((this.b.zero(row), row));
                    Ok(out)
                })?;
                let rest = self.scatter(*width, own, lambda, adjoint, dest.rank)?;
                self.add(&var(dest.array), rest)?;
            }
            if self.varied.has(*values) {
                types.push(scalar(PrimType::I64));
                let inputs: Vec<Name> = own.iter().copied().chain([elements]).collect();
                let lambda = self.b.identity(&types);
                let places = self.b.array(&dims(&ty)[..own.len()], scalar(PrimType::I64));
                let places = self.b.zero(places);
                let winners = self.scatter(*width, &inputs, lambda, places, dest.rank)?;
                let lambda = self.function(&types, |this, args| {
                    let (indices, element) = args.split_at(own.len());
                    let mut inside = truth(true);
                    for (index, size) in indices.iter().zip(dims(&ty)) {
                        let here = this.in_bounds(*index, *size);
                        inside = this.b.code(|code| code.both(inside, here));
                    }
                    let winner = this.element_if(inside, winners, indices, scalar(PrimType::I64), Some(int(-1)))?;
                    let wins = this.b.op(BinOp::Eq, PrimType::I64, winner, element[0]);
                    Ok(vec![(this.element_if(wins, adjoint, indices, row, None)?, row)])
                })?;
                let value = self.b.map("adj", *width, &inputs, lambda)[0];
                self.add(&var(*values), value)?;
            }
        }
        Ok(())
    }

    /// `scatter` to one array.
    fn scatter(&mut self, width: Atom, arrays: &[Name], lambda: &'b Lambda<'b>, dest: Atom, rank: i64) -> Result<Atom> {
        let (span, ty) = (self.b.span, self.b.ty(dest)?);
        let dests = self.b.arena.slice([Dest { span, array: self.b.name(dest)?, rank }]);
        let (width, arrays) = (self.b.arena.alloc(width), self.b.arena.slice(arrays.iter().copied()));
        Ok(self.b.bind("scattered", ty, Exp::Scatter { span, width, arrays, lambda, dests }))
    }

    /// The way back of a stream of sums. Whatever is added to an element has the weight of the element, which is the
    /// same all the time. So the way back is that of a map that returns what it adds.
    pub(super) fn streamed(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Stream { width, arrays, dests, ops, lambda, .. } = *stm.exp else { return Ok(()) };
        if !ops.iter().all(|op| is_addition(op.lambda)) || ops.is_empty() {
            return Err(self.unsupported("a stream that does not add up its values"));
        }
        let weights = self.with_zeros(stm.pat, adjoints);
        // The accumulators stand for their weights.
        let lambda = lambda.copy_into(self.b.arena, &mut fresh());
        let (elements, accs) = lambda.params.split_at(arrays.len());
        let around = self.b.open();
        self.b.copy(accs, &weights);
        let copies = self.b.close(around);
        let stms: Vec<Stm<'b>> = copies.iter().chain(lambda.body.stms).copied().collect();
        let params: Vec<Param<'b>> = elements.to_vec();
        let body = self.b.arena.alloc(Body { stms: self.b.arena.slice(stms), ..*lambda.body });
        let function = Lambda { params: self.b.arena.slice(params), body, ..lambda };
        let seeds: Vec<Option<Seed>> = weights.iter().copied().map(|weight| Some(Seed::Same(weight))).collect();
        self.mapped(&Applied { width: *width, arrays, lambda: &function, seeds: &seeds })?;
        dests.iter().zip(weights).try_for_each(|(dest, weight)| self.add(&var(*dest), weight))
    }

    /// The way back of a write to accumulators.
    pub(super) fn accumulated(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Accumulate { dests, index, size, values, .. } = *stm.exp else { return Ok(()) };
        let inside = self.in_bounds(*index, *size);
        for ((dest, value), adjoint) in dests.iter().zip(values).zip(adjoints) {
            let Some(adjoint) = *adjoint else { continue };
            if self.varied.holds(value) {
                let ty = self.b.ty(*value)?;
                let weight = self.element_if(inside, adjoint, &[*index], ty, None)?;
                self.add(value, weight)?;
            }
            self.add(&var(*dest), adjoint)?;
        }
        Ok(())
    }
}
