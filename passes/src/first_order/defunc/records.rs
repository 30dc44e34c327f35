//! Records and constructors with functions in them.

use super::branches::Side;
use super::static_value::{Static, is_order_zero, operand, part};
use super::{Defunc, Residual};
use framework::{Error, Name, Result, Span, Symbol};
use languages::codes;
use languages::first_order::{Exp, Lower, Pat, Type};
use languages::mono;
use languages::prim::{PrimType, PrimValue};
use std::rc::Rc;

impl<'a, 'b> Defunc<'a, 'b> {
    /// An update of a record with functions. The record is taken apart and rebuilt.
    pub(super) fn record_update(
        &mut self,
        span: Span,
        exp: &'a mono::Exp<'a>,
        path: &'a [mono::Step<'a>],
        new: &'a mono::Exp<'a>,
    ) -> Result<Residual<'a, 'b>> {
        let (record, value) = self.exp(exp)?;
        let new = self.exp(new)?;
        let name = Name::fresh("record");
        self.types.insert(name, record.ty());
        let var = self.var(span, name, record.ty());
        let (updated, result) = self.updated(span, var, &value, path, new)?;
        Ok((self.bind(updated.ty(), Pat::PatVar { span, ty: record.ty(), name }, record, updated), result))
    }

    fn updated(
        &mut self,
        span: Span,
        record: Exp<'b>,
        value: &Static<'a>,
        path: &'a [mono::Step<'a>],
        new: Residual<'a, 'b>,
    ) -> Result<Residual<'a, 'b>> {
        let Some((step, rest)) = path.split_first() else { return Ok(new) };
        let (mono::Step::StepField { label, .. }, Type::TypeRecord { fields, .. }) = (step, record.ty()) else {
            return Err(codes::UPDATE_BESIDE_FUNCTION
                .error(span, "an array inside a record with functions cannot be updated in place"));
        };
        let (mut residuals, mut values) = (Vec::new(), Vec::new());
        for field in *fields {
            let old = self.project(record, field.label)?;
            let old_value = part(value, field.label);
            let (exp, value) = if field.label == *label {
                self.updated(span, old, &old_value, rest, new.clone())?
            } else {
                (old, old_value)
            };
            residuals.push((field.label, exp));
            values.push((field.label, value));
        }
        Ok((self.record(span, residuals), Static::Rcd(Rc::new(values))))
    }

    /// A constructor with a function among its operands. Its residual expression is the record of the operands.
    pub(super) fn construct(&mut self, span: Span, tag: Symbol, args: &'a [mono::Exp<'a>]) -> Result<Residual<'a, 'b>> {
        let (mut residuals, mut values) = (Vec::new(), Vec::new());
        for (arg, label) in args.iter().zip((0..).map(operand)) {
            let (exp, value) = self.exp(arg)?;
            residuals.push((label, exp));
            values.push(value);
        }
        Ok((self.record(span, residuals), Static::Con(tag, Rc::new(values))))
    }

    /// Tests the constructor of a value. The result is a constant, unless the value is chosen at run time.
    pub(super) fn test(&mut self, span: Span, (exp, value): Residual<'a, 'b>, tag: Symbol) -> Result<Exp<'b>> {
        let ty = self.arena.alloc(Type::TypePrim { span, prim: PrimType::Bool });
        let constant = |value| Exp::Const { span, ty, value: PrimValue::Bool(value) };
        match &value {
            Static::Con(made, _) => Ok(constant(*made == tag)),
            Static::Hole => Ok(Exp::Hole { span, ty }),
            Static::Or(both) => {
                let (exp, binding) = self.named(exp);
                let (side, value) = match (may_be(&both.0, tag), may_be(&both.1, tag)) {
                    (true, _) => (Side::Left, &both.0),
                    (_, true) => (Side::Right, &both.1),
                    (false, false) => return Ok(constant(false)),
                };
                let inner = self.alternative(exp, side)?;
                let cond = self.is(exp, side);
                let result = match self.test(span, (inner, value.clone()), tag)? {
                    Exp::Const { .. } => cond,
                    inner => {
                        let (cond, yes, no) = (self.alloc(cond), self.alloc(inner), self.alloc(constant(false)));
                        Exp::If { span, ty, cond, yes, no }
                    }
                };
                Ok(self.lets(binding, result))
            }
            _ => Err(Error::internal("a constructor with a function operand has no static value").or_at(span)),
        }
    }

    /// An operand of the constructor that made a value. Programs read it only after they have tested the constructor.
    pub(super) fn payload(
        &mut self,
        span: Span,
        ty: &'a mono::Type<'a>,
        (exp, value): Residual<'a, 'b>,
        tag: Symbol,
        index: i64,
    ) -> Result<Residual<'a, 'b>> {
        match &value {
            Static::Con(made, values) if *made == tag => {
                let value = usize::try_from(index).ok().and_then(|index| values.get(index)).cloned();
                Ok((self.project(exp, operand(index))?, value.unwrap_or(Static::Dyn)))
            }
            Static::Or(both) if may_be(&both.0, tag) => {
                let left = self.alternative(exp, Side::Left)?;
                self.payload(span, ty, (left, both.0.clone()), tag, index)
            }
            Static::Or(both) => {
                let right = self.alternative(exp, Side::Right)?;
                self.payload(span, ty, (right, both.1.clone()), tag, index)
            }
            Static::Con(..) | Static::Hole => self.hole(span, ty),
            _ => Err(Error::internal("a constructor with a function operand has no static value").or_at(span)),
        }
    }

    /// An expression that always fails.
    pub(super) fn hole(&mut self, span: Span, ty: &'a mono::Type<'a>) -> Result<Residual<'a, 'b>> {
        if is_order_zero(ty) {
            let ty = self.lower_type(ty)?;
            return Ok((Exp::Hole { span, ty: self.arena.alloc(ty) }, Static::Dyn));
        }
        match ty {
            mono::Type::TypeRecord { fields, .. } => {
                let (mut residuals, mut values) = (Vec::new(), Vec::new());
                for field in *fields {
                    let (exp, value) = self.hole(span, field.ty)?;
                    residuals.push((field.label, exp));
                    values.push((field.label, value));
                }
                Ok((self.record(span, residuals), Static::Rcd(Rc::new(values))))
            }
            mono::Type::TypeUnique { body, .. } | mono::Type::TypeExists { body, .. } => self.hole(span, body),
            _ => {
                let ty = self.arena.alloc(Type::TypeRecord { span, fields: &[] });
                Ok((Exp::Hole { span, ty }, Static::Hole))
            }
        }
    }
}

/// Whether a value may have been made by a constructor.
fn may_be(value: &Static<'_>, tag: Symbol) -> bool {
    match value {
        Static::Con(made, _) => *made == tag,
        Static::Or(both) => may_be(&both.0, tag) || may_be(&both.1, tag),
        Static::Dyn | Static::Lam(_) | Static::Rcd(_) | Static::Hole => false,
    }
}
