//! `hoist-invariant`: moves loop-invariant computations in front of the loop.

use crate::anf::support::code::{Code, scalar, var};
use crate::anf::support::effects::{has_effect, needed, touched};
use crate::anf::support::soac::{Soac, picked};
use framework::pass::{Run, Transform};
use framework::{Name, Names, Node, Owned, Renaming, Result, pass};
use languages::anf::{
    Anf, Arena, Atom, Body, Exp, Lambda, LoopForm, Param, Program, Rewrite, Stm, Type, Visit, default_rewrite_exp,
    default_rewrite_stm, walk_exp,
};
use languages::prim::{BinOp, PrimType, PrimValue};
use rustc_hash::FxHashSet;

pass! {
    /// Moves a statement in front of a loop or SOAC, if it depends on no name that is bound inside.
    ///
    ///     map (\i -> let s = reduce (+) 0 xs in i * s) is
    ///     becomes
    ///     s = if 0 < n then reduce (+) 0 xs else 0; map (\i -> i * s) is
    ///
    /// Only statements that cannot fail move: operators, views, joined arrays, whole SOACs, and loops that end. Scalar
    /// code that reads arrays or is costly is guarded by a test that the loop runs at all: reads, reductions and loops.
    /// The guard is needed for reads whose checks have moved before the loop: if there is no iteration, such a check
    /// holds although the index may be out of bounds. For the same reason slices only move together with the reads that
    /// need them.
    ///
    /// Statements in branches stay. An array that may be overwritten stays, because each iteration needs its own copy.
    /// An array of given elements stays, as later passes remove it where it is used; a reduction or scan of arrays
    /// takes copies of those along that it starts from. A new array is computed without a guard: if there is no
    /// iteration, this work is wasted.
    pub HoistInvariant = "hoist-invariant": Anf => Anf {
        counts: { hoisted },
    }
}

impl Transform for HoistInvariant {
    fn transform(&self, program: &Owned<Anf>, run: &mut Run<'_, Self>) -> Result<Owned<Anf>> {
        let mut hoisted = 0;
        let program: &Program<'_> = program.root();
        let result = Owned::build(|arena| {
            let mut hoister = Hoister { arena, out: Vec::new(), count: None, hoisted: 0 };
            let result = hoister.rewrite_program(program);
            hoisted = hoister.hoisted;
            result
        });
        run.counts.hoisted = hoisted;
        run.unchanged_if(hoisted == 0);
        result
    }
}

struct Hoister<'b> {
    arena: &'b Arena<'b>,
    /// Statements to put in front of the current statement.
    out: Vec<Stm<'b>>,
    /// The trip count of the current SOAC.
    count: Option<(Atom, PrimType)>,
    hoisted: u64,
}

impl<'a, 'b> Rewrite<'a, 'b> for Hoister<'b> {
    fn arena(&self) -> &'b Arena<'b> {
        self.arena
    }

    /// Inner loops come first: a statement that leaves an inner loop may leave the outer loop as well.
    fn rewrite_body(&mut self, node: &'a Body<'a>) -> Result<Body<'b>> {
        let around = std::mem::take(&mut self.out);
        let mut stms = Vec::new();
        for stm in node.stms {
            let stm = default_rewrite_stm(self, stm)?;
            stms.append(&mut self.out);
            stms.push(stm);
        }
        self.out = around;
        let result = self.arena.slice(node.result.iter().copied());
        Ok(Body { span: node.span, stms: self.arena.slice(stms), result })
    }

    fn rewrite_exp(&mut self, node: &'a Exp<'a>) -> Result<Exp<'b>> {
        let around = self.count;
        self.count = Soac::of(node).map(|soac| (soac.width, PrimType::I64));
        let exp = default_rewrite_exp(self, node)?;
        self.count = around;
        Ok(match exp {
            Exp::Loop { span, params, inits, form, body } => {
                let mut own: FxHashSet<Name> = params.iter().map(|param| param.name).collect();
                let mut count = None;
                if let LoopForm::For { index, bound, prim, .. } = form {
                    own.insert(*index);
                    count = Some((**bound, *prim));
                }
                let body = self.arena.alloc(self.without_invariant(body, own, count));
                Exp::Loop { span, params, inits, form, body }
            }
            other => other,
        })
    }

    fn rewrite_lambda(&mut self, node: &'a Lambda<'a>) -> Result<Lambda<'b>> {
        let lambda = languages::anf::default_rewrite_lambda(self, node)?;
        let own = lambda.params.iter().map(|param| param.name).collect();
        let body = self.without_invariant(lambda.body, own, self.count);
        Ok(Lambda { body: self.arena.alloc(body), ..lambda })
    }
}

impl<'b> Hoister<'b> {
    /// Removes the invariant statements from a body with trip count `count`: those that depend on none of the names
    /// `own`.
    fn without_invariant(
        &mut self,
        body: &Body<'b>,
        mut own: FxHashSet<Name>,
        count: Option<(Atom, PrimType)>,
    ) -> Body<'b> {
        let touched = touched(body);
        let joined: FxHashSet<Name> = body.stms.iter().flat_map(joined).copied().collect();
        let mut stms = Vec::new();
        // Slices that are in bounds only if there is an iteration.
        let mut views: Vec<Stm<'b>> = Vec::new();
        // New arrays that stay, unless a reduction or scan that moves starts from them.
        let mut starts: Vec<Stm<'b>> = Vec::new();
        for stm in body.stms {
            let makes = |param: &Param| matches!(param.ty, Type::Array { .. }) && touched.contains(&param.name);
            let stays = stm.pat.iter().any(makes);
            let uses: Vec<Name> = stm.free_names().into_iter().filter(|name| own.contains(name)).collect();
            let moved = if stays {
                None
            } else if needs_iteration(stm) {
                needed_here(&views, &uses).zip(count).and_then(|(views, count)| self.guarded(&views, stm, count))
            } else if !stm.certs.is_empty() {
                None
            } else if uses.is_empty() && (is_movable(stm) || is_part(stm, &joined)) {
                Some(vec![*stm])
            } else if matches!(stm.exp, Exp::Reduce { .. } | Exp::Scan { .. }) && is_movable(stm) {
                needed_here(&starts, &uses).map(|starts| self.copied(&starts, stm))
            } else {
                None
            };
            match moved {
                Some(moved) => {
                    self.hoisted += 1;
                    self.out.extend(moved);
                }
                None => {
                    own.extend(stm.pat.iter().map(|param| param.name));
                    stms.push(*stm);
                    if !stays && is_view(stm) && needed_here(&views, &uses).is_some() {
                        views.push(*stm);
                    } else if !stays && is_new(stm) && needed_here(&starts, &uses).is_some() {
                        starts.push(*stm);
                    }
                }
            }
        }
        Body { stms: self.arena.slice(stms), ..*body }
    }

    /// A copy of a statement and of those before it that it needs. Every name is bound once, and what is needed stays
    /// in place for others.
    fn copy(&self, needed: &[Stm<'b>], stm: &Stm<'b>) -> Body<'b> {
        let stms = self.arena.slice(needed.iter().chain([stm]).copied());
        let result = self.arena.slice(stm.pat.iter().map(|param| var(param.name)));
        Body { span: stm.span, stms, result }.copy_into(self.arena, &mut Renaming::new(Names::Fresh))
    }

    /// This copy, whose results have the statement's names.
    fn copied(&self, needed: &[Stm<'b>], stm: &Stm<'b>) -> Vec<Stm<'b>> {
        let copy = self.copy(needed, stm);
        let exp = self.arena.alloc(Exp::Atoms { span: stm.span, atoms: copy.result });
        copy.stms.iter().copied().chain([Stm { certs: &[], exp, ..*stm }]).collect()
    }

    /// A statement and the views that it needs, guarded by a test that there is an iteration.
    fn guarded(&mut self, views: &[Stm<'b>], stm: &Stm<'b>, (count, prim): (Atom, PrimType)) -> Option<Vec<Stm<'b>>> {
        let constant = |value| Atom::Const { span: stm.span, value };
        let nothing = stm.pat.iter().map(|param| match *param.ty {
            Type::Scalar { prim, .. } => Some(constant(PrimValue::zero(prim))),
            _ => None,
        });
        let nothing: Vec<Atom> = nothing.collect::<Option<_>>()?;
        let yes = self.copy(views, stm);
        let none = constant(PrimValue::zero(prim));
        let cond = match count {
            Atom::Const { value, .. } if value.as_i64().is_some_and(|count| count > 0) => {
                return Some(self.copied(views, stm));
            }
            Atom::Const { .. } => return None,
            Atom::Var { .. } => {
                let (lhs, rhs) = (self.arena.alloc(none), self.arena.alloc(count));
                let some = Exp::Bin { span: stm.span, op: BinOp::Lt, prim, lhs, rhs };
                let known = self.out.iter().find(|known| *known.exp == some).and_then(|known| known.pat.first());
                var(known.map_or_else(
                    || {
                        let mut code = Code::new(self.arena, stm.span);
                        let cond = code.bind("some", scalar(PrimType::Bool), some);
                        self.out.append(&mut code.stms);
                        cond
                    },
                    |known| known.name,
                ))
            }
        };
        let no = self.arena.alloc(Body { span: stm.span, stms: &[], result: self.arena.slice(nothing) });
        let exp = Exp::If { span: stm.span, cond: self.arena.alloc(cond), yes: self.arena.alloc(yes), no };
        Some(vec![Stm { certs: &[], exp: self.arena.alloc(exp), ..*stm }])
    }
}

/// Those statements that bind these names, and those that they need in turn. `None` if a name is of no statement.
fn needed_here<'b>(stms: &[Stm<'b>], names: &[Name]) -> Option<Vec<Stm<'b>>> {
    let is_bound = |name: &Name| stms.iter().any(|stm| stm.pat.iter().any(|param| param.name == *name));
    names.iter().all(is_bound).then(|| picked(stms, &needed(stms, names.to_vec())))
}

/// Whether a statement may run even if the program would not have reached it.
fn is_movable(stm: &Stm<'_>) -> bool {
    match stm.exp {
        Exp::Bin { op, prim, .. } => !op.can_fail(*prim),
        Exp::Un { .. } | Exp::Tri { .. } | Exp::Convert { .. } => true,
        Exp::Rearrange { .. } | Exp::Reshape { .. } | Exp::Concat { .. } => true,
        Exp::Map { .. } | Exp::Reduce { .. } | Exp::Scan { .. } | Exp::Loop { .. } => is_total(stm.exp, false),
        _ => false,
    }
}

/// The arrays that a statement joins.
fn joined<'a>(stm: &Stm<'a>) -> &'a [Name] {
    match stm.exp {
        Exp::Concat { arrays, .. } => arrays,
        _ => &[],
    }
}

/// Whether a statement makes a new array that others join. Alone, it would stay: `fuse` and `unroll` remove such
/// arrays.
fn is_part(stm: &Stm<'_>, joined: &FxHashSet<Name>) -> bool {
    is_new(stm) && stm.pat.iter().any(|param| joined.contains(&param.name))
}

/// Whether a statement makes a new array of given elements.
fn is_new(stm: &Stm<'_>) -> bool {
    matches!(stm.exp, Exp::ArrayLit { .. } | Exp::Iota { .. } | Exp::Replicate { .. })
}

/// Whether a statement is a view of an array. A slice needs to be in bounds only if there is an iteration.
fn is_view(stm: &Stm<'_>) -> bool {
    matches!(stm.exp, Exp::Slice { .. } | Exp::Rearrange { .. } | Exp::Reshape { .. })
}

/// Whether a statement has scalar results, and may run once it is certain that there is an iteration and that its
/// checks have passed: a read, a division, a reduction, a loop, or a guarded statement of this kind.
fn needs_iteration(stm: &Stm<'_>) -> bool {
    let numbers = || stm.pat.iter().all(|param| matches!(param.ty, Type::Scalar { .. }));
    match stm.exp {
        Exp::Index { .. } | Exp::Bin { .. } => !stm.certs.is_empty(),
        Exp::Reduce { .. } | Exp::Loop { .. } => numbers() && is_total(stm.exp, true),
        Exp::If { yes, no, .. } => {
            matches!(yes.stms, [views @ .., inner] if views.iter().all(is_view) && needs_iteration(inner))
                && no.stms.is_empty()
        }
        _ => false,
    }
}

/// Whether an expression always terminates and overwrites nothing. Unless it runs `behind` a test that there is an
/// iteration, it may read only arrays that it makes itself, and elements of SOACs' inputs.
fn is_total(exp: &Exp<'_>, behind: bool) -> bool {
    struct Finder {
        behind: bool,
        total: bool,
    }
    impl<'a> Visit<'a> for Finder {
        fn visit_exp(&mut self, node: &'a Exp<'a>) {
            self.total &= match node {
                Exp::Loop { form, .. } => matches!(form, LoopForm::For { .. }),
                Exp::Update { .. }
                | Exp::Scatter { .. }
                | Exp::Hist { .. }
                | Exp::Stream { .. }
                | Exp::Accumulate { .. } => false,
                Exp::Index { .. } | Exp::Slice { .. } => self.behind,
                Exp::Bin { op, prim, .. } => self.behind || !op.can_fail(*prim),
                _ => true,
            };
            walk_exp(self, node);
        }
    }
    let mut finder = Finder { behind, total: !has_effect(exp) };
    finder.visit_exp(exp);
    finder.total
}

#[cfg(test)]
mod tests {
    use crate::anf::support::testing::after;

    fn hoisted(text: &str, args: &str) -> String {
        after(&["simplify", "remove-dead", "hoist-invariant"], text, args)
    }

    #[test]
    fn a_sum_that_every_element_needs() {
        let program =
            hoisted("entry main [n] (xs: [n]i64) (is: []i64) = map (\\i -> i * i64.sum xs) is", "[1i64, 2i64] [3i64]");
        assert!(program.find("reduce").unwrap() < program.find("map").unwrap(), "{program}");
    }

    #[test]
    fn a_reduction_of_rows_moves_with_the_array_that_it_starts_from() {
        let text = "entry main [n][k] (xs: [n][k]i64) (is: []i64) = \
            map (\\i -> i * i64.maximum (reduce (map2 i64.min) (replicate k 9) xs)) is";
        let program = hoisted(text, "[[1i64, 2i64], [0i64, 4i64]] [3i64]");
        assert!(program.rfind("reduce").unwrap() < program.rfind("map").unwrap(), "{program}");
        hoisted(text, "empty([0][2]i64) [3i64]");
        hoisted(text, "[[1i64, 2i64]] empty([0]i64)");
        let text = "entry main (n: i64) (is: []i64) = \
            map (\\i -> i * i64.sum (reduce (map2 (+)) (replicate n 0) (replicate n (replicate n 7)))) is";
        let program = hoisted(text, "3i64 [3i64]");
        assert!(program.rfind("reduce").unwrap() < program.rfind("map").unwrap(), "{program}");
    }

    #[test]
    fn joined_arrays_that_every_element_reads() {
        let text = "entry main [n] (xs: [n]i64) (is: [n]i64) = map (\\i -> let ys = xs ++ [n] in ys[i + 1] - ys[i]) is";
        let program = hoisted(text, "[1i64, 2i64, 4i64] [0i64, 2i64, 1i64]");
        assert!(program.find("concat").unwrap() < program.find("map").unwrap(), "{program}");
    }

    #[test]
    fn what_depends_on_the_iteration_stays() {
        let text = "entry main (n: i64) (a: i64) = loop x = 1 for i < n do x * (a + 2) + i * (a + 2)";
        let program = hoisted(text, "3i64 4i64");
        assert!(program.find("add_i64(a").unwrap() < program.find("loop").unwrap(), "{program}");
        assert!(program.rfind("mul_i64").unwrap() > program.find("loop").unwrap(), "{program}");
    }

    #[test]
    fn a_read_without_check_stays() {
        let text = "entry main [n] (xs: [n]i64) = loop s = 0 for i < n do s + xs[i] + xs[0]";
        hoisted(text, "empty([0]i64)");
        hoisted(text, "[3i64, 4i64]");
    }

    #[test]
    fn a_checked_read_is_done_only_if_it_was() {
        let text = "entry main [n] (xs: [n]i64) (k: i64) (m: i64) = let a = xs[k] in (a, loop s = 0 for i < m do s * i + xs[k] + xs[i %% n])";
        let program = hoisted(text, "[3i64, 4i64] 1i64 0i64");
        assert!(program.find("loop").unwrap() > program.rfind("xs_2[k_").unwrap_or(0), "{program}");
    }
}
