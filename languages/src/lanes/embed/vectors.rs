//! The code of groups, lane by lane.

use super::super::{Exp, Op, Part, Stm, Visit, walk_exp};
use super::{Embedding, Purpose, misplaced};
use crate::imp;
use crate::lanes::Embed as _;
use crate::lanes::facts::leaves;
use crate::prim::{BinOp, PrimType, PrimValue, convert};
use framework::{Name, Result, Span};

/// Whether a lane of an expression depends on other lanes of its vectors.
fn crosses(exp: &Exp<'_>) -> bool {
    struct Finder(bool);
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.0 |= matches!(node, Exp::Any { .. } | Exp::All { .. });
            walk_exp(self, node);
        }
    }
    let mut finder = Finder(false);
    finder.visit_exp(exp);
    finder.0
}

impl<'b> Embedding<'b> {
    /// A lane of a vector.
    fn lane<'a>(&mut self, exp: &'a Exp<'a>, k: usize) -> Result<imp::Exp<'b>> {
        let arena = self.arena;
        Ok(match exp {
            Exp::Var { span, name } => {
                let lane = self.vectors.get(name).and_then(|lanes| lanes.get(k));
                let name = lane.ok_or_else(|| misplaced(*span, &format!("`{name}` is no vector")))?;
                imp::Exp::Var { span: *span, name: *name }
            }
            Exp::Splat { value, .. } => self.embed_exp(value)?,
            Exp::Steps { span, prim, base, step } => {
                if !prim.is_integer() {
                    return Err(misplaced(*span, "steps that are no integers"));
                }
                let (base, step) = (self.embed_exp(base)?, self.embed_exp(step)?);
                let factor = imp::Exp::Const { span: *span, value: convert(PrimValue::I64(k as i64), *prim) };
                let distance = self.bin(BinOp::Mul, *prim, step, factor);
                self.bin(BinOp::Add, *prim, base, distance)
            }
            Exp::Bin { span, op, prim, lhs, rhs } => {
                let (lhs, rhs) = (self.lane(lhs, k)?, self.lane(rhs, k)?);
                self.total(*span, *op, *prim, lhs, rhs)
            }
            Exp::Un { span, op, prim, arg } => {
                let arg = arena.alloc(self.lane(arg, k)?);
                imp::Exp::Un { span: *span, op: *op, prim: *prim, arg }
            }
            Exp::Tri { span, op, prim, a, b, c } => {
                let [a, b, c] = [self.lane(a, k)?, self.lane(b, k)?, self.lane(c, k)?].map(|exp| arena.alloc(exp));
                imp::Exp::Tri { span: *span, op: *op, prim: *prim, a, b, c }
            }
            Exp::Convert { span, from, to, arg } => {
                let arg = arena.alloc(self.lane(arg, k)?);
                imp::Exp::Convert { span: *span, from: *from, to: *to, arg }
            }
            Exp::Select { span, cond, yes, no } => {
                let [cond, yes, no] =
                    [self.lane(cond, k)?, self.lane(yes, k)?, self.lane(no, k)?].map(|exp| arena.alloc(exp));
                imp::Exp::Select { span: *span, cond, yes, no }
            }
            Exp::Const { span, .. }
            | Exp::Capacity { span }
            | Exp::Parameter { span, .. }
            | Exp::Any { span, .. }
            | Exp::All { span, .. } => {
                return Err(misplaced(*span, "a scalar, where a vector is needed"));
            }
        })
    }

    /// An operator on one lane. In lanes that a mask leaves out it may have no result, which is no failure.
    fn total(&self, span: Span, op: BinOp, prim: PrimType, lhs: imp::Exp<'b>, rhs: imp::Exp<'b>) -> imp::Exp<'b> {
        let whole = imp::Exp::Bin { span, op, prim, lhs: self.arena.alloc(lhs), rhs: self.arena.alloc(rhs) };
        let zero = imp::Exp::Const { span, value: PrimValue::zero(prim) };
        let without_result = match op {
            BinOp::Div | BinOp::Mod | BinOp::Quot | BinOp::Rem if prim.is_integer() => BinOp::Eq,
            BinOp::Pow if prim.is_integer() => BinOp::Lt,
            _ => return whole,
        };
        let cond = self.bin(without_result, prim, rhs, zero);
        let [cond, yes, no] = [cond, zero, whole].map(|exp| self.arena.alloc(exp));
        imp::Exp::Select { span, cond, yes, no }
    }

    /// Combines the truth values of all lanes.
    pub(super) fn over_lanes<'a>(&mut self, op: BinOp, mask: &'a Exp<'a>) -> Result<imp::Exp<'b>> {
        let mut all = self.lane(mask, 0)?;
        for k in 1..self.lanes {
            let lane = self.lane(mask, k)?;
            all = self.bin(op, PrimType::Bool, all, lane);
        }
        Ok(all)
    }

    /// Declares the lanes of a vector.
    fn declare_lanes(&mut self, out: &mut Vec<imp::Stm<'b>>, span: Span, vector: Name, prim: PrimType) {
        let lanes: Vec<Name> = (0..self.lanes).map(|_| vector.refresh()).collect();
        out.extend(lanes.iter().map(|&name| imp::Stm::Decl { span, name, prim }));
        self.vectors.insert(vector, lanes);
    }

    fn target(&self, span: Span, name: Name, k: usize) -> Result<Name> {
        let lane = self.vectors.get(&name).and_then(|lanes| lanes.get(k)).copied();
        lane.ok_or_else(|| misplaced(span, &format!("`{name}` is no vector")))
    }

    /// A statement for a lane, if the lane is in the mask; else `otherwise`.
    fn masked<'a>(
        &mut self,
        mask: Option<&'a Exp<'a>>,
        k: usize,
        stm: imp::Stm<'b>,
        otherwise: &[imp::Stm<'b>],
    ) -> Result<imp::Stm<'b>> {
        let Some(mask) = mask else { return Ok(stm) };
        let cond = self.arena.alloc(self.lane(mask, k)?);
        let (yes, no) = (self.arena.slice([stm]), self.arena.slice(otherwise.iter().copied()));
        Ok(imp::Stm::If { span: stm.span(), cond, yes, no })
    }

    /// The statements of a group. Those after a statement that may leave the group run only if it did not.
    pub(super) fn lane_stms<'a>(&mut self, stms: &'a [Stm<'a>]) -> Result<Vec<imp::Stm<'b>>> {
        let mut out = Vec::new();
        for (at, stm) in stms.iter().enumerate() {
            self.lane_stm(&mut out, stm)?;
            let rest = &stms[at + 1..];
            if leaves(std::slice::from_ref(stm)) && !rest.is_empty() {
                let rest = self.lane_stms(rest)?;
                out.push(self.unless_left(rest));
                break;
            }
        }
        Ok(out)
    }

    fn lane_stm<'a>(&mut self, out: &mut Vec<imp::Stm<'b>>, stm: &'a Stm<'a>) -> Result<()> {
        let arena = self.arena;
        match stm {
            Stm::DeclVec { span, name, prim } => self.declare_lanes(out, *span, *name, *prim),
            Stm::Assign { span, name, value } if self.vectors.contains_key(name) => {
                self.assign_lanes(out, *span, *name, value)?;
            }
            // It has no effect, but its operands have types.
            Stm::Prefetch { span, mem, prim, index } => {
                let index = arena.alloc(self.embed_exp(index)?);
                if self.purpose == Purpose::Check {
                    let name = Name::fresh("element");
                    out.push(imp::Stm::Decl { span: *span, name, prim: *prim });
                    out.push(imp::Stm::Read { span: *span, name, mem: *mem, prim: *prim, index });
                }
            }
            Stm::Leave { span, cond } => {
                let cond = self.embed_exp(cond)?;
                let left = self.left.ok_or_else(|| misplaced(*span, "a group is left outside of its code"))?;
                out.push(self.assign(left, cond));
            }
            Stm::Load { span, name, mem, prim, index, mask } => {
                for k in 0..self.lanes {
                    let base = self.embed_exp(index)?;
                    let index = self.bin(BinOp::Add, PrimType::I64, base, self.int(k as i64));
                    self.read(out, *span, (*name, *mem, *prim), index, *mask, k)?;
                }
            }
            Stm::Gather { span, name, mem, prim, index, mask } => {
                for k in 0..self.lanes {
                    let index = self.lane(index, k)?;
                    self.read(out, *span, (*name, *mem, *prim), index, *mask, k)?;
                }
            }
            Stm::Store { span, mem, prim, index, value, mask } => {
                for k in 0..self.lanes {
                    let base = self.embed_exp(index)?;
                    let index = self.bin(BinOp::Add, PrimType::I64, base, self.int(k as i64));
                    let (index, value) = (arena.alloc(index), arena.alloc(self.lane(value, k)?));
                    let write = imp::Stm::Write { span: *span, mem: *mem, prim: *prim, index, value };
                    out.push(self.masked(*mask, k, write, &[])?);
                }
            }
            Stm::Scatter { span, mem, prim, index, value, mask } => {
                for k in 0..self.lanes {
                    let (index, value) = (arena.alloc(self.lane(index, k)?), arena.alloc(self.lane(value, k)?));
                    let write = imp::Stm::Write { span: *span, mem: *mem, prim: *prim, index, value };
                    out.push(self.masked(*mask, k, write, &[])?);
                }
            }
            Stm::Check { span, holds, failure } => {
                for k in 0..self.lanes {
                    let cond = arena.alloc(self.lane(holds, k)?);
                    let failure = arena.alloc(self.lane_failure(failure, k)?);
                    out.push(imp::Stm::Assert { span: *span, cond, failure });
                }
            }
            Stm::If { span, cond, yes, no } => {
                let cond = arena.alloc(self.embed_exp(cond)?);
                let (yes, no) = (self.lane_stms(yes)?, self.lane_stms(no)?);
                out.push(imp::Stm::If { span: *span, cond, yes: arena.slice(yes), no: arena.slice(no) });
            }
            Stm::For { span, index, bound, body } => {
                let bound = arena.alloc(self.embed_exp(bound)?);
                let mut stms = self.lane_stms(body)?;
                if leaves(std::slice::from_ref(stm)) {
                    stms = vec![self.unless_left(stms)];
                }
                out.push(imp::Stm::For { span: *span, index: *index, bound, body: arena.slice(stms) });
            }
            Stm::While { span, cond, body } => {
                let cond = self.embed_exp(cond)?;
                let goes_on = self.bin(BinOp::LogAnd, PrimType::Bool, self.not(self.is_left()), cond);
                let (cond, body) = (arena.alloc(goes_on), arena.slice(self.lane_stms(body)?));
                out.push(imp::Stm::While { span: *span, cond, body });
            }
            // There are no kernels in groups, says the rule `groups`.
            _ if stm.kernel().is_some() && self.purpose == Purpose::Check => {}
            _ if stm.kernel().is_some() => return Err(misplaced(stm.span(), "a kernel in the code of a group")),
            _ => out.push(self.embed_stm(stm)?),
        }
        Ok(())
    }

    fn assign_lanes<'a>(
        &mut self,
        out: &mut Vec<imp::Stm<'b>>,
        span: Span,
        name: Name,
        value: &'a Exp<'a>,
    ) -> Result<()> {
        let mut assignments = Vec::new();
        for k in 0..self.lanes {
            let (target, value) = (self.target(span, name, k)?, self.lane(value, k)?);
            assignments.push((target, value));
        }
        if crosses(value) {
            return Err(misplaced(span, "a vector that depends on all lanes of others"));
        }
        out.extend(assignments.into_iter().map(|(target, value)| self.assign(target, value)));
        Ok(())
    }

    fn read<'a>(
        &mut self,
        out: &mut Vec<imp::Stm<'b>>,
        span: Span,
        (name, mem, prim): (Name, Name, PrimType),
        index: imp::Exp<'b>,
        mask: Option<&'a Exp<'a>>,
        k: usize,
    ) -> Result<()> {
        let name = self.target(span, name, k)?;
        let read = imp::Stm::Read { span, name, mem, prim, index: self.arena.alloc(index) };
        let zero = self.assign(name, imp::Exp::Const { span, value: PrimValue::zero(prim) });
        out.push(self.masked(mask, k, read, &[zero])?);
        Ok(())
    }

    fn lane_failure<'a>(&mut self, failure: &'a super::super::Failure<'a>, k: usize) -> Result<imp::Failure<'b>> {
        let mut message = Vec::with_capacity(failure.message.len());
        for part in failure.message {
            message.push(match part {
                Part::Literal { span, text } => imp::Part::Literal { span: *span, text: *text },
                Part::Show { span, value, prim } => {
                    imp::Part::Show { span: *span, value: self.arena.alloc(self.lane(value, k)?), prim: *prim }
                }
            });
        }
        let mut whole = imp::Failure { span: failure.span, code: failure.code, message: &[], trace: &[] };
        whole.message = self.arena.slice(message);
        whole.trace = self.arena.slice(failure.trace.iter().copied());
        Ok(whole)
    }

    /// One step of a reduction: combines the values of each lane with the accumulators of the lane.
    pub(super) fn lane_step<'a>(
        &mut self,
        values: &'a [Exp<'a>],
        op: &'a Op<'a>,
        accumulators: &[Vec<Name>],
    ) -> Result<Vec<imp::Stm<'b>>> {
        let mut out = Vec::new();
        for (param, lanes) in op.lhs.iter().zip(accumulators) {
            self.declare_lanes(&mut out, param.span, param.name, param.prim);
            for (k, lane) in lanes.iter().enumerate() {
                out.push(self.assign(self.target(param.span, param.name, k)?, self.variable(*lane)));
            }
        }
        for (param, value) in op.rhs.iter().zip(values) {
            self.declare_lanes(&mut out, param.span, param.name, param.prim);
            self.assign_lanes(&mut out, param.span, param.name, value)?;
        }
        out.extend(self.lane_stms(op.body)?);
        // All results are computed before the first accumulator changes.
        let mut results = Vec::new();
        for (result, lanes) in op.results.iter().zip(accumulators) {
            let prim = op.lhs.get(results.len()).map_or(PrimType::I64, |param| param.prim);
            let name = Name::fresh("result");
            self.declare_lanes(&mut out, result.span(), name, prim);
            self.assign_lanes(&mut out, result.span(), name, result)?;
            results.push((name, lanes));
        }
        for (name, lanes) in results {
            for (k, lane) in lanes.iter().enumerate() {
                out.push(self.assign(*lane, self.variable(self.target(Span::NONE, name, k)?)));
            }
        }
        Ok(out)
    }

    /// Updates the bins of a histogram in the order of the lanes.
    pub(super) fn lane_combines<'a>(&mut self, span: Span, values: &'a [Exp<'a>]) -> Result<Vec<imp::Stm<'b>>> {
        let Some((bin, values)) = values.split_first() else { return Err(misplaced(span, "a histogram needs a bin")) };
        let mut out = Vec::new();
        for k in 0..self.lanes {
            let bin = self.arena.alloc(self.lane(bin, k)?);
            let values = values.iter().map(|value| self.lane(value, k)).collect::<Result<Vec<_>>>()?;
            out.push(imp::Stm::Combine { span, bin, values: self.arena.slice(values) });
        }
        Ok(out)
    }
}
