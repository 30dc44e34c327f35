//! Fills the folder `lib`.

use super::manifest::PackagePath;
use super::repository::Registry;
use super::solve::Chosen;
use crate::cli::user;
use framework::{Error, Result};
use std::collections::BTreeMap;
use std::io;
use std::path::Path;

/// The folder with packages, the one in which new packages are put together, and the one with the old packages.
const LIB: &str = "lib";
const NEW: &str = "lib~new";
const OLD: &str = "lib~old";

fn failed(what: &str, path: &Path) -> impl Fn(io::Error) -> Error {
    let message = format!("cannot {what} {}", path.display());
    move |error| user(format!("{message}: {error}"))
}

fn remove(path: &Path) -> Result<()> {
    match std::fs::symlink_metadata(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Ok(metadata) if metadata.is_dir() => std::fs::remove_dir_all(path).map_err(failed("delete", path)),
        _ => std::fs::remove_file(path).map_err(failed("delete", path)),
    }
}

fn create(path: &Path) -> Result<()> {
    std::fs::create_dir_all(path).map_err(failed("make", path))
}

fn rename(from: &Path, to: &Path) -> Result<()> {
    std::fs::rename(from, to).map_err(failed("move", from))
}

/// Makes `lib` a folder with these packages, and with the folder of the package `own` that is in it. All else in it is
/// deleted. If this fails, `lib` is as before, or its old content is in `lib~old`.
pub fn install(registry: &Registry, packages: &BTreeMap<PackagePath, Chosen>, own: Option<&PackagePath>) -> Result<()> {
    let [lib, new, old] = [LIB, NEW, OLD].map(Path::new);
    if lib.is_symlink() {
        return Err(user(format!("{LIB} is a link: its content would be deleted")));
    }
    if old.exists() {
        // It may have the only copy of the user's own package.
        return Err(user(format!("an earlier run has not ended: {OLD} has the content of {LIB} before it"))
            .note(format!("move what you need to {LIB}, and delete {OLD}")));
    }
    remove(new)?;
    create(new)?;
    // A package whose path begins as that of another has its folder in the other's. It comes later in this order.
    for (path, package) in packages {
        for file in registry.files(path, &package.revision)? {
            let to = new.join(path.as_str()).join(&file.path);
            create(to.parent().unwrap_or(new))?;
            std::fs::write(&to, file.bytes).map_err(failed("write", &to))?;
        }
    }
    let is_there = lib.is_dir();
    if is_there {
        rename(lib, old)?;
    }
    rename(new, lib)?;
    if let Some(own) = own {
        let (from, to) = (old.join(own.as_str()), lib.join(own.as_str()));
        if is_there && from.is_dir() {
            remove(&to)?;
            create(to.parent().unwrap_or(lib))?;
            rename(&from, &to)?;
        }
    }
    if is_there { remove(old) } else { Ok(()) }
}
