//! The parallelism inside of SOACs.

use super::{LEAST_INSIDE, Parallelism};
use crate::anf::support::code::{known, variable};
use crate::anf::support::nest;
use crate::anf::support::soac::Soac;
use framework::Name;
use languages::anf::{Atom, Exp, Lambda, LoopForm, Param, Visit, walk_exp, walk_loop_form, walk_param};
use rustc_hash::FxHashSet;

/// The parallelism of a perfect nest of maps, and the function of the innermost one.
pub fn nest_of<'a>(width: Atom, lambda: &'a Lambda<'a>) -> (Parallelism, &'a Lambda<'a>) {
    let levels = nest::levels(lambda);
    let sizes = std::iter::once(width).chain(levels.iter().map(|level| level.width));
    (sizes.collect(), levels.last().map_or(lambda, |level| level.lambda))
}

/// Finds the SOACs inside of a function whose sizes are known outside.
pub struct Inside {
    /// What the function binds.
    bound: FxHashSet<Name>,
    found: Vec<Parallelism>,
}

impl Inside {
    /// Those of `innermost`, which is `lambda` or the function of the innermost map of its nest.
    pub fn of<'a>(lambda: &'a Lambda<'a>, innermost: &'a Lambda<'a>) -> Vec<Parallelism> {
        let mut inside = Inside { bound: bound_by(lambda), found: Vec::new() };
        inside.visit_body(innermost.body);
        inside
            .found
            .retain(|sizes| !matches!(sizes[..], [size] if known(size).is_some_and(|size| size < LEAST_INSIDE)));
        inside.found.sort_by_key(|sizes| format!("{sizes:?}"));
        inside.found.dedup();
        inside.found
    }
}

impl<'a> Visit<'a> for Inside {
    fn visit_exp(&mut self, node: &'a Exp<'a>) {
        let Some(soac) = Soac::of(node) else { return walk_exp(self, node) };
        let sizes = match node {
            Exp::Map { lambda, .. } => nest_of(soac.width, lambda).0,
            _ => vec![soac.width],
        };
        let is_known = |size: &Atom| variable(size).is_none_or(|name| !self.bound.contains(&name));
        if sizes.iter().all(is_known) {
            self.found.push(sizes);
        }
    }
}

/// All names that a function binds.
pub fn bound_by<'a>(lambda: &'a Lambda<'a>) -> FxHashSet<Name> {
    let mut bound = Bound(FxHashSet::default());
    bound.visit_lambda(lambda);
    bound.0
}

struct Bound(FxHashSet<Name>);

impl<'a> Visit<'a> for Bound {
    fn visit_param(&mut self, node: &'a Param<'a>) {
        self.0.insert(node.name);
        walk_param(self, node);
    }

    fn visit_loop_form(&mut self, node: &'a LoopForm<'a>) {
        if let LoopForm::For { index, .. } = node {
            self.0.insert(*index);
        }
        walk_loop_form(self, node);
    }
}
