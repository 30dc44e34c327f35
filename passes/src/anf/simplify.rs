//! `simplify`: rewrites every body to an equivalent, cheaper one.

use crate::anf::support::code::variable;
use crate::anf::support::egraph::conditions::Condition;
use crate::anf::support::egraph::explain::Explainer;
use crate::anf::support::egraph::extract::{Choice, plain_cost};
use crate::anf::support::egraph::facts::{Facts, Graph};
use crate::anf::support::egraph::forms::Interned;
use crate::anf::support::egraph::region::{Known, Region};
use crate::anf::support::egraph::rule::{Hits, Rules, WORK};
use crate::anf::support::egraph::schedule::Scheduler;
use crate::anf::support::egraph::term::{Op, Term};
use crate::anf::support::rules::{arrays, scalars};
use crate::anf::support::scalar_functions::called;
use framework::pass::{Run, Transform};
use framework::{Name, Owned, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Param, Program, Rewrite, Stm, Type, default_rewrite_exp,
    default_rewrite_fun,
};
use languages::prim::PrimType;
use rustc_hash::FxHashSet;
use std::sync::LazyLock;

pass! {
    /// Rewrites every body to the cheapest one that rules on scalars and arrays can find.
    ///
    ///     ys = transpose xs; a = ys[0, i]; b = a * 1; c = xs[i, 0] + b     becomes     a = xs[i, 0]; c = a + a
    ///
    /// A body becomes an e-graph (`anf/support/egraph`), and the rules are tables (`anf/support/rules`). Copies and
    /// constants are propagated, equal expressions are computed once, and arithmetic becomes simpler. Reads through
    /// views, iotas and replicates become reads of the underlying arrays. Assertions that the ranges of indices prove
    /// are removed. Inside branches, loops and SOACs the rules can use the definitions of outer names, the conditions
    /// that hold, and the bounds of indices. Floats follow IEEE 754 unless `fast-math` is on. Unused statements are
    /// removed, unless they may fail.
    pub Simplify = "simplify": Anf => Anf {
        counts: { rewrites, terms },
        options: {
            /// Lets rules treat floats as real numbers.
            fast_math: bool = false,
            /// Reports every statement that rules change.
            explain: bool = false,
        },
    }
}

static EXACT: LazyLock<Rules> = LazyLock::new(|| Rules::new(scalars::EXACT, arrays::RULES));
static FAST_MATH: LazyLock<Rules> = LazyLock::new(|| {
    let all: Vec<_> = scalars::EXACT.iter().chain(scalars::FAST_MATH).copied().collect();
    Rules::new(&all, arrays::RULES)
});

impl Transform for Simplify {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut explainer = Explainer::new(run.options.explain);
        let (result, hits, terms) = simplified(program, run.options.fast_math, &mut explainer)?;
        explainer.finish(run);
        for (rule, times) in &hits {
            run.applied(rule, *times);
        }
        run.counts.rewrites = hits.values().sum();
        run.counts.terms = terms as u64;
        Ok(result)
    }
}

/// Simplifies a program. Returns it with the number of changes by each rule, and the number of terms that the rules
/// have visited.
pub fn simplified(program: &Owned<Anf>, fast: bool, explainer: &mut Explainer) -> Result<(Owned<Anf>, Hits, usize)> {
    let rules: &Rules = if fast { &FAST_MATH } else { &EXACT };
    let (mut hits, mut left) = (Hits::new(), WORK);
    let program: &Program<'_> = program.root();
    let result = Owned::build(|arena| {
        let mut simplifier = Simplifier::new(arena, rules, explainer, WORK);
        simplifier.called = called(program);
        let result = simplifier.rewrite_program(program);
        (hits, left) = (simplifier.hits, simplifier.work);
        result
    });
    Ok((result?, hits, WORK - left))
}

struct Simplifier<'r, 'b> {
    arena: &'b Arena<'b>,
    rules: &'r Rules,
    known: Known<'b>,
    hits: Hits,
    /// Whether later statements cannot overwrite the results of the next body: it is that of the function of a map, or
    /// of an entry point.
    last: bool,
    /// The functions that the program itself calls.
    called: FxHashSet<Name>,
    /// The number of terms that the rules may still visit.
    work: usize,
    explainer: &'r mut Explainer,
}

impl<'r, 'b> Simplifier<'r, 'b> {
    fn new(arena: &'b Arena<'b>, rules: &'r Rules, explainer: &'r mut Explainer, work: usize) -> Self {
        Simplifier {
            arena,
            rules,
            known: Known::default(),
            hits: Hits::new(),
            last: false,
            called: FxHashSet::default(),
            work,
            explainer,
        }
    }
}

/// The cost of a term. Every nested body costs the same large amount.
fn work(graph: &Graph, term: &Term) -> u64 {
    plain_cost(graph, term, 10_000)
}

impl<'a, 'b> Rewrite<'a, 'b> for Simplifier<'_, 'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        self.explainer.enter(node);
        for param in node.params {
            let ty = self.rewrite_type(param.ty)?;
            self.known.types.insert(param.name, ty);
        }
        self.last = node.entry.is_some() && !self.called.contains(&node.name);
        default_rewrite_fun(self, node)
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        // Adds statements one by one, so that the facts about earlier statements are known in later nested bodies.
        let canonical = Arena::default();
        let mut interned = Interned::new(&canonical);
        let mut region = Region::new(Graph::new(Facts));
        let last = std::mem::take(&mut self.last);
        let summaries = &mut self.known.summaries;
        let touched = if last { summaries.touched_inside(node) } else { summaries.touched(node) };
        region.start(&self.known, node, touched.clone());
        for stm in node.stms {
            let stm = self.rewrite_stm(stm)?;
            for stm in self.copies(&touched, &stm).unwrap_or_else(|| vec![stm]) {
                region.statement(&mut self.known, &stm, &mut interned);
            }
        }
        region.finish(&mut self.known, node);
        self.rules.run(&mut region.graph, &mut region.reasons, &mut self.work);
        for (_, rule) in &region.reasons {
            *self.hits.entry(rule).or_default() += 1;
        }
        let choice = Choice::of(&region, &work);
        Ok(Scheduler::body(self.arena, &region, &choice, node.span, self.explainer))
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match node {
            Exp::If { span, cond, yes, no } => {
                let cond = self.rewrite_atom(cond)?;
                let yes = self.branch(&cond, true, yes)?;
                let no = self.branch(&cond, false, no)?;
                let arena = self.arena;
                Ok(Exp::If { span: *span, cond: arena.alloc(cond), yes: arena.alloc(yes), no: arena.alloc(no) })
            }
            Exp::Loop { params, inits, form, body, .. } => {
                for (position, (param, init)) in params.iter().zip(*inits).enumerate() {
                    let ty = self.rewrite_type(param.ty)?;
                    self.known.types.insert(param.name, ty);
                    let unchanged = body.result.get(position).and_then(variable) == Some(param.name);
                    if unchanged && matches!(ty, Type::Scalar { .. }) {
                        self.known.same.insert(param.name, *init);
                    }
                }
                if let LoopForm::For { span, index, prim, bound, .. } = form {
                    self.known.types.insert(*index, Type::Scalar { span: *span, prim: *prim });
                    self.known.ranges.insert(*index, **bound);
                    return self.repeated(node, bound);
                }
                default_rewrite_exp(self, node)
            }
            Exp::Map { width, arrays, lambda, .. }
            | Exp::Reduce { width, arrays, lambda, .. }
            | Exp::Scan { width, arrays, lambda, .. }
            | Exp::Scatter { width, arrays, lambda, .. }
            | Exp::Hist { width, arrays, lambda, .. }
            | Exp::Stream { width, arrays, lambda, .. } => {
                for (array, param) in arrays.iter().zip(lambda.params) {
                    let array = self.known.same.get(array).and_then(variable).unwrap_or(*array);
                    if let Some((Op::Iota(PrimType::I64), args)) = self.known.definitions.get(&array)
                        && let [count, start, step] = args[..]
                        && is(&start, 0)
                        && is(&step, 1)
                    {
                        self.known.ranges.insert(param.name, count);
                    }
                }
                self.last = matches!(node, Exp::Map { .. });
                self.repeated(node, width)
            }
            _ => default_rewrite_exp(self, node),
        }
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        for param in node.params {
            let ty = self.rewrite_type(param.ty)?;
            self.known.types.insert(param.name, ty);
        }
        languages::anf::default_rewrite_lambda(self, node)
    }
}

fn is(atom: &Atom, number: i64) -> bool {
    crate::anf::support::code::known(*atom) == Some(number)
}

impl<'b> Simplifier<'_, 'b> {
    /// Expresses a map without statements by copies and replicates, if some of its arrays may be overwritten. Otherwise
    /// the rules of the e-graph handle such a map.
    fn copies(&self, touched: &FxHashSet<Name>, stm: &Stm<'b>) -> Option<Vec<Stm<'b>>> {
        let Exp::Map { span, width, arrays, lambda, .. } = *stm.exp else { return None };
        let mut names = stm.pat.iter().map(|param| param.name).chain(arrays.iter().copied());
        if !lambda.body.stms.is_empty() || !names.any(|name| touched.contains(&name)) {
            return None;
        }
        let part = |(param, value): (&'b Param<'b>, &'b Atom)| {
            let input = lambda.params.iter().position(|param| variable(value) == Some(param.name));
            let exp = match input {
                Some(input) => Exp::Copy { span, array: arrays[input] },
                None => Exp::Replicate { span, shape: self.arena.slice([*width]), value },
            };
            Stm { pat: self.arena.slice([*param]), exp: self.arena.alloc(exp), ..*stm }
        };
        Some(stm.pat.iter().zip(lambda.body.result).map(part).collect())
    }

    /// Rewrites an expression that repeats `count` times. Inside it `count` is at least 1.
    fn repeated<'a>(&mut self, node: &'a Exp<'a>, count: &Atom) -> Result<Exp<'b>> {
        let around = self.known.counts.len();
        self.known.counts.extend(variable(count));
        let exp = default_rewrite_exp(self, node);
        self.known.counts.truncate(around);
        exp
    }

    /// Rewrites a branch, in which the condition is known.
    fn branch<'a>(&mut self, cond: &Atom, truth: bool, body: &'a Body<'a>) -> Result<Body<'b>> {
        let cond = variable(cond).and_then(|name| self.known.same.get(&name).map_or(Some(name), variable));
        let condition = cond.map(|cond| Condition::new(&self.known, cond, truth));
        self.known.holds.extend(condition);
        let body = self.rewrite_body(body);
        if cond.is_some() {
            self.known.holds.pop();
        }
        body
    }
}

#[cfg(test)]
mod tests {
    use super::simplified;
    use crate::anf::support::egraph::explain::Explainer;
    use crate::anf::support::testing::{after, anf, count};

    fn simple(text: &str, args: &str) -> String {
        let passes = ["simplify", "remove-dead", "simplify", "remove-dead"];
        after(&passes, text, args)
    }

    #[test]
    fn indices_that_are_kept_inside_need_no_check() {
        let text = "entry main [n] [m] (xss: [n][m]i64) (k: i64) = tabulate_2d n m (\\i j -> \
            xss[i64.max 0 (i64.min (n - 1) (i + k)), (j + k) % m])";
        let program = simple(text, "[[1i64, 2i64], [3i64, 4i64]] -3i64");
        assert!(!program.contains("Index"), "{program}");
        let text = "entry main [n] (xs: [n]i64) = tabulate n (\\i -> xs[n - i - 1] + xs[n - 1 - i])";
        let program = simple(text, "[1i64, 2i64]");
        assert!(!program.contains("Index"), "{program}");
        let text = "entry main [n] (xs: [n]i64) (k: i64) = xs[i64.max 0 (i64.min (n - 1) k)]";
        let program = simple(text, "[1i64, 2i64] -3i64");
        assert!(program.contains("Index"), "the array may be empty: {program}");
    }

    #[test]
    fn conditions_are_known_in_their_branches() {
        let text = "entry main (xs: []i32) (i: i64) = if i >= 0 && i < length xs then xs[i] else 0";
        let program = simple(text, "[1, 2] 1i64");
        assert_eq!(count(&program, "assert"), 0, "{program}");
    }

    #[test]
    fn truths_are_numbers() {
        let program = simple("entry main (x: i32) = if x > 3 then 1i64 else 0", "4");
        assert_eq!(count(&program, "if"), 0, "{program}");
        let program = simple("entry main (x: u8) (y: u8) = (x < 0, y >= 0, x >= y)", "4u8 5u8");
        assert_eq!(count(&program, "le_u8"), 1, "{program}");
    }

    #[test]
    fn deep_branches_take_no_more_work_each() {
        let terms = |cases: usize| {
            let cases: String = (0..cases).map(|i| format!("if x == {i} then y * {i} + x else ")).collect();
            let (program, _) = anf(&format!("entry main (x: i64) (y: i64) = {cases} y"));
            simplified(&program, false, &mut Explainer::default()).unwrap().2
        };
        let (few, many) = (terms(20), terms(80));
        assert!(many < 5 * few, "{few} terms become {many}");
    }

    #[test]
    fn indices_are_in_range() {
        let text = "entry main [n] (xs: [n]i32) = map (\\i -> xs[i]) (iota n)";
        assert_eq!(count(&simple(text, "[1, 2]"), "assert"), 0);
    }

    #[test]
    fn a_check_is_done_once() {
        let text = "entry main (xs: []i32) (i: i64) = xs[i] * xs[i]";
        let program = simple(text, "[3] 0i64");
        assert_eq!((count(&program, "assert"), count(&program, "mul_i32")), (1, 1), "{program}");
    }

    #[test]
    fn what_is_computed_around_is_not_computed_again() {
        let text = "entry main [n] (xs: [n]i32) (ys: [n]i32) (i: i64) (k: i32) = \
            if xs[i] > k * k then ys[i] + k * k else loop y = 0 for j < k do y + xs[i] * j";
        for args in ["[3] [4] 0i64 1", "[3] [4] 0i64 2", "[3] [4] 1i64 2"] {
            let program = simple(text, args);
            assert_eq!(["assert", "index", "mul_i32"].map(|op| count(&program, op)), [1, 0, 2], "{program}");
        }
    }

    #[test]
    fn names_under_checks_come_before_what_they_are_equal_to() {
        let text = "entry main (y: i64) (k: i64) = let x = assert (k > 0) (y * 2) let sum = k + x in sum - k";
        let program = simple(text, "3i64 4i64");
        assert_eq!(["add_i64", "sub_i64", "mul_i64"].map(|op| count(&program, op)), [0, 0, 1], "{program}");
    }

    #[test]
    fn maps_that_do_nothing() {
        let text = "entry main (xss: [][]i32) = i32.sum (flatten (map (map (\\x -> x)) xss))";
        assert_eq!(count(&simple(text, "[[1, 2], [3, 4]]"), "map"), 0);
        let text = "entry main [n] (xs: *[n]i32) = let ys = map (\\x -> x) xs let zs = xs with [0] = 9 in (ys[0], zs)";
        let program = simple(text, "[1, 2]");
        assert_eq!((count(&program, "map"), count(&program, "copy")), (0, 1), "{program}");
        let text = "entry main [n] (xs: [n]i32) = let ys = map (\\x -> x) xs in (xs[0], ys with [0] = 9)";
        let program = simple(text, "[1, 2]");
        assert_eq!((count(&program, "map"), count(&program, "copy")), (0, 1), "{program}");
        let text = "entry main [n] (xs: [n]i32) (k: i32) = let ys = map (\\_ -> k) xs in ys with [0] = 9";
        let program = simple(text, "[1, 2] 3");
        assert_eq!((count(&program, "map"), count(&program, "replicate")), (0, 1), "{program}");
    }

    #[test]
    fn copies_of_what_is_overwritten_stay() {
        let text =
            "entry main [n] (xs: *[n][n]i32) = let row = copy xs[0] let ys = xs with [0] = xs[1] in ys with [1] = row";
        let program = simple(text, "[[1, 2], [3, 4]]");
        assert!(count(&program, "copy") > 0, "{program}");
        let text = "entry main [n] (xs: *[n]i32) = \
            let part = map (\\x -> x) (drop 1 xs) let ys = xs with [1] = 9 in (i32.sum part, ys)";
        simple(text, "[1, 2]");
        let text = "entry main [n] (c: bool) (xs: *[n][n]i32) = let row = if c then xs[0] else xs[1] \
            let kept = copy row let ys = xs with [0, 0] = 9 in (i32.sum kept, ys)";
        simple(text, "true [[1, 2], [3, 4]]");
        let text =
            "entry main [n] (xs: [n]i32) = let ys = copy xs let zs = copy (copy xs) with [0] = 9 in (xs[0], ys[0], zs)";
        assert_eq!(count(&simple(text, "[1, 2]"), "copy"), 1);
        let text = "entry main [n] (xs: [n]i32) = i32.sum (copy xs)";
        assert_eq!(count(&simple(text, "[1, 2]"), "copy"), 0);
    }

    #[test]
    fn equal_arrays_that_are_overwritten_stay_two() {
        let text = "entry main (n: i64) = let xs = replicate n 0i32 let ys = replicate n 0i32 in (xs with [0] = 1, ys with [0] = 2)";
        let program = simple(text, "2i64");
        assert_eq!(count(&program, "replicate"), 2, "{program}");
    }

    #[test]
    fn equal_computations_are_one() {
        let text = "entry main (xs: []i32) = i32.sum (map (* 2) xs) + i32.sum (map (* 2) xs)";
        let program = simple(text, "[1, 2]");
        assert_eq!((count(&program, "map"), count(&program, "reduce")), (1, 1), "{program}");
    }

    #[test]
    fn what_fails_first_fails_first() {
        let text = "entry main (xs: []i32) (i: i64) (j: i64) = let a = xs[j] let b = xs[i] in a + b + xs[j]";
        for args in ["[1] 0i64 0i64", "[1] 1i64 0i64", "[1] 0i64 1i64", "[1] 2i64 3i64"] {
            simple(text, args);
        }
    }
}
