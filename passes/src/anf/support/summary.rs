//! Summaries of branches: free variables, size and effects. Each is computed once, even if branches are nested deeply.

use super::code::variable;
use super::effects::{self, consumed, has_effect, traces};
use framework::{Name, Node};
use languages::anf::{Body, Exp, Stm};
use rustc_hash::{FxHashMap, FxHashSet};
use std::rc::Rc;

/// The properties of a body that matter outside.
#[derive(Debug, PartialEq)]
struct Summary {
    /// Its free variables, in order of first use.
    free: Vec<Name>,
    /// Its size. Bodies that are equal up to renaming have the same size.
    size: u64,
    /// Whether it may fail or print.
    effect: bool,
    /// Whether it prints.
    traces: bool,
    /// The arrays that it overwrites, and the arrays that these may be views of.
    overwritten: Vec<Name>,
}

/// The summaries of branches so far, by address. The bodies must live as long as this table.
#[derive(Default)]
pub struct Summaries(FxHashMap<(usize, usize), Rc<Summary>>);

impl Summaries {
    /// The free variables of an expression, each once.
    pub fn free(&mut self, exp: &Exp<'_>) -> Vec<Name> {
        let Some((cond, [yes, no])) = self.branches(exp) else { return exp.free_names() };
        let mut free = Vec::new();
        let mut seen = FxHashSet::default();
        free.extend(cond.into_iter().chain(yes.free.iter().copied()).chain(no.free.iter().copied()));
        free.retain(|name| seen.insert(*name));
        free
    }

    /// The size of an expression. Expressions that are equal up to renaming have the same size.
    pub fn size(&mut self, exp: &Exp<'_>) -> u64 {
        self.branches(exp).map_or_else(|| exp.size(), |(_, [yes, no])| 1 + yes.size + no.size)
    }

    /// Whether an expression may fail or print.
    pub fn has_effect(&mut self, exp: &Exp<'_>) -> bool {
        self.branches(exp).map_or_else(|| has_effect(exp), |(_, [yes, no])| yes.effect || no.effect)
    }

    /// Whether an expression prints.
    pub fn traces(&mut self, exp: &Exp<'_>) -> bool {
        self.branches(exp).map_or_else(|| traces(exp), |(_, [yes, no])| yes.traces || no.traces)
    }

    /// The arrays that a statement overwrites, and the arrays that these may be views of.
    pub fn overwritten(&mut self, stm: &Stm<'_>) -> Vec<Name> {
        match self.branches(stm.exp) {
            Some((_, [yes, no])) => [&yes.overwritten[..], &no.overwritten].concat(),
            None => consumed(stm),
        }
    }

    /// The names in a body whose arrays may be overwritten: by the body or, if they are results, by later statements.
    pub fn touched(&mut self, body: &Body<'_>) -> FxHashSet<Name> {
        self.touched_with(body, body.result.iter().filter_map(variable).collect())
    }

    /// The names in a body whose arrays the body may overwrite, if later statements cannot overwrite its results: those
    /// of the function of a map are copied, and those of an entry point are given to the caller.
    pub fn touched_inside(&mut self, body: &Body<'_>) -> FxHashSet<Name> {
        self.touched_with(body, FxHashSet::default())
    }

    /// The names in a body whose arrays may be overwritten: by the body or, if they are in `touched`, by code outside.
    pub fn touched_with(&mut self, body: &Body<'_>, touched: FxHashSet<Name>) -> FxHashSet<Name> {
        let inside: Vec<Vec<Name>> = body.stms.iter().map(|stm| self.overwritten(stm)).collect();
        effects::touched_from(body, &inside, touched)
    }

    fn branches(&mut self, exp: &Exp<'_>) -> Option<(Option<Name>, [Rc<Summary>; 2])> {
        let Exp::If { cond, yes, no, .. } = exp else { return None };
        Some((variable(cond), [self.body(yes), self.body(no)]))
    }

    fn body(&mut self, body: &Body<'_>) -> Rc<Summary> {
        let place = (body.stms.as_ptr().addr(), body.result.as_ptr().addr());
        // Empty slices have no address of their own.
        let known = self.0.get(&place).filter(|_| !body.stms.is_empty());
        if let Some(known) = known {
            return known.clone();
        }
        let mut summary = Summary { free: Vec::new(), size: 1, effect: false, traces: false, overwritten: Vec::new() };
        let (mut bound, mut seen) = (FxHashSet::default(), FxHashSet::default());
        for stm in body.stms {
            let types = stm.pat.iter().flat_map(|param| param.ty.free_names());
            let uses = types.chain(stm.certs.iter().copied()).chain(self.free(stm.exp));
            summary.free.extend(uses.filter(|name| !bound.contains(name) && seen.insert(*name)));
            bound.extend(stm.pat.iter().map(|param| param.name));
            summary.size += 1 + stm.pat.len() as u64 + self.size(stm.exp);
            summary.effect |= self.has_effect(stm.exp);
            summary.traces |= self.traces(stm.exp);
            summary.overwritten.extend(self.overwritten(stm));
        }
        let results = body.result.iter().filter_map(variable);
        summary.free.extend(results.filter(|name| !bound.contains(name) && seen.insert(*name)));
        summary.overwritten = effects::with_views(body, summary.overwritten);
        let summary = Rc::new(summary);
        self.0.insert(place, summary.clone());
        summary
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::anf::support::testing::anf;
    use framework::Span;
    use languages::anf::{Arena, Atom, Visit};
    use languages::prim::PrimValue;

    #[test]
    fn summaries_say_what_walks_say() {
        struct Compare(Summaries, usize);
        impl<'a> Visit<'a> for Compare {
            fn visit_stm(&mut self, node: &'a Stm<'a>) {
                let sorted = |mut names: Vec<Name>| {
                    names.sort_unstable();
                    names.dedup();
                    names
                };
                for _ in 0..2 {
                    assert_eq!(sorted(self.0.free(node.exp)), sorted(node.exp.free_names()));
                    assert_eq!(self.0.has_effect(node.exp), has_effect(node.exp));
                    assert_eq!(sorted(self.0.overwritten(node)), sorted(consumed(node)));
                }
                self.1 += usize::from(matches!(node.exp, Exp::If { .. }));
                languages::anf::walk_stm(self, node);
            }
        }
        let (program, _) = anf("entry main [n] (xs: *[2][n]i64) (c: bool) (k: i64) = \
            let ys = if c then (if k > 0 then (let row = xs[0] in copy (row with [k] = 700)) else replicate n k) else copy xs[k % 2] \
            in (if c && k > 3 then map (/ k) ys else ys, if n > 2 then k / n else 0)");
        let mut compare = Compare(Summaries::default(), 0);
        compare.visit_program(program.root());
        assert!(compare.1 > 3);
    }

    #[test]
    fn branches_without_results_are_summarised_once() {
        let (arena, span) = (Arena::default(), Span::NONE);
        let cond = Atom::Const { span, value: PrimValue::Bool(true) };
        let nothing = Body { span, stms: &[], result: &[] };
        let mut chain = nothing;
        for _ in 0..60 {
            let (yes, no) = (arena.alloc(nothing), arena.alloc(chain));
            let exp = arena.alloc(Exp::If { span, cond: arena.alloc(cond), yes, no });
            chain = Body { stms: arena.slice([Stm { span, pat: &[], certs: &[], exp }]), ..nothing };
        }
        assert!(Summaries::default().body(&chain).size > 60);
    }
}
