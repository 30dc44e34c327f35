//! A common form of maps, reductions and scans, in which two SOACs can be merged: a function, a scan, and a function
//! after the scan.

use super::soac::{Soac, combined, copy, joined};
use crate::anf::support::code::{var, variable};
use framework::{Name, Node};
use languages::anf::{Arena, Atom, Body, Exp, Lambda, Param, Reduction, Stm, Type};

/// A map, reduction or scan without its inputs.
#[derive(Clone, Copy)]
pub struct Elements<'b> {
    /// The function before the scan. It returns the values that `ops` scan, then other values.
    pub lambda: Lambda<'b>,
    /// The operators of the scan; empty for maps and reductions.
    pub ops: &'b [Reduction<'b>],
    /// The function after the scan. It takes the prefixes and the other values of `lambda`. It returns the values that
    /// `totals` combine, then the mapped values.
    pub post: Lambda<'b>,
    /// The operators of the reduction.
    pub totals: &'b [Reduction<'b>],
}

impl<'b> Elements<'b> {
    /// The common form of a map, reduction or scan.
    pub fn of(arena: &'b Arena<'b>, exp: &Exp<'b>) -> Option<Elements<'b>> {
        let plain = |lambda: Lambda<'b>, totals| Elements { lambda, ops: &[], post: identity(arena, lambda), totals };
        match *exp {
            Exp::Map { lambda, .. } => Some(plain(*lambda, &[])),
            Exp::Reduce { lambda, ops, .. } => Some(plain(*lambda, ops)),
            Exp::Scan { lambda, ops, post, totals, .. } => Some(Elements { lambda: *lambda, ops, post: *post, totals }),
            _ => None,
        }
    }

    /// The expression over these inputs.
    pub fn exp(&self, arena: &'b Arena<'b>, width: Atom, arrays: &[Name]) -> Exp<'b> {
        let span = self.lambda.span;
        let (width, arrays) = (arena.alloc(width), arena.slice(arrays.iter().copied()));
        let Elements { lambda, ops, post, totals } = *self;
        if !ops.is_empty() {
            let (lambda, post) = (arena.alloc(lambda), arena.alloc(post));
            return Exp::Scan { span, width, arrays, lambda, ops, post, totals };
        }
        let lambda = arena.alloc(composed(arena, &lambda, &post));
        match totals {
            [] => Exp::Map { span, groups: false, width, arrays, lambda },
            ops => Exp::Reduce { span, width, arrays, lambda, ops },
        }
    }

    /// The element of result `at`, if it does not depend on prefixes.
    pub fn before(&self, at: usize) -> Option<Atom> {
        let value = *self.post.body.result.get(at)?;
        let Some(name) = variable(&value) else { return Some(value) };
        match self.post.params.iter().position(|param| param.name == name) {
            Some(other) if other >= combined(self.ops) => self.lambda.body.result.get(other).copied(),
            Some(_) => None,
            None if self.post.body.stms.iter().any(|stm| stm.pat.iter().any(|param| param.name == name)) => None,
            None => Some(value),
        }
    }

    /// The free names of the operators and functions; inputs are not among them.
    pub fn free_names(&self) -> Vec<Name> {
        let ops = self.ops.iter().chain(self.totals).flat_map(Node::free_names);
        ops.chain(self.lambda.free_names()).chain(self.post.free_names()).collect()
    }

    /// Whether an operator works on arrays.
    pub fn on_arrays(&self) -> bool {
        let arrays = |op: &Reduction<'_>| op.lambda.params.iter().any(|param| matches!(param.ty, Type::Array { .. }));
        self.ops.iter().chain(self.totals).any(arrays)
    }

    /// Merges two SOACs side by side: both functions before the scan run together, and so do both functions after the
    /// scan. The second SOAC may only read results of the first that do not depend on prefixes. Also returns the
    /// inputs.
    pub fn beside(
        &self,
        arena: &'b Arena<'b>,
        (one, made): (&Soac<'b>, &[Param<'b>]),
        second: &Elements<'b>,
        two: &Soac<'b>,
    ) -> (Vec<Name>, Elements<'b>) {
        let value = |array: Name| self.before(made.iter().position(|param| param.name == array)?);
        let (arrays, params, stms) = joined(arena, one, two, value, |a, b| a == b);
        let scanned = (combined(self.ops), combined(second.ops));
        let totals = (combined(self.totals), combined(second.totals));
        let (lambda, post) = (&self.lambda, &self.post);
        let lambda = rebuilt(
            arena,
            lambda,
            params,
            together(lambda.rets, second.lambda.rets, scanned),
            (stms, together(lambda.body.result, second.lambda.body.result, scanned)),
        );
        let post = rebuilt(
            arena,
            post,
            together(post.params, second.post.params, scanned),
            together(post.rets, second.post.rets, totals),
            (
                [post.body.stms, second.post.body.stms].concat(),
                together(post.body.result, second.post.body.result, totals),
            ),
        );
        let ops = arena.slice([self.ops, second.ops].concat());
        (arrays, Elements { lambda, ops, post, totals: arena.slice([self.totals, second.totals].concat()) })
    }

    /// Merges two SOACs so that the second, a map or reduction, runs after the scan of the first. Also returns the
    /// inputs.
    pub fn before_map(
        &self,
        arena: &'b Arena<'b>,
        (one, made): (&Soac<'b>, &[Param<'b>]),
        second: &Elements<'b>,
        two: &Soac<'b>,
    ) -> (Vec<Name>, Elements<'b>) {
        let (lambda, post) = (&self.lambda, &self.post);
        let (mut arrays, mut params) = (one.arrays.to_vec(), lambda.params.to_vec());
        let (mut others, mut seen) = (Vec::new(), Vec::new());
        let mut stms = post.body.stms.to_vec();
        for (array, param) in two.arrays.iter().zip(two.lambda.params) {
            let made = made.iter().position(|param| param.name == *array);
            if let Some(value) = made.and_then(|at| post.body.result.get(at)) {
                stms.push(copy(arena, param, *value));
                continue;
            }
            seen.push(*param);
            if let Some(known) = arrays.iter().position(|known| known == array) {
                others.push(var(params[known].name));
            } else {
                let input = Param { name: param.name.refresh(), ..*param };
                arrays.push(*array);
                params.push(input);
                others.push(var(input.name));
            }
        }
        let second_body = composed(arena, &second.lambda, &second.post);
        stms.extend(second_body.body.stms);
        let totals = (combined(self.totals), combined(second.totals));
        let types: Vec<Type<'b>> = seen.iter().map(|param| *param.ty).collect();
        let given = [lambda.body.result, &others].concat();
        let lambda = rebuilt(arena, lambda, params, [lambda.rets, &types].concat(), (lambda.body.stms.to_vec(), given));
        let post = rebuilt(
            arena,
            post,
            [post.params, &seen].concat(),
            together(post.rets, second_body.rets, totals),
            (stms, together(post.body.result, second_body.body.result, totals)),
        );
        let totals = arena.slice([self.totals, second.totals].concat());
        (arrays, Elements { lambda, post, totals, ..*self })
    }
}

/// The first `a_count` and `b_count` items of the two lists, then their other items.
pub fn together<T: Copy>(a: &[T], b: &[T], (a_count, b_count): (usize, usize)) -> Vec<T> {
    let ((a_first, a_rest), (b_first, b_rest)) = (a.split_at(a_count.min(a.len())), b.split_at(b_count.min(b.len())));
    [a_first, b_first, a_rest, b_rest].concat()
}

/// A lambda with new parameters, result types, statements and results.
pub fn rebuilt<'b>(
    arena: &'b Arena<'b>,
    of: &Lambda<'b>,
    params: Vec<Param<'b>>,
    rets: Vec<Type<'b>>,
    (stms, result): (Vec<Stm<'b>>, Vec<Atom>),
) -> Lambda<'b> {
    let body = Body { stms: arena.slice(stms), result: arena.slice(result), ..*of.body };
    Lambda { params: arena.slice(params), rets: arena.slice(rets), body: arena.alloc(body), ..*of }
}

/// The identity function on another function's results.
pub fn identity<'b>(arena: &'b Arena<'b>, of: Lambda<'b>) -> Lambda<'b> {
    let span = of.span;
    let params = of.rets.iter().map(|ty| Param { span, name: Name::fresh("x"), ty: arena.alloc(*ty) });
    let params = arena.slice(params.collect::<Vec<_>>());
    let result = arena.slice(params.iter().map(|param| var(param.name)).collect::<Vec<_>>());
    Lambda { span, params, rets: of.rets, body: arena.alloc(Body { span, stms: &[], result }) }
}

/// The composition of two functions.
pub fn composed<'b>(arena: &'b Arena<'b>, first: &Lambda<'b>, second: &Lambda<'b>) -> Lambda<'b> {
    let given = |atom: &Atom| {
        let position = second.params.iter().position(|param| variable(atom) == Some(param.name));
        position.and_then(|position| first.body.result.get(position)).copied().unwrap_or(*atom)
    };
    let mut stms: Vec<Stm<'b>> = first.body.stms.to_vec();
    if !second.body.stms.is_empty() {
        let pairs = second.params.iter().zip(first.body.result);
        stms.extend(pairs.map(|(param, value)| copy(arena, param, *value)));
        stms.extend(second.body.stms);
    }
    let result = arena.slice(second.body.result.iter().map(given).collect::<Vec<_>>());
    let body = Body { stms: arena.slice(stms), result, ..*first.body };
    Lambda { rets: second.rets, body: arena.alloc(body), ..*first }
}
