//! `fut-nano pkg`: packages of Futhark programs, as `futhark pkg` manages them. The file `futhark.pkg` says which
//! packages a program requires, and `pkg sync` puts them into the folder `lib`. Packages are git repositories.
//!
//! - `manifest.rs`: `futhark.pkg`; `version.rs`: versions; `repository.rs`: repositories; `solve.rs`: chooses versions;
//!   `install.rs`: fills `lib`.

mod install;
mod manifest;
mod repository;
mod solve;
mod version;

use crate::cli::output::{print, say};
use crate::cli::user;
use crate::{read_source, whole};
use clap::{Args, Subcommand};
use framework::Result;
use manifest::{FILE, Manifest, PackagePath, Required};
use repository::Registry;
use std::io::Write;
use std::path::Path;
use version::Version;

/// The options of `fut-nano pkg`. All paths are relative to the current folder.
#[derive(Args, Debug)]
#[command(after_help = "Exit status: 0 success, 1 a package or `futhark.pkg` is wrong, 2 the command line is wrong.")]
pub struct Pkg {
    #[command(subcommand)]
    what: What,
    /// A folder or an address with repositories at the paths of packages. They are searched in this order, before
    /// `https://`.
    #[arg(long = "mirror", value_name = "DIR|URL", global = true)]
    mirrors: Vec<String>,
    /// Shows the commands of git, and their messages, on standard error.
    #[arg(short, long, global = true)]
    verbose: bool,
}

/// The commands.
#[derive(Subcommand, Debug)]
enum What {
    /// Requires a package in `futhark.pkg`.
    Add {
        /// The path of the package, for instance `github.com/diku-dk/sorts`.
        path: PackagePath,
        /// The oldest version that will do. By default, the newest there is.
        #[arg(id = "oldest", value_name = "VERSION")]
        version: Option<Version>,
    },
    /// Checks that all packages can be had, and that the folder of the package itself has files.
    Check,
    /// Writes `futhark.pkg` for a new package, and makes its folder in `lib`.
    #[command(alias = "create")]
    Init {
        /// The path of the package.
        path: PackagePath,
    },
    /// Writes `futhark.pkg` anew, in the usual layout.
    Fmt,
    /// Requires a package no longer.
    Remove {
        /// The path of the package.
        path: PackagePath,
    },
    /// Puts the required packages, and those that these require, into `lib`. Deletes everything else there, but for the
    /// folder of the package itself.
    Sync,
    /// Requires the newest versions of all packages.
    Upgrade,
    /// Lists the versions of a package.
    Versions {
        /// The path of the package.
        path: PackagePath,
    },
}

/// Runs the command. Returns the exit status.
pub fn run(pkg: &Pkg) -> Result<u8> {
    let mut registry = Registry::new(&pkg.mirrors, pkg.verbose)?;
    match &pkg.what {
        What::Add { path, version } => add(&mut registry, path, version.clone())?,
        What::Check => return check(&mut registry),
        What::Init { path } => init(path)?,
        What::Fmt => write(&read_manifest(Path::new(FILE))?)?,
        What::Remove { path } => {
            let mut manifest = manifest()?;
            let Some(old) = manifest.remove(path) else {
                return Err(user(format!("no package {path} is required in {FILE}")));
            };
            write(&manifest)?;
            print(&format!("Removed {path} {}.\n", old.version))?;
        }
        What::Sync => {
            let manifest = manifest()?;
            let packages = solve::solve(&mut registry, &required(&manifest))?;
            install::install(&registry, &packages, manifest.path.as_ref())?;
        }
        What::Upgrade => upgrade(&mut registry)?,
        What::Versions { path } => {
            registry.versions(path)?.iter().try_for_each(|version| print(&format!("{version}\n")))?;
        }
    }
    Ok(0)
}

fn read_manifest(path: &Path) -> Result<Manifest> {
    read_source(path)?.parse().map_err(|why: String| user(format!("{}: {why}", path.display())))
}

/// The manifest of the current folder.
fn manifest() -> Result<Manifest> {
    let path = Path::new(FILE);
    if path.exists() {
        return read_manifest(path);
    }
    say(&format!("{FILE} is not there: it is taken to be empty."));
    Ok(Manifest::default())
}

fn write(manifest: &Manifest) -> Result<()> {
    let written = whole::write(Path::new(FILE), 0o644, |file| file.write_all(manifest.to_string().as_bytes()));
    written.map_err(|error| user(format!("cannot write {FILE}: {error}")))
}

fn required(manifest: &Manifest) -> Vec<Required> {
    manifest.required().cloned().collect()
}

/// The commit that a manifest says of a version. A version that is a commit needs no other.
fn pinned(registry: &mut Registry, path: &PackagePath, version: &Version) -> Result<Option<String>> {
    let revision = registry.revision(path, version)?;
    Ok(version.commit().is_none().then_some(revision.commit))
}

fn add(registry: &mut Registry, path: &PackagePath, version: Option<Version>) -> Result<()> {
    let mut manifest = manifest()?;
    let version = version.map_or_else(|| registry.newest(path), Ok)?;
    let commit = pinned(registry, path, &version)?;
    let old = manifest.require(Required { path: path.clone(), version: version.clone(), commit });
    // All packages must be there before the file changes.
    solve::solve(registry, &required(&manifest))?;
    write(&manifest)?;
    print(&match old {
        Some(old) if old.version == version => format!("{path} is already required at {version}.\n"),
        Some(old) => format!("Replaced {path} {} => {version}.\n", old.version),
        None => format!("Added {path} {version}.\n"),
    })?;
    print("Remember to run `fut-nano pkg sync`.\n")
}

fn upgrade(registry: &mut Registry) -> Result<()> {
    let mut manifest = manifest()?;
    let before = manifest.clone();
    for required in manifest.required_mut() {
        let version = registry.newest(&required.path)?;
        // A released version may be older than the commit that is required.
        if version <= required.version {
            continue;
        }
        print(&format!("Upgraded {} {} => {version}.\n", required.path, required.version))?;
        required.commit = pinned(registry, &required.path, &version)?;
        required.version = version;
    }
    if manifest == before {
        return print("Nothing to upgrade.\n");
    }
    write(&manifest)?;
    print("Remember to run `fut-nano pkg sync`.\n")
}

fn init(path: &PackagePath) -> Result<()> {
    if Path::new(FILE).exists() {
        return Err(user(format!("{FILE} is already there")));
    }
    let folder = Path::new("lib").join(path.as_str());
    let made = std::fs::create_dir_all(&folder);
    made.map_err(|error| user(format!("cannot make {}: {error}", folder.display())))?;
    print(&format!("Created directory {}.\n", folder.display()))?;
    write(&Manifest::new(path.clone()))?;
    print(&format!("Wrote {FILE}.\n"))
}

fn check(registry: &mut Registry) -> Result<u8> {
    let manifest = manifest()?;
    let packages = solve::solve(registry, &required(&manifest))?;
    print("Dependencies chosen:\n")?;
    for (path, package) in &packages {
        print(&format!("{path} => {}\n", package.version))?;
    }
    let Some(path) = &manifest.path else { return Ok(0) };
    let folder = Path::new("lib").join(path.as_str());
    if !folder.is_dir() {
        return Err(user(format!("the folder {} is not there", folder.display())));
    }
    if !has_source(&folder) {
        return Err(user(format!("the folder {} has no .fut files", folder.display())));
    }
    Ok(0)
}

/// Whether there is source text in a folder, or in a folder in it.
fn has_source(folder: &Path) -> bool {
    let entries = std::fs::read_dir(folder).into_iter().flatten().filter_map(std::io::Result::ok);
    entries.into_iter().any(|entry| match entry.file_type() {
        Ok(kind) if kind.is_dir() => has_source(&entry.path()),
        _ => entry.path().extension().is_some_and(|extension| extension == "fut"),
    })
}
