//! Splits SOACs so that only maps have functions of their own: a reduction, scan, histogram or scatter then works on
//! the elements of its inputs as they are.

use super::builder::Builder;
use crate::anf::support::code::{var, variable};
use crate::anf::support::soac::combined;
use framework::{Name, Result};
use languages::anf::{Atom, Body, Exp, Lambda, Param, Stm, Type};
use languages::prim::BinOp;

/// The statements into which a SOAC is split. Other statements stay as they are.
pub fn split<'b>(builder: &mut Builder<'b>, stm: &Stm<'b>) -> Result<Vec<Stm<'b>>> {
    let around = builder.open();
    (builder.span, builder.certs) = (stm.span, stm.certs);
    match *stm.exp {
        Exp::Reduce { span, width, arrays, lambda, ops } => {
            let arrays = operands(builder, width, arrays, lambda);
            let (folded, mapped) = arrays.split_at(combined(ops));
            let (pat, rest) = stm.pat.split_at(combined(ops));
            let types: Vec<Type<'b>> = lambda.rets[..combined(ops)].to_vec();
            let (lambda, arrays) = (builder.identity(&types), builder.arena.slice(folded.iter().copied()));
            builder.push(pat, Exp::Reduce { span, width, arrays, lambda, ops });
            copies(builder, rest, mapped);
        }
        Exp::Scan { span, width, arrays, lambda, ops, post, totals } => {
            let arrays = operands(builder, width, arrays, lambda);
            let (scanned, others) = arrays.split_at(combined(ops));
            let types: Vec<Type<'b>> = lambda.rets[..combined(ops)].to_vec();
            let is_plain = post.is_identity() && totals.is_empty();
            let prefixes = if is_plain { Vec::new() } else { builder.columns("prefix", *width, &types) };
            let pat = if is_plain { &stm.pat[..types.len()] } else { &prefixes };
            let (lambda, nothing) = (builder.identity(&types), builder.identity(&types));
            let scanned = builder.arena.slice(scanned.iter().copied());
            builder.push(pat, Exp::Scan { span, width, arrays: scanned, lambda, ops, post: nothing, totals: &[] });
            if is_plain {
                copies(builder, &stm.pat[types.len()..], others);
            } else {
                let inputs: Vec<Name> = prefixes.iter().map(|param| param.name).chain(others.iter().copied()).collect();
                after(builder, stm, builder.arena.slice(inputs))?;
            }
        }
        Exp::Hist { span, width, arrays, lambda, ops } => {
            let arrays = operands(builder, width, arrays, lambda);
            let (lambda, arrays) = (builder.identity(lambda.rets), builder.arena.slice(arrays));
            builder.push(stm.pat, Exp::Hist { span, width, arrays, lambda, ops });
        }
        Exp::Scatter { span, width, arrays, lambda, dests } => {
            let arrays = operands(builder, width, arrays, lambda);
            let (lambda, arrays) = (builder.identity(lambda.rets), builder.arena.slice(arrays));
            builder.push(stm.pat, Exp::Scatter { span, width, arrays, lambda, dests });
        }
        _ => builder.keep(stm),
    }
    Ok(builder.close(around))
}

/// The map or reduction of the prefixes of a scan.
fn after<'b>(builder: &mut Builder<'b>, stm: &Stm<'b>, arrays: &'b [Name]) -> Result<()> {
    let Exp::Scan { span, width, post, totals, .. } = *stm.exp else { return Ok(()) };
    if totals.is_empty() {
        builder.push(stm.pat, Exp::Map { span, groups: false, width, arrays, lambda: post });
        return Ok(());
    }
    let exp = builder.arena.alloc(Exp::Reduce { span, width, arrays, lambda: post, ops: totals });
    let reduction = split(builder, &Stm { exp, ..*stm })?;
    reduction.iter().for_each(|stm| builder.keep(stm));
    Ok(())
}

/// `let pat = arrays`.
fn copies<'b>(builder: &mut Builder<'b>, pat: &[Param<'b>], arrays: &[Name]) {
    let atoms: Vec<Atom> = arrays.iter().map(|name| var(*name)).collect();
    builder.copy(pat, &atoms);
}

/// For each result of a function that a SOAC applies to the elements of its inputs, the array of all these results. It
/// is an input, if the function returns the elements unchanged.
fn operands<'b>(builder: &mut Builder<'b>, width: &Atom, arrays: &[Name], lambda: &Lambda<'b>) -> Vec<Name> {
    let input = |atom: &Atom| {
        let position = lambda.params.iter().position(|param| variable(atom) == Some(param.name))?;
        arrays.get(position).copied()
    };
    let inputs: Vec<Option<Name>> = lambda.body.result.iter().map(input).collect();
    let computed: Vec<usize> = (0..inputs.len()).filter(|at| inputs[*at].is_none()).collect();
    let mut made = Vec::new();
    if !computed.is_empty() {
        let result = builder.arena.slice(computed.iter().map(|at| lambda.body.result[*at]).collect::<Vec<_>>());
        let rets = builder.arena.slice(computed.iter().map(|at| lambda.rets[*at]).collect::<Vec<_>>());
        let body = builder.arena.alloc(Body { result, ..*lambda.body });
        let function = builder.arena.alloc(Lambda { rets, body, ..*lambda });
        made = builder.map("operand", *width, arrays, function);
    }
    let mut made = made.into_iter().filter_map(|atom| variable(&atom));
    inputs.into_iter().filter_map(|input| input.or_else(|| made.next())).collect()
}

/// Whether an operator adds two values, or two arrays element by element.
pub fn is_addition(lambda: &Lambda<'_>) -> bool {
    operation(lambda) == Some(BinOp::Add)
}

/// The operation by which an operator combines two values, or two arrays element by element, if it is a sum, a minimum
/// or a maximum.
pub fn operation(lambda: &Lambda<'_>) -> Option<BinOp> {
    let ([x, y], [stm]) = (lambda.params, lambda.body.stms) else { return None };
    let ([param], [result]) = (stm.pat, lambda.body.result) else { return None };
    let both = |a: Option<Name>, b: Option<Name>| {
        (a, b) == (Some(x.name), Some(y.name)) || (a, b) == (Some(y.name), Some(x.name))
    };
    let op = match stm.exp {
        Exp::Bin { op: op @ (BinOp::Add | BinOp::Min | BinOp::Max), lhs, rhs, .. } => {
            both(variable(lhs), variable(rhs)).then_some(*op)
        }
        Exp::Map { arrays: [a, b], lambda, .. } if both(Some(*a), Some(*b)) => operation(lambda),
        _ => None,
    };
    op.filter(|_| variable(result) == Some(param.name))
}
