//! Expressions that passes on `Lanes` make.

use framework::{Name, Names, Renaming, Result, Span};
use languages::lanes::{Arena, Exp, Rewrite, Stm, default_rewrite_stm};
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

/// Rewrites a statement, but not the code of groups of lanes in it.
pub fn with_same_group<'a, 'b>(rewrite: &mut impl Rewrite<'a, 'b>, node: &'a Stm<'a>) -> Result<Stm<'b>> {
    let Stm::Vectors { span, lanes, indices, past, body, values, op, kernel } = node else {
        return default_rewrite_stm(rewrite, node);
    };
    let (arena, names) = (rewrite.arena(), &mut Renaming::new(Names::Keep));
    let indices = arena.slice(indices.iter().copied());
    let past = past.map(|past| arena.alloc(past.copy_into(arena, names)));
    let body: Vec<_> = body.iter().map(|stm| stm.copy_into(arena, names)).collect();
    let values: Vec<_> = values.iter().map(|value| value.copy_into(arena, names)).collect();
    let op: Vec<_> = op.iter().map(|op| op.copy_into(arena, names)).collect();
    let (body, values, op) = (arena.slice(body), arena.slice(values), arena.slice(op));
    let kernel = arena.alloc(rewrite.rewrite_stm(kernel)?);
    Ok(Stm::Vectors { span: *span, lanes: *lanes, indices, past, body, values, op, kernel })
}
