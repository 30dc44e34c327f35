//! `distribute`: nests of maps are taken out of maps that do something else too.

use super::effects::{consumed, may_fail};
use crate::anf::code::variable;
use crate::seg::nest;
use framework::pass::{Context, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, Param, Program, Rewrite, Stm, Type, default_rewrite_exp, default_rewrite_stm,
};
use rustc_hash::FxHashSet;

pass! {
    /// Takes a map out of the function of another one, with the little that it needs, so that the two are a nest, which is parallel in both
    /// dimensions.
    ///
    ///     map (\x -> (f x, map (g x) ys)) xs     becomes     map f xs, map (\x -> map (g x) ys) xs
    ///
    /// Only statements that take constant time are done twice. `fuse-horizontal` may have put the two together; programs have them together
    /// as well. Maps that nothing is done beside are nests already, and functions that overwrite something stay whole.
    pub Distribute = "distribute": Anf => Anf {
        counts: { distributed },
    }
}

impl Transform for Distribute {
    fn run(&self, program: &Owned<Anf>, context: &mut Context) -> Result<Owned<Anf>> {
        let mut distributed = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut distributor = Distributor { arena, distributed: 0 };
            let result = distributor.rewrite_program(program);
            distributed = distributor.distributed;
            result
        });
        context.count("distributed", distributed);
        if distributed == 0 {
            context.unchanged();
        }
        result
    }
}

struct Distributor<'b> {
    arena: &'b Arena<'b>,
    distributed: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Distributor<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let mut stms = Vec::new();
        for stm in node.stms {
            let mut rest = default_rewrite_stm(self, stm)?;
            while let Some((nest, others)) = self.taken_out(&rest) {
                stms.push(nest);
                rest = others;
                self.distributed += 1;
            }
            stms.push(rest);
        }
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }

    /// What is inside of a kernel is not parallel.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        match node {
            Exp::If { .. } | Exp::Loop { .. } => default_rewrite_exp(self, node),
            other => Ok(other.copy_into(self.arena, &mut Renaming::new(Names::Keep))),
        }
    }
}

impl<'b> Distributor<'b> {
    /// A nest out of a map, and the map without it.
    fn taken_out(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Map { span, width, arrays, lambda } = *stm.exp else { return None };
        let body = lambda.body;
        if body.stms.iter().any(|stm| !consumed(stm).is_empty()) {
            return None;
        }
        body.stms.iter().enumerate().find_map(|(position, inner)| {
            let Exp::Map { .. } = inner.exp else { return None };
            let made: FxHashSet<Name> = inner.pat.iter().map(|param| param.name).collect();
            let is_made = |atom: &Atom| variable(atom).is_some_and(|name| made.contains(&name));
            let users = body.stms.iter().filter(|stm| stm.free_names().iter().any(|name| made.contains(name)));
            let used = body.result.iter().filter(|result| is_made(result)).count();
            if users.count() > 0 || used != made.len() || used == body.result.len() {
                return None;
            }
            let prefix = needed(&body.stms[..position], inner)?;
            let part = |stms: Vec<Stm<'b>>, keep: &dyn Fn(&Atom) -> bool| {
                let kept = |position: &usize| body.result.get(*position).is_some_and(keep);
                let kept: Vec<usize> = (0..body.result.len()).filter(kept).collect();
                let results = kept.iter().filter_map(|at| body.result.get(*at).copied());
                let body = Body { stms: self.arena.slice(stms), result: self.arena.slice(results), ..*body };
                let rets = self.arena.slice(kept.iter().filter_map(|at| lambda.rets.get(*at).copied()));
                let lambda = Lambda { rets, body: self.arena.alloc(body), ..*lambda };
                let pat: Vec<Param<'b>> = kept.iter().filter_map(|at| stm.pat.get(*at).copied()).collect();
                (lambda, pat)
            };
            let (nest, nest_pat) = part(prefix.into_iter().chain([*inner]).collect(), &is_made);
            // A copy: names are bound once.
            let nest = nest.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
            nest::inner(&nest)?;
            let others = body.stms.iter().enumerate().filter(|(at, _)| *at != position).map(|(_, stm)| *stm);
            let (rest, rest_pat) = part(others.collect(), &|atom| !is_made(atom));
            let map = |lambda: Lambda<'b>, pat: Vec<Param<'b>>| Stm {
                pat: self.arena.slice(pat),
                exp: self.arena.alloc(Exp::Map { span, width, arrays, lambda: self.arena.alloc(lambda) }),
                ..*stm
            };
            Some((map(nest, nest_pat), map(rest, rest_pat)))
        })
    }
}

/// The statements that another one needs, if they make no arrays and check nothing.
fn needed<'b>(before: &[Stm<'b>], stm: &Stm<'b>) -> Option<Vec<Stm<'b>>> {
    let mut names: FxHashSet<Name> = stm.free_names().into_iter().collect();
    let mut needed = Vec::new();
    for stm in before.iter().rev() {
        if stm.pat.iter().any(|param| names.contains(&param.name)) {
            if !stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })) || may_fail(stm.exp) {
                return None;
            }
            names.extend(stm.free_names());
            needed.push(*stm);
        }
    }
    needed.reverse();
    Some(needed)
}

#[cfg(test)]
mod tests {
    use crate::anf::testing::{after, count};

    fn distributed(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "fuse-horizontal", "distribute", "simplify", "remove-dead"], text, args)
    }

    #[test]
    fn a_nest_beside_a_number() {
        let text = "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = unzip (map (\\x -> (x * 2, map (+ (x * x)) ys)) xs)";
        let program = distributed(text, "[1i64, 2i64] [3i64, 4i64]");
        assert_eq!(count(&program, "map"), 3, "{program}");
    }

    #[test]
    fn what_something_else_needs_stays() {
        let text = "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = \
            unzip (map (\\x -> let zs = map (+ x) ys in (i64.sum zs, zs)) xs)";
        let program = distributed(text, "[1i64, 2i64] [3i64, 4i64]");
        assert_eq!(program.matches("map n_").count(), 1, "{program}");
    }

    #[test]
    fn a_map_without_elements() {
        let text =
            "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = unzip (map (\\x -> (x / i64.sum ys, map (+ x) ys)) xs)";
        distributed(text, "empty([0]i64) [3i64, 4i64]");
        distributed(text, "[3i64, 4i64] empty([0]i64)");
    }
}
