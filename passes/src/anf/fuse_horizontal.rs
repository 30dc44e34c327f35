//! `fuse-horizontal`: SOACs over the same elements become one.

use super::soac::{Soac, body_soacs, combined, joined};
use crate::anf::effects::{consumed, roots};
use framework::pass::{Context, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Program, Reduction, Rewrite, Stm, default_rewrite_stm};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Merges maps, reductions and scans of one width that read the same array, or one what the other makes, into one SOAC.
    ///
    ///     ys = map f xs; s = reduce (+) 0 xs; m = reduce max 0 ys     becomes     (s, m, ys) = reduce ((+), max) (0, 0) (\x -> (x, f x, f x)) xs
    ///
    /// After `fuse`: this is for producers that others need too, and for siblings. Every element is read and computed once. The later statement
    /// moves up, or the earlier one down if nothing in between uses its results or overwrites what it reads. Functions that are parallel
    /// themselves stay apart, since only maps alone make nests; and scans do not mix with reductions.
    pub FuseHorizontal = "fuse-horizontal": Anf => Anf {
        counts: { merged },
    }
}

impl Transform for FuseHorizontal {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut merged = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut merger = Merger { arena, merged: 0 };
            let result = merger.rewrite_program(program);
            merged = merger.merged;
            result
        });
        context.count("merged", merged);
        result
    }
}

struct Merger<'b> {
    arena: &'b Arena<'b>,
    merged: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Merger<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let stms: Result<Vec<Stm<'b>>> = node.stms.iter().map(|stm| default_rewrite_stm(self, stm)).collect();
        let mut stms = stms?;
        let mut later = 0;
        while later < stms.len() {
            match (0..later).rev().find_map(|first| Some((first, self.place(&stms, first, later)?))) {
                Some((first, place)) => {
                    let merged = self.merge(&stms[first], &stms[later]);
                    match place {
                        Place::First => {
                            stms[first] = merged;
                            stms.remove(later);
                        }
                        Place::Later => {
                            stms[later] = merged;
                            stms.remove(first);
                            later -= 1;
                        }
                    }
                    self.merged += 1;
                }
                None => later += 1,
            }
        }
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

/// Where two statements can be one.
#[derive(Clone, Copy)]
enum Place {
    First,
    Later,
}

/// The operators of a SOAC and its results: first those of the operators, then what is mapped out.
fn operators<'b>(exp: &Exp<'b>) -> Option<(&'b [Reduction<'b>], bool)> {
    match exp {
        Exp::Map { .. } => Some((&[], false)),
        Exp::Reduce { ops, .. } => Some((ops, false)),
        Exp::Scan { ops, .. } => Some((ops, true)),
        _ => None,
    }
}

impl<'b> Merger<'b> {
    /// Where the statements `first` and `later` may be merged, if they may.
    fn place(&self, stms: &[Stm<'b>], first: usize, later: usize) -> Option<Place> {
        let (a, b) = (&stms[first], &stms[later]);
        let ((a_ops, a_scans), (b_ops, b_scans)) = (operators(a.exp)?, operators(b.exp)?);
        let (one, two) = (Soac::of(a.exp)?, Soac::of(b.exp)?);
        let mixed = !a_ops.is_empty() && !b_ops.is_empty() && a_scans != b_scans;
        if mixed || one.width != two.width || one.arrays.is_empty() || two.arrays.is_empty() {
            return None;
        }
        if body_soacs(one.lambda.body) > 0 || body_soacs(two.lambda.body) > 0 {
            return None;
        }
        // What is combined is not known element by element.
        let (whole, parts) = a.pat.split_at(combined(a_ops).min(a.pat.len()));
        let made: FxHashSet<Name> = parts.iter().map(|param| param.name).collect();
        let reads = two.arrays.iter().any(|array| made.contains(array));
        if !reads && !two.arrays.iter().any(|array| one.arrays.contains(array)) {
            return None;
        }
        let needs: FxHashSet<Name> = b.free_names().into_iter().collect();
        if whole.iter().any(|param| needs.contains(&param.name)) {
            return None;
        }
        // Inside of the function only elements of what the other makes are known.
        let captured = two.lambda.free_names();
        let inputs = b_ops.iter().flat_map(Node::free_names).chain(captured);
        if inputs.into_iter().any(|name| made.contains(&name)) || b.certs.iter().any(|cert| made.contains(cert)) {
            return None;
        }
        let between = &stms[first + 1..later];
        let defines = |stm: &Stm| stm.pat.iter().any(|param| needs.contains(&param.name));
        if !between.iter().any(defines) {
            return Some(Place::First);
        }
        let results: FxHashSet<Name> = a.pat.iter().map(|param| param.name).collect();
        if between.iter().any(|stm| stm.free_names().iter().any(|name| results.contains(name))) {
            return None;
        }
        let roots = roots(&stms[..later]);
        let root = |name: Name| roots.get(&name).cloned().unwrap_or_else(|| FxHashSet::from_iter([name]));
        let read: FxHashSet<Name> = a.free_names().into_iter().flat_map(root).collect();
        let overwritten = between.iter().flat_map(consumed).flat_map(root);
        (!overwritten.into_iter().any(|name| read.contains(&name))).then_some(Place::Later)
    }

    fn merge(&self, a: &Stm<'b>, b: &Stm<'b>) -> Stm<'b> {
        let parts = Soac::of(a.exp).zip(Soac::of(b.exp)).zip(operators(a.exp).zip(operators(b.exp)));
        let Some(((one, two), ((a_ops, a_scans), (b_ops, b_scans)))) = parts else { return *a };
        let values: FxHashMap<Name, Atom> =
            a.pat.iter().zip(one.lambda.body.result).map(|(param, value)| (param.name, *value)).collect();
        let value = |array: Name| values.get(&array).copied();
        let (arrays, params, stms) = joined(self.arena, &one, &two, value, |a, b| a == b);
        let (a_count, b_count) = (combined(a_ops), combined(b_ops));
        let result = together(one.lambda.body.result, a_count, two.lambda.body.result, b_count);
        let body = Body { stms: self.arena.slice(stms), result: self.arena.slice(result), ..*one.lambda.body };
        let rets = together(one.lambda.rets, a_count, two.lambda.rets, b_count);
        let lambda = self.arena.alloc(Lambda {
            span: one.lambda.span,
            params: self.arena.slice(params),
            rets: self.arena.slice(rets),
            body: self.arena.alloc(body),
        });
        let (span, width, arrays) = (a.span, self.arena.alloc(one.width), self.arena.slice(arrays));
        let ops = self.arena.slice(a_ops.iter().chain(b_ops).copied());
        let exp = match (ops.is_empty(), a_scans || b_scans) {
            (true, _) => Exp::Map { span, width, arrays, lambda },
            (false, false) => Exp::Reduce { span, width, arrays, lambda, ops },
            (false, true) => Exp::Scan { span, width, arrays, lambda, ops },
        };
        let pat = self.arena.slice(together(a.pat, a_count, b.pat, b_count));
        let mut certs = a.certs.to_vec();
        certs.extend(b.certs.iter().filter(|cert| !a.certs.contains(cert)));
        Stm { span, pat, certs: self.arena.slice(certs), exp: self.arena.alloc(exp) }
    }
}

/// What operators yield of both, then what is mapped out of both.
fn together<T: Copy>(a: &[T], a_count: usize, b: &[T], b_count: usize) -> Vec<T> {
    let ((a_ops, a_maps), (b_ops, b_maps)) = (a.split_at(a_count.min(a.len())), b.split_at(b_count.min(b.len())));
    [a_ops, b_ops, a_maps, b_maps].concat()
}

#[cfg(test)]
mod tests {
    use crate::anf::testing::{after, count};

    fn merged(text: &str, args: &str) -> String {
        let passes = ["simplify", "remove-dead", "fuse", "fuse-horizontal", "simplify", "remove-dead"];
        after(&passes, text, args)
    }

    #[test]
    fn siblings_are_one_pass() {
        let text = "entry main (xs: []i32) = (i32.sum xs, i32.maximum xs, map (* 2) xs)";
        let program = merged(text, "[1, 5, 3]");
        assert_eq!((count(&program, "reduce"), count(&program, "map")), (1, 0), "{program}");
    }

    #[test]
    fn a_producer_that_others_need_too() {
        let text = "entry main (xs: []f64) = let ys = map f64.exp xs in (ys, f64.sum ys)";
        let program = merged(text, "[1.0, 2.0]");
        assert_eq!((count(&program, "reduce"), count(&program, "map")), (1, 0), "{program}");
    }

    #[test]
    fn scans_and_reductions_stay_apart() {
        let text = "entry main (xs: []i32) = (scan (+) 0 xs, i32.maximum xs)";
        let program = merged(text, "[1, 5, 3]");
        assert_eq!((count(&program, "reduce"), count(&program, "scan")), (1, 1), "{program}");
    }

    #[test]
    fn what_uses_a_sum_comes_after_it() {
        let text = "entry main (xs: []i32) = let s = i32.sum xs in map (+ s) xs";
        let program = merged(text, "[1, 5, 3]");
        assert_eq!((count(&program, "reduce"), count(&program, "map")), (1, 1), "{program}");
    }

    #[test]
    fn nothing_is_read_after_it_was_overwritten() {
        let text = "entry main [n] (xs: *[n]i32) (zs: [n]i32) = \
            let a = map2 (+) xs zs let ys = xs with [0] = a[0] in (a, map2 (*) zs ys)";
        merged(text, "[1, 2] [3, 4]");
    }
}
