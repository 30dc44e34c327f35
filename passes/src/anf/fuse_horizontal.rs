//! `fuse-horizontal`: SOACs over the same elements become one.

use super::elements::{Elements, together};
use super::soac::{Soac, body_soacs, combined, joined};
use crate::anf::effects::{consumed, roots};
use crate::seg::nest;
use framework::pass::{Context, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass};
use languages::anf::{Anf, Arena, Body, Dest, Exp, HistOp, Lambda, Program, Rewrite, Stm, Type, default_rewrite_body};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Merges SOACs of one width that read the same array, or one what the other makes, into one SOAC.
    ///
    ///     ys = map f xs; s = reduce (+) 0 xs; m = reduce max 0 ys     becomes     (s, m, ys) = reduce ((+), max) (0, 0) (\x -> (x, f x, f x)) xs
    ///
    /// After `fuse`: this is for producers that others need too, and for siblings. Every element is read and computed once. Maps, reductions and
    /// scans go together, what reads prefixes after those; scatters go with scatters and histograms with histograms if neither reads what the other
    /// overwrites. The later statement moves up, or the earlier one down if nothing in between uses its results or overwrites what it reads. Maps that make a perfect nest stay apart, since with other statements in it, only its outer map would
    /// be parallel, and so do operators on arrays, whose SOACs become loops.
    pub FuseHorizontal = "fuse-horizontal": Anf => Anf {
        counts: { merged },
    }
}

impl Transform for FuseHorizontal {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut merged = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut merger = Merger { arena, roots: FxHashMap::default(), merged: 0 };
            let program = program.copy_into(arena, &mut Renaming::new(Names::Keep));
            let result = merger.rewrite_program(arena.alloc(program));
            merged = merger.merged;
            result
        });
        context.count("merged", merged);
        if merged == 0 {
            context.unchanged();
        }
        result
    }
}

struct Merger<'b> {
    arena: &'b Arena<'b>,
    /// What the arrays of bodies around may be views of.
    roots: FxHashMap<Name, FxHashSet<Name>>,
    merged: u64,
}

impl<'b> Rewrite<'b, 'b> for Merger<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    /// From the outside in: functions that were merged have something to merge inside.
    fn rewrite_body(&mut self, node: &'b Body<'b>) -> Result<Body<'b>> {
        let stms = self.merged(node.stms.to_vec());
        let here = roots(&stms);
        for (name, roots) in &here {
            // Of the arrays of this body `here` knows all that they may be views of.
            let around = |root: &Name| if here.contains_key(root) { vec![*root] } else { self.around(*root) };
            let all = roots.iter().flat_map(around).collect();
            self.roots.insert(*name, all);
        }
        default_rewrite_body(self, self.arena.alloc(Body { stms: self.arena.slice(stms), ..*node }))
    }
}

/// Where two statements can be one.
#[derive(Clone, Copy)]
enum Place {
    First,
    Later,
}

/// How many of a SOAC's results are not known element by element.
fn whole(exp: &Exp<'_>) -> Option<usize> {
    match exp {
        Exp::Map { .. } => Some(0),
        Exp::Reduce { ops: totals, .. } | Exp::Scan { totals, .. } => Some(combined(totals)),
        Exp::Scatter { .. } | Exp::Hist { .. } => Some(usize::MAX),
        _ => None,
    }
}

/// What SOACs that can be one have in common.
#[derive(Clone, Copy)]
enum Kind<'b> {
    /// Maps, reductions and scans. Results are first the totals, then what is mapped out.
    Elements(Elements<'b>),
    Scatter {
        dests: &'b [Dest],
    },
    Hist {
        ops: &'b [HistOp<'b>],
    },
}

impl<'b> Kind<'b> {
    fn of(arena: &'b Arena<'b>, exp: &Exp<'b>) -> Option<Kind<'b>> {
        match exp {
            Exp::Scatter { dests, .. } => Some(Kind::Scatter { dests }),
            Exp::Hist { ops, .. } => Some(Kind::Hist { ops }),
            exp => Elements::of(arena, exp).map(Kind::Elements),
        }
    }

    fn goes_with(&self, other: &Kind<'b>) -> bool {
        matches!(
            (self, other),
            (Kind::Elements(_), Kind::Elements(_))
                | (Kind::Scatter { .. }, Kind::Scatter { .. })
                | (Kind::Hist { .. }, Kind::Hist { .. })
        )
    }

    /// How many of the function's results are not written: indices, bins.
    fn leading(&self) -> usize {
        match self {
            Kind::Elements(_) => 0,
            Kind::Scatter { dests } => dests.iter().map(|dest| usize::try_from(dest.rank).unwrap_or(0)).sum(),
            Kind::Hist { ops } => ops.len(),
        }
    }

    /// Whether an operator works on arrays.
    fn on_arrays(&self) -> bool {
        let arrays = |lambda: &Lambda| lambda.params.iter().any(|param| matches!(param.ty, Type::Array { .. }));
        match self {
            Kind::Elements(elements) => elements.on_arrays(),
            Kind::Scatter { .. } => false,
            Kind::Hist { ops } => ops.iter().any(|op| arrays(op.lambda)),
        }
    }

    /// What is used otherwise than element by element.
    fn inside(&self, lambda: &Lambda<'b>) -> Vec<Name> {
        match self {
            Kind::Elements(elements) => elements.free_names(),
            Kind::Scatter { dests } => dests.iter().map(|dest| dest.array).chain(lambda.free_names()).collect(),
            Kind::Hist { ops } => ops.iter().flat_map(Node::free_names).chain(lambda.free_names()).collect(),
        }
    }
}

impl<'b> Merger<'b> {
    fn merged(&mut self, mut stms: Vec<Stm<'b>>) -> Vec<Stm<'b>> {
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
        stms
    }

    /// What an array may be a view of.
    fn root(&self, here: &FxHashMap<Name, FxHashSet<Name>>, name: Name) -> Vec<Name> {
        let here = here.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect());
        here.into_iter().flat_map(|name| self.around(name)).collect()
    }

    /// What an array of the bodies around may be a view of.
    fn around(&self, name: Name) -> Vec<Name> {
        self.roots.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect())
    }

    /// Where the statements `first` and `later` may be merged, if they may.
    fn place(&self, stms: &[Stm<'b>], first: usize, later: usize) -> Option<Place> {
        let (a, b) = (&stms[first], &stms[later]);
        let (one, two) = (Soac::of(a.exp)?, Soac::of(b.exp)?);
        let totals = whole(a.exp)?;
        if one.width != two.width || one.arrays.is_empty() || two.arrays.is_empty() {
            return None;
        }
        // What is combined is not known element by element.
        let (totals, parts) = a.pat.split_at(totals.min(a.pat.len()));
        let made: FxHashSet<Name> = parts.iter().map(|param| param.name).collect();
        if !two.arrays.iter().any(|array| made.contains(array) || one.arrays.contains(array)) {
            return None;
        }
        let needs: FxHashSet<Name> = b.free_names().into_iter().collect();
        if totals.iter().any(|param| needs.contains(&param.name)) {
            return None;
        }
        let (a_kind, b_kind) = (Kind::of(self.arena, a.exp)?, Kind::of(self.arena, b.exp)?);
        // Inside of the function only elements of what the other makes are known.
        let mut inside = b_kind.inside(&two.lambda).into_iter();
        if !a_kind.goes_with(&b_kind)
            || inside.any(|name| made.contains(&name))
            || b.certs.iter().any(|cert| made.contains(cert))
        {
            return None;
        }
        // `distribute` takes a nest out again if there are only numbers beside it.
        let nested = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && nest::inner(&soac.lambda).is_some();
        let numbers = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && body_soacs(soac.lambda.body) == 0;
        let follows = two.arrays.iter().any(|array| made.contains(array));
        let lost = nested(&one, a.exp) && (follows || !numbers(&two, b.exp))
            || nested(&two, b.exp) && (follows || !numbers(&one, a.exp));
        if lost || a_kind.on_arrays() || b_kind.on_arrays() {
            return None;
        }
        if let (Kind::Elements(first), Kind::Elements(second)) = (&a_kind, &b_kind)
            && reads(a, &two).any(|at| first.before(at).is_none())
        {
            // After the prefixes there is no scan, and a row that is overwritten there may be a view of what others read.
            let overwritten = consumed(b);
            if !second.ops.is_empty() || two.lambda.params.iter().any(|param| overwritten.contains(&param.name)) {
                return None;
            }
        }
        let here = roots(&stms[..later]);
        let all = |names: Vec<Name>| -> FxHashSet<Name> {
            names.into_iter().flat_map(|name| self.root(&here, name)).collect()
        };
        let (a_reads, b_reads) = (all(a.free_names()), all(b.free_names()));
        let (a_writes, b_writes) = (all(consumed(a)), all(consumed(b)));
        if !a_writes.is_disjoint(&b_reads) || !b_writes.is_disjoint(&a_reads) {
            return None;
        }
        let between = &stms[first + 1..later];
        let reads_of = |stm: &Stm<'b>| all(stm.free_names());
        let defines = |stm: &Stm| stm.pat.iter().any(|param| needs.contains(&param.name));
        if !between.iter().any(defines)
            && (b_writes.is_empty() || between.iter().all(|stm| reads_of(stm).is_disjoint(&b_writes)))
        {
            return Some(Place::First);
        }
        let results: FxHashSet<Name> = a.pat.iter().map(|param| param.name).collect();
        if between.iter().any(|stm| stm.free_names().iter().any(|name| results.contains(name))) {
            return None;
        }
        let overwritten = all(between.iter().flat_map(consumed).collect());
        overwritten.is_disjoint(&a_reads).then_some(Place::Later)
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

    /// One of two scatters, or of two histograms.
    fn written(&self, one: &Soac<'b>, a: &Kind<'b>, two: &Soac<'b>, b: &Kind<'b>, exp: &Exp<'b>) -> Exp<'b> {
        let (arrays, params, stms) = joined(self.arena, one, two, |_| None, |a, b| a == b);
        let counts = (a.leading(), b.leading());
        let result = together(one.lambda.body.result, two.lambda.body.result, counts);
        let body = Body { stms: self.arena.slice(stms), result: self.arena.slice(result), ..*one.lambda.body };
        let lambda = self.arena.alloc(Lambda {
            params: self.arena.slice(params),
            rets: self.arena.slice(together(one.lambda.rets, two.lambda.rets, counts)),
            body: self.arena.alloc(body),
            ..one.lambda
        });
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

/// The positions of those results of a statement that a SOAC reads.
fn reads<'s>(stm: &'s Stm<'_>, soac: &'s Soac<'_>) -> impl Iterator<Item = usize> + 's {
    (0..stm.pat.len()).filter(|at| soac.arrays.contains(&stm.pat[*at].name))
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
        // What depends on no prefix is known before them.
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
