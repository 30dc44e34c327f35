//! Builds the loops that replace SOACs.

use super::Rewriter;
use crate::anf::support::code::{Code, dims, int, prim, scalar, var, variable};
use crate::anf::support::loops::{for_loop, map_loop, new_array, store};
use framework::{Name, Result, Span};
use languages::anf::{Atom, Body, Dest, Exp, HistOp, Lambda, Param, Reduction, Rewrite, Type};
use languages::prim::{BinOp, PrimType, PrimValue};

impl<'a, 'b> Rewriter<'a, 'b> {
    /// Binds a lambda's parameters to element `index` of each array.
    fn elements(&mut self, code: &mut Code<'b>, lambda: &'a Lambda<'a>, arrays: &[Name], index: Atom) -> Result<()> {
        for (param, array) in lambda.params.iter().zip(arrays) {
            let param = self.rewrite_param(param)?;
            let exp = code.element(*array, &[index], self.dims_of(*array));
            code.push(&[param], exp);
        }
        Ok(())
    }

    /// Appends the statements of a lambda's body to `code`. Returns the results.
    fn inline(&mut self, code: &mut Code<'b>, body: &'a Body<'a>) -> Result<Vec<Atom>> {
        code.stms.extend(self.rewrite_body(body)?.stms);
        Ok(body.result.to_vec())
    }

    pub fn map_loop(&mut self, span: Span, width: Atom, arrays: &[Name], lambda: &'a Lambda<'a>) -> Result<Exp<'b>> {
        let lambda = self.rewrite_lambda(lambda)?;
        let mut code = self.code(span);
        let exp = map_loop(&mut code, width, arrays, &lambda, |array| self.dims_of(array));
        self.out.append(&mut code.stms);
        Ok(exp)
    }

    /// A new array that is allocated before the loop: the loop's parameter, and its initial value.
    fn gather(&mut self, span: Span, width: Atom, ty: &Type<'a>) -> (Param<'b>, Atom) {
        let mut code = self.code(span);
        let gathered = new_array(&mut code, width, ty);
        self.out.append(&mut code.stms);
        gathered
    }

    /// The loop of a reduction, or of a scan with the function after it.
    pub fn fold_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        scan: Option<(&'a [Reduction<'a>], &'a Lambda<'a>)>,
        totals: &'a [Reduction<'a>],
    ) -> Result<Exp<'b>> {
        let last = scan.map_or(lambda, |(_, post)| post);
        let folds = self.accumulators(span, totals)?;
        let gathers: Vec<_> = last.rets[folds.len()..].iter().map(|ty| self.gather(span, width, ty)).collect();
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let mut values = self.inline(&mut code, lambda.body)?;
        let mut prefixes = Vec::new();
        let mut carried = Vec::new();
        if let Some((ops, post)) = scan {
            prefixes = self.accumulators(span, ops)?;
            // Arrays that the scan returns are read from its result.
            let rows = kept_in(post, &prefixes, folds.len());
            for ((param, neutral), row) in prefixes.iter().zip(&rows) {
                if let Some(row) = row {
                    let last = last_row(&mut code, &gathers[*row].0, *neutral, index);
                    code.push(&[*param], last);
                }
            }
            let combined = self.combine(&mut code, ops, &prefixes, &values)?;
            let given: Vec<Atom> = combined.iter().chain(&values[combined.len()..]).copied().collect();
            self.bind(&mut code, post.params, &given)?;
            values = self.inline(&mut code, post.body)?;
            carried = picked_without(combined, &rows);
            prefixes = picked_without(prefixes, &rows);
        }
        let mut results = self.combine(&mut code, totals, &folds, &values)?;
        let mapped = values.split_off(folds.len());
        results.extend(store(&mut code, &gathers, &mapped, var(index)));
        results.extend(carried);
        let accs: Vec<_> = folds.into_iter().chain(gathers).chain(prefixes.iter().copied()).collect();
        let params: Vec<Param<'b>> = accs.iter().map(|(param, _)| *param).collect();
        let whole = for_loop(&self.code(span), width, index, accs, code.body(results));
        if prefixes.is_empty() {
            return Ok(whole);
        }
        // A scan does not return its last prefixes, but the loop does. So the loop becomes a statement of its own,
        // whose last results are unused.
        let mut code = self.code(span);
        let pat: Vec<Param<'b>> = params.iter().map(|param| code.param("scanned", *param.ty)).collect();
        code.push(&pat, whole);
        self.out.append(&mut code.stms);
        let atoms = pat[..pat.len() - prefixes.len()].iter().map(|param| var(param.name));
        Ok(Exp::Atoms { span, atoms: self.arena.slice(atoms.collect::<Vec<_>>()) })
    }

    /// Loop parameters for the operands of operators, with the neutral elements as initial values.
    fn accumulators(&mut self, span: Span, ops: &'a [Reduction<'a>]) -> Result<Vec<(Param<'b>, Atom)>> {
        let mut accs = Vec::new();
        for op in ops {
            for (param, neutral) in op.lambda.params.iter().zip(op.neutral) {
                let ty = self.rewrite_type(param.ty)?;
                accs.push((self.code(span).param("acc", ty), *neutral));
            }
        }
        Ok(accs)
    }

    /// Binds parameters to values.
    fn bind(&mut self, code: &mut Code<'b>, params: &'a [Param<'a>], values: &[Atom]) -> Result<()> {
        for (param, value) in params.iter().zip(values) {
            let param = self.rewrite_param(param)?;
            code.push(&[param], Exp::Atoms { span: code.span, atoms: self.arena.slice([*value]) });
        }
        Ok(())
    }

    /// Applies operators to accumulators and to the leading values.
    fn combine(
        &mut self,
        code: &mut Code<'b>,
        ops: &'a [Reduction<'a>],
        accs: &[(Param<'b>, Atom)],
        values: &[Atom],
    ) -> Result<Vec<Atom>> {
        let olds: Vec<Atom> = accs.iter().map(|(acc, _)| var(acc.name)).collect();
        let mut state = Vec::new();
        for op in ops {
            let range = state.len()..state.len() + op.neutral.len();
            let (lhs, rhs) = op.lambda.params.split_at(op.neutral.len());
            self.bind(code, lhs, &olds[range.clone()])?;
            self.bind(code, rhs, &values[range])?;
            let results = self.inline(code, op.lambda.body)?;
            state.extend(results);
        }
        Ok(state)
    }

    pub fn scatter_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        dests: &'a [Dest],
    ) -> Result<Exp<'b>> {
        let params = self.dests(span, dests.iter().map(|dest| dest.array));
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let values = self.inline(&mut code, lambda.body)?;
        let ranks: usize = dests.iter().map(|dest| dest.rank as usize).sum();
        let (mut indices, values) = values.split_at(ranks);
        let mut results = Vec::new();
        for ((dest, (param, _)), value) in dests.iter().zip(&params).zip(values) {
            let (here, rest) = indices.split_at(dest.rank as usize);
            indices = rest;
            let update = |code: &mut Code<'b>| {
                let updated = code.update(param.name, here, dims(param.ty), *value);
                code.bind("updated", *param.ty, updated)
            };
            results.push(guarded(&mut code, here, param, update));
        }
        Ok(for_loop(&self.code(span), width, index, params, code.body(results)))
    }

    /// Loop parameters for arrays that the loop overwrites, with the arrays as initial values.
    fn dests(&self, span: Span, arrays: impl Iterator<Item = Name>) -> Vec<(Param<'b>, Atom)> {
        let code = self.code(span);
        let param = |array: Name| {
            let ty = self.types.get(array).unwrap_or(scalar(PrimType::Bool));
            (code.param("dest", code.array(prim(&ty), dims(&ty).iter().copied(), true)), var(array))
        };
        arrays.map(param).collect()
    }

    /// `dests`, with values combined into the elements at `bin` if there are such elements. Without an operator, the
    /// values replace the elements.
    fn update_bins(
        &mut self,
        code: &mut Code<'b>,
        dests: &[Param<'b>],
        (bin, size): (Atom, Atom),
        lambda: Option<&'a Lambda<'a>>,
        new: &[Atom],
    ) -> Result<Exp<'b>> {
        let span = code.span;
        let condition = code.in_bounds(bin, size);
        let mut yes = self.code(span);
        let mut values = new.to_vec();
        if let Some(lambda) = lambda {
            let (lhs, rhs) = lambda.params.split_at(dests.len());
            for (param, dest) in lhs.iter().zip(dests) {
                let exp = yes.element(dest.name, &[bin], dims(dest.ty));
                // A row is copied, because it is still read after a part of it has been overwritten.
                let param = self.rewrite_param(param)?;
                if dims(param.ty).is_empty() {
                    yes.push(&[param], exp);
                } else {
                    let row = yes.bind("row", *param.ty, exp);
                    yes.push(&[param], Exp::Copy { span, array: row });
                }
            }
            self.bind(&mut yes, rhs, new)?;
            values = self.inline(&mut yes, lambda.body)?;
        }
        let mut updated = Vec::new();
        for (dest, value) in dests.iter().zip(values) {
            let exp = yes.update(dest.name, &[bin], dims(dest.ty), value);
            updated.push(var(yes.bind("updated", *dest.ty, exp)));
        }
        let yes = yes.body(updated);
        let no = self.code(span).body(dests.iter().map(|dest| var(dest.name)));
        Ok(branch(code, condition, yes, no))
    }

    pub fn stream_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        dests: &[Name],
        lambda: &'a Lambda<'a>,
    ) -> Result<Exp<'b>> {
        let params = self.dests(span, dests.iter().copied());
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let accs: Vec<Atom> = params.iter().map(|(param, _)| var(param.name)).collect();
        self.bind(&mut code, &lambda.params[arrays.len()..], &accs)?;
        let results = self.inline(&mut code, lambda.body)?;
        Ok(for_loop(&self.code(span), width, index, params, code.body(results)))
    }

    /// The conditional that accumulates to arrays in sequence.
    pub fn accumulation(
        &mut self,
        span: Span,
        dests: &[Name],
        place: (Atom, Atom),
        lambda: Option<&'a Lambda<'a>>,
        values: &[Atom],
    ) -> Result<Exp<'b>> {
        let dests: Vec<Param<'b>> = self
            .dests(span, dests.iter().copied())
            .into_iter()
            .zip(dests)
            .map(|((param, _), dest)| Param { name: *dest, ..param })
            .collect();
        let mut code = self.code(span);
        let choice = self.update_bins(&mut code, &dests, place, lambda, values)?;
        self.out.append(&mut code.stms);
        Ok(choice)
    }

    pub fn hist_loop(
        &mut self,
        span: Span,
        width: Atom,
        arrays: &[Name],
        lambda: &'a Lambda<'a>,
        ops: &'a [HistOp<'a>],
    ) -> Result<Exp<'b>> {
        let params = self.dests(span, ops.iter().flat_map(|op| op.dests).copied());
        let index = Name::fresh("i");
        let mut code = self.code(span);
        self.elements(&mut code, lambda, arrays, var(index))?;
        let values = self.inline(&mut code, lambda.body)?;
        let (bins, mut values) = values.split_at(ops.len());
        let mut results = Vec::new();
        for (op, bin) in ops.iter().zip(bins) {
            let count = op.dests.len();
            let (new, rest) = values.split_at(count);
            values = rest;
            let dests: Vec<Param<'b>> =
                params[results.len()..results.len() + count].iter().map(|(param, _)| *param).collect();
            let choice = self.update_bins(&mut code, &dests, (*bin, *op.size), Some(op.lambda), new)?;
            let pat: Vec<Param<'b>> = dests.iter().map(|dest| code.param("dest", *dest.ty)).collect();
            code.push(&pat, choice);
            results.extend(pat.iter().map(|param| var(param.name)));
        }
        Ok(for_loop(&self.code(span), width, index, params, code.body(results)))
    }
}

/// For each prefix of a scan, the position of the result array whose elements are these prefixes, if they are arrays.
/// The first results of `post` are combined by `folds` operators.
fn kept_in(post: &Lambda<'_>, prefixes: &[(Param<'_>, Atom)], folds: usize) -> Vec<Option<usize>> {
    let results = &post.body.result[folds..];
    let kept = |((prefix, _), param): (&(Param<'_>, Atom), &Param<'_>)| match prefix.ty {
        Type::Array { .. } => results.iter().position(|result| variable(result) == Some(param.name)),
        _ => None,
    };
    prefixes.iter().zip(post.params).map(kept).collect()
}

/// The items at the positions where `rows` has nothing.
fn picked_without<T>(items: Vec<T>, rows: &[Option<usize>]) -> Vec<T> {
    items.into_iter().zip(rows).filter(|(_, row)| row.is_none()).map(|(item, _)| item).collect()
}

/// Row `index - 1` of an array, or `neutral` if `index` is 0.
fn last_row<'b>(code: &mut Code<'b>, array: &Param<'b>, neutral: Atom, index: Name) -> Exp<'b> {
    let is_first = code.arith(BinOp::Eq, var(index), int(0));
    let mut no = Code::new(code.arena, code.span);
    let before = no.arith(BinOp::Sub, var(index), int(1));
    let row = no.element(array.name, &[before], dims(array.ty));
    let ty = no.array(prim(array.ty), dims(array.ty)[1..].iter().copied(), false);
    let row = var(no.bind("row", ty, row));
    let yes = Code::new(code.arena, code.span).body([neutral]);
    branch(code, is_first, yes, no.body([row]))
}

fn branch<'b>(code: &Code<'b>, cond: Atom, yes: Body<'b>, no: Body<'b>) -> Exp<'b> {
    let arena = code.arena;
    Exp::If { span: code.span, cond: arena.alloc(cond), yes: arena.alloc(yes), no: arena.alloc(no) }
}

/// Updates the destination if the indices are in bounds.
fn guarded<'b>(
    code: &mut Code<'b>,
    indices: &[Atom],
    dest: &Param<'b>,
    update: impl FnOnce(&mut Code<'b>) -> Name,
) -> Atom {
    let mut condition = Atom::Const { span: code.span, value: PrimValue::Bool(true) };
    for (index, size) in indices.iter().zip(dims(dest.ty)) {
        let here = code.in_bounds(*index, *size);
        condition = code.binary("both", BinOp::LogAnd, PrimType::Bool, condition, here);
    }
    let mut yes = Code::new(code.arena, code.span);
    let updated = update(&mut yes);
    let yes = yes.body([var(updated)]);
    let no = Code::new(code.arena, code.span).body([var(dest.name)]);
    let exp = branch(code, condition, yes, no);
    var(code.bind("dest", *dest.ty, exp))
}
