//! Expressions that passes on `Lanes` make.

use framework::{Name, Span};
use languages::lanes::{Arena, Exp};
use languages::prim::{BinOp, PrimType, PrimValue, UnOp};

/// A constant.
pub fn constant<'b>(value: PrimValue) -> Exp<'b> {
    Exp::Const { span: Span::NONE, value }
}

/// A number of type `i64`.
pub fn int<'b>(value: i64) -> Exp<'b> {
    constant(PrimValue::I64(value))
}

/// The value of a variable.
pub fn variable<'b>(name: Name) -> Exp<'b> {
    Exp::Var { span: Span::NONE, name }
}

/// An operator on operands of type `prim`.
pub fn bin<'b>(arena: &'b Arena<'b>, op: BinOp, prim: PrimType, lhs: Exp<'b>, rhs: Exp<'b>) -> Exp<'b> {
    Exp::Bin { span: Span::NONE, op, prim, lhs: arena.alloc(lhs), rhs: arena.alloc(rhs) }
}

/// The negation of a truth value.
pub fn not<'b>(arena: &'b Arena<'b>, arg: Exp<'b>) -> Exp<'b> {
    Exp::Un { span: Span::NONE, op: UnOp::Not, prim: PrimType::Bool, arg: arena.alloc(arg) }
}

/// A conversion.
pub fn convert<'b>(arena: &'b Arena<'b>, from: PrimType, to: PrimType, arg: Exp<'b>) -> Exp<'b> {
    Exp::Convert { span: Span::NONE, from, to, arg: arena.alloc(arg) }
}
