//! Replaces maps of a few elements, if the elements are read one by one.

use super::is_little;
use crate::anf::support::code::{Code, dims, int, known, prim};
use crate::anf::support::effects::consumed;
use crate::anf::support::soac::body_soacs;
use framework::{Name, Names, Node, Renaming, Span, Static, Walker};
use languages::anf::{Arena, Atom, Body, Exp, Param, Stm, Type, Visit, walk_exp};
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

/// Appends the elements of a map, and an array of them for each result.
pub fn unroll<'b>(arena: &'b Arena<'b>, stm: &Stm<'b>, out: &mut Vec<Stm<'b>>) {
    let Exp::Map { arrays, lambda, .. } = *stm.exp else { return };
    let mut code = Code::new(arena, stm.span);
    let mut results: Vec<Vec<Atom>> = vec![Vec::new(); stm.pat.len()];
    for at in 0..width(stm).unwrap_or_default() {
        let mut renaming = Renaming::<Static<'b, Atom>>::new(Names::Fresh);
        for (array, param) in arrays.iter().zip(lambda.params) {
            let new = Param { name: param.name.refresh(), ..*param };
            let sizes: Vec<Atom> = std::iter::once(int(at)).chain(dims(param.ty).iter().copied()).collect();
            let element = code.element(*array, &[int(at)], &sizes);
            code.push(&[new], element);
            renaming = renaming.rename(param.name, new.name);
        }
        let copy = lambda.body.copy_into(arena, &mut renaming);
        code.stms.extend(copy.stms);
        results.iter_mut().zip(copy.result).for_each(|(results, result)| results.push(*result));
    }
    for ((param, elems), ty) in stm.pat.iter().zip(results).zip(lambda.rets) {
        let (span, elems) = (stm.span, arena.slice(elems));
        code.push(&[*param], Exp::ArrayLit { span, elems, prim: prim(ty), row: &[] });
    }
    // The elements depend on the certificates of the map.
    let depends = |inner: Stm<'b>| {
        let certs: Vec<Name> = inner.certs.iter().chain(stm.certs).copied().collect();
        Stm { certs: arena.slice(certs), ..inner }
    };
    out.extend(code.stms.into_iter().map(depends));
}
