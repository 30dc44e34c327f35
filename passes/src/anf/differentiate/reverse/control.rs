//! Branches and loops.

use super::super::builder::fresh;
use super::{Accumulator, Adjoint, Reverse, Step, distinct};
use crate::anf::support::code::{dims, int, scalar, var, variable};
use framework::{Name, Node, Result};
use languages::anf::{Atom, Body, Exp, LoopForm, Param, Stm, Type};
use languages::prim::{BinOp, PrimType};

/// What a loop has stored on the way forward.
pub struct Tape<'b> {
    /// The number of iterations.
    count: Atom,
    /// For each parameter, the array of its values at the start of each iteration.
    values: Vec<Option<Atom>>,
    /// The loop. If it was one with a condition, it counts now.
    body: &'b Body<'b>,
    params: &'b [Param<'b>],
    inits: &'b [Atom],
    index: Name,
    index_type: PrimType,
}

impl<'b> Reverse<'_, 'b> {
    /// The way back of a conditional runs the branch that was taken forward and back.
    pub(super) fn branches(
        &mut self,
        cond: Atom,
        yes: &Body<'b>,
        no: &Body<'b>,
        adjoints: &[Option<Atom>],
    ) -> Result<()> {
        let (outer, acc, varied) = (self.adjoints.clone(), self.acc, self.varied.clone());
        let mut bodies = Vec::new();
        for body in [yes, no] {
            let body = body.copy_into(self.b.arena, &mut fresh());
            self.adjoints.clone_from(&outer);
            (self.acc, self.varied) = (acc, varied.clone());
            let around = self.b.open();
            self.varied.follow(body.stms);
            let steps = self.forward(body.stms)?;
            for (result, adjoint) in body.result.iter().zip(adjoints) {
                self.add_some(result, *adjoint)?;
            }
            self.backward(steps)?;
            let stms = self.b.close(around);
            bodies.push((stms, std::mem::take(&mut self.adjoints), self.acc));
        }
        (self.adjoints, self.acc, self.varied) = (outer, acc, varied);
        // The names to whose adjoints a branch adds.
        let changed = |(name, adjoint): (&Name, &Adjoint)| match (adjoint, self.adjoints.get(name)) {
            (Adjoint::Value(_), None) => Some(*name),
            (Adjoint::Value(new), Some(Adjoint::Value(old))) if new != old => Some(*name),
            _ => None,
        };
        let names = bodies.iter().flat_map(|(_, adjoints, _)| adjoints.iter().filter_map(changed));
        let names = distinct(names.filter(|name| self.varied.has(*name)).collect());
        let mut pat = Vec::new();
        let mut before = Vec::new();
        for name in &names {
            let ty = self.b.type_of(*name)?;
            pat.push(self.b.param("adj", ty));
            before.push(match self.value(*name) {
                Some(value) => value,
                None => self.b.zero(ty),
            });
        }
        if let Some(acc) = acc {
            let ty = self.b.type_of(acc.name)?;
            pat.push(self.b.param("acc", ty));
        }
        let mut branches = Vec::new();
        for (stms, adjoints, acc) in bodies {
            let value = |(name, before): (&Name, &Atom)| match adjoints.get(name) {
                Some(Adjoint::Value(value)) => *value,
                _ => *before,
            };
            let mut result: Vec<Atom> = names.iter().zip(&before).map(value).collect();
            result.extend(acc.map(|acc| var(acc.name)));
            let around = self.b.open();
            stms.iter().for_each(|stm| self.b.keep(stm));
            branches.push(self.b.close_body(around, result));
        }
        if pat.is_empty() {
            return Ok(());
        }
        let cond = self.b.arena.alloc(cond);
        self.b.push(&pat, Exp::If { span: self.b.span, cond, yes: branches[0], no: branches[1] });
        for (name, param) in names.iter().zip(&pat) {
            self.adjoints.insert(*name, Adjoint::Value(var(param.name)));
        }
        self.acc = acc.zip(pat.last()).map(|(acc, param)| Accumulator { name: param.name, ..acc });
        Ok(())
    }

    /// A loop on the way forward stores its parameters at the start of each iteration.
    pub(super) fn looped(&mut self, stm: &Stm<'b>) -> Result<Step<'b>> {
        let Exp::Loop { span, params, inits, form, body } = *stm.exp else {
            return Err(self.unsupported("this loop"));
        };
        let changes = |dim: &Atom| params.iter().any(|param| variable(dim) == Some(param.name));
        if params.iter().any(|param| dims(param.ty).iter().any(changes)) {
            return Err(self.unsupported("a loop that changes the sizes of its arrays"));
        }
        self.b.note(params);
        let (index, index_type, bound) = match *form {
            LoopForm::For { index, prim, bound, .. } => (index, prim, *bound),
            LoopForm::While { .. } => (Name::fresh("i"), PrimType::I64, self.iterations_of(params, inits, form, body)),
        };
        let count = self.b.converted(index_type, PrimType::I64, bound);
        let count = self.b.int(BinOp::Max, count, int(0));
        // The arrays that hold the values of the parameters.
        let mut tapes: Vec<Option<(Param<'b>, Atom)>> = Vec::new();
        for param in params {
            let used = !matches!(param.ty, Type::Cert { .. }) && body.free_names().contains(&param.name);
            tapes.push(if used {
                let ty = self.b.array(&[count], *param.ty);
                let init = self.b.scratch("tape", ty);
                Some((self.b.param("tape", ty), init))
            } else {
                None
            });
        }
        let around = self.b.open();
        let index_param = Param { span, name: index, ty: self.b.arena.alloc(scalar(index_type)) };
        self.b.note(&[index_param]);
        let at = self.b.converted(index_type, PrimType::I64, var(index));
        let mut stored = Vec::new();
        for (param, tape) in params.iter().zip(&tapes) {
            if let Some((tape, _)) = tape {
                stored.push(self.b.updated(var(tape.name), &[at], var(param.name))?);
            }
        }
        body.stms.iter().for_each(|stm| self.b.keep(stm));
        let result: Vec<Atom> = body.result.iter().copied().chain(stored).collect();
        let taped = self.b.close_body(around, result);
        let (more, more_inits): (Vec<Param<'b>>, Vec<Atom>) = tapes.iter().flatten().copied().unzip();
        let outs: Vec<Param<'b>> = more.iter().map(|param| self.b.param("tape", *param.ty)).collect();
        let exp = Exp::Loop {
            span,
            params: self.b.arena.slice([params, &more].concat()),
            inits: self.b.arena.slice([inits, &more_inits].concat()),
            form: self.b.arena.alloc(LoopForm::For {
                span,
                index,
                prim: index_type,
                bound: self.b.arena.alloc(bound),
                unroll: false,
            }),
            body: taped,
        };
        self.b.push(&[stm.pat, &outs].concat(), exp);
        let mut outs = outs.iter().map(|param| var(param.name));
        let values = tapes.iter().map(|tape| tape.as_ref().and_then(|_| outs.next())).collect();
        let tape = Tape { count, values, body, params, inits, index, index_type };
        Ok(Step { stm: *stm, tape: Some(tape) })
    }

    /// Runs a loop with a condition, to count its iterations.
    fn iterations_of(
        &mut self,
        params: &'b [Param<'b>],
        inits: &'b [Atom],
        form: &'b LoopForm<'b>,
        body: &'b Body<'b>,
    ) -> Atom {
        let span = self.b.span;
        let whole = Exp::Loop { span, params, inits, form, body }.copy_into(self.b.arena, &mut fresh());
        let Exp::Loop { params, form, body, .. } = whole else { return int(0) };
        let number = self.b.param("n", scalar(PrimType::I64));
        let around = self.b.open();
        body.stms.iter().for_each(|stm| self.b.keep(stm));
        let next = self.b.int(BinOp::Add, var(number.name), int(1));
        let result: Vec<Atom> = body.result.iter().copied().chain([next]).collect();
        let body = self.b.close_body(around, result);
        let params: Vec<Param<'b>> = params.iter().copied().chain([number]).collect();
        let pat: Vec<Param<'b>> = params.iter().map(|param| self.b.param("last", *param.ty)).collect();
        let inits: Vec<Atom> = inits.iter().copied().chain([int(0)]).collect();
        let exp = Exp::Loop { span, params: self.b.arena.slice(params), inits: self.b.arena.slice(inits), form, body };
        self.b.push(&pat, exp);
        pat.last().map_or(int(0), |param| var(param.name))
    }

    /// The way back of a loop takes the iterations from the last to the first.
    pub(super) fn iterations(&mut self, step: &Step<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let Some(tape) = &step.tape else { return Err(self.unsupported("this loop")) };
        let span = self.b.span;
        let form = LoopForm::For {
            span,
            index: tape.index,
            prim: tape.index_type,
            bound: self.b.arena.alloc(tape.count),
            unroll: false,
        };
        let whole =
            Exp::Loop { span, params: tape.params, inits: tape.inits, form: self.b.arena.alloc(form), body: tape.body };
        let Exp::Loop { params, form: LoopForm::For { index, .. }, body, .. } =
            whole.copy_into(self.b.arena, &mut fresh())
        else {
            return Err(self.unsupported("this loop"));
        };
        let index = Param { span, name: *index, ty: self.b.arena.alloc(scalar(tape.index_type)) };
        let varied: Vec<usize> = (0..params.len()).filter(|at| self.varied.has(tape.params[*at].name)).collect();
        let own = |name: &Name| tape.params.iter().any(|param| param.name == *name);
        let mut names = self.varied.free_in(tape.body);
        names.retain(|name| !own(name));
        let mut state = Vec::new();
        for at in &varied {
            let ty = *tape.params[*at].ty;
            let value = adjoints.get(*at).copied().flatten();
            let value = match value {
                Some(value) => self.b.at_type(value, ty)?,
                None => self.b.zero(ty),
            };
            state.push((value, ty));
        }
        let around = self.varied.clone();
        let last = self.repeat(tape.count, &state, &names, |this, iteration, adjoints| {
            let at = this.mirrored(tape.count, iteration);
            let at_own = this.b.converted(PrimType::I64, tape.index_type, at);
            this.b.copy(&[index], &[at_own]);
            for (param, (values, init)) in params.iter().zip(tape.values.iter().zip(tape.inits)) {
                let value = match values {
                    Some(values) => this.b.element(*values, &[at])?,
                    // Nobody uses its value.
                    None => *init,
                };
                this.b.copy(&[*param], &[value]);
            }
            varied.iter().for_each(|at| this.varied.add(params[*at].name));
            this.varied.follow(body.stms);
            let steps = this.forward(body.stms)?;
            for (at, adjoint) in varied.iter().zip(adjoints) {
                this.add(&body.result[*at], *adjoint)?;
            }
            this.backward(steps)?;
            Ok(varied.iter().map(|at| this.taken(&params[*at])).collect())
        })?;
        self.varied = around;
        for (at, adjoint) in varied.iter().zip(last) {
            self.add(&tape.inits[*at], adjoint)?;
        }
        Ok(())
    }
}
