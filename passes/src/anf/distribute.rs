//! `distribute`: what runs faster apart is taken apart again.

use super::effects::{consumed, may_fail};
use super::elements::identity;
use super::soac::{body_work, combined};
use crate::anf::code::{dims, prim, variable};
use crate::seg::nest;
use framework::pass::{Context, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, Span, pass};
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
    /// Only statements that take constant time are done twice. Functions of scans that do much become maps before and after the scan:
    ///
    ///     scan (+) 0 f xs then g     becomes     ys = map f xs; zs = scan (+) 0 ys; map g zs
    ///
    /// A scan goes from element to element and is done in two passes, of which each would do `f`; a map has vectors, and does it once. Fusion may
    /// have put all this together, or the programmer. Functions that overwrite something stay whole.
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
            let after = self.after(&rest);
            let scan = after.map_or(rest, |(scan, _)| scan);
            let before = self.before(&scan);
            self.distributed += u64::from(after.is_some()) + u64::from(before.is_some());
            match before {
                Some((map, scan)) => stms.extend([map, scan]),
                None => stms.push(scan),
            }
            stms.extend(after.map(|(_, map)| map));
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

/// What the functions of a scan may do for an element, in additions.
const LIGHT: u64 = 40;

impl<'b> Distributor<'b> {
    /// An array of `width` elements of a type.
    fn array(&self, width: Atom, element: &Type<'b>) -> Param<'b> {
        let span = Span::NONE;
        let dims = self.arena.slice(std::iter::once(width).chain(dims(element).iter().copied()));
        let ty = Type::Array { span, prim: prim(element), dims, unique: false };
        Param { span, name: Name::fresh("part"), ty: self.arena.alloc(ty) }
    }

    /// A scan and the map or reduction of its prefixes.
    fn after(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Scan { span, width, arrays, lambda, ops, post, totals } = *stm.exp else { return None };
        if body_work(post.body) <= LIGHT || !is_pure(post) || !is_pure(lambda) {
            return None;
        }
        let (mut made, mut inputs) = (Vec::new(), Vec::new());
        for (at, ty) in lambda.rets.iter().enumerate() {
            match input(lambda, arrays, at).filter(|_| at >= combined(ops)) {
                Some(array) => inputs.push(array),
                None => {
                    let part = self.array(*width, ty);
                    inputs.push(part.name);
                    made.push(part);
                }
            }
        }
        let others = |at: &usize| *at < combined(ops) || input(lambda, arrays, *at).is_none();
        let kept_at: Vec<usize> = (0..lambda.rets.len()).filter(others).collect();
        let pick = |atoms: &[Atom]| kept_at.iter().filter_map(|at| atoms.get(*at).copied()).collect::<Vec<_>>();
        let rets: Vec<Type<'b>> = kept_at.iter().filter_map(|at| lambda.rets.get(*at).copied()).collect();
        let rets = self.arena.slice(rets);
        let body = Body { result: self.arena.slice(pick(lambda.body.result)), ..*lambda.body };
        let lambda = self.arena.alloc(Lambda { rets, body: self.arena.alloc(body), ..*lambda });
        let scan = Exp::Scan {
            span,
            width,
            arrays,
            lambda,
            ops,
            post: self.arena.alloc(identity(self.arena, *lambda)),
            totals: &[],
        };
        let arrays = self.arena.slice(inputs);
        let map = match totals {
            [] => Exp::Map { span, width, arrays, lambda: post },
            ops => Exp::Reduce { span, width, arrays, lambda: post, ops },
        };
        let scan = Stm { pat: self.arena.slice(made), exp: self.arena.alloc(scan), ..*stm };
        Some((scan, Stm { exp: self.arena.alloc(map), ..*stm }))
    }

    /// The map that makes what a scan scans, and the scan.
    fn before(&self, stm: &Stm<'b>) -> Option<(Stm<'b>, Stm<'b>)> {
        let Exp::Scan { span, width, arrays, lambda, ops, post, totals } = *stm.exp else { return None };
        if body_work(lambda.body) <= LIGHT || !is_pure(lambda) || !is_pure(post) {
            return None;
        }
        let (mut made, mut inputs, mut rets, mut results) = (Vec::new(), Vec::new(), Vec::new(), Vec::new());
        let mut gone: Vec<usize> = Vec::new();
        for (at, (result, ty)) in lambda.body.result.iter().zip(lambda.rets).enumerate() {
            match input(lambda, arrays, at) {
                Some(array) => inputs.push(array),
                None => {
                    // What the scan only hands on is what the map makes.
                    let handed = post.params.get(at).filter(|_| at >= combined(ops)).and_then(|param| {
                        let mut outs = post.body.result.iter().enumerate().skip(combined(totals));
                        outs.find(|(_, out)| variable(out) == Some(param.name)).map(|(position, _)| position)
                    });
                    let part = handed.and_then(|at| stm.pat.get(at)).copied().unwrap_or_else(|| self.array(*width, ty));
                    gone.extend(handed);
                    inputs.push(part.name);
                    made.push(part);
                    rets.push(*ty);
                    results.push(*result);
                }
            }
        }
        let stays = |position: &usize| !gone.contains(position);
        let stays: Vec<usize> = (0..stm.pat.len()).filter(stays).collect();
        let pat: Vec<Param<'b>> = stays.iter().filter_map(|at| stm.pat.get(*at).copied()).collect();
        let outs: Vec<Atom> = stays.iter().filter_map(|at| post.body.result.get(*at).copied()).collect();
        let out_types: Vec<Type<'b>> = stays.iter().filter_map(|at| post.rets.get(*at).copied()).collect();
        let post_body = self.arena.alloc(Body { result: self.arena.slice(outs), ..*post.body });
        let post = self.arena.alloc(Lambda { rets: self.arena.slice(out_types), body: post_body, ..*post });
        let body = Body { result: self.arena.slice(results), ..*lambda.body };
        let function = Lambda { rets: self.arena.slice(rets), body: self.arena.alloc(body), ..*lambda };
        let map = Exp::Map { span, width, arrays, lambda: self.arena.alloc(function) };
        let lambda = self.arena.alloc(identity(self.arena, *lambda));
        let scan = Exp::Scan { span, width, arrays: self.arena.slice(inputs), lambda, ops, post, totals };
        let map = Stm { pat: self.arena.slice(made), exp: self.arena.alloc(map), ..*stm };
        Some((map, Stm { pat: self.arena.slice(pat), exp: self.arena.alloc(scan), ..*stm }))
    }
}

/// The input that a result of a function is.
fn input(lambda: &Lambda<'_>, arrays: &[Name], at: usize) -> Option<Name> {
    let result = variable(lambda.body.result.get(at)?)?;
    let position = lambda.params.iter().position(|param| param.name == result)?;
    arrays.get(position).copied()
}

/// Whether a function is one of numbers that overwrites nothing.
fn is_pure(lambda: &Lambda<'_>) -> bool {
    let scalars = lambda.rets.iter().all(|ret| matches!(ret, Type::Scalar { .. }));
    scalars && lambda.body.stms.iter().all(|stm| consumed(stm).is_empty())
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
    fn scans_that_do_much() {
        let work = "f64.exp x * f64.sin x + f64.cos x / (f64.sqrt (x * x + 1) + f64.exp (x - 1))";
        let text = format!("entry main (xs: []f64) = scan (+) 0 (map (\\x -> {work}) xs)");
        let program = distributed(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "map"), count(&program, "scan")), (1, 1), "{program}");
        let text =
            format!("entry main (xs: []f64) = let ys = scan (+) 0 xs in (ys, map2 (\\x y -> y * ({work})) ys xs)");
        let program = distributed(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "map"), count(&program, "scan")), (1, 1), "{program}");
        let text = format!("entry main (xs: []f64) = f64.maximum (map (\\x -> {work}) (scan (+) 0 xs))");
        let program = distributed(&text, "[1.0, 2.0, 3.0]");
        assert_eq!((count(&program, "reduce"), count(&program, "scan")), (1, 1), "{program}");
        let text = "entry main (xs: []i64) = scan (+) 0 (map (+ 1) xs)";
        let program = distributed(text, "[1i64, 2i64, 3i64]");
        assert_eq!(count(&program, "map"), 0, "little work: {program}");
    }

    #[test]
    fn a_map_without_elements() {
        let text =
            "entry main [n] [m] (xs: [n]i64) (ys: [m]i64) = unzip (map (\\x -> (x / i64.sum ys, map (+ x) ys)) xs)";
        distributed(text, "empty([0]i64) [3i64, 4i64]");
        distributed(text, "[3i64, 4i64] empty([0]i64)");
    }
}
