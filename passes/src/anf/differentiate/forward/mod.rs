//! Forward mode: how the results change along a direction of the arguments.
//!
//! Each variable that varies gets a companion, its *tangent*: its change. A statement is followed by one that computes
//! the tangents of what it binds from those of what it uses. SOACs, branches and loops carry both: their functions and
//! bodies work on twice as many values.

mod folds;

use super::builder::{Builder, fresh};
use super::plain;
use super::scalars::partials;
use super::varied::Varied;
use crate::anf::support::code::{prim, scalar, var};
use framework::{Name, Result};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Stm, Type};
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

/// The tangents of a function's variables.
pub struct Forward<'x, 'b> {
    b: &'x mut Builder<'b>,
    varied: Varied,
    /// The tangents that are not zero.
    tangents: FxHashMap<Name, Atom>,
}

/// Adds the statements of a function at `args` and of its derivative along `seeds`. Returns the results and their
/// tangents.
pub fn jvp<'b>(b: &mut Builder<'b>, lambda: &Lambda<'b>, args: &[Atom], seeds: &[Atom]) -> Result<Vec<Atom>> {
    b.copy(lambda.params, args);
    let names = lambda.params.iter().map(|param| param.name);
    let tangents = names.clone().zip(seeds.iter().copied()).collect();
    let mut forward = Forward { b, varied: Varied::only(names), tangents };
    forward.varied.follow(lambda.body.stms);
    forward.statements(lambda.body.stms)?;
    let mut all = lambda.body.result.to_vec();
    for result in lambda.body.result {
        all.push(forward.tangent(result)?);
    }
    Ok(all)
}

impl<'b> Forward<'_, 'b> {
    fn known(&self, atom: &Atom) -> Option<Atom> {
        match atom {
            Atom::Var { name, .. } => self.tangents.get(name).copied(),
            Atom::Const { .. } => None,
        }
    }

    fn has(&self, name: Name) -> bool {
        self.tangents.contains_key(&name)
    }

    /// The tangent of an atom, or zero.
    fn tangent(&mut self, atom: &Atom) -> Result<Atom> {
        match self.known(atom) {
            Some(tangent) => Ok(tangent),
            None => {
                let ty = self.b.ty(*atom)?;
                Ok(self.b.zero(ty))
            }
        }
    }

    fn tangent_name(&mut self, array: Name) -> Result<Name> {
        let tangent = self.tangent(&var(array))?;
        self.b.name(tangent)
    }

    fn tangent_names(&mut self, arrays: &[Name]) -> Result<Vec<Name>> {
        arrays.iter().map(|array| self.tangent_name(*array)).collect()
    }

    /// A companion for a parameter.
    fn companion(&mut self, param: &Param<'b>) -> Param<'b> {
        let base = format!("{}_t", param.name.base);
        let companion = self.b.param(&base, *param.ty);
        self.tangents.insert(param.name, var(companion.name));
        companion
    }

    /// Parameters, then companions for those at these positions.
    fn with_companions(&mut self, params: &[Param<'b>], at: impl IntoIterator<Item = usize>) -> Vec<Param<'b>> {
        self.b.note(params);
        let companions: Vec<Param<'b>> = at.into_iter().map(|at| self.companion(&params[at])).collect();
        [params, &companions].concat()
    }

    /// Whether what a node depends on has tangents.
    fn depends(&self, node: &impl framework::Node) -> bool {
        node.free_names().into_iter().any(|name| self.has(name))
    }

    fn statements(&mut self, stms: &[Stm<'b>]) -> Result<()> {
        let around = (self.b.span, self.b.certs);
        for stm in stms {
            (self.b.span, self.b.certs) = (stm.span, stm.certs);
            if stm.pat.iter().any(|param| self.varied.has(param.name)) {
                self.statement(stm)?;
            } else {
                self.b.keep(stm);
            }
        }
        (self.b.span, self.b.certs) = around;
        Ok(())
    }

    fn statement(&mut self, stm: &Stm<'b>) -> Result<()> {
        match *stm.exp {
            Exp::Call { func, args, .. } => {
                let (params, body) = self.b.inlined(func)?;
                self.called(stm.pat, &params, body, args)
            }
            Exp::WithAdjoint { args, lambda, .. } => {
                let lambda = lambda.copy_into(self.b.arena, &mut fresh());
                self.called(stm.pat, lambda.params, lambda.body, args)
            }
            Exp::Atoms { atoms, .. } => {
                self.b.keep(stm);
                self.hand_on(stm.pat, atoms);
                Ok(())
            }
            Exp::Bin { .. } | Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } => self.operator(stm),
            Exp::If { span, cond, yes, no } => {
                let at: Vec<usize> = (0..stm.pat.len()).filter(|at| self.varied.has(stm.pat[*at].name)).collect();
                let (yes, no) = (self.with_tangents(yes, &at)?, self.with_tangents(no, &at)?);
                let pat = self.with_companions(stm.pat, at);
                self.b.push(&pat, Exp::If { span, cond, yes, no });
                Ok(())
            }
            Exp::Loop { span, params, inits, form, body } => {
                self.b.note_index(form);
                let at: Vec<usize> = (0..params.len()).filter(|at| self.varied.has(params[*at].name)).collect();
                let mut starts = inits.to_vec();
                for at in &at {
                    starts.push(self.tangent(&inits[*at])?);
                }
                let params = self.with_companions(params, at.iter().copied());
                let body = self.with_tangents(body, &at)?;
                let pat = self.with_companions(stm.pat, at);
                let (params, inits) = (self.b.arena.slice(params), self.b.arena.slice(starts));
                self.b.push(&pat, Exp::Loop { span, params, inits, form, body });
                Ok(())
            }
            Exp::Map { span, groups, width, arrays, lambda } => {
                let (inputs, params) = self.inputs(arrays, lambda.params)?;
                let (lambda, at) = self.lambda(lambda, params, false)?;
                let arrays = self.b.arena.slice(inputs);
                let pat = self.with_companions(stm.pat, at);
                self.b.push(&pat, Exp::Map { span, groups, width, arrays, lambda });
                Ok(())
            }
            Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Hist { .. } | Exp::Scatter { .. } => {
                for part in plain::split(self.b, stm)? {
                    self.varied.follow(std::slice::from_ref(&part));
                    (self.b.span, self.b.certs) = (part.span, part.certs);
                    match part.exp {
                        Exp::Map { .. } | Exp::Atoms { .. } if self.depends(part.exp) => self.statement(&part)?,
                        _ if self.depends(part.exp) => self.folded(&part)?,
                        _ => self.b.keep(&part),
                    }
                }
                Ok(())
            }
            Exp::Stream { .. } => self.stream(stm),
            Exp::Accumulate { .. } => self.accumulate(stm),
            _ => self.moved(stm),
        }
    }

    /// A call of a function with these parameters and this body.
    fn called(&mut self, pat: &[Param<'b>], params: &[Param<'b>], body: &Body<'b>, args: &[Atom]) -> Result<()> {
        self.b.copy(params, args);
        for (param, arg) in params.iter().zip(args) {
            if let Some(tangent) = self.known(arg) {
                self.varied.add(param.name);
                self.tangents.insert(param.name, tangent);
            }
        }
        self.varied.follow(body.stms);
        self.statements(body.stms)?;
        self.b.copy(pat, body.result);
        self.hand_on(pat, body.result);
        Ok(())
    }

    /// Gives a pattern the tangents of what it is bound to.
    fn hand_on(&mut self, pat: &[Param<'b>], atoms: &[Atom]) {
        for (param, atom) in pat.iter().zip(atoms) {
            if let Some(tangent) = self.known(atom) {
                self.tangents.insert(param.name, tangent);
            }
        }
    }

    fn operator(&mut self, stm: &Stm<'b>) -> Result<()> {
        self.b.keep(stm);
        let prim = prim(stm.pat[0].ty);
        let tangents = &self.tangents;
        let wanted = |atom: &Atom| matches!(atom, Atom::Var { name, .. } if tangents.contains_key(name));
        let mut sum = None;
        for (arg, partial) in partials(self.b, stm.exp, var(stm.pat[0].name), wanted)? {
            let Some(change) = self.known(&arg) else { continue };
            let change = partial.forward(self.b, change, prim);
            sum = Some(match sum {
                None => change,
                Some(sum) => self.b.sum(scalar(prim), sum, change)?,
            });
        }
        self.tangents.extend(sum.map(|sum| (stm.pat[0].name, sum)));
        Ok(())
    }

    /// A body that also returns the tangents of its results at these positions.
    fn with_tangents(&mut self, body: &Body<'b>, at: &[usize]) -> Result<&'b Body<'b>> {
        let around = self.b.open();
        self.varied.follow(body.stms);
        self.statements(body.stms)?;
        let mut result = body.result.to_vec();
        for at in at {
            result.push(self.tangent(&body.result[*at])?);
        }
        Ok(self.b.close_body(around, result))
    }

    /// The inputs of a SOAC and the parameters for their elements, then those for tangents.
    fn inputs(&mut self, arrays: &[Name], params: &[Param<'b>]) -> Result<(Vec<Name>, Vec<Param<'b>>)> {
        let at: Vec<usize> = (0..arrays.len()).filter(|at| self.has(arrays[*at])).collect();
        let mut inputs = arrays.to_vec();
        for at in &at {
            inputs.push(self.tangent_name(arrays[*at])?);
            self.varied.add(params[*at].name);
        }
        Ok((inputs, self.with_companions(params, at)))
    }

    /// A function with these parameters instead of its own, which also returns the tangents of its results, `all` or
    /// only those that are not zero; and the positions of these results.
    fn lambda(
        &mut self,
        lambda: &Lambda<'b>,
        params: Vec<Param<'b>>,
        all: bool,
    ) -> Result<(&'b Lambda<'b>, Vec<usize>)> {
        let around = self.b.open();
        self.varied.follow(lambda.body.stms);
        self.statements(lambda.body.stms)?;
        let mut results: Vec<(Atom, Type<'b>)> =
            lambda.body.result.iter().copied().zip(lambda.rets.iter().copied()).collect();
        let at: Vec<usize> = (0..results.len()).filter(|at| all || self.known(&results[*at].0).is_some()).collect();
        for at in &at {
            let tangent = self.tangent(&results[*at].0)?;
            results.push((tangent, results[*at].1));
        }
        Ok((self.b.close_lambda(around, params, &results), at))
    }

    /// Numbers from a start on change by the change of the start, and by that of the step for each step.
    fn steps(&mut self, stm: &Stm<'b>, count: Atom, (start, step): (&Atom, &Atom), prim: PrimType) -> Result<()> {
        let (start, step) = (self.tangent(start)?, self.tangent(step)?);
        let steps = self.b.iota(count);
        let steps = self.b.name(steps)?;
        let x = self.b.param("x", scalar(PrimType::I64));
        let around = self.b.open();
        let number = self.b.converted(PrimType::I64, prim, var(x.name));
        let change = self.b.op(BinOp::Mul, prim, number, step);
        let change = self.b.op(BinOp::Add, prim, start, change);
        let lambda = self.b.close_lambda(around, vec![x], &[(change, scalar(prim))]);
        let tangents = self.b.map("tangent", count, &[steps], lambda);
        self.tangents.insert(stm.pat[0].name, tangents[0]);
        Ok(())
    }

    /// An operation that moves elements moves their tangents likewise.
    fn moved(&mut self, stm: &Stm<'b>) -> Result<()> {
        self.b.keep(stm);
        let exp = match *stm.exp {
            Exp::Index { span, array, indices } => Exp::Index { span, array: self.tangent_name(array)?, indices },
            Exp::Slice { span, array, dims } => Exp::Slice { span, array: self.tangent_name(array)?, dims },
            Exp::Update { span, array, dims, value } => {
                let value = self.tangent(value)?;
                let value = self.b.arena.alloc(value);
                Exp::Update { span, array: self.tangent_name(array)?, dims, value }
            }
            Exp::ArrayLit { span, elems, prim, row } => {
                let tangents: Result<Vec<Atom>> = elems.iter().map(|elem| self.tangent(elem)).collect();
                let tangents = tangents?;
                Exp::ArrayLit { span, elems: self.b.arena.slice(tangents), prim, row }
            }
            Exp::Replicate { span, shape, value } => {
                let value = self.tangent(value)?;
                Exp::Replicate { span, shape, value: self.b.arena.alloc(value) }
            }
            Exp::Copy { span, array } => Exp::Copy { span, array: self.tangent_name(array)? },
            Exp::Rearrange { span, array, perm } => Exp::Rearrange { span, array: self.tangent_name(array)?, perm },
            Exp::Reshape { span, array, shape } => Exp::Reshape { span, array: self.tangent_name(array)?, shape },
            Exp::Concat { span, arrays, count } => {
                let tangents = self.tangent_names(arrays)?;
                Exp::Concat { span, arrays: self.b.arena.slice(tangents), count }
            }
            Exp::Iota { count, start, step, prim, .. } => return self.steps(stm, *count, (start, step), prim),
            _ => return Ok(()),
        };
        let companion = self.companion(&stm.pat[0]);
        self.b.push(&[companion], exp);
        Ok(())
    }
}
