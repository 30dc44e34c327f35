//! What programs of `@Name@` mean.

use crate::{Expr, Program};
use framework::{Error, Name, Result};
use std::collections::HashMap;

/// The number that a program stands for.
pub fn program(program: &Program<'_>) -> Result<i64> {
    expr(program.body, &mut HashMap::new())
}

fn expr(node: &Expr<'_>, values: &mut HashMap<Name, i64>) -> Result<i64> {
    let overflow = || Error::user(node.span(), "the number is too large");
    match node {
        Expr::Num { value, .. } => Ok(*value),
        Expr::Var { span, name } => {
            values.get(name).copied().ok_or_else(|| Error::user(*span, format!("`{name}` has no value")))
        }
        Expr::Add { lhs, rhs, .. } => expr(lhs, values)?.checked_add(expr(rhs, values)?).ok_or_else(overflow),
        Expr::Mul { lhs, rhs, .. } => expr(lhs, values)?.checked_mul(expr(rhs, values)?).ok_or_else(overflow),
        Expr::Let { name, rhs, body, .. } => {
            let value = expr(rhs, values)?;
            let before = values.insert(*name, value);
            let result = expr(body, values);
            match before {
                Some(before) => values.insert(*name, before),
                None => values.remove(name),
            };
            result
        }
    }
}
