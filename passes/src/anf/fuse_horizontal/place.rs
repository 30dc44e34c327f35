//! Where two statements can be one: nothing is read before it is there, or after it was overwritten.

use super::kind::{Kind, reads, whole};
use super::{Merger, array, key};
use crate::anf::support::effects::{consumed, needed};
use crate::anf::support::nest;
use crate::anf::support::soac::{Soac, body_soacs};
use framework::{Name, Node};
use languages::anf::{Exp, Stm};
use rustc_hash::{FxHashMap, FxHashSet};

/// Where two statements can be one.
pub enum Place {
    /// Where the first one is, after the statements in between that the later one needs: their positions.
    First(Vec<usize>),
    /// Where the later one is.
    Later,
}

/// What a statement reads and overwrites, with what that may be views of.
pub struct Uses {
    reads: FxHashSet<Name>,
    writes: FxHashSet<Name>,
}

impl Uses {
    /// Of two statements that have become one.
    pub fn and(mut self, other: Uses) -> Uses {
        self.reads.extend(other.reads);
        self.writes.extend(other.writes);
        self
    }
}

/// What the arrays of a body may be views of.
type Views = FxHashMap<Name, FxHashSet<Name>>;

impl<'b> Merger<'b> {
    /// What an array may be a view of.
    fn root(&self, views: &Views, name: Name) -> Vec<Name> {
        let here = views.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect());
        here.into_iter().flat_map(|name| self.around(name)).collect()
    }

    /// What an array of the bodies around may be a view of.
    pub(super) fn around(&self, name: Name) -> Vec<Name> {
        self.roots.get(&name).map_or_else(|| vec![name], |roots| roots.iter().copied().collect())
    }

    /// Names with what they may be views of.
    fn all(&self, views: &Views, names: Vec<Name>) -> FxHashSet<Name> {
        names.into_iter().flat_map(|name| self.root(views, name)).collect()
    }

    /// What a statement reads and overwrites.
    pub(super) fn uses(&self, views: &Views, stm: &Stm<'b>) -> Uses {
        Uses { reads: self.all(views, stm.free_names()), writes: self.all(views, self.overwritten(stm)) }
    }

    /// Where the statements `first` and `later` may be merged, if they may. `uses` are those of the SOACs.
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
        // What is combined is not known element by element.
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
        // Inside of the function only elements of what the other makes are known.
        let mut inside = b_kind.inside(&two.lambda).into_iter();
        if !a_kind.goes_with(&b_kind)
            || inside.any(|name| made.contains(&name))
            || b.certs.iter().any(|cert| made.contains(cert))
        {
            return None;
        }
        // `distribute` takes a nest out again if there are only numbers beside it.
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
            // After the prefixes there is no scan, and a row that is overwritten there may be a view of what others read.
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

    /// The arrays that a statement overwrites. A call may overwrite all that it is given.
    fn overwritten(&self, stm: &Stm<'b>) -> Vec<Name> {
        consumed(stm).into_iter().filter(|name| self.arrays.contains(name)).collect()
    }

    /// The statements between two others that the later one needs, by position, if they can be done before the first.
    fn raised(&self, stms: &[Stm<'b>], first: usize, later: usize) -> Option<Vec<usize>> {
        let made: FxHashSet<Name> = stms[first].pat.iter().map(|param| param.name).collect();
        let raised = needed(&stms[first + 1..later], stms[later].free_names());
        let raised: Vec<usize> = raised.into_iter().map(|at| first + 1 + at).collect();
        // What another one has overwritten before, nobody needs.
        let may_move = |at: &usize| {
            stms[*at].free_names().iter().all(|name| !made.contains(name)) && self.overwritten(&stms[*at]).is_empty()
        };
        raised.iter().all(may_move).then_some(raised)
    }
}
