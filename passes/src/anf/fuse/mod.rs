//! `fuse`: merges producers into the SOACs that read their results.

mod composer;
mod dependencies;
mod flat;
mod instance;
mod rows;

use self::composer::Composer;
use crate::anf::support::code::{dims, known, prim};
use crate::anf::support::effects;
use crate::anf::support::egraph::explain::Explainer;
use crate::anf::support::egraph::extract::{Choice, plain_cost};
use crate::anf::support::egraph::facts::{Facts, Graph, rebuild};
use crate::anf::support::egraph::forms::Interned;
use crate::anf::support::egraph::region::{Known, Region};
use crate::anf::support::egraph::schedule::Scheduler;
use crate::anf::support::egraph::term::{Op, Term};
use crate::anf::support::soac::{ITERATIONS, Soac, combined, element_work, outputs};
use framework::pass::{Run, Transform};
use framework::{Names, Owned, Renaming, Result, pass};
use languages::anf::{
    Anf, Arena, Body, Exp, Fun, LoopForm, Param, Program, Rewrite, Stm, Type, default_rewrite_body,
    default_rewrite_fun, default_rewrite_loop_form, default_rewrite_param,
};

pass! {
    /// Fuses maps into the SOACs that read their results, so that the intermediate arrays need no memory.
    ///
    ///     ys = map f xs; z = reduce (+) 0 ys     becomes     z = reduce (+) 0 (map f inside) xs
    ///
    /// Fuses maps into maps, reductions, scans, scatters, histograms and streams by composing their functions
    /// (Henriksen and Oancea, FHPC 2013). Two kinds of arrays are simplified as well: an input whose elements are all
    /// equal is replaced by that element, and an array that a SOAC only reads at its own index becomes an input.
    ///
    /// Each composition is one more term in the consumer's class of an e-graph. The cheapest body is chosen; its cost
    /// counts a fused producer twice if the producer has other uses. A fused producer reads its inputs at the
    /// consumer's place, so no statement in between may overwrite them.
    pub Fuse = "fuse": Anf => Anf {
        counts: { composed, fused },
        options: {
            /// Reports every SOAC into which another SOAC is fused.
            explain: bool = false,
        },
    }
}

impl Transform for Fuse {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut counts = (0, 0);
        let mut explainer = Explainer::new(run.options.explain);
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut fuser = Fuser { arena, known: Known::default(), composed: 0, fused: 0, explainer: &mut explainer };
            let program = program.copy_into(arena, &mut Renaming::new(Names::Keep));
            let result = fuser.rewrite_program(arena.alloc(program));
            counts = (fuser.composed, fuser.fused);
            result
        });
        explainer.finish(run);
        run.counts.composed = counts.0;
        run.counts.fused = counts.1;
        run.unchanged_if(counts.1 == 0);
        result
    }
}

struct Fuser<'e, 'b> {
    arena: &'b Arena<'b>,
    known: Known<'b>,
    composed: u64,
    fused: u64,
    explainer: &'e mut Explainer,
}

impl<'b> Rewrite<'b, 'b> for Fuser<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'b Fun<'b>) -> Result<Fun<'b>> {
        self.explainer.enter(node);
        default_rewrite_fun(self, node)
    }

    fn rewrite_param(&mut self, node: &'b Param<'b>) -> Result<Param<'b>> {
        self.known.types.insert(node.name, *node.ty);
        default_rewrite_param(self, node)
    }

    fn rewrite_loop_form(&mut self, node: &'b LoopForm<'b>) -> Result<LoopForm<'b>> {
        if let LoopForm::For { span, index, prim, .. } = *node {
            self.known.types.insert(index, Type::Scalar { span, prim });
        }
        default_rewrite_loop_form(self, node)
    }

    /// Outer bodies come first, because a composed function has new SOACs to fuse inside.
    fn rewrite_body(&mut self, node: &'b Body<'b>) -> Result<Body<'b>> {
        let body = self.fused(node);
        body.stms.iter().for_each(|stm| effects::add_roots(&mut self.known.roots, stm));
        default_rewrite_body(self, self.arena.alloc(body))
    }
}

impl<'b> Fuser<'_, 'b> {
    /// Fuses the SOACs of a body, without those of nested bodies.
    fn fused(&mut self, body: &Body<'b>) -> Body<'b> {
        let makes = |stm: &Stm| matches!(stm.exp, Exp::Map { .. } | Exp::Replicate { .. });
        let last = body.stms.iter().rposition(|stm| Soac::of(stm.exp).is_some());
        if last.is_none_or(|last| !body.stms[..last].iter().any(makes)) {
            return *body;
        }
        let canonical = Arena::default();
        let mut interned = Interned::new(&canonical);
        let mut region = Region::new(Graph::new(Facts));
        region.start(&self.known, body, effects::touched(body));
        for stm in body.stms {
            region.statement(&mut self.known, stm, &mut interned);
        }
        region.finish(&mut self.known, body);
        rebuild(&mut region.graph);
        let mut composer = Composer::new(self.arena, &self.known, region, interned);
        composer.compose();
        self.composed += composer.composed;
        let mut region = composer.region;
        rebuild(&mut region.graph);
        let costs: Vec<u64> = region.blocks.iter().map(|(exp, _)| cost(exp)).collect();
        let price = |graph: &Graph, term: &Term| {
            let block = match term.op {
                Op::Block(number) => costs.get(number as usize).copied().unwrap_or(u64::MAX / 4),
                _ => 0,
            };
            plain_cost(graph, term, block)
        };
        let choice = Choice::of(&region, &price);
        self.fused += choice.replaced;
        Scheduler::body(self.arena, &region, &choice, body.span, self.explainer)
    }
}

/// Costs per element, in units of half an addition: of a pass over memory, and of each byte that it reads or writes.
const PASS: u64 = 100;
const READ: u64 = 5;
const WRITE: u64 = 10;

fn cost(exp: &Exp<'_>) -> u64 {
    let Some(soac) = Soac::of(exp) else { return PASS + 8 * READ };
    let sum = |types: &mut dyn Iterator<Item = &Type<'_>>| types.fold(0u64, |sum, ty| sum.saturating_add(bytes(ty)));
    let read = sum(&mut soac.lambda.params.iter().take(soac.arrays.len()).map(|param| param.ty));
    let written = match exp {
        Exp::Map { lambda, .. } => sum(&mut lambda.rets.iter()),
        Exp::Reduce { lambda, ops, .. } => sum(&mut lambda.rets.iter().skip(combined(ops))),
        Exp::Scan { post, totals, .. } => sum(&mut post.rets.iter().skip(combined(totals))),
        _ => 8 * outputs(exp) as u64,
    };
    let memory = READ.saturating_mul(read).saturating_add(WRITE.saturating_mul(written));
    memory.saturating_add(PASS).saturating_add(element_work(exp))
}

/// The bytes of a value, where each size that is not known counts as [`ITERATIONS`].
fn bytes(ty: &Type<'_>) -> u64 {
    let sizes = dims(ty).iter().map(|dim| known(*dim).and_then(|size| u64::try_from(size).ok()).unwrap_or(ITERATIONS));
    sizes.fold(prim(ty).size_bytes() as u64, u64::saturating_mul)
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    /// The program after `fuse` and simplification.
    fn fused(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "fuse", "simplify", "remove-dead"], text, args)
    }

    #[test]
    fn chains_are_one_pass() {
        let text = "entry main (xs: []i32) = i32.sum (map (+ 1) (map (* 2) (filter (> 0) xs)))";
        let program = fused(text, "[1, -2, 3]");
        assert_eq!((count(&program, "map"), count(&program, "reduce")), (0, 1), "{program}");
    }

    #[test]
    fn what_two_need_is_computed_once() {
        let text = "entry main [n] (xs: [n]f64) = let ys = map f64.exp xs in (map (+ 1) ys, scan (+) 0 ys)";
        assert_eq!(count(&fused(text, "[1.0, 2.0]"), "exp_f64"), 1);
    }

    #[test]
    fn what_takes_longer_than_memory_is_computed_once() {
        // Functions of hashes: a histogram and two maps need them, and a scan what the first map makes.
        let text = "entry main [n] (xs: [n]i32) (k: i64) = let is = map (\\x -> i64.i32 x % k * k % (k + 1)) xs \
            let firsts = hist i64.min i64.highest k is (iota n) \
            let flags = map2 (\\x i -> let j = firsts[i] in (j == i, j != i64.highest && xs[j] != x)) xs is \
            let sums = scan (\\(a, b) (c, d) -> (a + c, b + d)) (0, 0) (map (\\(a, b) -> (i64.bool a, i64.bool b)) flags) \
            in map2 (\\(a, b) (c, d) -> if a then c else if b then d else -1) flags sums";
        let program = fused(text, "[5, 6] 7i64");
        assert_eq!(count(&program, "mod_i64"), 2, "{program}");
    }

    #[test]
    fn equal_elements_are_no_input() {
        let text = "entry main [n] (xs: [n]i32) = map2 (+) xs (replicate n 7)";
        let program = fused(text, "[1, 2]");
        assert_eq!(count(&program, "replicate"), 0, "{program}");
    }

    #[test]
    fn arrays_that_are_read_where_the_reader_is() {
        let text = "entry main [n] (xs: [n]i64) = let ys = map (* 2) xs in tabulate n (\\i -> ys[i] + i)";
        let program = fused(text, "[5i64, 6i64]");
        assert_eq!(count(&program, "map"), 1, "{program}");
        let text = "entry main [n] [m] (xss: [n][m]i64) = let yss = map (map (* 2)) xss \
            in tabulate_2d n m (\\i j -> yss[i, (j + 1) % m] + i)";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]]");
        assert_eq!(count(&program, "map"), 3, "{program}");
        let text = "entry main [n] (xs: [n]i64) = let ys = map (* 2) xs in tabulate n (\\i -> ys[i] + ys[n - 1 - i])";
        let program = fused(text, "[5i64, 6i64]");
        assert_eq!(count(&program, "map"), 2, "elsewhere too: {program}");
    }

    #[test]
    fn nests_that_are_read_in_one_dimension() {
        let text = "entry main [n] [m] (xss: [n][m]i64) = i64.sum (flatten (map (map (* 2)) xss))";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]]");
        assert!(count(&program, "map") == 0 && !program.contains("quot"), "{program}");
        let text = "entry main [n] [m] (xss: [n][m]f64) (ys: [m]f64) = \
            f64.sum (flatten (map (\\xs -> map2 (\\x y -> f64.sin x * y + f64.cos x + f64.exp y + xs[0]) xs ys) xss))";
        let program = fused(text, "[[5.0, 6.0], [7.0, 8.0]] [1.0, 2.0]");
        assert!(count(&program, "map") == 0 && program.contains("quot"), "{program}");
        let text =
            "entry main [n] [m] (xss: [n][m]i64) (ys: [m]i64) = i64.sum (flatten (map (\\xs -> map2 (+) xs ys) xss))";
        let program = fused(text, "[[5i64, 6i64], [7i64, 8i64]] [1i64, 2i64]");
        assert!(!program.contains("quot"), "a division would cost more than it saves: {program}");
    }

    #[test]
    fn nothing_is_read_after_it_was_overwritten() {
        let text = "entry main [n] (xs: *[n]i32) = let ys = map (+ 1) xs let zs = xs with [0] = 9 in map2 (+) (map (* 2) ys) zs";
        fused(text, "[1, 2]");
        let text = "entry main [n] (c: bool) (xs: *[n]i32) (ys: *[n]i32) = let zs = map (+ 1) xs let us = if c then xs else ys \
            let vs = us with [0] = 9 in (map (* 2) zs, vs)";
        for choice in ["true", "false"] {
            fused(text, &format!("{choice} [1, 2] [3, 4]"));
        }
    }

    #[test]
    fn a_scatter_does_not_read_what_it_overwrites() {
        let text = "entry main [n] (xs: *[n]i64) = let is = map (\\x -> (x + 1) % n) xs in scatter xs is (iota n)";
        let program = fused(text, "[2i64, 0i64, 1i64]");
        assert_eq!(count(&program, "map"), 1, "{program}");
        let text =
            "entry main [n] (xs: [n]i64) = let is = map (\\x -> (x + 1) % n) xs in scatter (replicate n 0) is (iota n)";
        let program = fused(text, "[2i64, 0i64, 1i64]");
        assert_eq!(count(&program, "map"), 0, "{program}");
    }

    #[test]
    fn checks_move_with_the_function() {
        let text = "entry main [n] (xs: [n]i64) = i64.sum (map (\\x -> xs[x]) (map (+ 1) xs))";
        fused(text, "[0i64, 1i64, 0i64]");
        fused(text, "[0i64, 2i64, 0i64]");
    }
}
