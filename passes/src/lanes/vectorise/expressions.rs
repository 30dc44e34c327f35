//! Expressions in every lane.

use crate::lanes::support::{convert, int, variable};
use framework::{Error, Name, Names, Renaming, Result, Span};
use languages::lanes::{Exp, Stm, facts};
use languages::prim::{BinOp, PrimType};

use super::group::{Group, LaneVar, Value};
use super::kinds::is_index;

impl<'a, 'b> Group<'_, 'b> {
    pub(super) fn type_of(&self, exp: &Exp<'_>) -> Result<PrimType> {
        facts::exp_type(exp, &|name| match self.variables.get(&name) {
            Some((_, prim)) => Some(*prim),
            None => self.types.get(&name).copied(),
        })
    }

    pub(super) fn exp(&mut self, exp: &'a Exp<'a>) -> Result<Value<'b>> {
        let arena = self.arena;
        Ok(match exp {
            Exp::Const { .. } | Exp::Capacity { .. } | Exp::Parameter { .. } => {
                Value::Uniform(exp.copy_into(arena, &mut Renaming::new(Names::Keep)))
            }
            Exp::Var { name, .. } => match self.variables.get(name) {
                Some((variable, _)) => self.get(*variable),
                None => Value::Uniform(variable(*name)),
            },
            Exp::Bin { span, op, prim, lhs, rhs } => {
                let (x, y) = (self.exp(lhs)?, self.exp(rhs)?);
                self.binary(*span, *op, *prim, &x, &y)
            }
            Exp::Un { span, op, prim, arg } => {
                let x = self.exp(arg)?;
                self.lanewise([(*prim, &x)], |[x]| Exp::Un { span: *span, op: *op, prim: *prim, arg: x })
            }
            Exp::Tri { span, op, prim, a, b, c } => {
                let (x, y, z) = (self.exp(a)?, self.exp(b)?, self.exp(c)?);
                let operands = [(*prim, &x), (*prim, &y), (*prim, &z)];
                self.lanewise(operands, |[a, b, c]| Exp::Tri { span: *span, op: *op, prim: *prim, a, b, c })
            }
            Exp::Convert { span, from, to, arg } => {
                let x = self.exp(arg)?;
                self.convert(*span, *from, *to, &x)
            }
            Exp::Select { span, cond, yes, no } => {
                let prim = self.type_of(yes)?;
                let (cond, yes, no) = (self.exp(cond)?, self.exp(yes)?, self.exp(no)?);
                self.select(*span, prim, &cond, &yes, &no)
            }
            Exp::Splat { .. } | Exp::Steps { .. } | Exp::Any { .. } | Exp::All { .. } => {
                return Err(Error::internal("a vector outside of the code of a group"));
            }
        })
    }

    /// Applies an operator to scalars if all operands are, else in each lane.
    fn lanewise<const N: usize>(
        &self,
        operands: [(PrimType, &Value<'b>); N],
        apply: impl FnOnce([&'b Exp<'b>; N]) -> Exp<'b>,
    ) -> Value<'b> {
        let uniform = operands.iter().all(|(_, value)| matches!(value, Value::Uniform(_)));
        let operands = operands.map(|(prim, value)| match *value {
            Value::Uniform(value) if uniform => self.arena.alloc(value),
            _ => self.arena.alloc(self.vector(prim, value)),
        });
        let whole = apply(operands);
        if uniform { Value::Uniform(whole) } else { Value::Varying(whole) }
    }

    fn select(&self, span: Span, prim: PrimType, cond: &Value<'b>, yes: &Value<'b>, no: &Value<'b>) -> Value<'b> {
        let choose = |cond: Exp<'b>, yes: Exp<'b>, no: Exp<'b>| {
            let [cond, yes, no] = [cond, yes, no].map(|exp| self.arena.alloc(exp));
            Exp::Select { span, cond, yes, no }
        };
        if let (Value::Uniform(cond), Some((yes, yes_step)), Some((no, no_step))) = (*cond, yes.parts(), no.parts()) {
            let base = choose(cond, yes, no);
            return match (yes_step, no_step) {
                (None, None) => Value::Uniform(base),
                (Some(None), Some(None)) => Value::Strided { base, step: None },
                (yes_step, no_step) => {
                    // A scalar for all lanes does not grow.
                    let [yes, no] = [yes_step, no_step].map(|step| match step {
                        None => self.number(prim, 0),
                        Some(None) => self.number(prim, 1),
                        Some(Some(step)) => step,
                    });
                    Value::Strided { base, step: Some(choose(cond, yes, no)) }
                }
            };
        }
        let mask = self.vector(PrimType::Bool, cond);
        Value::Varying(choose(mask, self.vector(prim, yes), self.vector(prim, no)))
    }

    pub(super) fn binary(&mut self, span: Span, op: BinOp, prim: PrimType, x: &Value<'b>, y: &Value<'b>) -> Value<'b> {
        let uniform = matches!((x, y), (Value::Uniform(_), Value::Uniform(_)));
        if !uniform
            && is_index(prim)
            && let Some(value) = self.index_arithmetic(op, prim, x, y)
        {
            return value;
        }
        if let (Value::Strided { base, step: None }, Value::Uniform(row)) = (x, y)
            && self.kinds.is_row(op, prim, row)
        {
            return self.row_division(op, prim, *base, *row);
        }
        let operands = [(prim, x), (op.second_operand_type(prim), y)];
        self.lanewise(operands, |[lhs, rhs]| Exp::Bin { span, op, prim, lhs, rhs })
    }

    /// Arithmetic of indices that keeps them strided; `None` if it does not.
    fn index_arithmetic(&self, op: BinOp, prim: PrimType, x: &Value<'b>, y: &Value<'b>) -> Option<Value<'b>> {
        let ((x, x_step), (y, y_step)) = (x.parts()?, y.parts()?);
        // The step of a strided value; 1 if it is implied.
        let explicit = |step: Option<Exp<'b>>| step.unwrap_or_else(|| self.number(prim, 1));
        match op {
            BinOp::Add => {
                let step = match (x_step, y_step) {
                    (Some(step), None) | (None, Some(step)) => step,
                    (x_step, y_step) => Some(self.bin(op, prim, explicit(x_step?), explicit(y_step?))),
                };
                Some(Value::Strided { base: self.bin(op, prim, x, y), step })
            }
            BinOp::Sub => {
                let step = match (x_step, y_step) {
                    (Some(step), None) => step,
                    (x_step, y_step) => {
                        let x_step = x_step.map_or_else(|| self.number(prim, 0), explicit);
                        Some(self.bin(op, prim, x_step, explicit(y_step?)))
                    }
                };
                Some(Value::Strided { base: self.bin(op, prim, x, y), step })
            }
            BinOp::Mul => {
                let (step, factor) = match (x_step, y_step) {
                    (Some(step), None) => (step, y),
                    (None, Some(step)) => (step, x),
                    _ => return None,
                };
                let step = step.map_or(factor, |step| self.bin(op, prim, step, factor));
                Some(Value::Strided { base: self.bin(op, prim, x, y), step: Some(step) })
            }
            _ => None,
        }
    }

    /// Divides consecutive indices by the length of a row. If they are in two rows, the group is left. So the quotient
    /// is the same in all lanes, and remainders are consecutive.
    fn row_division(&mut self, op: BinOp, prim: PrimType, first: Exp<'b>, row: Exp<'b>) -> Value<'b> {
        let [first, row] = [("first", first), ("row", row)].map(|(base, value)| match value {
            Exp::Const { .. } | Exp::Var { .. } => value,
            _ => self.bind_scalar(base, prim, value),
        });
        let quotient = self.bin(BinOp::Quot, prim, first, row);
        let quotient = self.bind_scalar("quotient", prim, quotient);
        let before = self.bin(BinOp::Mul, prim, quotient, row);
        let rest = self.bin(BinOp::Sub, prim, first, before);
        let rest = self.bind_scalar("rest", prim, rest);
        let left = self.bin(BinOp::Sub, prim, row, rest);
        let (zero, lanes) = (self.number(prim, 0), self.number(prim, self.lanes));
        let conds = [(BinOp::Lt, first, zero), (BinOp::Le, row, zero), (BinOp::Lt, left, lanes)];
        let [negative, none, short] = conds.map(|(op, x, y)| self.bin(op, prim, x, y));
        let either = self.bin(BinOp::LogOr, PrimType::Bool, negative, none);
        let cond = self.bin(BinOp::LogOr, PrimType::Bool, either, short);
        self.out.push(Stm::Leave { span: Span::NONE, cond: self.arena.alloc(cond) });
        match op {
            BinOp::Div | BinOp::Quot => Value::Uniform(quotient),
            _ => Value::Strided { base: rest, step: None },
        }
    }

    fn convert(&mut self, span: Span, from: PrimType, to: PrimType, x: &Value<'b>) -> Value<'b> {
        match (from, to, *x) {
            _ if from == to => *x,
            (PrimType::I64, PrimType::I32, Value::Strided { base, step }) => {
                let narrow = |exp| convert(self.arena, from, to, exp);
                Value::Strided { base: narrow(base), step: step.map(narrow) }
            }
            (PrimType::I32, PrimType::I64, Value::Strided { base, step }) if self.kinds.may_leave() => {
                self.widened(base, step)
            }
            _ => self.lanewise([(from, x)], |[arg]| Exp::Convert { span, from, to, arg }),
        }
    }

    /// Indices of 32 bits as indices of 64. If they wrap around, the group is left, as the distances are no longer
    /// equal.
    fn widened(&mut self, base: Exp<'b>, step: Option<Exp<'b>>) -> Value<'b> {
        let (narrow, wide) = (PrimType::I32, PrimType::I64);
        let widen = |exp| convert(self.arena, narrow, wide, exp);
        let (base, step) = (widen(base), step.map(widen));
        let distance = match step {
            None => int(self.lanes - 1),
            Some(step) => self.bin(BinOp::Mul, wide, step, int(self.lanes - 1)),
        };
        let last = self.bin(BinOp::Add, wide, base, distance);
        let wrapped = widen(convert(self.arena, wide, narrow, last));
        let cond = self.arena.alloc(self.bin(BinOp::Ne, wide, wrapped, last));
        self.out.push(Stm::Leave { span: Span::NONE, cond });
        Value::Strided { base, step }
    }

    /// The value of an expression that is the same in all lanes.
    pub(super) fn uniform(&mut self, exp: &'a Exp<'a>) -> Result<Exp<'b>> {
        match self.exp(exp)? {
            Value::Uniform(value) => Ok(value),
            _ => Err(Error::internal("an expression was taken to be the same in all lanes")),
        }
    }

    /// The vector of a variable that varies.
    pub(super) fn vector_name(&self, variable: LaneVar) -> Option<Name> {
        match variable {
            LaneVar::Varying(name) => Some(name),
            LaneVar::Uniform(_) | LaneVar::Strided { .. } => None,
        }
    }
}
