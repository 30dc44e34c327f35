//! Replaces maps of a few elements, if the elements are read one by one.

use super::is_little;
use crate::anf::support::code::{Code, dims, int, known, prim};
use crate::anf::support::effects::consumed;
use crate::anf::support::soac::{body_soacs, combined};
use framework::{Name, Names, Node, Renaming, Span, Static, Walker};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Stm, Type, Visit, walk_exp};
use rustc_hash::{FxHashMap, FxHashSet};

/// The positions of the maps whose results are only read at constant indices, or are inputs of such maps.
pub fn read_as_scalars(body: &Body<'_>) -> FxHashSet<usize> {
    let mut found = FxHashSet::default();
    if !body.stms.iter().any(is_candidate) {
        return found;
    }
    let mut uses = Uses::default();
    body.walk(&mut uses);
    let mut reads = ConstantReads::default();
    reads.visit_body(body);
    for (position, stm) in body.stms.iter().enumerate().rev().filter(|(_, stm)| is_candidate(stm)) {
        if stm.pat.iter().all(|param| uses.0.get(&param.name) == reads.0.get(&param.name))
            && let Exp::Map { arrays, .. } = stm.exp
        {
            found.insert(position);
            for array in *arrays {
                *reads.0.entry(*array).or_default() += 1;
            }
        }
    }
    found
}

/// How often each name is used.
#[derive(Default)]
struct Uses(FxHashMap<Name, usize>);

impl Walker for Uses {
    fn name(&mut self, name: Name, _: Span) {
        *self.0.entry(name).or_default() += 1;
    }
    fn bind(&mut self, _: &[Name]) {}
    fn unbind(&mut self, _: &[Name]) {}
}

/// How often each array is read at a constant index.
#[derive(Default)]
struct ConstantReads(FxHashMap<Name, usize>);

impl<'a> Visit<'a> for ConstantReads {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        if let Exp::Index { array, indices, .. } = node
            && indices.iter().all(|index| known(*index).is_some())
        {
            *self.0.entry(*array).or_default() += 1;
        }
        walk_exp(self, node);
    }
}

/// The number of elements of a map.
fn width(stm: &Stm<'_>) -> Option<i64> {
    let Exp::Map { width, .. } = stm.exp else { return None };
    known(**width)
}

/// Whether a statement is a map of a few numbers.
fn is_candidate(stm: &Stm<'_>) -> bool {
    let Exp::Map { lambda, .. } = stm.exp else { return false };
    let numbers = lambda.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. }));
    let little = width(stm).is_some_and(|width| width > 0 && is_little(width, lambda.body));
    little && numbers && body_soacs(lambda.body) == 0 && lambda.body.stms.iter().all(|stm| consumed(stm).is_empty())
}

/// Whether a statement is a map or a reduction of one element.
pub fn is_one(stm: &Stm<'_>) -> bool {
    match stm.exp {
        Exp::Map { width, .. } | Exp::Reduce { width, .. } => known(**width) == Some(1),
        _ => false,
    }
}

/// Appends the elements of a map or reduction. For each result, an array of its elements follows, or their combination
/// with the neutral element.
pub fn unroll<'b>(arena: &'b Arena<'b>, stm: &Stm<'b>, out: &mut Vec<Stm<'b>>) {
    let (width, arrays, lambda, ops) = match *stm.exp {
        Exp::Map { width, arrays, lambda, .. } => (width, arrays, lambda, [].as_slice()),
        Exp::Reduce { width, arrays, lambda, ops, .. } => (width, arrays, lambda, ops),
        _ => return,
    };
    let mut code = Code::new(arena, stm.span);
    let mut results: Vec<Vec<Atom>> = vec![Vec::new(); lambda.rets.len()];
    for at in 0..known(*width).unwrap_or_default() {
        let elements = arrays.iter().zip(lambda.params).map(|(array, param)| {
            let sizes: Vec<Atom> = std::iter::once(int(at)).chain(dims(param.ty).iter().copied()).collect();
            code.element(*array, &[int(at)], &sizes)
        });
        let elements: Vec<Exp<'b>> = elements.collect();
        let values = applied(&mut code, lambda, &elements);
        results.iter_mut().zip(values).for_each(|(results, result)| results.push(*result));
    }
    let count = combined(ops);
    let atoms = |atom: Atom| Exp::Atoms { span: stm.span, atoms: arena.slice([atom]) };
    let (mut pat, mut values) = (stm.pat, results.drain(..count));
    for op in ops {
        let (combined, rest) = pat.split_at(op.neutral.len());
        pat = rest;
        let elements: Vec<Vec<Atom>> = values.by_ref().take(op.neutral.len()).collect();
        let mut state = op.neutral.to_vec();
        for at in 0..elements.first().map_or(0, Vec::len) {
            let args = state.into_iter().chain(elements.iter().map(|elements| elements[at]));
            let args: Vec<Exp<'b>> = args.map(atoms).collect();
            state = applied(&mut code, op.lambda, &args).to_vec();
        }
        combined.iter().zip(state).for_each(|(param, value)| code.push(&[*param], atoms(value)));
    }
    drop(values);
    for ((param, elems), ty) in pat.iter().zip(results).zip(&lambda.rets[count..]) {
        let (span, elems) = (stm.span, arena.slice(elems));
        code.push(&[*param], Exp::ArrayLit { span, elems, prim: prim(ty), row: dims(ty) });
    }
    // The elements depend on the certificates of the SOAC.
    let depends = |inner: Stm<'b>| {
        let certs: Vec<Name> = inner.certs.iter().chain(stm.certs).copied().collect();
        Stm { certs: arena.slice(certs), ..inner }
    };
    out.extend(code.stms.into_iter().map(depends));
}

/// Appends a copy of a function's body, whose parameters have these values. Returns its results.
fn applied<'b>(code: &mut Code<'b>, lambda: &Lambda<'b>, args: &[Exp<'b>]) -> &'b [Atom] {
    let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Fresh);
    for (param, arg) in lambda.params.iter().zip(args) {
        let new = Param { name: param.name.refresh(), ..*param };
        code.push(&[new], *arg);
        renaming = renaming.rename(param.name, new.name);
    }
    let copy = lambda.body.copy_into(code.arena, &mut renaming);
    code.stms.extend(copy.stms);
    copy.result
}
