//! Chooses the places of the arrays that a statement makes: procedure TransformStm of IFL'22 §3.5.

use super::joins::substituted;
use super::{Memory, Place};
use framework::{Error, Name, Result, Span};
use languages::funmem::index::{Index, Layout, slice};
use languages::funmem::{
    Atom, Exp, HistOp, KernelBody, Lower, Param, Reduction, ScanBody, SegDim, SliceDim, default_lower_exp,
    default_lower_param,
};
use languages::prim::PrimValue;
use languages::seg;

impl<'a, 'b> Memory<'a, 'b> {
    /// TRANSFORMSTM
    pub fn stm(&mut self, stm: &'a seg::Stm<'a>) -> Result<()> {
        let span = stm.span;
        match stm.exp {
            seg::Exp::If { cond, yes, no, .. } => return self.branch(stm, cond, yes, no),
            seg::Exp::Loop { .. } => return self.repeat(stm),
            seg::Exp::Call { func, args, .. } => return self.call(stm, *func, args),
            seg::Exp::Slice { array, dims, .. } => {
                let place = self.place(*array)?;
                let dims = self.slice_dims(dims)?;
                let layout = slice(&place.layout, &dims);
                return self.derived(stm, Place { layout, ..place });
            }
            seg::Exp::Rearrange { array, perm, .. } => {
                let place = self.place(*array)?;
                let layout = place.layout.rearranged(perm);
                return self.derived(stm, Place { layout, ..place });
            }
            seg::Exp::Reshape { array, shape, .. } => return self.reshape(stm, *array, shape),
            seg::Exp::Atoms { atoms, .. } => {
                let mut pat = Vec::new();
                for (param, atom) in stm.pat.iter().zip(*atoms) {
                    pat.push(match (param.ty, atom) {
                        (seg::Type::Array { dims, .. }, seg::Atom::Var { name, .. }) => {
                            let place = self.place(*name)?;
                            self.renamed(&place, dims)?;
                            self.retyped(param, place)?
                        }
                        _ => default_lower_param(self, param)?,
                    });
                }
                let exp = default_lower_exp(self, stm.exp)?;
                self.push(span, pat, stm.certs, exp);
                return Ok(());
            }
            seg::Exp::SegHist { space, ops, body, .. } => return self.histogram(stm, space, ops, body),
            seg::Exp::SegStream { .. } => return self.stream(stm),
            _ => {}
        }
        let mut places = self.in_place(stm.exp);
        places.resize(stm.pat.len(), None);
        let mut pat = Vec::new();
        for (param, place) in stm.pat.iter().zip(places) {
            pat.push(match (param.ty, place) {
                (seg::Type::Array { .. }, Some(array)) => {
                    let place = self.place(array)?;
                    self.retyped(param, place)?
                }
                (seg::Type::Array { prim, dims, .. }, None) => {
                    let dims = self.atoms(dims)?;
                    let place = self.allocate(span, param.name.base.as_str(), *prim, dims);
                    self.array_param(param.span, param.name, place)
                }
                _ => default_lower_param(self, param)?,
            });
        }
        let exp = match stm.exp {
            seg::Exp::SegMap { groups, space, body, .. } => {
                Exp::SegMap { span, groups: *groups, space: self.space(space)?, body: self.kernel(body)? }
            }
            seg::Exp::SegRed { space, ops, body, .. } => {
                let ops = self.reductions(ops)?;
                Exp::SegRed { span, space: self.space(space)?, ops, body: self.kernel(body)? }
            }
            seg::Exp::SegScan { space, ops, body, totals, .. } => {
                let (ops, totals) = (self.reductions(ops)?, self.reductions(totals)?);
                let (stms, (prefixes, post)) = self.region(body.stms, |memory| {
                    let prefixes: Result<Vec<_>> =
                        body.prefixes.iter().map(|param| memory.lower_param(param)).collect();
                    Ok((prefixes?, memory.kernel(body.post)?))
                })?;
                let values = self.arena.slice(self.atoms(body.values)?);
                let prefixes = self.arena.slice(prefixes);
                let body = self.arena.alloc(ScanBody { span: body.span, stms, values, prefixes, post });
                Exp::SegScan { span, space: self.space(space)?, ops, body, totals }
            }
            other => default_lower_exp(self, other)?,
        };
        self.push(span, pat, stm.certs, exp);
        Ok(())
    }

    /// Notes that sizes of an array have other names from here on, since a check has passed.
    fn renamed(&mut self, place: &Place, dims: &[seg::Atom]) -> Result<()> {
        for (old, new) in place.dims.iter().zip(self.atoms(dims)?) {
            let (old, new) = (self.canonical(&Index::atom(old)), self.canonical(&Index::atom(&new)));
            let name = |index: &Index| index.variables().next().filter(|name| *index == Index::variable(*name));
            let equation = match (name(&new), name(&old)) {
                _ if old == new => None,
                (Some(new), _) => Some((new, old)),
                (None, Some(old)) => Some((old, new)),
                (None, None) => None,
            };
            self.same.extend(equation);
        }
        Ok(())
    }

    /// Translates a reshape: a view if there is one, or else a copy.
    fn reshape(&mut self, stm: &'a seg::Stm<'a>, array: Name, shape: &'a [seg::Atom]) -> Result<()> {
        let span = stm.span;
        let shape = self.atoms(shape)?;
        let to: Vec<Index> = shape.iter().map(|size| self.canonical(&Index::atom(size))).collect();
        let view = |memory: &Self, place: &Place| {
            let from: Vec<Index> = place.dims.iter().map(|size| memory.canonical(&Index::atom(size))).collect();
            let strides = place.layout.strides.iter().map(|stride| memory.canonical(stride)).collect();
            Layout { offset: place.layout.offset.clone(), strides }.reshaped(&from, &to)
        };
        let (mut array, mut place) = (array, self.place(array)?);
        let layout = match view(self, &place) {
            Some(layout) => layout,
            None => {
                array = self.plain_copy(span, array)?;
                place = self.place(array)?;
                view(self, &place).unwrap_or_else(|| Layout::row_major(&to))
            }
        };
        let exp = Exp::Reshape { span, array, shape: self.arena.slice(shape) };
        self.derived_by(stm, Place { layout, ..place }, exp)
    }

    /// Translates a call.
    fn call(&mut self, stm: &'a seg::Stm<'a>, func: Name, args: &'a [seg::Atom]) -> Result<()> {
        let span = stm.span;
        let fun = self.funs.iter().find(|fun| fun.name == func);
        let fun = fun.ok_or_else(|| Error::internal(format!("there is no function `{func}`")).or_at(span))?;
        let mut passed = Vec::new();
        for (param, arg) in fun.params.iter().zip(args) {
            let known = self.assumed(param)?;
            let fixed = |index: &Index| substituted(index, fun.params, args);
            let arg = self.fitting(self.atom(arg), param.name, &known, fixed, fun.entry.is_some())?;
            self.passed(arg, &known, &mut passed)?;
        }
        // Results are in row-major order of the sizes that the caller knows.
        let mut pat = Vec::new();
        for (result, param) in fun.results.iter().zip(stm.pat) {
            let plain = Layout::row_major(&self.sizes_of(param)?);
            let mut known = self.assumed(result)?;
            known.offset = known.offset.map(|_| plain.offset);
            known.strides =
                known.strides.into_iter().zip(plain.strides).map(|(known, plain)| known.map(|_| plain)).collect();
            self.joined(param, &known, &mut pat)?;
        }
        self.push(span, pat, stm.certs, Exp::Call { span, func, args: self.arena.slice(passed) });
        Ok(())
    }

    /// Translates a histogram. Kernels need bins that are adjacent in memory. Bins of another layout are copied to
    /// adjacent ones before the kernel, and copied back after it.
    fn histogram(
        &mut self,
        stm: &'a seg::Stm<'a>,
        space: &'a [seg::SegDim<'a>],
        ops: &'a [seg::HistOp<'a>],
        body: &'a seg::KernelBody<'a>,
    ) -> Result<()> {
        let span = stm.span;
        let (mut pat, mut lowered, mut spread) = (Vec::new(), Vec::new(), Vec::new());
        let mut params = stm.pat.iter();
        for op in ops {
            let mut dests = Vec::new();
            for (dest, param) in op.dests.iter().zip(&mut params) {
                let (dest, param) = self.adjacent(span, *dest, param, &mut spread)?;
                dests.push(dest);
                pat.push(param);
            }
            lowered.push(HistOp { dests: self.arena.slice(dests), ..self.lower_hist_op(op)? });
        }
        let ops = self.arena.slice(lowered);
        let exp = Exp::SegHist { span, space: self.space(space)?, ops, body: self.kernel(body)? };
        self.push(span, pat, stm.certs, exp);
        self.spread(span, spread)
    }

    /// Bins that are adjacent in memory, and the parameter for the result: the array, or a copy of it, which is added
    /// to `spread`.
    fn adjacent(
        &mut self,
        span: Span,
        dest: Name,
        param: &'a seg::Param<'a>,
        spread: &mut Vec<(&'a seg::Param<'a>, Name, Name)>,
    ) -> Result<(Name, Param<'b>)> {
        let place = self.place(dest)?;
        if place.layout.strides.last() == Some(&Index::constant(1)) {
            return Ok((dest, self.retyped(param, place)?));
        }
        let dense = self.plain_copy(span, dest)?;
        let place = self.place(dense)?;
        let counted = param.name.refresh();
        spread.push((param, dest, counted));
        Ok((dense, self.array_param(param.span, counted, place)))
    }

    /// Copies bins back to where they were. Each item is the final result, the array, and the copy.
    fn spread(&mut self, span: Span, spread: Vec<(&'a seg::Param<'a>, Name, Name)>) -> Result<()> {
        for (param, array, counted) in spread {
            let place = self.place(array)?;
            let int = |value| self.arena.alloc(Atom::Const { span, value: PrimValue::I64(value) });
            let dims: Vec<_> = (place.dims.iter())
                .map(|size| SliceDim::Span { span, start: int(0), count: self.arena.alloc(*size), stride: int(1) })
                .collect();
            let value = self.arena.alloc(Atom::Var { span, name: counted });
            let exp = Exp::Update { span, array, dims: self.arena.slice(dims), value };
            let pat = vec![self.retyped(param, place)?];
            self.push(span, pat, &[], exp);
        }
        Ok(())
    }

    /// Translates a stream. Its accumulators are where its destinations are. Those of a stream with an operator are the
    /// bins of a histogram.
    fn stream(&mut self, stm: &'a seg::Stm<'a>) -> Result<()> {
        let seg::Exp::SegStream { span, space, dests, accs, ops, body } = *stm.exp else {
            return Err(Error::internal("a stream is expected").or_at(stm.span));
        };
        let (mut pat, mut lowered, mut spread, mut params) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        for ((dest, result), acc) in dests.iter().zip(stm.pat).zip(accs) {
            let (dest, result) = match ops {
                [] => (*dest, self.retyped(result, self.place(*dest)?)?),
                _ => self.adjacent(span, *dest, result, &mut spread)?,
            };
            lowered.push(dest);
            pat.push(result);
            params.push(self.retyped(acc, self.place(dest)?)?);
        }
        let (dests, accs, ops) = (self.arena.slice(lowered), self.arena.slice(params), self.reductions(ops)?);
        let exp = Exp::SegStream { span, space: self.space(space)?, dests, accs, ops, body: self.kernel(body)? };
        self.push(span, pat, stm.certs, exp);
        self.spread(span, spread)
    }

    /// For each result, the array that it is written into, if there is one.
    fn in_place(&self, exp: &'a seg::Exp<'a>) -> Vec<Option<Name>> {
        match exp {
            seg::Exp::Update { array, .. } => vec![Some(*array)],
            seg::Exp::Accumulate { dests, .. } => dests.iter().copied().map(Some).collect(),
            seg::Exp::SegMap { body, .. } => body
                .results
                .iter()
                .map(|result| match result {
                    seg::KernelResult::Writes { dest, .. } => Some(*dest),
                    seg::KernelResult::Returns { .. } => None,
                })
                .collect(),
            _ => Vec::new(),
        }
    }

    fn space(&mut self, space: &'a [seg::SegDim<'a>]) -> Result<&'b [SegDim<'b>]> {
        let space: Result<Vec<_>> = space.iter().map(|dim| self.lower_seg_dim(dim)).collect();
        Ok(self.arena.slice(space?))
    }

    fn kernel(&mut self, body: &'a seg::KernelBody<'a>) -> Result<&'b KernelBody<'b>> {
        let (stms, results) = self.region(body.stms, |memory| {
            body.results.iter().map(|result| memory.lower_kernel_result(result)).collect::<Result<Vec<_>>>()
        })?;
        Ok(self.arena.alloc(KernelBody { span: body.span, stms, results: self.arena.slice(results) }))
    }

    fn reductions(&mut self, ops: &'a [seg::Reduction<'a>]) -> Result<&'b [Reduction<'b>]> {
        let ops: Result<Vec<_>> = ops.iter().map(|op| self.lower_reduction(op)).collect();
        Ok(self.arena.slice(ops?))
    }

    fn slice_dims(&mut self, dims: &'a [seg::SliceDim<'a>]) -> Result<Vec<SliceDim<'b>>> {
        dims.iter().map(|dim| self.lower_slice_dim(dim)).collect()
    }

    fn derived(&mut self, stm: &'a seg::Stm<'a>, place: Place) -> Result<()> {
        let exp = default_lower_exp(self, stm.exp)?;
        self.derived_by(stm, place, exp)
    }

    /// Translates a statement that only transforms the index space. It has no cost at run time.
    fn derived_by(&mut self, stm: &'a seg::Stm<'a>, place: Place, exp: Exp<'b>) -> Result<()> {
        let [param] = stm.pat else { return Err(Error::internal("a slice has one result").or_at(stm.span)) };
        let pat = vec![self.retyped(param, place)?];
        self.push(stm.span, pat, stm.certs, exp);
        Ok(())
    }
}
