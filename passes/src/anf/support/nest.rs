//! Perfect nests of maps, which form one index space. `sequentialise` keeps them parallel, and `flatten` flattens them.

use crate::anf::support::code::variable;
use framework::{Name, Node};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Stm};
use languages::prim::PrimValue;

/// The map at the end of a lambda's body, if the two form one map over a product of index spaces.
pub struct Inner<'a> {
    /// Cheap statements before the inner map. They are repeated for each element of the product.
    pub prefix: &'a [Stm<'a>],
    /// The number of elements of the inner map.
    pub width: Atom,
    /// The inputs of the inner map.
    pub arrays: &'a [Name],
    /// Its function.
    pub lambda: &'a Lambda<'a>,
}

/// The largest number of cheap statements that may be repeated for each element of an inner map.
const PREFIX_LIMIT: usize = 24;

/// The inner map of a lambda. Its results must be the lambda's results, its width must be the same for every element,
/// and the statements before it must be cheap.
pub fn inner<'a>(lambda: &'a Lambda<'a>) -> Option<Inner<'a>> {
    let Body { stms, result, .. } = lambda.body;
    let (last, prefix) = stms.split_last()?;
    let Exp::Map { width, arrays, lambda: inner, .. } = last.exp else { return None };
    let names = last.pat.iter().map(|param| param.name);
    let results: Option<Vec<Name>> = result.iter().map(variable).collect();
    let is_repeated = |stm: &Stm<'_>| is_cheap(stm, prefix) || is_formula(stm, prefix, inner);
    if results? != names.collect::<Vec<_>>() || prefix.len() > PREFIX_LIMIT || !prefix.iter().all(is_repeated) {
        return None;
    }
    let bound = |name: Name| {
        let binds = |params: &[Param]| params.iter().any(|param| param.name == name);
        binds(lambda.params) || prefix.iter().any(|stm| binds(stm.pat))
    };
    if variable(width).is_some_and(bound) {
        return None;
    }
    Some(Inner { prefix, width: **width, arrays, lambda: inner })
}

/// The inner maps of a nest, from the outside in.
pub fn levels<'a>(lambda: &'a Lambda<'a>) -> Vec<Inner<'a>> {
    let mut levels: Vec<Inner<'a>> = Vec::new();
    while let Some(next) = inner(levels.last().map_or(lambda, |level| level.lambda)) {
        levels.push(next);
    }
    levels
}

/// Whether an expression is a scalar operator, an element, or a view.
pub const fn is_plain(exp: &Exp) -> bool {
    matches!(
        exp,
        Exp::Atoms { .. }
            | Exp::Bin { .. }
            | Exp::Un { .. }
            | Exp::Tri { .. }
            | Exp::Convert { .. }
            | Exp::Index { .. }
            | Exp::Slice { .. }
            | Exp::Rearrange { .. }
    )
}

/// Whether a statement takes constant time and makes no array, unless a check fails. `around` are the statements of its
/// body.
fn is_cheap(stm: &Stm, around: &[Stm]) -> bool {
    match stm.exp {
        Exp::Assert { .. } => true,
        exp if is_plain(exp) => true,
        // The other branch only runs if the check fails.
        Exp::If { yes: Body { stms: [], .. }, .. } if is_asserted(stm, around) => true,
        Exp::If { yes, no, .. } => [yes, no]
            .iter()
            .all(|body| body.stms.len() <= PREFIX_LIMIT && body.stms.iter().all(|stm| is_cheap(stm, body.stms))),
        _ => false,
    }
}

/// Whether a statement makes the numbers `start, start + step, …`, which only the inner map has as an input. `flatten`
/// computes them where they are needed.
fn is_formula(stm: &Stm, prefix: &[Stm], inner: &Lambda) -> bool {
    let (Exp::Iota { .. }, [iota]) = (stm.exp, stm.pat) else { return false };
    let mut others = prefix.iter().flat_map(Node::free_names).chain(inner.free_names());
    others.all(|name| name != iota.name)
}

/// Whether an assertion among `around` checks the conditional, whose first branch yields `true`.
fn is_asserted(stm: &Stm, around: &[Stm]) -> bool {
    let Exp::If { yes, .. } = stm.exp else { return false };
    let holds = matches!(yes.result.first(), Some(Atom::Const { value: PrimValue::Bool(true), .. }));
    let Some(held) = stm.pat.first() else { return false };
    let checks = |stm: &Stm| matches!(stm.exp, Exp::Assert { cond, .. } if variable(cond) == Some(held.name));
    holds && around.iter().any(checks)
}
