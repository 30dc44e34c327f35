//! Finds a place where two statements can be merged, so that no array is read before it is made or after it was
//! overwritten.

use super::kind::{Kind, reads, whole};
use super::{Merger, array, key};
use crate::anf::support::effects::{consumed, needed};
use crate::anf::support::nest;
use crate::anf::support::soac::{Soac, body_soacs};
use framework::{Name, Node};
use languages::anf::{Exp, Stm};
use rustc_hash::{FxHashMap, FxHashSet};

/// A place where two statements can be merged.
pub enum Place {
    /// The place of the first statement. The statements at these positions, which the later one needs, move up in front
    /// of it.
    First(Vec<usize>),
    /// The place of the later statement.
    Later,
}

/// The arrays that a statement reads and overwrites, including the arrays that these may be views of.
pub struct Uses {
    reads: FxHashSet<Name>,
    writes: FxHashSet<Name>,
}

impl Uses {
    /// The uses of a merged statement.
    pub fn and(mut self, other: Uses) -> Uses {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self
    }
}

/// The arrays that each array of a body may be a view of.
type Views = FxHashMap<Name, FxHashSet<Name>>;

impl<'b> Merger<'b> {
    /// The arrays that an array may be a view of.
    fn root(&self, views: &Views, name: Name) -> Vec<Name> {
        let here = views.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect());
        here.into_iter().flat_map(|name| self.around(name)).collect()
    }

    /// The arrays that an array of an enclosing body may be a view of.
    pub(super) fn around(&self, name: Name) -> Vec<Name> {
        self.roots.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect())
    }

    /// Replaces names by the arrays that they may be views of.
    fn all(&self, views: &Views, names: Vec<Name>) -> FxHashSet<Name> {
        names.into_iter().flat_map(|name| self.root(views, name)).collect()
    }

    /// The uses of a statement.
    pub(super) fn uses(&self, views: &Views, stm: &Stm<'b>) -> Uses {
        Uses { reads: self.all(views, stm.free_names()), writes: self.all(views, self.overwritten(stm)) }
    }

    /// The place where the statements `first` and `later` can be merged, if there is one. `uses` holds the uses of all
    /// SOACs.
    pub(super) fn place(
        &self,
        stms: &[Stm<'b>],
        views: &Views,
        uses: &FxHashMap<Name, Uses>,
        first: usize,
        later: usize,
    ) -> Option<Place> {
        let (a, b) = (&stms[first], &stms[later]);
        let (one, two) = (Soac::of(a.exp)?, Soac::of(b.exp)?);
        let totals = whole(a.exp)?;
        if one.width != two.width || one.arrays.is_empty() || two.arrays.is_empty() {
            return None;
        }
        // Totals are not known while the elements are computed, so the later SOAC must not use them.
        let (totals, parts) = a.pat.split_at(totals.min(a.pat.len()));
        let made: FxHashSet<Name> = parts.iter().map(|param| param.name).collect();
        if !two.arrays.iter().any(|array| made.contains(array) || one.arrays.contains(array)) {
            return None;
        }
        let needs: FxHashSet<Name> = b.free_names().into_iter().collect();
        if totals.iter().any(|param| needs.contains(&param.name)) {
            return None;
        }
        let (a_kind, b_kind) = (Kind::of(self.arena, a.exp)?, Kind::of(self.arena, b.exp)?);
        // The later function may only use the first's results element by element.
        let mut inside = b_kind.inside(&two.lambda).into_iter();
        if !a_kind.goes_with(&b_kind)
            || inside.any(|name| made.contains(&name))
            || b.certs.iter().any(|cert| made.contains(cert))
        {
            return None;
        }
        // Merging destroys a nest, unless the other map computes scalars only: then `distribute` separates the nest
        // again.
        let nested = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && nest::inner(&soac.lambda).is_some();
        let numbers = |soac: &Soac<'b>, exp: &Exp| matches!(exp, Exp::Map { .. }) && body_soacs(soac.lambda.body) == 0;
        let follows = two.arrays.iter().any(|array| made.contains(array));
        let lost = nested(&one, a.exp) && (follows || !numbers(&two, b.exp))
            || nested(&two, b.exp) && (follows || !numbers(&one, a.exp));
        if lost || a_kind.on_arrays() || b_kind.on_arrays() {
            return None;
        }
        if let (Kind::Elements(first), Kind::Elements(second)) = (&a_kind, &b_kind)
            && reads(a, &two).any(|at| first.before(at).is_none())
        {
            // The function after a scan cannot scan again. Nor may it overwrite a row, which may be a view of an array
            // that others read.
            let overwritten = consumed(b);
            let mut rows = two.lambda.params.iter().filter_map(array);
            if !second.ops.is_empty() || rows.any(|row| overwritten.contains(&row)) {
                return None;
            }
        }
        let (a_uses, b_uses) = (uses.get(&key(a)?)?, uses.get(&key(b)?)?);
        if !a_uses.writes.is_disjoint(&b_uses.reads) || !b_uses.writes.is_disjoint(&a_uses.reads) {
            return None;
        }
        let between = &stms[first + 1..later];
        let keeps = |stm: &Stm<'b>| self.all(views, stm.free_names()).is_disjoint(&b_uses.writes);
        if (b_uses.writes.is_empty() || between.iter().all(keeps))
            && let Some(raised) = self.raised(stms, first, later)
        {
            return Some(Place::First(raised));
        }
        let results: FxHashSet<Name> = a.pat.iter().map(|param| param.name).collect();
        if between.iter().any(|stm| stm.free_names().iter().any(|name| results.contains(name))) {
            return None;
        }
        let overwritten = self.all(views, between.iter().flat_map(|stm| self.overwritten(stm)).collect());
        overwritten.is_disjoint(&a_uses.reads).then_some(Place::Later)
    }

    /// The arrays that a statement overwrites. A call may overwrite all its arguments.
    fn overwritten(&self, stm: &Stm<'b>) -> Vec<Name> {
        consumed(stm).into_iter().filter(|name| self.arrays.contains(name)).collect()
    }

    /// The positions of the statements in between that the later one needs, if these can be computed before the first.
    fn raised(&self, stms: &[Stm<'b>], first: usize, later: usize) -> Option<Vec<usize>> {
        let made: FxHashSet<Name> = stms[first].pat.iter().map(|param| param.name).collect();
        let raised = needed(&stms[first + 1..later], stms[later].free_names());
        let raised: Vec<usize> = raised.into_iter().map(|at| first + 1 + at).collect();
        // A needed statement reads no array that an earlier statement overwrites, so it may move unless it overwrites
        // an array itself.
        let may_move = |at: &usize| {
            stms[*at].free_names().iter().all(|name| !made.contains(name)) && self.overwritten(&stms[*at]).is_empty()
        };
        raised.iter().all(may_move).then_some(raised)
    }
}
