//! What the statements of a body need of each other: who reads what, and what nobody may read any more.

use crate::anf::effects;
use crate::anf::egraph::region::Region;
use egg::Id;
use framework::Name;
use languages::anf::Stm;
use rustc_hash::{FxHashMap, FxHashSet};

/// Which statements read each class; the body's results count as one more.
pub fn users(region: &Region<'_>) -> FxHashMap<Id, FxHashSet<usize>> {
    let mut users: FxHashMap<Id, FxHashSet<usize>> = FxHashMap::default();
    let graph = &region.graph;
    for (position, origin) in region.origins.iter().enumerate() {
        let own: FxHashSet<Id> = origin.terms.iter().map(|(class, _)| graph.find(*class)).collect();
        let args = origin.terms.iter().flat_map(|(_, term)| term.args.iter());
        for used in args.chain(&origin.needs).map(|arg| graph.find(*arg)).filter(|arg| !own.contains(arg)) {
            users.entry(used).or_default().insert(position);
        }
    }
    for result in &region.results {
        users.entry(graph.find(*result)).or_default().insert(region.origins.len());
    }
    users
}

/// Which arrays each statement overwrites, and what they may be views of.
pub struct Overwritten {
    /// For each statement.
    by: Vec<FxHashSet<Id>>,
    roots: FxHashMap<Id, FxHashSet<Id>>,
}

impl Overwritten {
    /// Of the statements of a body.
    pub fn of(region: &Region<'_>) -> Overwritten {
        let class = |name: &Name| region.ids.get(name).map(|id| region.graph.find(*id));
        let stms: Vec<Stm<'_>> = region.origins.iter().map(|origin| origin.stm).collect();
        let mut found = Overwritten { by: Vec::new(), roots: FxHashMap::default() };
        for (name, roots) in effects::roots(&stms) {
            let roots = roots.iter().filter_map(class);
            found.roots.entry(class(&name).unwrap_or_default()).or_default().extend(roots);
        }
        let is_scalar = |id: &Id| region.graph[*id].data.ty.as_ref().is_some_and(|ty| ty.dims.is_empty());
        for stm in &stms {
            let names = effects::consumed(stm);
            let arrays = names.iter().filter_map(class).filter(|id| !is_scalar(id));
            found.by.push(arrays.flat_map(|id| found.root(id)).collect());
        }
        found
    }

    fn root(&self, class: Id) -> Vec<Id> {
        self.roots.get(&class).map_or_else(|| vec![class], |roots| roots.iter().copied().collect())
    }

    /// Whether what is read at `from` may be read after the statements up to `to` as well.
    pub fn unchanged(&self, reads: &[Id], from: usize, to: usize) -> bool {
        let reads: FxHashSet<Id> = reads.iter().flat_map(|id| self.root(*id)).collect();
        self.by[from..=to].iter().all(|by| by.is_disjoint(&reads))
    }
}
