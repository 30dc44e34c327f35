//! Translates statements of the host and of kernels.

use super::last_uses::{results, returned};
use super::{Stms, Translation};
use crate::imp::support::variable;
use framework::{Error, Name, Result, Span};
use languages::funmem::index::{Index, Layout, slice};
use languages::funmem::{self, Atom, Type};
use languages::imp::{Dim, Exp, Failure, Part, Stm};
use languages::prim::{BinOp, PrimType};

/// The only variable that a statement binds.
fn only<'f>(stm: &funmem::Stm<'f>) -> Result<&'f funmem::Param<'f>> {
    match stm.pat {
        [param] => Ok(param),
        _ => Err(Error::internal("a statement with one result binds one variable").or_at(stm.span)),
    }
}

impl<'b> Translation<'_, 'b> {
    /// FUNMEMTOIMP
    pub(super) fn stm(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let span = stm.span;
        if let Some(value) = self.scalar(stm.exp) {
            for param in stm.pat {
                self.declare(span, param, out)?;
                if let Type::Scalar { .. } = param.ty {
                    out.push(Stm::Assign { span, name: param.name, value: self.alloc(value) });
                }
            }
            return Ok(());
        }
        match stm.exp {
            funmem::Exp::Atoms { atoms, .. } => {
                for (param, atom) in stm.pat.iter().zip(*atoms) {
                    self.declare(span, param, out)?;
                    self.assign(span, param, atom, out);
                }
            }
            funmem::Exp::Index { array, indices, .. } => {
                let place = self.place(*array)?;
                let indices: Vec<_> = indices.iter().map(|index| self.atom(index)).collect();
                let index = self.alloc(self.address(&place.layout, &indices));
                let result = only(stm)?;
                self.declare(span, result, out)?;
                out.push(Stm::Read { span, name: result.name, mem: place.mem, prim: place.prim, index });
            }
            // Index space transformations and blank arrays need no code.
            funmem::Exp::Slice { .. }
            | funmem::Exp::Rearrange { .. }
            | funmem::Exp::Reshape { .. }
            | funmem::Exp::Scratch { .. } => {}
            funmem::Exp::Update { dims, value, .. } => {
                let place = self.place(only(stm)?.name)?;
                let layout = slice(&place.layout, dims);
                self.store(span, &place.with(layout), value, out)?;
            }
            funmem::Exp::ArrayLit { elems, .. } => {
                let place = self.place(only(stm)?.name)?;
                for (position, elem) in elems.iter().enumerate() {
                    let layout = self.at(&place.layout, &[Index::constant(position as i64)]);
                    self.store(span, &place.with(layout), elem, out)?;
                }
            }
            funmem::Exp::Iota { .. } => self.iota(stm, out)?,
            funmem::Exp::Replicate { shape, value, .. } => {
                let place = self.place(only(stm)?.name)?;
                let (space, indices) = self.fresh_space(shape);
                let mut body = Vec::new();
                let layout = self.at(&place.layout, &indices);
                self.store(span, &place.with(layout), value, &mut body)?;
                out.push(self.parallel(span, space, body));
            }
            funmem::Exp::Copy { array, .. } => {
                let place = self.place(only(stm)?.name)?;
                let value = Atom::Var { span, name: *array };
                self.store(span, &place, &value, out)?;
            }
            funmem::Exp::Concat { arrays, .. } => self.concat(stm, arrays, out)?,
            funmem::Exp::Alloc { prim, count, .. } => {
                let name = only(stm)?.name;
                self.blocks.insert(name, *prim);
                out.push(Stm::DeclMem { span, name, prim: *prim });
                out.push(Stm::Alloc { span, name, prim: *prim, count: self.alloc(self.poly(count)) });
            }
            funmem::Exp::Assert { code, cond, message, trace, .. } => {
                let message: Vec<Part<'b>> = message.iter().map(|part| self.part(part)).collect();
                let (message, trace) = (self.arena.slice(message), self.arena.slice(trace.iter().copied()));
                let failure = self.arena.alloc(Failure { span, code: *code, message, trace });
                out.push(Stm::Assert { span, cond: self.alloc(self.atom(cond)), failure });
            }
            funmem::Exp::Trace { label, form, values, .. } => {
                let values = values.iter().map(|traced| self.traced(traced)).collect::<Result<Vec<_>>>()?;
                out.push(Stm::Trace { span, label: *label, form: *form, values: self.arena.slice(values) });
            }
            funmem::Exp::If { cond, yes, no, .. } => {
                let mut branch = |body| {
                    self.region(body, |translation, results, out| translation.assign_all(span, stm.pat, results, out))
                };
                let (yes, no) = (branch(yes)?, branch(no)?);
                stm.pat.iter().try_for_each(|param| self.declare(span, param, out))?;
                out.push(Stm::If { span, cond: self.alloc(self.atom(cond)), yes, no });
            }
            funmem::Exp::Loop { .. } => self.repeat(stm, out)?,
            funmem::Exp::SegMap { groups, space, body, .. } => {
                let mut inner = Vec::new();
                self.stms(body.stms, &returned(body), &mut inner)?;
                for (param, result) in stm.pat.iter().zip(body.results) {
                    self.kernel_result(span, param.name, space, result, &mut inner)?;
                }
                out.push(self.kernel(span, *groups, self.space(space), inner));
            }
            funmem::Exp::SegRed { .. } => self.reduction(stm, out)?,
            funmem::Exp::SegScan { .. } => self.scan(stm, out)?,
            funmem::Exp::SegHist { .. } => self.histograms(stm, out)?,
            funmem::Exp::SegStream { .. } | funmem::Exp::Accumulate { .. } => self.stream(stm, out)?,
            funmem::Exp::Call { func, args, .. } => self.call(stm, *func, args, out)?,
            // Scalars are expressions (`Translation::scalar`).
            _ => {}
        }
        Ok(())
    }

    fn iota(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::Iota { span, count, start, step, prim } = *stm.exp else {
            return Err(Error::internal("an `iota` is expected").or_at(stm.span));
        };
        let place = self.place(only(stm)?.name)?;
        let index = Name::fresh("i");
        let i = self.alloc(variable(index));
        let i = Exp::Convert { span, from: PrimType::I64, to: prim, arg: i };
        let bin = |op, lhs, rhs| Exp::Bin { span, op, prim, lhs: self.alloc(lhs), rhs: self.alloc(rhs) };
        let value = bin(BinOp::Add, self.atom(start), bin(BinOp::Mul, i, self.atom(step)));
        let at = self.alloc(self.address(&place.layout, &[variable(index)]));
        let write = Stm::Write { span, mem: place.mem, prim, index: at, value: self.alloc(value) };
        out.push(self.parallel(span, vec![(index, self.atom(count))], vec![write]));
        Ok(())
    }

    fn concat(&mut self, stm: &funmem::Stm<'_>, arrays: &[Name], out: &mut Stms<'b>) -> Result<()> {
        let span = stm.span;
        let place = self.place(only(stm)?.name)?;
        let mut start = Index::default();
        for array in arrays {
            let layout = self.at(&place.layout, std::slice::from_ref(&start));
            let strides = place.layout.strides.clone();
            let value = Atom::Var { span, name: *array };
            let layout = Layout { offset: layout.offset, strides };
            self.store(span, &place.with(layout), &value, out)?;
            if let Some(count) = self.place(*array)?.dims.first() {
                start = start.plus(&Index::atom(count));
            }
        }
        Ok(())
    }

    /// Assigns all variables at once, since a value may read another variable's old value.
    pub(super) fn assign_together(
        &mut self,
        span: Span,
        params: &[funmem::Param<'_>],
        values: &[Atom],
        out: &mut Stms<'b>,
    ) -> Result<()> {
        let later = |at: usize, value: &Atom| match value {
            Atom::Var { name, .. } => params[..at].iter().any(|param| param.name == *name),
            Atom::Const { .. } => false,
        };
        let mut assigns = Vec::new();
        for (at, (param, value)) in params.iter().zip(values).enumerate() {
            if matches!(value, Atom::Var { name, .. } if *name == param.name) {
                continue;
            }
            if later(at, value) {
                let copy = funmem::Param { name: param.name.refresh(), ..*param };
                if let (Type::Mem { .. }, Atom::Var { name, .. }) = (param.ty, value) {
                    out.push(Stm::DeclMem { span, name: copy.name, prim: self.block_prim(param.name)? });
                    out.push(Stm::AssignMem { span, name: copy.name, from: *name });
                } else {
                    self.declare(span, &copy, out)?;
                    self.assign(span, &copy, value, out);
                }
                assigns.push((param, Atom::Var { span, name: copy.name }));
            } else {
                assigns.push((param, *value));
            }
        }
        for (param, value) in assigns {
            self.assign(span, param, &value, out);
        }
        Ok(())
    }

    /// Translates a loop. Its parameters become variables.
    fn repeat(&mut self, stm: &funmem::Stm<'_>, out: &mut Stms<'b>) -> Result<()> {
        let funmem::Exp::Loop { span, params, inits, form, body } = *stm.exp else {
            return Err(Error::internal("a loop is expected").or_at(stm.span));
        };
        self.params(params);
        // A block without arrays takes part in the loop for the next iteration's sake.
        for (param, init) in params.iter().zip(inits) {
            self.holds(param, init);
        }
        for (param, result) in params.iter().zip(stm.pat) {
            self.holds(result, &Atom::Var { span, name: param.name });
        }
        for (param, init) in params.iter().zip(inits) {
            self.declare(span, param, out)?;
            self.assign(span, param, init, out);
        }
        out.extend(std::mem::take(&mut self.before_loop).into_iter().map(|name| Stm::Free { span, name }));
        let mut inner = Vec::new();
        let header = match form {
            funmem::LoopForm::For { index, prim: PrimType::I64, bound, .. } => Some((*index, self.atom(bound))),
            funmem::LoopForm::For { index, prim, bound, .. } => {
                let counter = index.refresh();
                let convert = |from, to, arg| Exp::Convert { span, from, to, arg: self.alloc(arg) };
                inner.push(Stm::Decl { span, name: *index, prim: *prim });
                let value = self.alloc(convert(PrimType::I64, *prim, variable(counter)));
                inner.push(Stm::Assign { span, name: *index, value });
                Some((counter, convert(*prim, PrimType::I64, self.atom(bound))))
            }
            funmem::LoopForm::While { .. } => None,
        };
        let blocks = params.iter().filter(|param| matches!(param.ty, Type::Mem { .. })).map(|param| param.name);
        self.stms_with(body.stms, &results(body), &blocks.collect::<Vec<_>>(), &mut inner)?;
        self.assign_together(span, params, body.result, &mut inner)?;
        let inner = self.arena.slice(inner);
        out.push(match (header, form) {
            (Some((index, bound)), _) => Stm::For { span, index, bound: self.alloc(bound), body: inner },
            (None, funmem::LoopForm::While { cond, .. }) => {
                Stm::While { span, cond: self.alloc(variable(*cond)), body: inner }
            }
            (None, funmem::LoopForm::For { .. }) => return Err(Error::internal("a loop without a form").or_at(span)),
        });
        for (param, from) in stm.pat.iter().zip(params) {
            if matches!(param.ty, Type::Scalar { .. }) && !self.used.contains(param.name) {
                continue;
            }
            self.declare(span, param, out)?;
            self.assign(span, param, &Atom::Var { span, name: from.name }, out);
            if let Type::Mem { .. } = param.ty {
                out.push(Stm::Free { span, name: from.name });
            }
        }
        Ok(())
    }

    pub(super) fn parallel(&self, span: Span, space: Vec<(Name, Exp<'b>)>, body: Stms<'b>) -> Stm<'b> {
        self.kernel(span, false, space, body)
    }

    fn kernel(&self, span: Span, groups: bool, space: Vec<(Name, Exp<'b>)>, body: Stms<'b>) -> Stm<'b> {
        let space = space.into_iter().map(|(index, count)| Dim { span, index, count: self.alloc(count) });
        let (space, body) = (self.arena.slice(space.collect::<Vec<_>>()), self.arena.slice(body));
        Stm::Parallel { span, groups, space, body }
    }

    pub(super) fn fresh_space(&self, shape: &[Atom]) -> (Vec<(Name, Exp<'b>)>, Vec<Index>) {
        shape
            .iter()
            .map(|size| {
                let index = Name::fresh("i");
                ((index, self.atom(size)), Index::variable(index))
            })
            .unzip()
    }

    pub(super) fn space(&self, space: &[funmem::SegDim<'_>]) -> Vec<(Name, Exp<'b>)> {
        space.iter().map(|dim| (dim.index, self.atom(dim.count))).collect()
    }
}
