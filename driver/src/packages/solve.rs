//! Chooses versions: for each package the newest that some package asks for, which is the oldest that all can use. This
//! is minimal version selection, by Russ Cox (Go's `vgo`).

use super::manifest::{PackagePath, Required};
use super::repository::{Registry, Revision};
use super::version::Version;
use crate::cli::user;
use framework::Result;
use std::collections::BTreeMap;

/// A package that has been chosen.
pub struct Chosen {
    /// Its version.
    pub version: Version,
    /// The commit of the version.
    pub revision: Revision,
    /// The packages that it requires.
    needs: Vec<Required>,
}

/// The packages that some packages require, and those that these require.
pub fn solve(registry: &mut Registry, roots: &[Required]) -> Result<BTreeMap<PackagePath, Chosen>> {
    let mut known: BTreeMap<PackagePath, Chosen> = BTreeMap::new();
    let mut open: Vec<Required> = roots.iter().rev().cloned().collect();
    while let Some(Required { path, version, commit }) = open.pop() {
        // Packages may require each other in a circle, but versions only grow.
        if known.get(&path).is_some_and(|known| version <= known.version) {
            continue;
        }
        let revision = registry.revision(&path, &version)?;
        if let Some(commit) = commit
            && commit != revision.commit
        {
            return Err(user(format!(
                "package {path} {version} has the commit {}, but the manifest says {commit}",
                revision.commit
            )));
        }
        let needs: Vec<Required> = registry.manifest(&path, &revision)?.required().cloned().collect();
        open.extend(needs.iter().rev().cloned());
        known.insert(path, Chosen { version, revision, needs });
    }
    // What only older versions required is left out.
    let mut chosen = BTreeMap::new();
    let mut open: Vec<PackagePath> = roots.iter().map(|required| required.path.clone()).collect();
    while let Some(path) = open.pop() {
        if let Some(package) = known.remove(&path) {
            open.extend(package.needs.iter().map(|required| required.path.clone()));
            chosen.insert(path, package);
        }
    }
    Ok(chosen)
}
