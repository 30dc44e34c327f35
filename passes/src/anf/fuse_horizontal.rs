//! `fuse-horizontal`: SOACs over the same elements become one.

use super::soac::{Soac, body_soacs, combined, joined};
use crate::anf::effects::{consumed, roots};
use crate::seg::nest;
use framework::pass::{Context, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Dest, Exp, HistOp, Lambda, Program, Reduction, Rewrite, Stm, Type, default_rewrite_body,
};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Merges SOACs of one width that read the same array, or one what the other makes, into one SOAC.
    ///
    ///     ys = map f xs; s = reduce (+) 0 xs; m = reduce max 0 ys     becomes     (s, m, ys) = reduce ((+), max) (0, 0) (\x -> (x, f x, f x)) xs
    ///
    /// After `fuse`: this is for producers that others need too, and for siblings. Every element is read and computed once. Maps, reductions and
    /// scans go together, but scans not with reductions; scatters go with scatters and histograms with histograms if neither reads what the other
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

/// What SOACs that can be one have in common.
#[derive(Clone, Copy)]
enum Kind<'b> {
    /// Maps, reductions and scans. Results are first those of the operators, then what is mapped out.
    Elements {
        ops: &'b [Reduction<'b>],
        scans: bool,
    },
    Scatter {
        dests: &'b [Dest],
    },
    Hist {
        ops: &'b [HistOp<'b>],
    },
}

impl<'b> Kind<'b> {
    fn of(exp: &Exp<'b>) -> Option<Kind<'b>> {
        match exp {
            Exp::Map { .. } => Some(Kind::Elements { ops: &[], scans: false }),
            Exp::Reduce { ops, .. } => Some(Kind::Elements { ops, scans: false }),
            Exp::Scan { ops, .. } => Some(Kind::Elements { ops, scans: true }),
            Exp::Scatter { dests, .. } => Some(Kind::Scatter { dests }),
            Exp::Hist { ops, .. } => Some(Kind::Hist { ops }),
            _ => None,
        }
    }

    fn goes_with(&self, other: &Kind<'b>) -> bool {
        match (self, other) {
            (Kind::Elements { ops: a, scans: a_scans }, Kind::Elements { ops: b, scans: b_scans }) => {
                a.is_empty() || b.is_empty() || a_scans == b_scans
            }
            (Kind::Scatter { .. }, Kind::Scatter { .. }) | (Kind::Hist { .. }, Kind::Hist { .. }) => true,
            _ => false,
        }
    }

    /// How many of the statement's results are not known element by element.
    fn whole(&self) -> usize {
        match self {
            Kind::Elements { ops, .. } => combined(ops),
            Kind::Scatter { .. } | Kind::Hist { .. } => usize::MAX,
        }
    }

    /// How many of the function's results are not mapped out, or written: values to combine, indices, bins.
    fn leading(&self) -> usize {
        match self {
            Kind::Elements { ops, .. } => combined(ops),
            Kind::Scatter { dests } => dests.iter().map(|dest| usize::try_from(dest.rank).unwrap_or(0)).sum(),
            Kind::Hist { ops } => ops.len(),
        }
    }

    /// Whether an operator works on arrays.
    fn on_arrays(&self) -> bool {
        let arrays = |lambda: &Lambda| lambda.params.iter().any(|param| matches!(param.ty, Type::Array { .. }));
        match self {
            Kind::Elements { ops, .. } => ops.iter().any(|op| arrays(op.lambda)),
            Kind::Scatter { .. } => false,
            Kind::Hist { ops } => ops.iter().any(|op| arrays(op.lambda)),
        }
    }

    fn ops_free(&self) -> Vec<Name> {
        match self {
            Kind::Elements { ops, .. } => ops.iter().flat_map(Node::free_names).collect(),
            Kind::Scatter { dests } => dests.iter().map(|dest| dest.array).collect(),
            Kind::Hist { ops } => ops.iter().flat_map(Node::free_names).collect(),
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
        let (a_kind, b_kind) = (Kind::of(a.exp)?, Kind::of(b.exp)?);
        let (one, two) = (Soac::of(a.exp)?, Soac::of(b.exp)?);
        if !a_kind.goes_with(&b_kind) || one.width != two.width || one.arrays.is_empty() || two.arrays.is_empty() {
            return None;
        }
        // What is combined is not known element by element.
        let (whole, parts) = a.pat.split_at(a_kind.whole().min(a.pat.len()));
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
        let mut inputs = b_kind.ops_free().into_iter().chain(two.lambda.free_names());
        if inputs.any(|name| made.contains(&name)) || b.certs.iter().any(|cert| made.contains(cert)) {
            return None;
        }
        // `distribute` takes a nest out again if there are only numbers beside it.
        let nested = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && nest::inner(&soac.lambda).is_some();
        let numbers = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && body_soacs(soac.lambda.body) == 0;
        let lost = nested(&one, a.exp) && (reads || !numbers(&two, b.exp))
            || nested(&two, b.exp) && (reads || !numbers(&one, a.exp));
        if lost || a_kind.on_arrays() || b_kind.on_arrays() {
            return None;
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
        let parts = Soac::of(a.exp).zip(Soac::of(b.exp)).zip(Kind::of(a.exp).zip(Kind::of(b.exp)));
        let Some(((one, two), (a_kind, b_kind))) = parts else { return *a };
        let known = match a_kind {
            Kind::Elements { .. } => a.pat.iter().zip(one.lambda.body.result).collect(),
            Kind::Scatter { .. } | Kind::Hist { .. } => Vec::new(),
        };
        let values: FxHashMap<Name, Atom> = known.into_iter().map(|(param, value)| (param.name, *value)).collect();
        let value = |array: Name| values.get(&array).copied();
        let (arrays, params, stms) = joined(self.arena, &one, &two, value, |a, b| a == b);
        let (a_count, b_count) = (a_kind.leading(), b_kind.leading());
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
        let exp = match (a_kind, b_kind) {
            (Kind::Elements { ops: a, scans: a_scans }, Kind::Elements { ops: b, scans: b_scans }) => {
                let ops = self.arena.slice(a.iter().chain(b).copied());
                match (ops.is_empty(), a_scans || b_scans) {
                    (true, _) => Exp::Map { span, width, arrays, lambda },
                    (false, false) => Exp::Reduce { span, width, arrays, lambda, ops },
                    (false, true) => Exp::Scan { span, width, arrays, lambda, ops },
                }
            }
            (Kind::Scatter { dests: a }, Kind::Scatter { dests: b }) => {
                let dests = self.arena.slice(a.iter().chain(b).copied());
                Exp::Scatter { span, width, arrays, lambda, dests }
            }
            (Kind::Hist { ops: a }, Kind::Hist { ops: b }) => {
                let ops = self.arena.slice(a.iter().chain(b).copied());
                Exp::Hist { span, width, arrays, lambda, ops }
            }
            _ => return *a,
        };
        let mapped = |kind: Kind, pat: &[_]| kind.whole().min(pat.len());
        let pat = together(a.pat, mapped(a_kind, a.pat), b.pat, mapped(b_kind, b.pat));
        let mut certs = a.certs.to_vec();
        certs.extend(b.certs.iter().filter(|cert| !a.certs.contains(cert)));
        Stm { span, pat: self.arena.slice(pat), certs: self.arena.slice(certs), exp: self.arena.alloc(exp) }
    }
}

/// The leading ones of both, then the others of both.
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
