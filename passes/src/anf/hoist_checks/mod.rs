//! `hoist-checks`: moves checks out of loops and SOACs.

mod condition;
mod extremes;
mod instance;
mod outside;
mod region;
mod slope;

use crate::anf::support::code::{Code, int};
use crate::anf::support::soac::Soac;
use framework::pass::{Report, Run, Transform};
use framework::{Name, Node, Owned, Result, Span, pass, rules};
use instance::constant;
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, LoopForm, Part, Program, Rewrite, Stm, Visit, default_rewrite_body,
    default_rewrite_stm, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use region::{Progression, Region, Searches, Varying, Why};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Moves checks out of loops and SOACs. One check before the loop replaces the checks of all elements.
    ///
    ///     map (\i -> c = assert (0 <= i + k < n); x = <c> xs[i + k] …) (iota m)
    ///     becomes     c = assert (m <= 0 || 0 <= k <= m - 1 + k < n); <c> map (\i -> x = xs[i + k] …) (iota m)
    ///
    /// This is figure 10 of FHPC'14 in one step. The paper first distributes the assertions of a map's function into a
    /// `map` and a `reduce` that test them for all elements (10.A), and then simplifies these away (10.B to 10.D). This
    /// pass tests a condition that is the same for all elements once. A condition that is linear in the index is tested
    /// for the first and the last element. The conditions of branches around a check narrow the range. The test only
    /// runs if there are elements.
    ///
    /// A condition on elements of arrays would need a `map` and a `reduce` that read the arrays a second time. Such a
    /// check stays, unless `elements` is on (the pre-assertion rule for `map`, figure 16). A check also stays if its
    /// condition takes more than a few scalar operators, since the test before the loop must take O(1) time, or O(1)
    /// per element.
    ///
    /// If the test fails, the program searches for the first failing element, so that the message and its values are
    /// those of the original check. If several checks fail, any of them is reported.
    pub HoistChecks = "hoist-checks": Anf => Anf {
        ensures: [NoFixedChecks],
        counts: { hoisted, proved, kept },
        options: {
            /// Tests conditions on elements of arrays too, with a `map` and a `reduce` before the loop.
            elements: bool = false,
        },
    }
}

rules! { Anf:
    /// No loop or SOAC repeats a check that only uses values from outside.
    pub NoFixedChecks = "no-fixed-checks" by no_fixed_checks;
}

/// The largest number of statements that a condition or message may take, including those of branches. The hoisted
/// computation is done in addition to the original one, so it must be cheap.
pub const SLICE_LIMIT: usize = 64;

impl Transform for HoistChecks {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut counts = (0, 0);
        let mut kept = Vec::new();
        let root = program.root();
        let result = Owned::build(|arena| {
            let mut hoister = Hoister {
                arena,
                iotas: FxHashMap::default(),
                searches: Searches::default(),
                hoisted: 0,
                proved: 0,
                kept: Vec::new(),
                elements: run.options.elements,
            };
            let result = hoister.rewrite_program(root);
            counts = (hoister.hoisted, hoister.proved);
            kept = hoister.kept;
            result
        });
        run.counts.hoisted = counts.0;
        run.counts.proved = counts.1;
        if counts == (0, 0) {
            run.unchanged();
        }
        run.counts.kept = kept.len() as u64;
        for Kept { check, message, inside: (kind, place), why } in kept {
            run.note(check, format!("\"{message}\" is checked inside the {kind}: {why}"), place);
        }
        result
    }
}

/// A check that stays in a loop or SOAC, and the reason.
struct Kept {
    check: Span,
    message: String,
    inside: (&'static str, Span),
    why: Why,
}

struct Hoister<'b> {
    arena: &'b Arena<'b>,
    /// The arrays so far whose elements form an arithmetic progression.
    iotas: FxHashMap<Name, Progression>,
    searches: Searches,
    hoisted: u64,
    proved: u64,
    kept: Vec<Kept>,
    /// Whether checks on elements are hoisted, although that reads the arrays a second time.
    elements: bool,
}

/// The trip count of a region.
#[derive(Clone, Copy)]
enum Times {
    /// The trip count is this `i64`, and the index of each iteration is known.
    Count(Atom),
    /// The trip count is unknown. It is at least 1 if this condition holds.
    If(Atom),
}

/// Code that a statement repeats.
struct Repeated<'b> {
    region: Region<'b>,
    times: Times,
    kind: &'static str,
    /// The function and its inputs, if the code is the function of a SOAC.
    function: Option<(Lambda<'b>, &'b [Name])>,
}

impl<'a, 'b> Rewrite<'a, 'b> for Hoister<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms = Vec::new();
        for stm in node.stms {
            if let ([param], Some(progression)) = (stm.pat, region::progression(stm.exp)) {
                self.iotas.insert(param.name, progression);
            }
            // Inner loops come first: a check that leaves an inner loop may leave the outer loop as well.
            let stm = default_rewrite_stm(self, stm)?;
            let stm = self.position(stm);
            let stm = self.hoist(&mut stms, stm)?;
            stms.push(stm);
        }
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

impl<'b> Hoister<'b> {
    /// Replaces an element of `0, 1, …` by its position.
    fn position(&self, stm: Stm<'b>) -> Stm<'b> {
        let Exp::Index { span, array, indices: [index] } = *stm.exp else { return stm };
        match self.iotas.get(&array) {
            Some(Progression { prim: PrimType::I64, wraps: false, .. }) => {
                let atoms = self.arena.slice([*index]);
                Stm { exp: self.arena.alloc(Exp::Atoms { span, atoms }), ..stm }
            }
            _ => stm,
        }
    }

    /// Removes the checks that can run before a statement from it, and adds checks for all iterations to `before`.
    fn hoist(&mut self, before: &mut Vec<Stm<'b>>, stm: Stm<'b>) -> Result<Stm<'b>> {
        let mut gone = FxHashSet::default();
        let mut certs = stm.certs.to_vec();
        for Repeated { region, times, kind, function } in self.regions(before, &stm) {
            let read = function.filter(|_| self.elements).map(|(lambda, arrays)| {
                Region::new(region::elements(&lambda, arrays, &self.iotas, true), lambda.body, &self.searches)
            });
            for (position, check) in region.checks.iter().enumerate() {
                let mut code = Code::new(self.arena, check.stm.span);
                let mut outcome = self.check(&mut code, &region, times, check);
                if let (Err(Why::Element(_) | Why::Form), Some(read), Times::Count(width)) = (outcome, &read, times)
                    && let Some(check) = read.checks.get(position)
                {
                    code = Code::new(self.arena, check.stm.span);
                    outcome = self.distributed(&mut code, read, width, check).map(|()| true).or(outcome);
                }
                match outcome {
                    Ok(true) => {
                        before.append(&mut code.stms);
                        certs.push(check.cert);
                        gone.insert(check.cert);
                        self.hoisted += 1;
                    }
                    Ok(false) => {
                        gone.insert(check.cert);
                        self.proved += 1;
                    }
                    Err(why) => {
                        let (check, inside) = (check.stm, (kind, stm.span));
                        self.kept.push(Kept { check: check.span, message: text(check.exp), inside, why });
                    }
                }
            }
        }
        if gone.is_empty() {
            return Ok(stm);
        }
        let source: &'b Stm<'b> = self.arena.alloc(stm);
        let inner = default_rewrite_stm(&mut Remover { arena: self.arena, gone }, source)?;
        Ok(Stm { certs: self.arena.slice(certs), ..inner })
    }

    /// The code that a statement repeats. Adds statements that the checks need to `before`.
    fn regions(&self, before: &mut Vec<Stm<'b>>, stm: &Stm<'b>) -> Vec<Repeated<'b>> {
        let mut regions = Vec::new();
        let plain = |region, times, kind| Repeated { region, times, kind, function: None };
        let main = |width: &Atom, arrays: &'b [Name], lambda: &Lambda<'b>, kind| {
            let params = region::elements(lambda, arrays, &self.iotas, false);
            let region = Region::new(params, lambda.body, &self.searches);
            Repeated { function: Some((*lambda, arrays)), ..plain(region, Times::Count(*width), kind) }
        };
        match stm.exp {
            Exp::Map { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "map")),
            Exp::Scatter { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "scatter")),
            Exp::Reduce { width, arrays, lambda, ops, .. } | Exp::Scan { width, arrays, lambda, ops, .. } => {
                regions.push(main(width, arrays, lambda, "reduction"));
                let totals: &[_] = if let Exp::Scan { post, totals, .. } = stm.exp {
                    let params = region::after_prefixes(post, lambda, arrays, &self.iotas);
                    let region = Region::new(params, post.body, &self.searches);
                    regions.push(plain(region, Times::Count(**width), "scan"));
                    totals
                } else {
                    &[]
                };
                for op in ops.iter().chain(totals) {
                    let region = Region::new(region::operands(op.lambda.params), op.lambda.body, &self.searches);
                    if !region.checks.is_empty() {
                        let mut code = Code::new(self.arena, stm.span);
                        let some = code.operator(BinOp::Lt, PrimType::I64, int(0), **width);
                        before.append(&mut code.stms);
                        regions.push(plain(region, Times::If(some), "operator of the reduction"));
                    }
                }
            }
            // The operator runs for unknown bins, so its checks stay.
            Exp::Hist { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "histogram")),
            Exp::Stream { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "stream")),
            Exp::Loop { params, inits, form, body, .. } => {
                let mut known: region::Params =
                    params.iter().map(|param| (param.name, Err(Why::Carried(param.name)))).collect();
                let mut code = Code::new(self.arena, stm.span);
                let times = match form {
                    LoopForm::For { index, prim, bound, .. } if prim.is_signed() => {
                        known.push((*index, Ok(Varying::Progression(Progression::counter(*prim)))));
                        let region = Region::new(known, body, &self.searches);
                        if !region.checks.is_empty() {
                            let count = code.converted(*prim, PrimType::I64, **bound);
                            before.append(&mut code.stms);
                            regions.push(plain(region, Times::Count(count), "loop"));
                        }
                        return regions;
                    }
                    LoopForm::For { index, prim, bound, .. } => {
                        known.push((*index, Err(Why::Carried(*index))));
                        let zero = constant(PrimValue::zero(*prim), *prim);
                        Times::If(code.operator(BinOp::Lt, *prim, zero, **bound))
                    }
                    LoopForm::While { cond, .. } => {
                        let position = params.iter().position(|param| param.name == *cond);
                        let Some(first) = position.and_then(|position| inits.get(position)) else { return regions };
                        Times::If(*first)
                    }
                };
                let region = Region::new(known, body, &self.searches);
                if !region.checks.is_empty() {
                    before.append(&mut code.stms);
                    regions.push(plain(region, times, "loop"));
                }
            }
            _ => {}
        }
        regions.retain(|repeated| !repeated.region.checks.is_empty());
        regions
    }
}

/// The message of an assertion, with the names of variables in place of values.
fn text(exp: &Exp<'_>) -> String {
    let Exp::Assert { message, .. } = exp else { return String::new() };
    let parts = message.iter().map(|part| match part {
        Part::Literal { text, .. } => text.to_string(),
        Part::Show { value: Atom::Var { name, .. }, .. } => name.base.to_string(),
        Part::Show { value: Atom::Const { value, .. }, .. } => {
            value.as_i64().map_or_else(|| value.to_string(), |value| value.to_string())
        }
    });
    parts.collect()
}

/// Removes assertions and the uses of their certificates.
struct Remover<'b> {
    arena: &'b Arena<'b>,
    gone: FxHashSet<Name>,
}

impl<'b> Rewrite<'b, 'b> for Remover<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'b Body<'b>) -> Result<Body<'b>> {
        let removed = |stm: &Stm<'_>| stm.pat.iter().any(|param| self.gone.contains(&param.name));
        let stms: Vec<Stm<'b>> = node.stms.iter().filter(|stm| !removed(stm)).copied().collect();
        let kept: &'b Body<'b> = self.arena.alloc(Body { stms: self.arena.slice(stms), ..*node });
        default_rewrite_body(self, kept)
    }

    fn rewrite_stm(&mut self, node: &'b Stm<'b>) -> Result<Stm<'b>> {
        let certs: Vec<Name> = node.certs.iter().copied().filter(|cert| !self.gone.contains(cert)).collect();
        Ok(Stm { certs: self.arena.slice(certs), ..default_rewrite_stm(self, node)? })
    }
}

fn no_fixed_checks(program: &Program<'_>, report: &mut Report) {
    struct Finder<'r> {
        report: &'r mut Report,
    }
    impl<'a> Visit<'a> for Finder<'_> {
        fn visit_stm(&mut self, node: &'a Stm<'a>) {
            let stms: Vec<&Stm<'_>> = match node.exp {
                Exp::Scan { lambda, post, .. } => lambda.body.stms.iter().chain(post.body.stms).collect(),
                Exp::Loop { body, .. } => body.stms.iter().collect(),
                exp => Soac::of(exp).map_or_else(Vec::new, |soac| soac.lambda.body.stms.iter().collect()),
            };
            let known: FxHashSet<Name> = node.exp.free_names().into_iter().collect();
            for stm in stms.into_iter().filter(|stm| matches!(stm.exp, Exp::Assert { .. })) {
                if stm.exp.free_names().iter().all(|name| known.contains(name)) {
                    self.report.fail_node(stm, "a check that could be done before the loop");
                }
            }
            walk_stm(self, node);
        }
    }
    for fun in program.funs {
        report.enter(fun.name);
        Finder { report }.visit_fun(fun);
    }
}

#[cfg(test)]
mod tests;
