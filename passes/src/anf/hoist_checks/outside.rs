//! Builds the check that runs before a loop or SOAC, for all its iterations.

use super::condition::{Reader, any};
use super::extremes::Extremes;
use super::instance::{Instance, negated};
use super::region::{Check, Region, Why};
use super::{Hoister, SLICE_LIMIT, Times};
use crate::anf::support::code::{Code, int, scalar, truth, var, variable};
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp, Lambda, LoopForm, Param, Part, Reduction, Stm};
use languages::prim::{BinOp, PrimType, PrimValue};

impl<'b> Hoister<'b> {
    /// Adds a check for all iterations to `code`. Returns false if no check is needed.
    pub fn check(
        &mut self,
        code: &mut Code<'b>,
        region: &Region<'b>,
        times: Times,
        check: &Check<'b>,
    ) -> std::result::Result<bool, Why> {
        let Exp::Assert { cond, message, .. } = check.stm.exp else { return Err(Why::Sometimes) };
        let mut varies = region.atom(**cond)?;
        let reader = Reader { region };
        let mut form = reader.read(**cond, true, &mut SLICE_LIMIT.clone());
        if let Times::Count(count) = times {
            // A condition that holds in all iterations needs no check. The branches around it do not matter.
            let mut scratch = Code::new(self.arena, code.span);
            if Extremes::new(region).hold(&mut scratch, &form, count).is_some_and(|holds| holds == truth(true)) {
                return Ok(false);
            }
        }
        for (branch, taken) in check.path.iter().rev() {
            varies |= region.atom(*branch).map_err(|_| Why::Sometimes)?;
            form = any(reader.read(*branch, !taken, &mut SLICE_LIMIT.clone()), form);
        }
        let shown: Vec<Atom> = message.iter().filter_map(shown).map(|(atom, _)| atom).collect();
        for atom in &shown {
            varies |= region.atom(*atom)?;
        }
        let all = Extremes::new(region);
        let unclear = || if region.slice([**cond]).is_none() { Why::Long } else { Why::Form };
        let (held, values) = match times {
            Times::If(_) if varies => return Err(Why::Form),
            Times::If(some) => {
                let holds = all.hold(code, &form, int(1)).ok_or_else(unclear)?;
                let never = negated(code, some);
                let held = code.operator(BinOp::LogOr, PrimType::Bool, never, holds);
                (held, all.fixed(code, &shown).ok_or(Why::Long)?)
            }
            Times::Count(count) => {
                let holds = all.hold(code, &form, count).ok_or_else(unclear)?;
                let empty = code.operator(BinOp::Le, PrimType::I64, count, int(0));
                let holds = code.operator(BinOp::LogOr, PrimType::Bool, empty, holds);
                if holds == truth(true) {
                    return Ok(false);
                }
                if varies {
                    self.search(code, region, check, holds, count).ok_or(Why::Long)?
                } else {
                    (holds, all.fixed(code, &shown).ok_or(Why::Long)?)
                }
            }
        };
        self.assertion(code, region, check, held, values);
        Ok(true)
    }

    /// Adds the assertion itself. `held` is its condition, and its message shows `values`.
    fn assertion(&self, code: &mut Code<'b>, region: &Region<'b>, check: &Check<'b>, held: Atom, values: Vec<Atom>) {
        let Exp::Assert { span, code: failure, message, trace, .. } = *check.stm.exp else { return };
        let mut values = values.into_iter();
        let parts: Vec<Part<'b>> = message
            .iter()
            .map(|part| match part {
                Part::Show { span, value, prim } => {
                    let value = self.arena.alloc(values.next().unwrap_or(**value));
                    Part::Show { span: *span, value, prim: *prim }
                }
                Part::Literal { .. } => *part,
            })
            .collect();
        let cond = self.arena.alloc(held);
        let exp = Exp::Assert { span, code: failure, cond, message: self.arena.slice(parts), trace };
        let certs: Vec<Name> = check.stm.certs.iter().copied().filter(|cert| !region.binds(*cert)).collect();
        code.stms.push(Stm { certs: self.arena.slice(certs), exp: self.arena.alloc(exp), ..check.stm });
    }

    /// Tests a check for all elements with a `map` and a `reduce` that read the arrays a second time: figure 10.A.
    pub fn distributed(
        &mut self,
        code: &mut Code<'b>,
        region: &Region<'b>,
        width: Atom,
        check: &Check<'b>,
    ) -> std::result::Result<(), Why> {
        let Exp::Assert { cond, message, .. } = check.stm.exp else { return Err(Why::Sometimes) };
        let span = code.span;
        region.atom(**cond)?;
        for (branch, _) in &check.path {
            region.atom(*branch).map_err(|_| Why::Sometimes)?;
        }
        for (atom, _) in message.iter().filter_map(shown) {
            region.atom(atom)?;
        }
        let mut body = Code::new(self.arena, span);
        let index = body.param("i", scalar(PrimType::I64));
        let mut here = Instance::new(region, var(index.name));
        let iota = Name::fresh("iota");
        let mut inputs = vec![(iota, index)];
        for (name, array, prim) in &region.elements {
            let param = body.param(name.base.as_str(), scalar(*prim));
            here = here.given(*name, var(param.name));
            inputs.push((*array, param));
        }
        let passes = passes(&mut here, &mut body, check).ok_or(Why::Long)?;
        let body = body.body([passes]);
        let free = body.free_names();
        inputs.retain(|(_, param)| free.contains(&param.name));
        if inputs.iter().any(|(array, _)| *array == iota) {
            let [count, start, step] = [width, int(0), int(1)].map(|atom| self.arena.alloc(atom));
            let param = Param { name: iota, ..code.param("iota", code.array(PrimType::I64, [width], false)) };
            code.push(&[param], Exp::Iota { span, count, start, step, prim: PrimType::I64 });
        }
        let holds = self.all(code, width, &inputs, body);
        let (held, values) = self.search(code, region, check, holds, width).ok_or(Why::Long)?;
        self.assertion(code, region, check, held, values);
        Ok(())
    }

    /// Whether `body` yields true for all elements of its inputs.
    fn all(&self, code: &mut Code<'b>, width: Atom, inputs: &[(Name, Param<'b>)], body: Body<'b>) -> Atom {
        let span = code.span;
        let truths = self.arena.slice([scalar(PrimType::Bool)]);
        let params: Vec<Param<'b>> = inputs.iter().map(|(_, param)| *param).collect();
        let lambda = Lambda { span, params: self.arena.slice(params), rets: truths, body: self.arena.alloc(body) };
        let mut both = Code::new(self.arena, span);
        let operands = [both.param("a", scalar(PrimType::Bool)), both.param("b", scalar(PrimType::Bool))];
        let all = both.operator(BinOp::LogAnd, PrimType::Bool, var(operands[0].name), var(operands[1].name));
        let operator =
            Lambda { span, params: self.arena.slice(operands), rets: truths, body: self.arena.alloc(both.body([all])) };
        let op = Reduction {
            span,
            comm: true,
            lambda: self.arena.alloc(operator),
            neutral: self.arena.slice([truth(true)]),
        };
        let arrays: Vec<Name> = inputs.iter().map(|(array, _)| *array).collect();
        let exp = Exp::Reduce {
            span,
            width: self.arena.alloc(width),
            arrays: self.arena.slice(arrays),
            lambda: self.arena.alloc(lambda),
            ops: self.arena.slice([op]),
        };
        var(code.bind("holds", scalar(PrimType::Bool), exp))
    }

    /// Searches for the first iteration in which a check fails, unless `holds`. Returns whether there is no such
    /// iteration, and the values of that iteration that the message shows.
    fn search(
        &mut self,
        code: &mut Code<'b>,
        region: &Region<'b>,
        check: &Check<'b>,
        holds: Atom,
        count: Atom,
    ) -> Option<(Atom, Vec<Atom>)> {
        let Exp::Assert { message, .. } = check.stm.exp else { return None };
        let span = code.span;
        // The values in the message that depend on the iteration.
        let varying: Vec<(Atom, PrimType)> =
            message.iter().filter_map(shown).filter(|(atom, _)| region.atom(*atom) != Ok(false)).collect();
        let mut slow = Code::new(self.arena, span);
        let at = slow.param("at", scalar(PrimType::I64));
        let good = slow.param("good", scalar(PrimType::Bool));
        let mut body = Code::new(self.arena, span);
        let next = body.operator(BinOp::Add, PrimType::I64, var(at.name), int(1));
        let mut again = passes(&mut Instance::new(region, next), &mut body, check)?;
        // The test of all elements is exact. So if it fails, the search finds a failing element and needs no bound.
        if region.elements.is_empty() {
            let inside = body.operator(BinOp::Lt, PrimType::I64, next, count);
            again = body.operator(BinOp::LogAnd, PrimType::Bool, inside, again);
        }
        let exp = Exp::Loop {
            span,
            params: self.arena.slice([at, good]),
            inits: self.arena.slice([int(-1), truth(true)]),
            form: self.arena.alloc(LoopForm::While { span, cond: good.name }),
            body: self.arena.alloc(body.body([next, again])),
        };
        let found = [slow.param("at", scalar(PrimType::I64)), slow.param("good", scalar(PrimType::Bool))];
        slow.push(&found, exp);
        let first = var(found[0].name);
        let mut results = vec![slow.operator(BinOp::Le, PrimType::I64, count, first)];
        let atoms: Vec<Atom> = varying.iter().map(|(atom, _)| *atom).collect();
        results.extend(Instance::new(region, first).atoms(&mut slow, &atoms)?);
        let zeros = varying.iter().map(|(_, prim)| Atom::Const { span, value: PrimValue::zero(*prim) });
        let fast = Code::new(self.arena, span).body(std::iter::once(truth(true)).chain(zeros).collect::<Vec<_>>());
        let held = code.param("held", scalar(PrimType::Bool));
        let base = |atom: Atom| variable(&atom).map_or_else(|| "shown".to_string(), |name| name.base.to_string());
        let pat: Vec<_> = varying.iter().map(|(atom, prim)| code.param(&base(*atom), scalar(*prim))).collect();
        let exp = Exp::If {
            span,
            cond: self.arena.alloc(holds),
            yes: self.arena.alloc(fast),
            no: self.arena.alloc(slow.body(results)),
        };
        code.push(&[&[held], pat.as_slice()].concat(), exp);
        self.searches.borrow_mut().insert(held.name);
        let mut found = pat.iter().map(|param| var(param.name));
        let mut rest = Instance::new(region, int(0));
        let mut values = Vec::new();
        for (atom, _) in message.iter().filter_map(shown) {
            values.push(match region.atom(atom) {
                Ok(false) => rest.atom(code, atom)?,
                _ => found.next()?,
            });
        }
        Some((var(held.name), values))
    }
}

/// Whether a check holds in an iteration, or the iteration does not reach it.
fn passes<'b>(here: &mut Instance<'_, 'b>, code: &mut Code<'b>, check: &Check<'b>) -> Option<Atom> {
    let Exp::Assert { cond, .. } = check.stm.exp else { return None };
    let mut passes = here.atom(code, **cond)?;
    for (branch, taken) in check.path.iter().rev() {
        let branch = here.atom(code, *branch)?;
        let passed = if *taken { negated(code, branch) } else { branch };
        passes = code.operator(BinOp::LogOr, PrimType::Bool, passed, passes);
    }
    Some(passes)
}

/// A value in a message, with its type.
fn shown(part: &Part<'_>) -> Option<(Atom, PrimType)> {
    match part {
        Part::Show { value, prim, .. } => Some((**value, *prim)),
        Part::Literal { .. } => None,
    }
}
