//! Dependencies between the statements of a body: which statements read a class, and which overwrite it.

use crate::anf::support::effects;
use crate::anf::support::egraph::region::{Known, Region};
use egg::Id;
use framework::Name;
use rustc_hash::{FxHashMap, FxHashSet};

/// The statements that read each class. The body's results count as one more statement.
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

/// The arrays that each statement overwrites, including the arrays that these may be views of.
pub struct Overwritten {
    /// The overwritten arrays of each statement.
    by: Vec<FxHashSet<Id>>,
    roots: FxHashMap<Id, FxHashSet<Id>>,
}

impl Overwritten {
    /// Collects the overwritten arrays of a body. They may be views of arrays from outside.
    pub fn of<'b>(region: &mut Region<'b>, known: &Known<'b>) -> Overwritten {
        let mut found = Overwritten { by: Vec::new(), roots: FxHashMap::default() };
        let mut names: Vec<Name> = region.ids.keys().copied().filter(|name| known.roots.contains_key(name)).collect();
        names.sort_unstable();
        for name in names {
            let mut roots: Vec<Name> = known.roots.get(&name).into_iter().flatten().copied().collect();
            roots.sort_unstable();
            let roots: Vec<Id> = roots.into_iter().map(|root| region.name(known, root)).collect();
            let class = region.name(known, name);
            let roots = roots.into_iter().map(|root| region.graph.find(root));
            found.roots.entry(region.graph.find(class)).or_default().extend(roots);
        }
        let class = |name: &Name| region.ids.get(name).map(|id| region.graph.find(*id));
        let is_scalar = |id: &Id| region.graph[*id].data.ty.as_ref().is_some_and(|ty| ty.dims.is_empty());
        for stm in region.origins.iter().map(|origin| &origin.stm) {
            let names = effects::consumed(stm);
            let arrays = names.iter().filter_map(class).filter(|id| !is_scalar(id));
            found.by.push(arrays.flat_map(|id| found.root(id)).collect());
        }
        found
    }

    fn root(&self, class: Id) -> Vec<Id> {
        self.roots.get(&class).map_or_else(|| vec![class], |roots| roots.iter().copied().collect())
    }

    /// Whether reads at position `from` give the same values after the statements up to `to`.
    pub fn unchanged(&self, reads: &[Id], from: usize, to: usize) -> bool {
        let reads: FxHashSet<Id> = reads.iter().flat_map(|id| self.root(*id)).collect();
        self.by.get(from..=to).is_some_and(|between| between.iter().all(|by| by.is_disjoint(&reads)))
    }
}
