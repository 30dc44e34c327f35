//! `hoist-checks`: checks leave loops and SOACs.

mod condition;
mod extremes;
mod instance;
mod region;

use crate::anf::code::{Code, int, scalar, truth, var, variable};
use condition::{Reader, any};
use extremes::Extremes;
use framework::pass::{Context, Report, Transform};
use framework::{Name, Node, Owned, Result, Span, pass, rules};
use instance::{Instance, constant, negated};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, LoopForm, Part, Program, Rewrite, Stm, Visit, default_rewrite_body,
    default_rewrite_stm, walk_stm,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use region::{Check, Progression, Region, Searches, Why};
use rustc_hash::{FxHashMap, FxHashSet};

pass! {
    /// Moves checks out of loops and SOACs: one check before for all elements.
    ///
    ///     map (\i -> c = assert (0 <= i + k < n); x = <c> xs[i + k] …) (iota m)
    ///     becomes     c = assert (m <= 0 || 0 <= k && m - 1 + k < n); <c> map (\i -> x = xs[i + k] …) (iota m)
    ///
    /// Figure 10 of FHPC'14: the assertions of a map's function are distributed out (10.A), and the `map` and `reduce` that would test them for
    /// all elements are simplified away (10.B to 10.D). Here that is one step: a condition that is the same for all elements is tested once, one
    /// that is linear in the index is tested for the first and the last element, and what branches say of the index narrows the range. The
    /// test is only made if there are elements. Conditions that need elements of arrays would take a `map` and `reduce` that read all of them
    /// once more; such checks stay, as do those that take more than a few scalar operators: tests before a loop are O(1).
    ///
    /// If such a test fails, the first element that fails is searched for, so that the message is that of the original check, with its values. If
    /// several checks fail, any of them is reported.
    pub HoistChecks = "hoist-checks": Anf => Anf {
        ensures: [NoFixedChecks],
        counts: { hoisted, proved, kept },
    }
}

rules! { Anf:
    /// No check that takes only what is known before a loop or SOAC is done by each of its iterations.
    pub NoFixedChecks = "no-fixed-checks" by no_fixed_checks;
}

/// How many statements a condition or message may take, those of branches included: what is computed before a loop is done in addition, so that it must cost little.
pub const SLICE_LIMIT: usize = 64;

impl Transform for HoistChecks {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
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
            };
            let result = hoister.rewrite_program(root);
            counts = (hoister.hoisted, hoister.proved);
            kept = hoister.kept;
            result
        });
        context.count("hoisted", counts.0);
        context.count("proved", counts.1);
        context.count("kept", kept.len() as u64);
        for Kept { check, message, inside: (kind, place), why } in kept {
            context.note(check, format!("\"{message}\" is checked inside of a {kind}: {why}"), place);
        }
        result
    }
}

/// A check that stays in a loop.
struct Kept {
    check: Span,
    message: String,
    inside: (&'static str, Span),
    why: Why,
}

struct Hoister<'b> {
    arena: &'b Arena<'b>,
    /// The arrays so far whose elements are known by their positions.
    iotas: FxHashMap<Name, Progression>,
    searches: Searches,
    hoisted: u64,
    proved: u64,
    kept: Vec<Kept>,
}

/// Whether a region is repeated at all, and how often.
#[derive(Clone, Copy)]
enum Times {
    /// As often as this `i64` says; the index is known.
    Count(Atom),
    /// At least once if this holds.
    If(Atom),
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
            // Inner loops first: what leaves them may leave this one too.
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
    /// An element of `0, 1, …` is its position.
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

    /// The statement without the checks that can be done before it.
    fn hoist(&mut self, before: &mut Vec<Stm<'b>>, stm: Stm<'b>) -> Result<Stm<'b>> {
        let mut gone = FxHashSet::default();
        let mut certs = stm.certs.to_vec();
        for (region, times, kind) in self.regions(before, &stm) {
            for check in &region.checks {
                let mut code = Code::new(self.arena, check.stm.span);
                match self.check(&mut code, &region, times, check) {
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

    /// What a statement repeats.
    fn regions(&self, before: &mut Vec<Stm<'b>>, stm: &Stm<'b>) -> Vec<(Region<'b>, Times, &'static str)> {
        let mut regions = Vec::new();
        let main = |width: &Atom, arrays: &[Name], lambda: &Lambda<'b>, kind| {
            let params = region::elements(lambda, arrays, &self.iotas);
            (Region::new(params, lambda.body, &self.searches), Times::Count(*width), kind)
        };
        match stm.exp {
            Exp::Map { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "map")),
            Exp::Scatter { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "scatter")),
            Exp::Reduce { width, arrays, lambda, ops, .. } | Exp::Scan { width, arrays, lambda, ops, .. } => {
                regions.push(main(width, arrays, lambda, "reduction"));
                for op in *ops {
                    let region = Region::new(region::operands(op.lambda.params), op.lambda.body, &self.searches);
                    if !region.checks.is_empty() {
                        let mut code = Code::new(self.arena, stm.span);
                        let some = code.operator(BinOp::Lt, PrimType::I64, int(0), **width);
                        before.append(&mut code.stms);
                        regions.push((region, Times::If(some), "operator of the reduction"));
                    }
                }
            }
            // Which bins there are is not known: checks of the operators stay.
            Exp::Hist { width, arrays, lambda, .. } => regions.push(main(width, arrays, lambda, "histogram")),
            Exp::Loop { params, inits, form, body, .. } => {
                let mut known: Vec<_> =
                    params.iter().map(|param| (param.name, Err(Why::Carried(param.name)))).collect();
                let mut code = Code::new(self.arena, stm.span);
                let times = match form {
                    LoopForm::For { index, prim, bound, .. } if prim.is_signed() => {
                        known.push((*index, Ok(Progression::counter(*prim))));
                        let region = Region::new(known, body, &self.searches);
                        if !region.checks.is_empty() {
                            let count = code.converted(*prim, PrimType::I64, **bound);
                            before.append(&mut code.stms);
                            regions.push((region, Times::Count(count), "loop"));
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
                    regions.push((region, times, "loop"));
                }
            }
            _ => {}
        }
        regions.retain(|(region, ..)| !region.checks.is_empty());
        regions
    }

    /// A check for all iterations; false if none is needed.
    fn check(
        &mut self,
        code: &mut Code<'b>,
        region: &Region<'b>,
        times: Times,
        check: &Check<'b>,
    ) -> std::result::Result<bool, Why> {
        let Exp::Assert { span, cond, message, trace } = check.stm.exp else { return Err(Why::Sometimes) };
        let mut varies = region.atom(**cond)?;
        let reader = Reader { region };
        let mut form = reader.read(**cond, true, &mut SLICE_LIMIT.clone());
        if let Times::Count(count) = times {
            // What always holds needs no check, whatever branches it is in.
            let mut scratch = Code::new(self.arena, code.span);
            if Extremes::new(region).hold(&mut scratch, &form, count).is_some_and(|holds| holds == truth(true)) {
                return Ok(false);
            }
        }
        for (branch, taken) in check.path.iter().rev() {
            varies |= region.atom(*branch).map_err(|_| Why::Sometimes)?;
            form = any(reader.read(*branch, !taken, &mut SLICE_LIMIT.clone()), form);
        }
        let shown: Vec<Atom> = message.iter().filter_map(shown).map(|(atom, _)| atom).collect();
        for atom in &shown {
            varies |= region.atom(*atom)?;
        }
        let all = Extremes::new(region);
        let unclear = || if region.slice([**cond]).is_none() { Why::Long } else { Why::Form };
        let (held, values) = match times {
            Times::If(_) if varies => return Err(Why::Form),
            Times::If(some) => {
                let holds = all.hold(code, &form, int(1)).ok_or_else(unclear)?;
                let never = negated(code, some);
                let held = code.operator(BinOp::LogOr, PrimType::Bool, never, holds);
                (held, all.fixed(code, &shown).ok_or(Why::Long)?)
            }
            Times::Count(count) => {
                let holds = all.hold(code, &form, count).ok_or_else(unclear)?;
                let empty = code.operator(BinOp::Le, PrimType::I64, count, int(0));
                let holds = code.operator(BinOp::LogOr, PrimType::Bool, empty, holds);
                if holds == truth(true) {
                    return Ok(false);
                }
                if varies {
                    self.search(code, region, check, holds, count).ok_or(Why::Long)?
                } else {
                    (holds, all.fixed(code, &shown).ok_or(Why::Long)?)
                }
            }
        };
        let mut values = values.into_iter();
        let parts: Vec<Part<'b>> = message
            .iter()
            .map(|part| match part {
                Part::Show { span, value, prim } => {
                    let value = self.arena.alloc(values.next().unwrap_or(**value));
                    Part::Show { span: *span, value, prim: *prim }
                }
                Part::Literal { .. } => *part,
            })
            .collect();
        let exp = Exp::Assert { span: *span, cond: self.arena.alloc(held), message: self.arena.slice(parts), trace };
        let certs: Vec<Name> = check.stm.certs.iter().copied().filter(|cert| !region.binds(*cert)).collect();
        code.stms.push(Stm { certs: self.arena.slice(certs), exp: self.arena.alloc(exp), ..check.stm });
        Ok(true)
    }

    /// Unless `holds`, looks for the first iteration in which a check fails. Gives whether there is none, and what a message shows of it.
    fn search(
        &mut self,
        code: &mut Code<'b>,
        region: &Region<'b>,
        check: &Check<'b>,
        holds: Atom,
        count: Atom,
    ) -> Option<(Atom, Vec<Atom>)> {
        let Exp::Assert { cond, message, .. } = check.stm.exp else { return None };
        let span = code.span;
        // What the message shows of the iteration, and what it shows of all.
        let varying: Vec<(Atom, PrimType)> =
            message.iter().filter_map(shown).filter(|(atom, _)| region.atom(*atom) != Ok(false)).collect();
        let mut slow = Code::new(self.arena, span);
        let at = slow.param("at", scalar(PrimType::I64));
        let good = slow.param("good", scalar(PrimType::Bool));
        let mut body = Code::new(self.arena, span);
        let next = body.operator(BinOp::Add, PrimType::I64, var(at.name), int(1));
        let mut here = Instance::new(region, next);
        let mut again = here.atom(&mut body, **cond)?;
        for (branch, taken) in check.path.iter().rev() {
            let branch = here.atom(&mut body, *branch)?;
            let passed = if *taken { negated(&mut body, branch) } else { branch };
            again = body.operator(BinOp::LogOr, PrimType::Bool, passed, again);
        }
        let inside = body.operator(BinOp::Lt, PrimType::I64, next, count);
        let again = body.operator(BinOp::LogAnd, PrimType::Bool, inside, again);
        let exp = Exp::Loop {
            span,
            params: self.arena.slice([at, good]),
            inits: self.arena.slice([int(-1), truth(true)]),
            form: self.arena.alloc(LoopForm::While { span, cond: good.name }),
            body: self.arena.alloc(body.body([next, again])),
        };
        let found = [slow.param("at", scalar(PrimType::I64)), slow.param("good", scalar(PrimType::Bool))];
        slow.push(&found, exp);
        let first = var(found[0].name);
        let mut results = vec![slow.operator(BinOp::Le, PrimType::I64, count, first)];
        let atoms: Vec<Atom> = varying.iter().map(|(atom, _)| *atom).collect();
        results.extend(Instance::new(region, first).atoms(&mut slow, &atoms)?);
        let zeros = varying.iter().map(|(_, prim)| Atom::Const { span, value: PrimValue::zero(*prim) });
        let fast = Code::new(self.arena, span).body(std::iter::once(truth(true)).chain(zeros).collect::<Vec<_>>());
        let held = code.param("held", scalar(PrimType::Bool));
        let base = |atom: Atom| variable(&atom).map_or_else(|| "shown".to_string(), |name| name.base.to_string());
        let pat: Vec<_> = varying.iter().map(|(atom, prim)| code.param(&base(*atom), scalar(*prim))).collect();
        let exp = Exp::If {
            span,
            cond: self.arena.alloc(holds),
            yes: self.arena.alloc(fast),
            no: self.arena.alloc(slow.body(results)),
        };
        code.push(&[&[held], pat.as_slice()].concat(), exp);
        self.searches.borrow_mut().insert(held.name);
        let mut found = pat.iter().map(|param| var(param.name));
        let mut rest = Instance::new(region, int(0));
        let mut values = Vec::new();
        for (atom, _) in message.iter().filter_map(shown) {
            values.push(match region.atom(atom) {
                Ok(false) => rest.atom(code, atom)?,
                _ => found.next()?,
            });
        }
        Some((var(held.name), values))
    }
}

/// A value in a message, with its type.
fn shown(part: &Part<'_>) -> Option<(Atom, PrimType)> {
    match part {
        Part::Show { value, prim, .. } => Some((**value, *prim)),
        Part::Literal { .. } => None,
    }
}

/// The message of an assertion, with names for values.
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

/// Removes assertions, and their certificates where they are needed.
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
            let body = match node.exp {
                Exp::Map { lambda, .. } | Exp::Scatter { lambda, .. } | Exp::Hist { lambda, .. } => lambda.body,
                Exp::Reduce { lambda, .. } | Exp::Scan { lambda, .. } => lambda.body,
                Exp::Loop { body, .. } => body,
                _ => return walk_stm(self, node),
            };
            let known: FxHashSet<Name> = node.exp.free_names().into_iter().collect();
            for stm in body.stms.iter().filter(|stm| matches!(stm.exp, Exp::Assert { .. })) {
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
mod tests {
    use super::HoistChecks;
    use crate::anf::testing::after_pass;

    /// A map over `iota m` of a function with an assertion on `cond`, which `stms` compute from the index `i`, `k`, and the array `xs` of
    /// `n` elements.
    fn map(stms: &str, cond: &str) -> (String, framework::pass::Context) {
        let program = format!(
            "(program [] [(fun main _ [(param n (scalar i64)) (param m (scalar i64)) (param k (scalar i64)) \
             (param xs (array i64 [(var n)] false)) (param is (array i64 [(var m)] false))] \
             [(param r (array i64 [(var m)] false))] (body [\
             (stm [(param iota (array i64 [(var m)] false))] [] (iota (var m) (const 0i64) (const 1i64) i64)) \
             (stm [(param ys (array i64 [(var m)] false))] [] (map (var m) [iota is] \
             (lambda [(param i (scalar i64)) (param e (scalar i64))] [(scalar i64)] (body [{stms} \
             (stm [(param c (cert))] [] (assert {cond} [(literal \"bad \") (show (var i) i64)] [here])) \
             (stm [(param y (scalar i64))] [c] (index xs [(var i)]))] [(var y)]))))] [(var ys)]))])"
        );
        after_pass(HoistChecks, &program)
    }

    fn bin(name: &str, ty: &str, op: &str, prim: &str, lhs: &str, rhs: &str) -> String {
        format!("(stm [(param {name} (scalar {ty}))] [] (bin {op} {prim} {lhs} {rhs}))")
    }

    /// Whether the assertion comes before the map.
    fn is_hoisted(printed: &str) -> bool {
        printed.find("assert").zip(printed.find(" map ")).is_some_and(|(assert, map)| assert < map)
    }

    #[test]
    fn a_fixed_condition_is_tested_if_there_are_elements() {
        let below = bin("p", "bool", "lt", "i64", "(var k)", "(var n)");
        let (printed, _) = map(&below, "(var p)");
        assert!(is_hoisted(&printed), "{printed}");
        let expected = ["lt_i64(k, n)", "le_i64(m, 0i64)", "<c> map"];
        assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
    }

    #[test]
    fn a_linear_condition_is_tested_at_the_ends() {
        let sum = bin("j", "i64", "add", "i64", "(var i)", "(var k)");
        let low = bin("p", "bool", "le", "i64", "(const 0i64)", "(var j)");
        let high = bin("q", "bool", "lt", "i64", "(var j)", "(var n)");
        let both = bin("b", "bool", "logand", "bool", "(var p)", "(var q)");
        let (printed, _) = map(&[sum, low, high, both].concat(), "(var b)");
        assert!(is_hoisted(&printed), "{printed}");
        let expected = ["le_i64(0i64, k)", "sub_i64(m, 1i64)", "while good"];
        assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
    }

    #[test]
    fn a_condition_that_holds_for_all_indices_needs_no_check() {
        let high = bin("q", "bool", "lt", "i64", "(var i)", "(var m)");
        let (printed, _) = map(&high, "(var q)");
        assert!(!printed.contains("assert"), "{printed}");
    }

    #[test]
    fn what_depends_on_elements_stays_and_is_explained() {
        let high = bin("q", "bool", "lt", "i64", "(var e)", "(var n)");
        let (printed, context) = map(&high, "(var q)");
        assert!(printed.contains("assert") && !is_hoisted(&printed), "{printed}");
        let [note] = context.notes.as_slice() else { panic!("{:?}", context.notes) };
        assert_eq!(note.message, "\"bad i\" is checked inside of a map: it depends on the elements of `is`");
    }

    #[test]
    fn what_is_not_linear_stays() {
        let square = bin("j", "i64", "mul", "i64", "(var i)", "(var i)");
        let high = bin("q", "bool", "lt", "i64", "(var j)", "(var n)");
        let (printed, _) = map(&(square + &high), "(var q)");
        assert!(printed.contains("assert") && !is_hoisted(&printed), "{printed}");
    }
}
