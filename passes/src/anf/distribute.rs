//! `distribute`: moves inner maps out of maps, so that they form parallel nests.

use crate::anf::support::code::variable;
use crate::anf::support::effects::{consumed, has_effect, needed, with_views};
use crate::anf::support::host;
use crate::anf::support::nest;
use crate::anf::support::soac::{picked, with_results};
use framework::pass::{Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass};
use languages::anf::{Anf, Arena, Atom, Body, Exp, Lambda, Program, Rewrite, Stm, Type, default_rewrite_stm};
use rustc_hash::FxHashSet;

pass! {
    /// Moves an inner map out of a map's function into a map of its own, together with the scalar statements that it
    /// needs. The new map and the inner map form a nest that is parallel in both dimensions.
    ///
    ///     map (\x -> (f x, map (g x) ys)) xs     becomes     map f xs, map (\x -> map (g x) ys) xs
    ///
    /// Only cheap scalar statements are duplicated. An inner map stays if it reads an array that the function
    /// overwrites. Functions that do more than an inner map come from fusion, or from the programmer.
    pub Distribute = "distribute": Anf => Anf {
        counts: { distributed },
    }
}

impl Transform for Distribute {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut distributed = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut distributor = Distributor { arena, distributed: 0 };
            let result = distributor.rewrite_program(program);
            distributed = distributor.distributed;
            result
        });
        run.counts.distributed = distributed;
        run.unchanged_if(distributed == 0);
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

    /// Does not visit nested SOACs: only the outermost level is parallel.
    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        host::rewrite_exp(self, node)
    }
}

impl<'b> Distributor<'b> {
    /// Splits a map into a nest and the map without the nest.
    fn taken_out(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Map { span, groups: false, width, arrays, lambda } = *stm.exp else { return None };
        let body = lambda.body;
        // The function may only overwrite arrays that it makes, and the nest may read none of them.
        let all = |names: Vec<Name>| -> FxHashSet<Name> { with_views(body, names).into_iter().collect() };
        let overwritten = all(body.stms.iter().flat_map(consumed).collect());
        let outside = lambda.free_names().into_iter().chain(lambda.params.iter().map(|param| param.name));
        if outside.into_iter().any(|name| overwritten.contains(&name)) {
            return None;
        }
        body.stms.iter().enumerate().find_map(|(position, inner)| {
            let Exp::Map { .. } = inner.exp else { return None };
            let names: FxHashSet<Name> = inner.pat.iter().map(|param| param.name).collect();
            let is_made = |atom: &Atom| variable(atom).is_some_and(|name| names.contains(&name));
            let users = body.stms.iter().filter(|stm| stm.free_names().iter().any(|name| names.contains(name)));
            let used = body.result.iter().filter(|result| is_made(result)).count();
            if users.count() > 0 || used != names.len() || used == body.result.len() {
                return None;
            }
            let prefix = prefix(&body.stms[..position], inner)?;
            let reads = all(prefix.iter().chain([inner]).flat_map(Node::free_names).collect());
            if !reads.is_disjoint(&overwritten) {
                return None;
            }
            let positions = |wanted: bool| -> Vec<usize> {
                let results = body.result.iter().enumerate();
                results.filter(|(_, result)| is_made(result) == wanted).map(|(at, _)| at).collect()
            };
            let part = |stms: Vec<Stm<'b>>, kept: &[usize]| {
                let body = self.arena.alloc(Body { stms: self.arena.slice(stms), ..*body });
                with_results(self.arena, &Lambda { body, ..*lambda }, kept)
            };
            let (made, others) = (positions(true), positions(false));
            // The nest is a copy, as every name is bound once.
            let nest = part(prefix.into_iter().chain([*inner]).collect(), &made);
            let nest = nest.copy_into(self.arena, &mut Renaming::new(Names::Fresh));
            nest::inner(&nest)?;
            let rest = body.stms.iter().enumerate().filter(|(at, _)| *at != position).map(|(_, stm)| *stm);
            let rest = part(rest.collect(), &others);
            let map = |lambda: Lambda<'b>, kept: &[usize]| Stm {
                pat: self.arena.slice(picked(stm.pat, kept)),
                exp: self.arena.alloc(Exp::Map {
                    span,
                    groups: false,
                    width,
                    arrays,
                    lambda: self.arena.alloc(lambda),
                }),
                ..*stm
            };
            Some((map(nest, &made), map(rest, &others)))
        })
    }
}

/// The statements that another one needs, if they compute scalars and cannot fail.
fn prefix<'b>(before: &[Stm<'b>], stm: &Stm<'b>) -> Option<Vec<Stm<'b>>> {
    let prefix = picked(before, &needed(before, stm.free_names()));
    let is_cheap =
        |stm: &Stm<'b>| stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. })) && !has_effect(stm.exp);
    prefix.iter().all(is_cheap).then_some(prefix)
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::{after, count};

    fn distributed(text: &str, args: &str) -> String {
        let passes =
            ["simplify", "remove-dead", "fuse", "fuse-horizontal", "simplify", "distribute", "simplify", "remove-dead"];
        after(&passes, text, args)
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
    fn a_nest_beside_a_loop_that_overwrites_its_own_array() {
        let text = "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = unzip (map (\\x -> \
            let acc = loop acc = replicate 4 0 for i < 4 do acc with [i] = x + (if i > 0 then acc[i - 1] else 0) \
            in (acc[3], map (+ x) ys)) xs)";
        let program = distributed(text, "[1i64, 2i64] [3i64, 4i64]");
        assert_eq!(count(&program, "map"), 3, "{program}");
    }

    #[test]
    fn what_is_overwritten_stays() {
        let text = "entry main [n] [m] (xss: *[n][m]i64) (ys: [m]i64) = unzip (map2 (\\xs i -> \
            let zs = copy xs with [0] = i in (zs[m - 1], map2 (+) zs ys)) xss (iota n))";
        distributed(text, "[[1i64, 2i64]] [3i64, 4i64]");
    }

    #[test]
    fn a_map_without_elements() {
        let text =
            "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = unzip (map (\\x -> (x / i64.sum ys, map (+ x) ys)) xs)";
        distributed(text, "empty([0]i64) [3i64, 4i64]");
        distributed(text, "[3i64, 4i64] empty([0]i64)");
    }
}
