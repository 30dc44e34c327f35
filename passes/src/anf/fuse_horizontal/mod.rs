//! `fuse-horizontal`: merges SOACs over the same elements.

mod kind;
mod place;

use self::kind::{Kind, reads, whole};
use self::place::{Place, Uses};
use crate::anf::support::effects::roots;
use crate::anf::support::elements::{rebuilt, together};
use crate::anf::support::soac::{Soac, joined};
use framework::pass::{Run, Transform};
use framework::{Name, Names, Owned, Renaming, Result, pass};
use languages::anf::{
    Anf, Arena, Body, Exp, Param, Program, Rewrite, Stm, Type, default_rewrite_body, default_rewrite_param,
};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Merges two SOACs of one width, if they read the same array or if the second reads an array that the first makes.
    ///
    ///     ys = map f xs; s = reduce (+) 0 xs; m = reduce max 0 ys
    ///     becomes
    ///     (s, m, ys) = reduce ((+), max) (0, 0) (\x -> (x, f x, f x)) xs
    ///
    /// `fuse` runs before and takes producers with one consumer. This pass takes producers with several uses, and
    /// siblings, so that each element is read and computed once. Maps, reductions and scans can be merged; a SOAC that
    /// reads the prefixes of a scan becomes the function after that scan. Scatters can be merged with scatters and
    /// histograms with histograms, if neither reads what the other overwrites.
    ///
    /// The later statement moves up, together with the statements in between that it needs. Otherwise the earlier one
    /// moves down, if no statement in between uses its results or overwrites its inputs. Two forms are not merged. A
    /// nest of maps stays, because it is parallel in all its dimensions only if its outer function does nothing else. A
    /// SOAC with an operator on arrays stays, because it becomes a loop.
    pub FuseHorizontal = "fuse-horizontal": Anf => Anf {
        counts: { merged },
    }
}

impl Transform for FuseHorizontal {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut merged = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut merger = Merger { arena, arrays: FxHashSet::default(), roots: FxHashMap::default(), merged: 0 };
            let program = program.copy_into(arena, &mut Renaming::new(Names::Keep));
            let result = merger.rewrite_program(arena.alloc(program));
            merged = merger.merged;
            result
        });
        run.counts.merged = merged;
        run.unchanged_if(merged == 0);
        result
    }
}

struct Merger<'b> {
    arena: &'b Arena<'b>,
    /// The arrays in scope.
    arrays: FxHashSet<Name>,
    /// The arrays that each array of the enclosing bodies may be a view of.
    roots: FxHashMap<Name, FxHashSet<Name>>,
    merged: u64,
}

impl<'b> Rewrite<'b, 'b> for Merger<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_param(&mut self, node: &'b Param<'b>) -> Result<Param<'b>> {
        self.arrays.extend(array(node));
        default_rewrite_param(self, node)
    }

    /// Outer bodies come first, because a merged function has new SOACs to merge inside.
    fn rewrite_body(&mut self, node: &'b Body<'b>) -> Result<Body<'b>> {
        self.arrays.extend(node.stms.iter().flat_map(|stm| stm.pat).filter_map(array));
        let stms = self.merged(node.stms.to_vec());
        let here = roots(&stms);
        for (name, roots) in &here {
            // `here` is complete for the arrays of this body. A root from outside may be a view of further arrays.
            let around = |root: &Name| if here.contains_key(root) { vec![*root] } else { self.around(*root) };
            let all = roots.iter().flat_map(around).collect();
            self.roots.insert(*name, all);
        }
        default_rewrite_body(self, self.arena.alloc(Body { stms: self.arena.slice(stms), ..*node }))
    }
}

/// A name that identifies a statement.
fn key(stm: &Stm<'_>) -> Option<Name> {
    stm.pat.first().map(|param| param.name)
}

/// The name of a parameter that is an array.
fn array(param: &Param<'_>) -> Option<Name> {
    matches!(param.ty, Type::Array { .. }).then_some(param.name)
}

impl<'b> Merger<'b> {
    fn merged(&mut self, mut stms: Vec<Stm<'b>>) -> Vec<Stm<'b>> {
        let is_soac = |stm: &Stm<'b>| Soac::of(stm.exp).is_some();
        // SOACs make no views, so merging them does not change `views`.
        let views = roots(&stms);
        let soacs = stms.iter().filter(|stm| is_soac(stm));
        let mut uses: FxHashMap<Name, Uses> =
            soacs.filter_map(|stm| Some((key(stm)?, self.uses(&views, stm)))).collect();
        let mut later = 0;
        while let Some(next) = stms.iter().skip(later).position(is_soac) {
            later += next;
            let mut before = (0..later).rev().filter(|first| is_soac(&stms[*first]));
            match before.find_map(|first| Some((first, self.place(&stms, &views, &uses, first, later)?))) {
                Some((first, place)) => {
                    let merged = self.merge(&stms[first], &stms[later]);
                    let both = [first, later].map(|at| key(&stms[at]).and_then(|name| uses.remove(&name)));
                    let both = both.into_iter().flatten().reduce(Uses::and);
                    uses.extend(key(&merged).zip(both));
                    match place {
                        Place::First(raised) => {
                            let raised: Vec<Stm<'b>> = raised.into_iter().rev().map(|at| stms.remove(at)).collect();
                            stms.remove(later - raised.len());
                            stms.splice(first..=first, raised.into_iter().rev().chain([merged]));
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
        stms
    }

    fn merge(&self, a: &Stm<'b>, b: &Stm<'b>) -> Stm<'b> {
        let kinds = Kind::of(self.arena, a.exp).zip(Kind::of(self.arena, b.exp));
        let Some(((one, two), (a_kind, b_kind))) = Soac::of(a.exp).zip(Soac::of(b.exp)).zip(kinds) else { return *a };
        let exp = match (a_kind, b_kind) {
            (Kind::Elements(first), Kind::Elements(second)) => {
                let (arrays, both) = if reads(a, &two).all(|at| first.before(at).is_some()) {
                    first.beside(self.arena, (&one, a.pat), &second, &two)
                } else {
                    first.before_map(self.arena, (&one, a.pat), &second, &two)
                };
                both.exp(self.arena, one.width, &arrays)
            }
            _ => self.written(&one, &a_kind, &two, &b_kind, a.exp),
        };
        let totals = |stm: &Stm<'b>| whole(stm.exp).unwrap_or(usize::MAX);
        let pat = together(a.pat, b.pat, (totals(a), totals(b)));
        let mut certs = a.certs.to_vec();
        certs.extend(b.certs.iter().filter(|cert| !a.certs.contains(cert)));
        Stm { span: a.span, pat: self.arena.slice(pat), certs: self.arena.slice(certs), exp: self.arena.alloc(exp) }
    }

    /// The merged expression of two scatters, or of two histograms.
    fn written(&self, one: &Soac<'b>, a: &Kind<'b>, two: &Soac<'b>, b: &Kind<'b>, exp: &Exp<'b>) -> Exp<'b> {
        let (arrays, params, stms) = joined(self.arena, one, two, |_| None, |a, b| a == b);
        let counts = (a.leading(), b.leading());
        let result = together(one.lambda.body.result, two.lambda.body.result, counts);
        let rets = together(one.lambda.rets, two.lambda.rets, counts);
        let lambda = self.arena.alloc(rebuilt(self.arena, &one.lambda, params, rets, (stms, result)));
        let (span, width, arrays) = (exp.span(), self.arena.alloc(one.width), self.arena.slice(arrays));
        match (a, b) {
            (Kind::Scatter { dests: a }, Kind::Scatter { dests: b }) => {
                Exp::Scatter { span, width, arrays, lambda, dests: self.arena.slice([*a, *b].concat()) }
            }
            (Kind::Hist { ops: a }, Kind::Hist { ops: b }) => {
                Exp::Hist { span, width, arrays, lambda, ops: self.arena.slice([*a, *b].concat()) }
            }
            _ => *exp,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

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
    fn scans_and_reductions_are_one_pass() {
        let text = "entry main (xs: []i32) = (scan (+) 0 xs, i32.maximum xs)";
        let program = merged(text, "[1, 5, 3]");
        assert_eq!((count(&program, "reduce"), count(&program, "scan")), (0, 1), "{program}");
    }

    #[test]
    fn what_reads_prefixes_comes_after_them() {
        let text = "entry main [n] (xs: [n]i32) (ys: [n]i32) = \
            let ps = scan (+) 0 xs in (map2 (*) ps ys, i32.maximum ps)";
        let program = merged(text, "[1, 5, 3] [4, 5, 6]");
        let counts = ["map", "reduce", "scan"].map(|soac| count(&program, soac));
        assert_eq!(counts, [0, 0, 1], "{program}");
    }

    #[test]
    fn what_is_needed_of_a_scan() {
        let passes = ["simplify", "fuse-horizontal", "remove-dead"];
        let text = "entry main (xs: []i32) = map2 (\\p _ -> p) (scan (+) 0 xs) (scan (*) 1 xs)";
        let program = after(&passes, text, "[1, 5, 3]");
        assert_eq!((count(&program, "scan"), count(&program, "mul_i32")), (1, 0), "{program}");
        let text = "entry main (xs: []i32) = map2 (\\_ x -> x + 1) (scan (+) 0 xs) xs";
        let program = after(&passes, text, "[1, 5, 3]");
        assert_eq!((count(&program, "scan"), count(&program, "map")), (0, 1), "{program}");
        let text = "entry main (xs: []i32) = i32.maximum (map2 (\\_ x -> x + 1) (scan (+) 0 xs) xs)";
        let program = after(&passes, text, "[1, 5, 3]");
        assert_eq!((count(&program, "scan"), count(&program, "reduce")), (0, 1), "{program}");
    }

    #[test]
    fn a_nest_after_prefixes_stays_parallel() {
        let text = "entry main [n] [m] (xs: [n]i32) (xss: [n][m]i32) = map2 (\\p -> map (+ p)) (scan (+) 0 xs) xss";
        let program = merged(text, "[1, 5] [[1, 2], [3, 4]]");
        assert_eq!((count(&program, "scan"), count(&program, "map")), (1, 2), "{program}");
    }

    #[test]
    fn a_scan_of_prefixes_is_a_pass_of_its_own() {
        let text = "entry main (xs: []i32) = scan i32.max 0 (scan (+) 0 xs)";
        let program = merged(text, "[1, -5, 3]");
        assert_eq!(count(&program, "scan"), 2, "{program}");
        // A value that depends on no prefix is known before them.
        let text = "entry main (xs: []i32) = let ys = map (* 2) xs in (ys, scan (+) 0 ys, scan i32.max 0 ys)";
        let program = merged(text, "[1, -5, 3]");
        assert_eq!((count(&program, "map"), count(&program, "scan")), (0, 1), "{program}");
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

    #[test]
    fn what_the_later_one_needs_moves_up() {
        let text = "entry main [n] (xs: [n]i64) (k: i64) = \
            let ys = map (/ k) xs let s = i64.sum (iota k) in (ys, map (\\x -> x + s * k) xs)";
        let program = merged(text, "[1i64, 5i64] 3i64");
        assert_eq!((count(&program, "map"), count(&program, "reduce")), (1, 1), "{program}");
        // The statement that it needs itself needs the first SOAC.
        let text = "entry main [n] (xs: [n]i64) = \
            let ys = map (+ 2) xs let s = ys[0] in (ys, s, map (\\x -> x + s) xs)";
        let program = merged(text, "[1i64, 5i64]");
        assert_eq!(count(&program, "map"), 2, "{program}");
    }

    #[test]
    fn scatters_of_the_same_elements() {
        let text = "entry main [n] (xs: *[n]i64) (ys: *[n]i64) (is: [n]i64) = (scatter xs is is, scatter ys is (map (+ 1) is))";
        let program = merged(text, "[1i64, 2i64] [3i64, 4i64] [1i64, 0i64]");
        assert_eq!(count(&program, "scatter"), 1, "{program}");
        let text = "entry main [n] (xs: *[n]i64) (ys: *[n]i64) (is: [n]i64) = \
            let zs = scatter xs is (map (+ 1) ys) in (zs, scatter ys is is)";
        let program = merged(text, "[1i64, 2i64] [3i64, 4i64] [1i64, 1i64]");
        assert_eq!(count(&program, "scatter"), 2, "what one reads, the other overwrites: {program}");
    }

    #[test]
    fn histograms_of_the_same_elements() {
        let text = "entry main [n] (k: i64) (is: [n]i64) = \
            (hist (+) 0 k is is, reduce_by_index (replicate 2 9) i64.max 0 is is)";
        let program = merged(text, "3i64 [1i64, 0i64, 1i64, 2i64]");
        assert_eq!(count(&program, "hist"), 1, "{program}");
    }

    #[test]
    fn functions_that_are_parallel_but_no_nest() {
        let text = "entry main [n] [m] (xss: [n][m]i64) = (map i64.sum xss, map (\\xs -> xs[0] + xs[1]) xss)";
        let program = merged(text, "[[1i64, 2i64], [3i64, 4i64]]");
        assert_eq!(count(&program, "map"), 1, "{program}");
        let text = "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = (map (+ 1) xs, map (\\x -> map (* x) ys) xs)";
        let program = merged(text, "[1i64, 2i64] [3i64, 4i64]");
        assert_eq!(count(&program, "map"), 2, "{program}");
        let text = "entry main [n] [m] (xss: [n][m]i64) = (map i64.sum xss, map (map (+ 1)) xss)";
        let program = merged(text, "[[1i64, 2i64], [3i64, 4i64]]");
        assert_eq!(count(&program, "map"), 3, "{program}");
    }
}
