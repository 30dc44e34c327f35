//! Infers built-in operators on numbers and truth values. `==` applies to values of all types without functions.

use framework::{Error, Result, Span};
use languages::codes;
use languages::prim::{BinOp, PrimType, UnOp};
use languages::resolved;

use crate::typing::infer_types::draft::{E, Kind};
use crate::typing::infer_types::messages::{because, renamed};
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
            return Err(match self.array_of_numbers(draft.ty) {
                true => error.note(format!("{ELEMENTWISE}: `map (\\x -> {symbol}x) xs`")),
                false => error,
            });
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
            return Err(match (self.array_of_numbers(a.ty), self.text(lhs.span()), self.text(rhs.span())) {
                (true, Some(x), Some(y)) if is_atom(x) && is_atom(y) => {
                    let message = error.message.clone();
                    renamed(error, message).suggest(span, format!("map2 ({symbol}) {x} {y}"), ELEMENTWISE)
                }
                (true, ..) => error.note(format!("{ELEMENTWISE}: `map2 ({symbol}) xs ys`")),
                _ => error,
            });
        }
        let ty = if op.is_comparison() { self.store.prim(PrimType::Bool) } else { a.ty };
        Ok(self.exp(span, ty, Kind::Bin(op, a, b)))
    }

    /// The error for an operand of a type that the operator does not accept.
    pub fn operand_error(&mut self, span: Span, op: &str, ty: Ty<'t>, clash: &Clash<'t>) -> Error {
        let text = self.show(ty);
        let error = codes::OPERATOR.error(span, format!("operator `{op}` does not apply to operands of type `{text}`"));
        let error = match self.value_type(ty) {
            Type::Array(..) if !self.array_of_numbers(ty) => {
                error.note(format!("arrays are combined element by element: `map2 ({op}) xs ys`"))
            }
            Type::Prim(prim) if op == "^" && prim.is_float() => {
                error.note("`^` is the bitwise exclusive or of integers; `**` raises to a power")
            }
            _ => error,
        };
        self.explain(error, clash, ty)
    }

    /// Adds advice to the error for a right operand of another type than the left one, if one of them is an array and
    /// the other a number.
    fn scaled(
        &mut self,
        error: Error,
        span: Span,
        op: BinOp,
        (lhs, left): (&resolved::Exp<'t>, Ty<'t>),
        rhs: &'t resolved::Exp<'t>,
    ) -> Error {
        if !error.span.same_place(rhs.span()) {
            return error;
        }
        let (Some(x), Some(y)) = (self.text(lhs.span()), self.text(rhs.span())) else { return error };
        if !is_atom(x) || !is_atom(y) {
            return error;
        }
        let Ok(right) = self.infer(rhs) else { return error };
        let symbol = op.symbol().unwrap_or(op.name());
        let is_number = |infer: &mut Self, ty: Ty<'t>| match infer.value_type(ty) {
            Type::Prim(_) => true,
            ty => infer.possible(ty).is_some(),
        };
        let (arrays, numbers) = (
            (self.array_of_numbers(left), self.array_of_numbers(right.ty)),
            (is_number(self, left), is_number(self, right.ty)),
        );
        let mapped = match (arrays, numbers) {
            // `(- y)` is a negative number.
            ((true, _), (_, true)) if op == BinOp::Sub => format!("map (\\x -> x - {y}) {x}"),
            ((true, _), (_, true)) => format!("map ({symbol} {y}) {x}"),
            ((_, true), (true, _)) => format!("map ({x} {symbol}) {y}"),
            _ => return error,
        };
        renamed(error, format!("operator `{symbol}` does not apply to a number and an array")).suggest(
            span,
            mapped,
            ELEMENTWISE,
        )
    }

    fn array_of_numbers(&mut self, ty: Ty<'t>) -> bool {
        match *self.value_type(ty) {
            Type::Array(_, elem) => {
                let elem = self.value_type(elem);
                matches!(elem, Type::Prim(_)) || self.possible(elem).is_some()
            }
            _ => false,
        }
    }
}

/// The advice for an operator on arrays.
const ELEMENTWISE: &str = "an operator works on numbers; `map` applies it to the elements of an array";

/// Whether a text can be an argument as it is.
fn is_atom(text: &str) -> bool {
    text.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | '.' | '\''))
}
