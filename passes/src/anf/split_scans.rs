//! `split-scans`: moves expensive functions of scans into maps.

use crate::anf::sequentialise::on_arrays;
use crate::anf::support::code::{dims, prim, variable};
use crate::anf::support::effects::consumed;
use crate::anf::support::elements::{Elements, identity};
use crate::anf::support::host;
use crate::anf::support::parts::overwrites;
use crate::anf::support::soac::{body_work, combined, picked, with_results};
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, Span, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Type, default_rewrite_body};

pass! {
    /// Turns expensive functions of scans into maps before and after the scan.
    ///
    ///     scan (+) 0 f xs then g     becomes     ys = map f xs; zs = scan (+) 0 ys; map g zs
    ///
    /// A scan runs sequentially over the elements and in two passes, so `f` would run twice. A map runs `f` once, and
    /// with vector instructions. `fuse` has put the two together, since it minimises passes over memory. Functions on
    /// arrays, and functions that overwrite an array, stay in the scan. So do those whose results are many bytes for
    /// little work: memory is slower than to run `f` twice.
    ///
    /// A scan with an operator on arrays is a loop. So the function before it becomes a map even if it makes arrays.
    pub SplitScans = "split-scans": Anf => Anf {
        counts: { split },
    }
}

/// The largest work per element that stays in a scan, as measured by [`body_work`].
const LIGHT: u64 = 48;
/// The work for which it pays to write and read one more byte per element.
const PER_BYTE: u64 = 4;
/// The bytes per element that [`LIGHT`] has counted.
const FEW_BYTES: u64 = 8;

impl Transform for SplitScans {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut split = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut splitter = Splitter { arena, split: 0 };
            let result = splitter.rewrite_program(program);
            split = splitter.split;
            result
        });
        run.counts.split = split;
        run.unchanged_if(split == 0);
        result
    }
}

struct Splitter<'b> {
    arena: &'b Arena<'b>,
    split: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Splitter<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let body = default_rewrite_body(self, node)?;
        let mut stms = Vec::new();
        for stm in body.stms {
            let (scan, after) = self.after(stm).map_or((*stm, None), |(scan, after)| (scan, Some(after)));
            let (before, scan) = self.before(&scan).map_or((None, scan), |(before, scan)| (Some(before), scan));
            self.split += u64::from(before.is_some()) + u64::from(after.is_some());
            stms.extend(before.into_iter().chain([scan]).chain(after));
        }
        Ok(Body { stms: self.arena.slice(stms), ..body })
    }

    /// Does not visit nested SOACs, since they become loops.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

impl<'b> Splitter<'b> {
    /// An array of `width` elements of a type.
    fn array(&self, width: Atom, element: &Type<'b>) -> Param<'b> {
        let span = Span::NONE;
        let dims = self.arena.slice(std::iter::once(width).chain(dims(element).iter().copied()));
        let ty = Type::Array { span, prim: prim(element), dims, unique: false };
        Param { span, name: Name::fresh("part"), ty: self.arena.alloc(ty) }
    }

    /// Splits a scan into a scan and the map or reduction of its prefixes.
    fn after(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Scan { span, width, arrays, lambda, ops, post, totals } = *stm.exp else { return None };
        if body_work(post.body) <= LIGHT || !is_pure(post) || !is_pure(lambda) {
            return None;
        }
        let (mut kept, mut made, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        for (at, ty) in lambda.rets.iter().enumerate() {
            let handed = input(lambda, arrays, at).filter(|_| at >= combined(ops));
            inputs.push(handed.unwrap_or_else(|| {
                let part = self.array(*width, ty);
                kept.push(at);
                made.push(part);
                part.name
            }));
        }
        let lambda = self.arena.alloc(with_results(self.arena, lambda, &kept));
        let nothing = self.arena.alloc(identity(self.arena, *lambda));
        let scan = Exp::Scan { span, width, arrays, lambda, ops, post: nothing, totals: &[] };
        let map = Elements { lambda: *post, ops: &[], post: identity(self.arena, *post), totals };
        let map = map.exp(self.arena, *width, &inputs);
        let scan = Stm { pat: self.arena.slice(made), exp: self.arena.alloc(scan), ..*stm };
        Some((scan, Stm { exp: self.arena.alloc(map), ..*stm }))
    }

    /// Splits a scan into the map that computes its inputs, and the scan.
    fn before(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Scan { span, width, arrays, lambda, ops, post, totals } = *stm.exp else { return None };
        let becomes_loop = ops.iter().any(|op| on_arrays(op.lambda));
        let moves = if becomes_loop { !overwrites(lambda) } else { is_pure(lambda) && is_pure(post) };
        if !moves || body_work(lambda.body) <= LIGHT.max(PER_BYTE * bytes(lambda, arrays).saturating_sub(FEW_BYTES)) {
            return None;
        }
        let (mut kept, mut made, mut inputs) = (Vec::new(), Vec::new(), Vec::new());
        let mut stays: Vec<usize> = (0..stm.pat.len()).collect();
        for (at, ty) in lambda.rets.iter().enumerate() {
            inputs.push(input(lambda, arrays, at).unwrap_or_else(|| {
                // The map makes a result that the scan only passes through.
                let handed = handed_on(post, at, combined(totals)).filter(|_| at >= combined(ops));
                let part = handed.and_then(|out| stm.pat.get(out)).copied();
                let part = part.unwrap_or_else(|| self.array(*width, ty));
                stays.retain(|position| Some(*position) != handed);
                kept.push(at);
                made.push(part);
                part.name
            }));
        }
        let function = with_results(self.arena, lambda, &kept);
        let map = Exp::Map { span, groups: false, width, arrays, lambda: self.arena.alloc(function) };
        let post = self.arena.alloc(with_results(self.arena, post, &stays));
        let lambda = self.arena.alloc(identity(self.arena, *lambda));
        let scan = Exp::Scan { span, width, arrays: self.arena.slice(inputs), lambda, ops, post, totals };
        let map = Stm { pat: self.arena.slice(made), exp: self.arena.alloc(map), ..*stm };
        let pat = self.arena.slice(picked(stm.pat, &stays));
        Some((map, Stm { pat, exp: self.arena.alloc(scan), ..*stm }))
    }
}

/// The bytes per element of the scalars that a function computes, each once.
fn bytes(lambda: &Lambda<'_>, arrays: &[Name]) -> u64 {
    let computed = |at: &usize| {
        let results = lambda.body.result;
        input(lambda, arrays, *at).is_none() && results.get(*at).is_some_and(|result| !results[..*at].contains(result))
    };
    let scalars = (0..lambda.rets.len()).filter(computed).filter_map(|at| match lambda.rets.get(at)? {
        Type::Scalar { prim, .. } => Some(prim.size_bytes() as u64),
        _ => None,
    });
    scalars.sum()
}

/// The input that a function returns as result `at`, if any.
fn input(lambda: &Lambda<'_>, arrays: &[Name], at: usize) -> Option<Name> {
    let result = variable(lambda.body.result.get(at)?)?;
    let position = lambda.params.iter().position(|param| param.name == result)?;
    arrays.get(position).copied()
}

/// The position, starting at `from`, where a function returns parameter `at`, if any.
fn handed_on(lambda: &Lambda<'_>, at: usize, from: usize) -> Option<usize> {
    let param = lambda.params.get(at)?;
    (from..lambda.body.result.len()).find(|out| variable(&lambda.body.result[*out]) == Some(param.name))
}

/// Whether a function returns scalars and overwrites no array.
fn is_pure(lambda: &Lambda<'_>) -> bool {
    let scalars = lambda.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. }));
    scalars && lambda.body.stms.iter().all(|stm| consumed(stm).is_empty())
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    fn split(text: &str, args: &str) -> String {
        let passes = [
            "simplify",
            "remove-dead",
            "fuse",
            "fuse-horizontal",
            "simplify",
            "split-scans",
            "simplify",
            "remove-dead",
        ];
        after(&passes, text, args)
    }

    #[test]
    fn scans_that_do_much() {
        let work = "f64.exp x * f64.sin x + f64.cos x / (f64.sqrt (x * x + 1) + f64.exp (x - 1))";
        let text = format!("entry main (xs: []f64) = scan (+) 0 (map (\\x -> {work}) xs)");
        let program = split(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "map"), count(&program, "scan")), (1, 1), "{program}");
        let text =
            format!("entry main (xs: []f64) = let ys = scan (+) 0 xs in (ys, map2 (\\x y -> y * ({work})) ys xs)");
        let program = split(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "map"), count(&program, "scan")), (1, 1), "{program}");
        let text = format!("entry main (xs: []f64) = f64.maximum (map (\\x -> {work}) (scan (+) 0 xs))");
        let program = split(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "reduce"), count(&program, "scan")), (1, 1), "{program}");
        let text = "entry main (xs: []i64) = scan (+) 0 (map (+ 1) xs)";
        let program = split(text, "[1i64, 2i64, 3i64]");
        assert_eq!(count(&program, "map"), 0, "little work: {program}");
    }
}
