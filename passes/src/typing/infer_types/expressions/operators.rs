//! Infers built-in operators on numbers and truth values. `==` applies to values of all types without functions.

use framework::{Error, Result, Span};
use languages::codes;
use languages::prim::{BinOp, PrimType, UnOp};
use languages::resolved;

use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::messages::because;
use crate::typing::infer_types::state::Infer;
use crate::typing::infer_types::types::{Clash, Ty, Type};

impl<'t> Infer<'t> {
    /// `-e` and `!e`.
    pub fn unary(&mut self, span: Span, op: UnOp, arg: &'t resolved::Exp<'t>) -> Result<E<'t>> {
        let draft = self.infer(arg)?;
        let holds = |prim: PrimType| match op {
            UnOp::Not => prim == PrimType::Bool || prim.is_integer(),
            op => op.applies_to(prim),
        };
        self.check_at(arg.span());
        if let Err(clash) = self.need_prim(draft.ty, holds) {
            let symbol = match op {
                UnOp::Neg => "-",
                UnOp::Not => "!",
                op => op.name(),
            };
            let error = self.operand_error(arg.span(), symbol, draft.ty, &clash);
            return Err(self.on_elements(error, symbol, draft.ty));
        }
        Ok(self.exp(span, draft.ty, Kind::Un(op, draft)))
    }

    /// `lhs op rhs`.
    pub fn binary(
        &mut self,
        span: Span,
        op: BinOp,
        lhs: &'t resolved::Exp<'t>,
        rhs: &'t resolved::Exp<'t>,
    ) -> Result<E<'t>> {
        let a = self.infer(lhs)?;
        let b = self.check(rhs, a.ty, "the right operand");
        let b = b.map_err(|error| {
            let error = self.scaled(error, span, op, (lhs, a.ty), rhs);
            because(error, rhs.span(), lhs.span(), "the left operand has that type")
        })?;
        self.check_at(rhs.span());
        let clash = match op {
            BinOp::Eq | BinOp::Ne => self.need_equality(a.ty),
            _ => self.need_prim(a.ty, |prim| op.applies_to(prim)),
        };
        if let Err(clash) = clash {
            let symbol = op.symbol().unwrap_or(op.name());
            let error = self.operand_error(lhs.span(), symbol, a.ty, &clash);
            return Err(self.on_arrays(error, span, symbol, a.ty, [lhs.span(), rhs.span()]));
        }
        let ty = if op.is_comparison() { self.store.prim(PrimType::Bool) } else { a.ty };
        match b.kind {
            // Inference has inserted a coercion, since the sizes may differ.
            Kind::Coerce(other) if self.has_dynamic_sizes() && !matches!(rhs, resolved::Exp::Coerce { .. }) => {
                Ok(self.compared(span, op, a, other))
            }
            _ => Ok(self.exp(span, ty, Kind::Bin(op, a, b))),
        }
    }

    /// The error for an operand of a type that the operator does not accept.
    pub fn operand_error(&mut self, span: Span, op: &str, ty: Ty<'t>, clash: &Clash<'t>) -> Error {
        let text = self.show(ty);
        let error = codes::OPERATOR.error(span, format!("operator `{op}` does not apply to operands of type `{text}`"));
        let error = match self.value_type(ty) {
            Type::Prim(prim) if op == "^" && prim.is_float() => {
                error.note("`^` is the bitwise exclusive or of integers; `**` raises to a power")
            }
            _ => error,
        };
        self.explain(error, clash, ty)
    }
}
