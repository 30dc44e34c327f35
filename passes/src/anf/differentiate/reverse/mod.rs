//! Reverse mode: how much each result depends on the arguments.
//!
//! A function is run twice. The way forward computes all values, as the function itself does. The way back takes the
//! statements from the last to the first. For each, it turns the *adjoints* of what the statement binds (how much the
//! weighted results change with it) into contributions to the adjoints of what the statement uses.
//!
//! The way back needs the values from the way forward. In one body, they are still there. The functions of SOACs and
//! the branches of conditionals run again on the way back, up to the values that are needed: that at most doubles the
//! work for each level of nesting, and no value has to be stored. Only loops store values: their parameters, in each
//! iteration. (Schenck, Rønning, Henriksen and Oancea, "AD for an Array Language with Nested Parallelism", SC'22.)

mod arrays;
mod control;
mod folds;
mod maps;
mod updates;

use super::builder::Builder;
use super::plain;
use super::scalars::partials;
use super::varied::Varied;
use crate::anf::support::code::{int, prim, scalar, var};
use crate::anf::support::loops::for_loop;
use control::Tape;
use framework::{Error, Name, Result};
use languages::anf::{Atom, Exp, Lambda, Param, Stm, Type};
use languages::codes;
use languages::prim::{BinOp, PrimType};
use rustc_hash::FxHashMap;

/// The adjoint of a variable.
#[derive(Clone, Copy)]
enum Adjoint {
    /// A value of the variable's type.
    Value(Atom),
    /// Part of the accumulator: the elements from this index on.
    Region(Atom),
}

/// An accumulator: an array of sums, to which all iterations of a stream add.
#[derive(Clone, Copy)]
struct Accumulator {
    name: Name,
    size: Atom,
    prim: PrimType,
}

/// A statement of the way forward.
struct Step<'b> {
    stm: Stm<'b>,
    tape: Option<Tape<'b>>,
}

/// The state of the way back.
pub struct Reverse<'x, 'b> {
    b: &'x mut Builder<'b>,
    varied: Varied,
    /// The adjoints so far; none for those that are zero.
    adjoints: FxHashMap<Name, Adjoint>,
    acc: Option<Accumulator>,
}

/// Adds the statements of a function at `args`, and of its derivative with the weights `seeds`. Returns the results and
/// the adjoints of the arguments.
pub fn vjp<'b>(b: &mut Builder<'b>, lambda: &Lambda<'b>, args: &[Atom], seeds: &[Atom]) -> Result<Vec<Atom>> {
    b.copy(lambda.params, args);
    let varied = Varied::only(lambda.params.iter().map(|param| param.name));
    let mut reverse = Reverse { b, varied, adjoints: FxHashMap::default(), acc: None };
    let seeds: Vec<Option<Atom>> = seeds.iter().copied().map(Some).collect();
    reverse.there_and_back(lambda, &seeds)?;
    let mut all = lambda.body.result.to_vec();
    all.extend(lambda.params.iter().map(|param| reverse.taken(param)));
    Ok(all)
}

/// The names in order, each once.
fn distinct(mut names: Vec<Name>) -> Vec<Name> {
    names.sort_unstable();
    names.dedup();
    names
}

impl<'b> Reverse<'_, 'b> {
    /// Runs a function's body forward and back. The function's parameters are bound, and it is known which vary.
    fn there_and_back(&mut self, lambda: &Lambda<'b>, seeds: &[Option<Atom>]) -> Result<()> {
        self.varied.follow(lambda.body.stms);
        let steps = self.forward(lambda.body.stms)?;
        for (result, seed) in lambda.body.result.iter().zip(seeds) {
            if let Some(seed) = seed {
                self.add(result, *seed)?;
            }
        }
        self.backward(steps)
    }

    /// The value of the adjoint of a variable, if it is not zero. It is not needed afterwards.
    fn take(&mut self, name: Name) -> Option<Atom> {
        match self.adjoints.remove(&name) {
            Some(Adjoint::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// The adjoint of a parameter, which is not needed afterwards.
    fn taken(&mut self, param: &Param<'b>) -> Atom {
        self.take(param.name).unwrap_or_else(|| self.b.zero(*param.ty))
    }

    /// The adjoints of what a statement binds, zeros among them.
    fn with_zeros(&mut self, pat: &[Param<'b>], adjoints: &[Option<Atom>]) -> Vec<Atom> {
        let pairs = pat.iter().zip(adjoints);
        pairs.map(|(param, adjoint)| adjoint.unwrap_or_else(|| self.b.zero(*param.ty))).collect()
    }

    /// The value of the adjoint of a variable, if it is not zero.
    fn value(&self, name: Name) -> Option<Atom> {
        match self.adjoints.get(&name) {
            Some(Adjoint::Value(value)) => Some(*value),
            _ => None,
        }
    }

    /// Whether the adjoint of a variable is a part of the accumulator.
    fn is_region(&self, name: Name) -> bool {
        matches!(self.adjoints.get(&name), Some(Adjoint::Region(_)))
    }

    /// Adds the statements of the way forward.
    fn forward(&mut self, stms: &[Stm<'b>]) -> Result<Vec<Step<'b>>> {
        let around = (self.b.span, self.b.certs);
        let mut steps = Vec::new();
        for stm in stms {
            (self.b.span, self.b.certs) = (stm.span, stm.certs);
            // What does not vary has no derivative.
            if !stm.pat.iter().any(|param| self.varied.has(param.name)) {
                self.b.keep(stm);
                continue;
            }
            match *stm.exp {
                Exp::Call { func, args, .. } => {
                    let (params, body) = self.b.inlined(func)?;
                    self.b.copy(&params, args);
                    for (param, arg) in params.iter().zip(args) {
                        if self.varied.holds(arg) {
                            self.varied.add(param.name);
                        }
                    }
                    self.varied.follow(body.stms);
                    steps.extend(self.forward(body.stms)?);
                    let exp = Exp::Atoms { span: stm.span, atoms: body.result };
                    let copy = Stm { exp: self.b.arena.alloc(exp), ..*stm };
                    self.b.keep(&copy);
                    steps.push(Step { stm: copy, tape: None });
                }
                Exp::WithAdjoint { args, lambda, .. } => {
                    let results = self.b.applied(lambda, args);
                    self.b.copy(stm.pat, &results);
                    steps.push(Step { stm: *stm, tape: None });
                }
                Exp::Loop { .. } => steps.push(self.looped(stm)?),
                Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Hist { .. } | Exp::Scatter { .. } => {
                    for part in plain::split(self.b, stm)? {
                        self.varied.follow(std::slice::from_ref(&part));
                        steps.push(self.folded(&part)?);
                    }
                }
                Exp::Accumulate { dests, .. } => {
                    // The accumulator has its result already.
                    let dests: Vec<Atom> = dests.iter().map(|dest| var(*dest)).collect();
                    self.b.copy(stm.pat, &dests);
                    steps.push(Step { stm: *stm, tape: None });
                }
                _ => {
                    self.b.keep(stm);
                    steps.push(Step { stm: *stm, tape: None });
                }
            }
        }
        (self.b.span, self.b.certs) = around;
        Ok(steps)
    }

    /// Adds the statements of the way back.
    fn backward(&mut self, steps: Vec<Step<'b>>) -> Result<()> {
        let around = (self.b.span, self.b.certs);
        for step in steps.into_iter().rev() {
            let stm = &step.stm;
            let adjoints: Vec<Option<Atom>> = stm.pat.iter().map(|param| self.take(param.name)).collect();
            if adjoints.iter().any(Option::is_some) {
                (self.b.span, self.b.certs) = (stm.span, stm.certs);
                self.step(&step, &adjoints)?;
            }
        }
        (self.b.span, self.b.certs) = around;
        Ok(())
    }

    /// Turns the adjoints of what a statement binds into contributions to those of what it uses.
    fn step(&mut self, step: &Step<'b>, adjoints: &[Option<Atom>]) -> Result<()> {
        let stm = &step.stm;
        let first = adjoints.first().copied().flatten();
        match (*stm.exp, first) {
            (Exp::Atoms { atoms, .. }, _) => {
                atoms.iter().zip(adjoints).try_for_each(|(atom, adjoint)| self.add_some(atom, *adjoint))
            }
            (Exp::Bin { .. } | Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. }, Some(adjoint)) => {
                let (result, prim) = (var(stm.pat[0].name), prim(stm.pat[0].ty));
                let varied = &self.varied;
                for (arg, partial) in partials(self.b, stm.exp, result, |arg| varied.holds(arg))? {
                    let contribution = partial.backward(self.b, adjoint, prim);
                    self.add(&arg, contribution)?;
                }
                Ok(())
            }
            (Exp::If { cond, yes, no, .. }, _) => self.branches(*cond, yes, no, adjoints),
            (Exp::Loop { .. }, _) => self.iterations(step, adjoints),
            (Exp::Map { width, arrays, lambda, .. }, _) => {
                let seeds: Vec<Option<maps::Seed>> = adjoints.iter().map(|seed| seed.map(maps::Seed::Each)).collect();
                self.mapped(&maps::Applied { width: *width, arrays, lambda, seeds: &seeds })
            }
            (Exp::Stream { .. }, _) => self.streamed(stm, adjoints),
            (Exp::Accumulate { .. }, _) => self.accumulated(stm, adjoints),
            (Exp::Reduce { .. }, _) => self.reduced(stm, adjoints),
            (Exp::Scan { .. }, _) => self.scanned(stm, adjoints),
            (Exp::Hist { .. }, _) => self.histogram(stm, adjoints),
            (Exp::Scatter { .. }, _) => self.scattered(stm, adjoints),
            (Exp::WithAdjoint { args, adjoint, .. }, _) => {
                let mut given: Vec<Atom> = stm.pat.iter().map(|param| var(param.name)).collect();
                given.extend(self.with_zeros(stm.pat, adjoints));
                let contributions = self.b.applied(adjoint, &given);
                args.iter().zip(contributions).try_for_each(|(arg, value)| self.add(arg, value))
            }
            (exp, Some(adjoint)) => self.array(&exp, adjoint),
            _ => Ok(()),
        }
    }

    fn add_some(&mut self, atom: &Atom, value: Option<Atom>) -> Result<()> {
        value.map_or(Ok(()), |value| self.add(atom, value))
    }

    /// Adds a contribution to the adjoint of an atom.
    fn add(&mut self, atom: &Atom, value: Atom) -> Result<()> {
        let Atom::Var { name, .. } = atom else { return Ok(()) };
        if !self.varied.has(*name) {
            return Ok(());
        }
        let ty = self.b.type_of(*name)?;
        let value = self.b.at_type(value, ty)?;
        let sum = match self.adjoints.get(name) {
            None => value,
            Some(Adjoint::Value(old)) => self.b.sum(ty, *old, value)?,
            Some(Adjoint::Region(offset)) => {
                return self.accumulate(*offset, ty, self.b.whole(ty), value);
            }
        };
        self.adjoints.insert(*name, Adjoint::Value(sum));
        Ok(())
    }

    /// `loop state for index < count`, whose iterations also add to the adjoints of `names`. Returns the last state.
    fn repeat(
        &mut self,
        count: Atom,
        state: &[(Atom, Type<'b>)],
        names: &[Name],
        iteration: impl FnOnce(&mut Self, Atom, &[Atom]) -> Result<Vec<Atom>>,
    ) -> Result<Vec<Atom>> {
        let mut params: Vec<(Param<'b>, Atom)> = Vec::new();
        for (init, ty) in state {
            params.push((self.b.param("state", *ty), *init));
        }
        let mut inner: FxHashMap<Name, Adjoint> = FxHashMap::default();
        let mut carried = Vec::new();
        for name in names {
            if let Some(region) = self.adjoints.get(name).filter(|adjoint| matches!(adjoint, Adjoint::Region(_))) {
                inner.insert(*name, *region);
                continue;
            }
            let ty = self.b.type_of(*name)?;
            let init = self.value(*name).unwrap_or_else(|| self.b.zero(ty));
            let param = self.b.param("adj", ty);
            inner.insert(*name, Adjoint::Value(var(param.name)));
            params.push((param, init));
            carried.push((*name, ty));
        }
        let acc = self.acc;
        if let Some(acc) = acc {
            let ty = self.b.type_of(acc.name)?;
            let param = self.b.param("acc", ty);
            self.acc = Some(Accumulator { name: param.name, ..acc });
            params.push((param, var(acc.name)));
        }
        let outer = std::mem::replace(&mut self.adjoints, inner);
        let around = self.b.open();
        let index = self.b.param("i", scalar(PrimType::I64)).name;
        let names: Vec<Atom> = params.iter().take(state.len()).map(|(param, _)| var(param.name)).collect();
        let mut result = iteration(self, var(index), &names)?;
        for (name, ty) in &carried {
            result.push(self.value(*name).unwrap_or_else(|| self.b.zero(*ty)));
        }
        result.extend(self.acc.map(|acc| var(acc.name)));
        let body = self.b.close_body(around, result);
        self.adjoints = outer;
        let pat: Vec<Param<'b>> = params.iter().map(|(param, _)| self.b.param("out", *param.ty)).collect();
        let exp = for_loop(&self.b.empty(), count, index, params, *body);
        self.b.push(&pat, exp);
        let mut out = pat.iter().map(|param| var(param.name));
        let last = out.by_ref().take(state.len()).collect();
        for ((name, _), value) in carried.iter().zip(out.by_ref()) {
            self.adjoints.insert(*name, Adjoint::Value(value));
        }
        self.acc = acc.zip(pat.last()).map(|(acc, param)| Accumulator { name: param.name, ..acc });
        Ok(last)
    }

    /// Applies the derivative of an operator: its values at `args` are weighted by `seeds`. Returns the adjoints of the
    /// arguments. With `free`, it also adds to the adjoints of the operator's free variables.
    fn operator(&mut self, lambda: &Lambda<'b>, args: &[Atom], seeds: &[Atom], free: bool) -> Result<Vec<Atom>> {
        let lambda = lambda.copy_into(self.b.arena, &mut super::builder::fresh());
        self.b.copy(lambda.params, args);
        let around = self.varied.clone();
        if !free {
            self.varied = Varied::default();
        }
        lambda.params.iter().for_each(|param| self.varied.add(param.name));
        let seeds: Vec<Option<Atom>> = seeds.iter().copied().map(Some).collect();
        self.there_and_back(&lambda, &seeds)?;
        let adjoints = lambda.params.iter().map(|param| self.taken(param)).collect();
        self.varied = around;
        Ok(adjoints)
    }

    /// These names, and those that are free in an operator, each once, if their values vary.
    fn varied_among(&self, names: &[Name], operator: &Lambda<'b>) -> Vec<Name> {
        let names = names.iter().copied().filter(|name| self.varied.has(*name));
        distinct(names.chain(self.varied.free_in(operator)).collect())
    }

    /// The error for what cannot be differentiated.
    fn unsupported(&self, what: &str) -> Error {
        codes::NO_DERIVATIVE.error(self.b.span, format!("{what} cannot be differentiated in reverse mode"))
    }

    /// `count - 1 - index`
    fn mirrored(&mut self, count: Atom, index: Atom) -> Atom {
        let last = self.b.int(BinOp::Sub, count, int(1));
        self.b.int(BinOp::Sub, last, index)
    }
}
