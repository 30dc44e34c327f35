//! Reductions and scans.
//!
//! A sum passes its adjoint on to all its terms, and a maximum to the first element that is equal to it. For another
//! operator `⊕`, the adjoint of `xᵢ` in `y = l ⊕ xᵢ ⊕ r` is that of the operator, where scans from both sides give all
//! `l` and `r` (SC'22 §5.1). In a scan, the adjoint of each prefix comes from the next one: `tᵢ = ȳᵢ + Aᵢ₊₁ᵀ tᵢ₊₁`,
//! where `Aᵢ₊₁` is the derivative of `yᵢ ⊕ xᵢ₊₁` with respect to `yᵢ`. That is a scan from the right, by the
//! composition of linear functions (SC'22 §5.2).

use super::super::builder::{fresh, number};
use super::super::plain::{is_addition, operation};
use super::maps::{Applied, Seed};
use super::{Reverse, Step};
use crate::anf::support::code::{dims, int, prim, scalar, var, variable};
use crate::anf::support::loops::for_loop;
use framework::{Name, Result};
use languages::anf::{Atom, Exp, Lambda, Param, Reduction, Stm, Type};
use languages::prim::{BinOp, PrimType};

/// The largest number of values whose scan is differentiated in parallel: the matrices have its square as their size.
const MAX_LINEAR: usize = 3;

/// The operators of a SOAC, each with the numbers of its values.
fn groups<'o, 'b>(ops: &'o [Reduction<'b>]) -> impl Iterator<Item = (&'o Reduction<'b>, std::ops::Range<usize>)> {
    let mut start = 0;
    ops.iter().map(move |op| {
        let range = start..start + op.neutral.len();
        start = range.end;
        (op, range)
    })
}

impl<'b> Reverse<'_, 'b> {
    /// A fold on the way forward. A reduction whose operator has free variables is a loop, since each use of the
    /// operator adds to their adjoints.
    pub(super) fn folded(&mut self, stm: &Stm<'b>) -> Result<Step<'b>> {
        if let Exp::Reduce { width, arrays, ops, .. } = *stm.exp
            && ops.iter().any(|op| !self.varied.free_in(op.lambda).is_empty())
        {
            let stm = self.reduction_loop(stm, *width, arrays, ops)?;
            self.varied.follow(std::slice::from_ref(&stm));
            return self.looped(&stm);
        }
        self.b.keep(stm);
        Ok(Step { stm: *stm, tape: None })
    }

    fn reduction_loop(
        &mut self,
        stm: &Stm<'b>,
        width: Atom,
        arrays: &[Name],
        ops: &[Reduction<'b>],
    ) -> Result<Stm<'b>> {
        let params: Vec<Param<'b>> = stm.pat.iter().map(|param| self.b.param("acc", *param.ty)).collect();
        let around = self.b.open();
        let index = self.b.param("i", scalar(PrimType::I64)).name;
        let mut result = Vec::new();
        for (op, range) in groups(ops) {
            let mut args: Vec<Atom> = params[range.clone()].iter().map(|param| var(param.name)).collect();
            args.extend(self.b.elements(arrays[range].iter().map(|array| var(*array)), var(index))?);
            result.extend(self.b.applied(op.lambda, &args));
        }
        let body = self.b.close_body(around, result);
        let params = params.into_iter().zip(ops.iter().flat_map(|op| op.neutral).copied());
        let exp = for_loop(&self.b.empty(), width, index, params, *body);
        Ok(Stm { exp: self.b.arena.alloc(exp), ..*stm })
    }

    /// The way back of a reduction of elements as they are.
    pub(super) fn reduced(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Reduce { width, arrays, ops, .. } = *stm.exp else { return Ok(()) };
        for (op, range) in groups(ops) {
            let (arrays, seeds) = (&arrays[range.clone()], &adjoints[range.clone()]);
            if seeds.iter().all(Option::is_none) || arrays.iter().all(|array| !self.varied.has(*array)) {
                continue;
            }
            match (arrays, seeds, operation(op.lambda)) {
                ([array], [Some(seed)], Some(BinOp::Add)) => {
                    let ty = self.b.type_of(*array)?;
                    let shape = self.b.arena.slice([*width]);
                    let exp = Exp::Replicate { span: stm.span, shape, value: self.b.arena.alloc(*seed) };
                    let value = self.b.bind("adj", ty, exp);
                    self.add(&var(*array), value)?;
                }
                ([array], [Some(seed)], Some(_)) if dims(&op.lambda.rets[0]).is_empty() => {
                    self.extreme(op, *width, *array, var(stm.pat[range.start].name), *seed)?;
                }
                _ => self.reduced_by(op, *width, arrays, seeds)?,
            }
        }
        Ok(())
    }

    /// The way back of a reduction to the least or the largest number: the first element that is equal to it has its
    /// adjoint, unless it is the neutral element.
    fn extreme(&mut self, op: &Reduction<'b>, width: Atom, array: Name, extreme: Atom, seed: Atom) -> Result<()> {
        let (index_type, element_type) = (scalar(PrimType::I64), op.lambda.rets[0]);
        let prim = prim(&element_type);
        let indices = self.b.iota(width);
        let indices = self.b.name(indices)?;
        let lambda = self.function(&[index_type, element_type], |this, args| {
            let is_equal = this.b.op(BinOp::Eq, prim, args[1], extreme);
            Ok(vec![(this.b.choice(is_equal, PrimType::I64, args[0], width), index_type)])
        })?;
        let least = self.function(&[index_type, index_type], |this, args| {
            Ok(vec![(this.b.op(BinOp::Min, PrimType::I64, args[0], args[1]), index_type)])
        })?;
        let (span, neutral) = (self.b.span, self.b.arena.slice([width]));
        let ops = self.b.arena.slice([Reduction { span, comm: true, lambda: least, neutral }]);
        let (arrays, all) = (self.b.arena.slice([indices, array]), self.b.arena.alloc(width));
        let first = self.b.bind("first", index_type, Exp::Reduce { span, width: all, arrays, lambda, ops });
        let is_neutral = self.b.op(BinOp::Eq, prim, extreme, op.neutral[0]);
        let first = self.b.choice(is_neutral, PrimType::I64, width, first);
        let adjoints = self.function(&[index_type], |this, args| {
            let is_first = this.b.op(BinOp::Eq, PrimType::I64, args[0], first);
            Ok(vec![(this.b.choice(is_first, prim, seed, number(prim, 0.0)), element_type)])
        })?;
        let value = self.b.map("adj", width, &[indices], adjoints)[0];
        self.add(&var(array), value)
    }

    /// The way back of a reduction by any operator.
    fn reduced_by(&mut self, op: &Reduction<'b>, width: Atom, arrays: &[Name], seeds: &[Option<Atom>]) -> Result<()> {
        let types: Vec<Type<'b>> = op.lambda.rets.to_vec();
        let count = types.len();
        let left = self.prefixes(op, width, arrays, &types)?;
        let mut mirrored = Vec::new();
        for array in arrays {
            let reversed = self.b.reversed(var(*array))?;
            mirrored.push(self.b.name(reversed)?);
        }
        let flipped = self.flipped(op);
        let right = self.prefixes(&flipped, width, &mirrored, &types)?;
        let indices = self.b.iota(width);
        let indices = self.b.name(indices)?;
        let inputs: Vec<Type<'b>> = std::iter::once(scalar(PrimType::I64)).chain(types.iter().copied()).collect();
        let neutral = op.neutral;
        let lambda = self.function(&inputs, |this, args| {
            let (index, elements) = (args[0], &args[1..]);
            let before = this.b.int(BinOp::Sub, index, int(1));
            let after = this.mirrored(width, index);
            let after = this.b.int(BinOp::Sub, after, int(1));
            let before: Vec<Atom> = this.neighbours(&left, before, neutral)?;
            let after: Vec<Atom> = this.neighbours(&right, after, neutral)?;
            let args: Vec<Atom> = before.into_iter().chain(elements.iter().copied()).collect();
            let args: Vec<Atom> = this.b.applied(op.lambda, &args).into_iter().chain(after).collect();
            Ok(this.b.applied(op.lambda, &args).into_iter().zip(types.iter().copied()).collect())
        })?;
        let arrays: Vec<Name> = std::iter::once(indices).chain(arrays.iter().copied()).collect();
        let seeds: Vec<Option<Seed>> = seeds.iter().take(count).map(|seed| seed.map(Seed::Same)).collect();
        self.mapped(&Applied { width, arrays: &arrays, lambda, seeds: &seeds })
    }

    /// The element before an index in each array, or the neutral element if there is none.
    fn neighbours(&mut self, arrays: &[Atom], index: Atom, neutral: &[Atom]) -> Result<Vec<Atom>> {
        let exists = self.b.op(BinOp::Ge, PrimType::I64, index, int(0));
        let mut out = Vec::new();
        for (array, neutral) in arrays.iter().zip(neutral) {
            let ty = self.b.ty(*neutral)?;
            out.push(self.element_if(exists, *array, &[index], ty, Some(*neutral))?);
        }
        Ok(out)
    }

    /// `scan`
    fn prefixes(&mut self, op: &Reduction<'b>, width: Atom, arrays: &[Name], types: &[Type<'b>]) -> Result<Vec<Atom>> {
        let (lambda, post) = (self.b.identity(types), self.b.identity(types));
        let pat = self.b.columns("prefix", width, types);
        let (span, width) = (self.b.span, self.b.arena.alloc(width));
        let op = Reduction { lambda: self.b.arena.alloc(op.lambda.copy_into(self.b.arena, &mut fresh())), ..*op };
        let (arrays, ops) = (self.b.arena.slice(arrays.iter().copied()), self.b.arena.slice([op]));
        self.b.push(&pat, Exp::Scan { span, width, arrays, lambda, ops, post, totals: &[] });
        Ok(pat.iter().map(|param| var(param.name)).collect())
    }

    /// The operator with its operands swapped.
    fn flipped(&self, op: &Reduction<'b>) -> Reduction<'b> {
        let (a, b) = op.lambda.params.split_at(op.neutral.len());
        let params = self.b.arena.slice([b, a].concat());
        Reduction { lambda: self.b.arena.alloc(Lambda { params, ..*op.lambda }), ..*op }
    }

    /// The way back of a scan of elements as they are.
    pub(super) fn scanned(&mut self, stm: &Stm<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Exp::Scan { width, arrays, ops, .. } = *stm.exp else { return Ok(()) };
        for (op, range) in groups(ops) {
            let (arrays, pat) = (&arrays[range.clone()], &stm.pat[range.clone()]);
            let free = self.varied.free_in(op.lambda);
            if adjoints[range.clone()].iter().all(Option::is_none) {
                continue;
            }
            let seeds = self.with_zeros(pat, &adjoints[range]);
            let scalars = op.lambda.rets.iter().all(|ty| dims(ty).is_empty());
            if let ([array], [seed], true) = (arrays, seeds.as_slice(), is_addition(op.lambda)) {
                let reversed = self.b.reversed(*seed)?;
                let reversed = self.b.name(reversed)?;
                let sums = self.prefixes(op, *width, &[reversed], op.lambda.rets)?;
                let value = self.b.reversed(sums[0])?;
                self.add(&var(*array), value)?;
            } else if free.is_empty() && scalars && seeds.len() <= MAX_LINEAR {
                self.scanned_by(op, *width, arrays, pat, &seeds)?;
            } else {
                self.scanned_in_sequence(op, *width, arrays, pat, &seeds)?;
            }
        }
        Ok(())
    }

    /// The way back of a scan by an operator on a few numbers.
    fn scanned_by(
        &mut self,
        op: &Reduction<'b>,
        width: Atom,
        arrays: &[Name],
        prefixes: &[Param<'b>],
        seeds: &[Atom],
    ) -> Result<()> {
        let types = op.lambda.rets;
        let size = types.len();
        let results: Vec<Atom> = prefixes.iter().map(|param| var(param.name)).collect();
        let indices = self.b.iota(width);
        let indices = self.b.name(indices)?;
        // For each position from the right: the seeds, and the transposed derivative of the next prefix.
        let matrices = self.function(&[scalar(PrimType::I64)], |this, args| {
            let at = this.mirrored(width, args[0]);
            let next = this.b.int(BinOp::Add, at, int(1));
            let exists = this.b.op(BinOp::Lt, PrimType::I64, next, width);
            let next = this.b.choice(exists, PrimType::I64, next, at);
            let seeds = this.b.elements(seeds.iter().copied(), at)?;
            let mut out: Vec<(Atom, Type<'b>)> = seeds.into_iter().zip(types.iter().copied()).collect();
            let mut operands = this.b.elements(results.iter().copied(), at)?;
            operands.extend(this.b.elements(arrays.iter().map(|array| var(*array)), next)?);
            let mut columns = Vec::new();
            for result in 0..size {
                let unit = |at: usize| number(prim(&types[at]), if at == result { 1.0 } else { 0.0 });
                let unit: Vec<Atom> = (0..size).map(unit).collect();
                columns.push(this.operator(op.lambda, &operands, &unit, false)?);
            }
            for (row, ty) in types.iter().enumerate() {
                out.extend(columns.iter().map(|column| (column[row], *ty)));
            }
            Ok(out)
        })?;
        let linear = self.b.map("linear", width, &[indices], matrices);
        let all: Vec<Type<'b>> = matrices.rets.to_vec();
        let composition = self.composition(&all, types)?;
        let names: Vec<Name> = linear.iter().filter_map(variable).collect();
        let totals = self.prefixes(&composition, width, &names, &all)?;
        let (totals, first_operands) = (totals[..size].to_vec(), op.neutral);
        let inputs: Vec<Type<'b>> = std::iter::once(scalar(PrimType::I64)).chain(types.iter().copied()).collect();
        let elements = self.function(&inputs, |this, args| {
            let at = this.mirrored(width, args[0]);
            let before = this.b.int(BinOp::Sub, args[0], int(1));
            let mut operands = this.neighbours(&results, before, first_operands)?;
            operands.extend(&args[1..]);
            let weights = this.b.elements(totals.iter().copied(), at)?;
            let adjoints = this.operator(op.lambda, &operands, &weights, false)?;
            Ok(adjoints[size..].iter().copied().zip(types.iter().copied()).collect())
        })?;
        let inputs: Vec<Name> = std::iter::once(indices).chain(arrays.iter().copied()).collect();
        let values = self.b.map("adj", width, &inputs, elements);
        arrays.iter().zip(values).try_for_each(|(array, value)| self.add(&var(*array), value))
    }

    /// The composition of linear functions `c + M t`, as an operator: first the left one, then the right one.
    fn composition(&mut self, all: &[Type<'b>], types: &[Type<'b>]) -> Result<Reduction<'b>> {
        let size = types.len();
        let mut neutral: Vec<Atom> = types.iter().map(|ty| number(prim(ty), 0.0)).collect();
        for (row, ty) in types.iter().enumerate() {
            neutral.extend((0..size).map(|column| number(prim(ty), if row == column { 1.0 } else { 0.0 })));
        }
        let both: Vec<Type<'b>> = all.iter().chain(all).copied().collect();
        let lambda = self.function(&both, |this, args| {
            let (first, second) = args.split_at(all.len());
            let ((c, m), (d, n)) = (first.split_at(size), second.split_at(size));
            let mut out = Vec::new();
            for ((factors, start), ty) in n.chunks(size).zip(d).zip(types) {
                out.push((this.dot(prim(ty), factors, c, types, *start), *ty));
            }
            for (factors, ty) in n.chunks(size).zip(types) {
                for column in 0..size {
                    let values: Vec<Atom> = m.iter().skip(column).step_by(size).copied().collect();
                    let zero = number(prim(ty), 0.0);
                    out.push((this.dot(prim(ty), factors, &values, types, zero), *ty));
                }
            }
            Ok(out)
        })?;
        Ok(Reduction { span: self.b.span, comm: false, lambda, neutral: self.b.arena.slice(neutral) })
    }

    /// `start + Σ factorᵢ * valueᵢ`. Values may be of other types.
    fn dot(&mut self, prim_type: PrimType, factors: &[Atom], values: &[Atom], types: &[Type<'b>], start: Atom) -> Atom {
        let mut sum = start;
        for ((factor, value), ty) in factors.iter().zip(values).zip(types) {
            let value = self.b.converted(prim(ty), prim_type, *value);
            let product = self.b.op(BinOp::Mul, prim_type, *factor, value);
            sum = self.b.op(BinOp::Add, prim_type, sum, product);
        }
        sum
    }

    /// The way back of a scan from the last element to the first, by one thread.
    fn scanned_in_sequence(
        &mut self,
        op: &Reduction<'b>,
        width: Atom,
        arrays: &[Name],
        prefixes: &[Param<'b>],
        seeds: &[Atom],
    ) -> Result<()> {
        let size = op.neutral.len();
        let types: Vec<Type<'b>> = op.lambda.rets.to_vec();
        let names = self.varied_among(arrays, op.lambda);
        let state: Vec<(Atom, Type<'b>)> = types.iter().map(|ty| (self.b.zero(*ty), *ty)).collect();
        let results: Vec<Atom> = prefixes.iter().map(|param| var(param.name)).collect();
        self.repeat(width, &state, &names, |this, iteration, later| {
            let at = this.mirrored(width, iteration);
            let before = this.b.int(BinOp::Sub, at, int(1));
            let mut operands = this.neighbours(&results, before, op.neutral)?;
            operands.extend(this.b.elements(arrays.iter().map(|array| var(*array)), at)?);
            let seeds = this.b.elements(seeds.iter().copied(), at)?;
            let mut weights = Vec::new();
            for ((seed, later), ty) in seeds.into_iter().zip(later).zip(&types) {
                weights.push(this.b.sum(*ty, seed, *later)?);
            }
            let mut adjoints = this.operator(op.lambda, &operands, &weights, true)?;
            let own = adjoints.split_off(size);
            for (array, value) in arrays.iter().zip(own) {
                this.add_row(*array, at, value)?;
            }
            Ok(adjoints)
        })?;
        Ok(())
    }
}
