//! `remove-dead`: removes unused code.

use crate::anf::support::code::{var, variable};
use crate::anf::support::effects::has_effect;
use crate::anf::support::elements::Elements;
use crate::anf::support::soac::combined;
use framework::pass::{CountsOf, Run, Transform};
use framework::{Name, Node, Owned, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Fun, Lambda, LoopForm, Param, Program, Reduction, Rewrite, Stm, Type,
    default_rewrite_fun, default_rewrite_stm,
};
use languages::prim::PrimValue;
use rustc_hash::FxHashSet;

pass! {
    /// Removes unused statements and results, assertions that always hold, and branches that are never taken.
    ///
    ///     (a, b) = if c then (x, y) else (y, x); d = a * 2; in b     becomes     b = if c then y else x; in b
    ///
    /// Branches, maps, and the mapped arrays of reductions and scans lose single results. Loops also lose parameters
    /// that only compute themselves. An assertion that may fail stays, with everything that it needs and everything
    /// that contains it. An unused loop is removed even if it would run forever.
    pub RemoveDead = "remove-dead": Anf => Anf {
        counts: { removed, branches, results },
    }
}

impl Transform for RemoveDead {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let program: &Program<'_> = program.root();
        Owned::build(|arena| {
            let mut remover = Remover { arena, held: FxHashSet::default(), counts: CountsOf::<RemoveDead>::default() };
            let result = remover.rewrite_program(program);
            run.counts = remover.counts;
            result
        })
    }
}

struct Remover<'b> {
    arena: &'b Arena<'b>,
    /// The certificates of removed assertions.
    held: FxHashSet<Name>,
    counts: CountsOf<RemoveDead>,
}

fn truth(atom: &Atom) -> Option<bool> {
    match atom {
        Atom::Const { value: PrimValue::Bool(value), .. } => Some(*value),
        _ => None,
    }
}

/// Two steps for each function: the first removes decided assertions and branches everywhere; the second removes unused
/// code, from the outside in.
impl<'a, 'b> Rewrite<'a, 'b> for Remover<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_fun(&mut self, node: &'a Fun<'a>) -> Result<Fun<'b>> {
        let fun = default_rewrite_fun(self, node)?;
        let (body, _) = self.live(fun.body, &vec![true; fun.body.result.len()]);
        Ok(Fun { body: self.arena.alloc(body), ..fun })
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms = Vec::new();
        self.decided(node.stms, &mut stms)?;
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }
}

impl<'b> Remover<'b> {
    /// The statements without assertions that hold. Branches that are always taken are replaced by their statements.
    fn decided<'a>(&mut self, stms: &'a [Stm<'a>], out: &mut Vec<Stm<'b>>) -> Result<()> {
        for stm in stms {
            match stm.exp {
                Exp::Assert { cond, .. } if truth(cond) == Some(true) => {
                    self.counts.removed += 1;
                    self.held.extend(stm.pat.iter().map(|param| param.name));
                }
                Exp::If { cond, yes, no, .. } if truth(cond).is_some() => {
                    self.counts.branches += 1;
                    let taken: &'a Body<'a> = if truth(cond) == Some(true) { yes } else { no };
                    self.decided(taken.stms, out)?;
                    let pat: Result<Vec<_>> = stm.pat.iter().map(|param| self.rewrite_param(param)).collect();
                    let atoms = self.arena.slice(taken.result.iter().copied());
                    let certs = self.certs(stm.certs);
                    let exp = self.arena.alloc(Exp::Atoms { span: stm.span, atoms });
                    out.push(Stm { span: stm.span, pat: self.arena.slice(pat?), certs, exp });
                }
                _ => {
                    let rewritten = default_rewrite_stm(self, stm)?;
                    out.push(Stm { certs: self.certs(stm.certs), ..rewritten });
                }
            }
        }
        Ok(())
    }

    fn certs(&self, certs: &[Name]) -> &'b [Name] {
        let open: Vec<Name> = certs.iter().copied().filter(|cert| !self.held.contains(cert)).collect();
        self.arena.slice(open)
    }

    /// The body with only the results in `keep` and the statements that these need, and its free variables. Runs
    /// backwards: a statement is alive if a later one uses it.
    fn live(&mut self, body: &Body<'b>, keep: &[bool]) -> (Body<'b>, FxHashSet<Name>) {
        let result = self.arena.slice(kept(body.result, keep));
        let mut live: FxHashSet<Name> = result.iter().filter_map(variable).collect();
        let mut stms = Vec::new();
        for stm in body.stms.iter().rev() {
            if stm.pat.iter().any(|param| live.contains(&param.name)) || has_effect(stm.exp) {
                let (new, uses) = self.shrink(stm, &live);
                live.extend(uses);
                live.extend(new.certs);
                live.extend(new.pat.iter().flat_map(|param| param.ty.free_names()));
                for param in stm.pat {
                    live.remove(&param.name);
                }
                stms.push(new);
            } else {
                self.counts.removed += 1;
            }
        }
        stms.reverse();
        (Body { stms: self.arena.slice(stms), result, ..*body }, live)
    }

    fn all(&mut self, body: &Body<'b>) -> &'b Body<'b> {
        self.arena.alloc(self.live(body, &vec![true; body.result.len()]).0)
    }

    fn lambda(&mut self, lambda: &Lambda<'b>, keep: &[bool]) -> &'b Lambda<'b> {
        let (body, _) = self.live(lambda.body, keep);
        let rets = self.arena.slice(kept(lambda.rets, keep));
        self.arena.alloc(Lambda { rets, body: self.arena.alloc(body), ..*lambda })
    }

    /// The function and operators of a scan without the values that `post` does not need.
    fn scanned(
        &mut self,
        lambda: &Lambda<'b>,
        ops: &[Reduction<'b>],
        post: &Lambda<'b>,
    ) -> (Lambda<'b>, Vec<Reduction<'b>>, Lambda<'b>) {
        let needed: FxHashSet<Name> = post.body.free_names().into_iter().collect();
        let mut keep = used(post.params, &needed);
        let mut alive = Vec::new();
        let mut rest = &mut keep[..];
        for op in ops {
            let (own, others) = rest.split_at_mut(op.neutral.len().min(rest.len()));
            rest = others;
            // An operator keeps all its prefixes or none.
            if own.contains(&true) || op.lambda.body.stms.iter().any(|stm| has_effect(stm.exp)) {
                own.fill(true);
                alive.push(*op);
            }
        }
        let params = self.arena.slice(kept(post.params, &keep));
        (*self.lambda(lambda, &keep), alive, Lambda { params, ..*post })
    }

    /// The statement with its live results, and the free variables of its expression.
    fn shrink(&mut self, stm: &Stm<'b>, live: &FxHashSet<Name>) -> (Stm<'b>, FxHashSet<Name>) {
        let mut keep = used(stm.pat, live);
        // The free variables of branches are collected on the way, since branches may be nested deeply.
        let mut uses = None;
        let exp = match *stm.exp {
            Exp::If { span, cond, yes, no } => {
                let ((yes, mut free), (no, others)) = (self.live(yes, &keep), self.live(no, &keep));
                free.extend(others.into_iter().chain(variable(cond)));
                uses = Some(free);
                Exp::If { span, cond, yes: self.arena.alloc(yes), no: self.arena.alloc(no) }
            }
            Exp::Map { span, groups, width, arrays, lambda } => {
                if !keep.contains(&true) {
                    keep.fill(true);
                }
                Exp::Map { span, groups, width, arrays, lambda: self.lambda(lambda, &keep) }
            }
            Exp::Reduce { span, width, arrays, lambda, ops } => {
                keep.iter_mut().take(combined(ops)).for_each(|keep| *keep = true);
                Exp::Reduce { span, width, arrays, lambda: self.lambda(lambda, &keep), ops }
            }
            Exp::Scan { width, arrays, lambda, ops, post, totals, .. } => {
                keep.iter_mut().take(combined(totals)).for_each(|keep| *keep = true);
                if !keep.contains(&true) {
                    keep.fill(true);
                }
                let post = self.lambda(post, &keep);
                let (lambda, ops, post) = self.scanned(lambda, ops, post);
                let elements = Elements { lambda, ops: self.arena.slice(ops), post, totals };
                elements.exp(self.arena, *width, arrays)
            }
            Exp::Scatter { span, width, arrays, lambda, dests } => {
                keep.fill(true);
                let lambda = Lambda { body: self.all(lambda.body), ..*lambda };
                Exp::Scatter { span, width, arrays, lambda: self.arena.alloc(lambda), dests }
            }
            Exp::Hist { span, width, arrays, lambda, ops } => {
                keep.fill(true);
                let lambda = Lambda { body: self.all(lambda.body), ..*lambda };
                Exp::Hist { span, width, arrays, lambda: self.arena.alloc(lambda), ops }
            }
            Exp::Stream { span, width, arrays, dests, ops, lambda } => {
                keep.fill(true);
                let lambda = Lambda { body: self.all(lambda.body), ..*lambda };
                let accs = lambda.params.iter().skip(arrays.len()).map(|acc| acc.name);
                if lambda.body.stms.is_empty() && lambda.body.result.iter().filter_map(variable).eq(accs) {
                    // It writes nothing.
                    let atoms = self.arena.slice(dests.iter().map(|dest| var(*dest)));
                    Exp::Atoms { span, atoms }
                } else {
                    Exp::Stream { span, width, arrays, dests, ops, lambda: self.arena.alloc(lambda) }
                }
            }
            Exp::Loop { span, params, inits, form, body } => {
                let body = self.loop_body(params, form, body, &mut keep);
                let (params, inits) = (self.arena.slice(kept(params, &keep)), self.arena.slice(kept(inits, &keep)));
                Exp::Loop { span, params, inits, form, body: self.arena.alloc(body) }
            }
            other => {
                keep.fill(true);
                other
            }
        };
        self.counts.results += keep.iter().filter(|keep| !**keep).count() as u64;
        let uses = uses.unwrap_or_else(|| exp.free_names().into_iter().collect());
        (Stm { pat: self.arena.slice(kept(stm.pat, &keep)), exp: self.arena.alloc(exp), ..*stm }, uses)
    }

    /// The body of a loop, with the parameters that are needed by a result, the condition, an effect, or another needed
    /// parameter.
    fn loop_body(
        &mut self,
        params: &[Param<'b>],
        form: &LoopForm<'b>,
        body: &Body<'b>,
        keep: &mut Vec<bool>,
    ) -> Body<'b> {
        loop {
            let removed = (self.counts.removed, self.counts.results);
            let (result, mut needed) = self.live(body, keep);
            if let LoopForm::While { cond, .. } = form {
                needed.insert(*cond);
            }
            let now: Vec<bool> = keep.iter().zip(used(params, &needed)).map(|(keep, used)| *keep || used).collect();
            // A loop that only runs checks keeps its first parameter, since a statement binds at least one name.
            let now = if now.contains(&true) { now } else { (0..now.len()).map(|at| at == 0).collect() };
            if now == *keep {
                return result;
            }
            (self.counts.removed, self.counts.results) = removed;
            *keep = now;
        }
    }
}

/// The items that are kept.
fn kept<T: Copy>(items: &[T], keep: &[bool]) -> Vec<T> {
    items.iter().zip(keep).filter(|(_, keep)| **keep).map(|(item, _)| *item).collect()
}

/// For each name of a pattern, whether it is used, possibly as a size of another used name.
fn used(pat: &[Param<'_>], live: &FxHashSet<Name>) -> Vec<bool> {
    let mut keep: Vec<bool> = pat.iter().map(|param| live.contains(&param.name)).collect();
    let sizes: FxHashSet<Name> = kept(pat, &keep)
        .iter()
        .filter_map(|param| match param.ty {
            Type::Array { dims, .. } => Some(dims.iter().filter_map(variable)),
            _ => None,
        })
        .flatten()
        .collect();
    for (keep, param) in keep.iter_mut().zip(pat) {
        *keep |= sizes.contains(&param.name);
    }
    keep
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    #[test]
    fn results_that_nobody_uses() {
        let text = "entry main (xs: []i32) = let (ys, _) = unzip (map (\\x -> (x + 1, x / 3)) xs) in ys";
        let program = after(&["simplify", "remove-dead"], text, "[1, 2]");
        assert_eq!(count(&program, "div_i32"), 0, "{program}");
    }

    #[test]
    fn parameters_that_serve_themselves() {
        let text = "entry main (n: i32) = (loop (x, y, z) = (1, 2, 3) for i < n do (x + 1, y * x, z + y)).0";
        let program = after(&["simplify", "remove-dead"], text, "4");
        assert_eq!(count(&program, "mul_i32"), 0, "{program}");
        assert_eq!(count(&program, "loop"), 1, "{program}");
    }

    #[test]
    fn checks_stay() {
        let text = "entry main (xs: []i32) (i: i64) = let _ = loop x = 0 for j < i do x + xs[j] in 3";
        for args in ["[1, 2] 2i64", "[1, 2] 3i64"] {
            let program = after(&["simplify", "remove-dead"], text, args);
            assert_eq!(count(&program, "assert"), 1, "{program}");
        }
    }
}
