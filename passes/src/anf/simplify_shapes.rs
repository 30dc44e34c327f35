//! `simplify-shapes`: removes sizes from results if they are known outside.

use crate::anf::support::known_results::KnownResults;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Owned, Result, pass, rules};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, LoopForm, Param, Program, Rewrite, Stm, Type, Visit, default_rewrite_stm, walk_stm,
};
use rustc_hash::FxHashSet;

pass! {
    /// Removes scalar results that are equal in both branches, and scalar loop parameters that never change.
    ///
    ///     m, b: [m]i32 = if c then (p, replicate p x) else (p, replicate p y)
    ///     becomes     b: [p]i32 = if c then replicate p x else replicate p y
    ///
    /// This is the shape optimisation of FHPC'14 §4, from figure 22 to figure 23. `normalise` turns every size of a
    /// branch's arrays into a result, unless both branches have the same size expression. After inlining and copy
    /// propagation many of these sizes are equal, and known outside. The same holds for loops: a size that each
    /// iteration passes on unchanged has its initial value.
    pub SimplifyShapes = "simplify-shapes": Anf => Anf {
        ensures: [NoSuperfluousSizes],
        counts: { branches, loops },
    }
}

rules! { Anf:
    /// No scalar result of a branch is the same outer value in both branches; no scalar parameter of a loop is passed
    /// on unchanged.
    pub NoSuperfluousSizes = "no-superfluous-sizes" by no_superfluous_sizes;
}

impl Transform for SimplifyShapes {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        Owned::build(|arena| {
            let scratch = Arena::default();
            let mut simplifier = Simplifier(KnownResults::new(&scratch));
            let simplified = simplifier.rewrite_program(program.root())?;
            let Simplifier(known) = simplifier;
            run.counts.branches = known.branches;
            run.counts.loops = known.loops;
            run.unchanged_if(known.branches + known.loops == 0);
            known.replaced(&simplified, arena)
        })
    }
}

struct Simplifier<'b>(KnownResults<'b>);

/// The names that a body's own statements bind.
fn bound(body: &Body<'_>) -> FxHashSet<Name> {
    body.stms.iter().flat_map(|stm| stm.pat).map(|param| param.name).collect()
}

/// For each result of a branch or loop that is a scalar and known outside, the atom that equals it. `resolve` replaces
/// names that have been removed.
fn superfluous(stm: &Stm<'_>, resolve: impl Fn(Atom) -> Atom) -> Vec<Option<Atom>> {
    let known: Vec<Option<Atom>> = match stm.exp {
        // If both branches yield the same name, the name is from outside, unless a branch binds it.
        Exp::If { yes, no, .. } => {
            let inner = bound(yes);
            let outer = |atom: Atom| !matches!(atom, Atom::Var { name, .. } if inner.contains(&name));
            let pairs = yes.result.iter().zip(no.result).map(|(a, b)| (resolve(*a), resolve(*b)));
            pairs.map(|(a, b)| (a == b && outer(a)).then_some(a)).collect()
        }
        Exp::Loop { params, inits, form, body, .. } => {
            let condition = |name: Name| matches!(form, LoopForm::While { cond, .. } if *cond == name);
            let all = params.iter().zip(*inits).zip(body.result);
            let passed = all.map(|((param, init), result)| {
                let result = resolve(*result);
                let same = matches!(result, Atom::Var { name, .. } if name == param.name);
                let init = resolve(*init);
                (!condition(param.name) && (same || result == init)).then_some(init)
            });
            passed.collect()
        }
        _ => return Vec::new(),
    };
    let scalar = |param: &Param<'_>| matches!(param.ty, Type::Scalar { .. });
    let known: Vec<_> = known.into_iter().zip(stm.pat).map(|(known, param)| known.filter(|_| scalar(param))).collect();
    // A statement must keep at least one result.
    if known.iter().all(Option::is_some) { Vec::new() } else { known }
}

impl<'a, 'b> Rewrite<'a, 'b> for Simplifier<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.0.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms = Vec::new();
        for stm in node.stms {
            // Inner statements come first: their results may become equal.
            let stm = default_rewrite_stm(self, stm)?;
            let known = superfluous(&stm, |atom| self.0.resolve(atom));
            stms.push(self.0.remove(stm, &known));
        }
        let result = self.arena().slice(node.result.iter().map(|atom| self.0.resolve(*atom)));
        Ok(Body { span: node.span, stms: self.arena().slice(stms), result })
    }
}

fn no_superfluous_sizes(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r>(&'r mut Report);
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            if superfluous(node, |atom| atom).iter().any(Option::is_some) {
                self.0.fail_node(node, "a scalar that is known before the statement");
            }
            walk_stm(self, node);
        }
    }
    for fun in program.funs {
        report.enter(fun.name);
        Finder(report).visit_fun(fun);
    }
}

#[cfg(test)]
mod tests {
    use super::SimplifyShapes;
    use crate::anf::support::testing::after_pass;

    #[test]
    fn sizes_that_both_branches_give() {
        let replicate = |name: &str, value: &str| {
            format!(
                "(body [(stm [(param {name} (array i64 [(var p)] false))] [] (replicate [(var p)] (const {value})))] \
                 [(var p) (var {name})])"
            )
        };
        let text = format!(
            "(program [] [] [(fun main _ [(param c (scalar bool)) (param p (scalar i64))] \
             [(param l (scalar i64)) (param r (array i64 [(var l)] false))] (body [\
             (stm [(param m (scalar i64)) (param b (array i64 [(var m)] false))] [] (if (var c) {} {}))] \
             [(var m) (var b)]))])",
            replicate("b1", "1i64"),
            replicate("b2", "2i64")
        );
        let (printed, _) = after_pass(SimplifyShapes, &text);
        let expected = ["let b: [p]i64 = if c", "in (b1)", "in (b2)", "in (p, b)"];
        assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
    }

    #[test]
    fn sizes_that_a_loop_passes_on() {
        let text = "(program [] [] [(fun main _ [(param n (scalar i64)) (param xs (array i64 [(var n)] false))] \
                    [(param l (scalar i64)) (param r (array i64 [(var l)] false))] (body [\
                    (stm [(param k (scalar i64)) (param ys (array i64 [(var k)] false))] [] \
                    (loop [(param m (scalar i64)) (param zs (array i64 [(var m)] false))] [(var n) (var xs)] \
                    (for i i64 (const 3i64) false) (body [(stm [(param ws (array i64 [(var m)] false))] [] (copy zs))] \
                    [(var m) (var ws)])))] [(var k) (var ys)]))])";
        let (printed, _) = after_pass(SimplifyShapes, text);
        let expected = ["let ys: [n]i64 = loop (zs: [n]i64 = xs)", "in (ws)", "in (n, ys)"];
        assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
    }
}
