//! Expressions that passes on `Imp` make.

use framework::{Name, Span};
use languages::imp::{Arena, Exp};
use languages::prim::{BinOp, PrimType, PrimValue};

/// A number of type `i64`.
pub fn int<'b>(value: i64) -> Exp<'b> {
    Exp::Const { span: Span::NONE, value: PrimValue::I64(value) }
}

/// The value of a variable.
pub fn variable<'b>(name: Name) -> Exp<'b> {
    Exp::Var { span: Span::NONE, name }
}

/// An operator on operands of type `prim`.
pub fn bin<'b>(arena: &'b Arena<'b>, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
    Exp::Bin { span: Span::NONE, op, prim, lhs: arena.alloc(lhs), rhs: arena.alloc(rhs) }
}
