//! Packages in git repositories. The program `git` does all that has to do with repositories. A repository is cloned
//! once for a run of the command, and nothing of it is checked out: files are read from its objects.

use super::manifest::{FILE, Manifest, PackagePath};
use super::version::Version;
use crate::cli::output::say;
use crate::cli::user;
use crate::scratch::Scratch;
use framework::Result;
use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// A version of a package.
#[derive(Debug, Clone)]
pub struct Revision {
    /// Where the repository is.
    clone: PathBuf,
    /// The commit.
    pub commit: String,
}

/// A file of a package.
pub struct File {
    /// The path in the package's folder. It does not lead out of it.
    pub path: PathBuf,
    /// The content.
    pub bytes: Vec<u8>,
}

/// Known packages.
pub struct Registry {
    /// A folder for clones.
    folder: Scratch,
    /// Where packages are searched first: folders or addresses, to which the paths of packages are added.
    mirrors: Vec<String>,
    /// Whether to say what happens.
    verbose: bool,
    clones: BTreeMap<String, PathBuf>,
}

impl Registry {
    /// No packages yet.
    pub fn new(mirrors: &[String], verbose: bool) -> Result<Registry> {
        let folder = Scratch::new();
        let folder = folder.map_err(|error| user(format!("cannot make a folder for repositories: {error}")))?;
        Ok(Registry { folder, mirrors: mirrors.to_vec(), verbose, clones: BTreeMap::new() })
    }

    /// Runs `git`. `None` if it fails.
    fn git(&self, arguments: &[&str]) -> Result<Option<Vec<u8>>> {
        if self.verbose {
            say(&format!("Running command: git {}", arguments.join(" ")));
        }
        // Without a terminal, a repository that needs a password fails at once. Dates are in universal time.
        let mut command = Command::new("git");
        command.args(arguments).env("GIT_TERMINAL_PROMPT", "0").env("TZ", "UTC").stdin(Stdio::null());
        let output = command.output().map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => user("packages need the program `git`, which is not installed"),
            _ => user(format!("`git` does not start: {error}")),
        })?;
        let errors = String::from_utf8_lossy(&output.stderr);
        if self.verbose && !errors.trim().is_empty() {
            say(errors.trim_end());
        }
        Ok(output.status.success().then_some(output.stdout))
    }

    fn git_in(&self, clone: &Path, arguments: &[&str]) -> Result<Option<Vec<u8>>> {
        let clone = clone.to_string_lossy();
        self.git(&["--git-dir", &clone].into_iter().chain(arguments.iter().copied()).collect::<Vec<_>>())
    }

    /// The clone of a package's repository.
    fn clone(&mut self, path: &PackagePath) -> Result<PathBuf> {
        let (repository, _) = path.repository();
        if let Some(clone) = self.clones.get(repository) {
            return Ok(clone.clone());
        }
        let folder = self.folder.path().join(self.clones.len().to_string());
        let target = folder.to_string_lossy();
        let addresses = self.mirrors.iter().map(|mirror| match Path::new(mirror).is_dir() {
            // A folder need not be the working folder of `git`.
            true => std::path::absolute(mirror).unwrap_or_default().join(repository).to_string_lossy().into_owned(),
            false => format!("{}/{repository}", mirror.trim_end_matches('/')),
        });
        for address in addresses.chain([format!("https://{repository}")]) {
            if self.git(&["clone", "--quiet", "--bare", "--", &address, &target])?.is_some() {
                self.clones.insert(repository.to_string(), folder.clone());
                return Ok(folder);
            }
        }
        Err(user(format!("there is no git repository for {path}, or it cannot be read"))
            .note("`--verbose` shows what git says"))
    }

    /// All versions of a package, in their order.
    pub fn versions(&mut self, path: &PackagePath) -> Result<Vec<Version>> {
        let clone = self.clone(path)?;
        let tags = self.git_in(&clone, &["tag"])?.unwrap_or_default();
        let tags = String::from_utf8_lossy(&tags).into_owned();
        let versions = tags.lines().filter_map(|tag| tag.strip_prefix('v')?.parse::<Version>().ok());
        let mut versions: Vec<Version> = versions.filter(|version| path.has_major(version.numbers[0])).collect();
        versions.sort();
        Ok(versions)
    }

    /// The newest version of a package: its last commit, if it has no versions.
    pub fn newest(&mut self, path: &PackagePath) -> Result<Version> {
        if let Some(version) = self.versions(path)?.pop() {
            return Ok(version);
        }
        let clone = self.clone(path)?;
        let format = ["show", "-s", "--date=format-local:%Y%m%d%H%M%S", "--format=%cd %H", "HEAD"];
        let shown = self.git_in(&clone, &format)?.unwrap_or_default();
        let shown = String::from_utf8_lossy(&shown);
        let (time, commit) = shown.trim().split_once(' ').ok_or_else(|| user(format!("{path} has no commits")))?;
        Ok(Version::of_commit(time, commit))
    }

    /// A version of a package.
    pub fn revision(&mut self, path: &PackagePath, version: &Version) -> Result<Revision> {
        let clone = self.clone(path)?;
        let is_version = path.has_major(version.numbers[0]);
        let name = match version.commit() {
            Some(commit) => format!("{commit}^{{commit}}"),
            None => format!("refs/tags/v{version}^{{commit}}"),
        };
        let found = self.git_in(&clone, &["rev-parse", "--quiet", "--verify", &name])?;
        let commit = found.map(|commit| String::from_utf8_lossy(&commit).trim().to_string());
        // A branch may have a name that is like a commit.
        let is_meant = |commit: &String| is_version && version.commit().is_none_or(|own| commit.starts_with(own));
        if let Some(commit) = commit.filter(is_meant) {
            return Ok(Revision { clone, commit });
        }
        let error = user(format!("package {path} does not have a version {version}"));
        let known: Vec<String> = self.versions(path)?.iter().map(Version::to_string).collect();
        let error = match &known[..] {
            [] => error.note("it has no versions"),
            known => error.note(format!("known versions: {}", known.join(", "))),
        };
        if is_version {
            return Err(error);
        }
        let (repository, major) = (path.repository().0, version.numbers[0]);
        let right = if major < 2 { repository.to_string() } else { format!("{repository}@{major}") };
        Err(error.note(format!("the path of a package with the major version {major} is {right}")))
    }

    /// The manifest of a version.
    pub fn manifest(&self, path: &PackagePath, revision: &Revision) -> Result<Manifest> {
        let wrong = |why: &str| user(format!("the {FILE} of {path} at commit {} {why}", revision.commit));
        let name = format!("{}:{FILE}", revision.commit);
        let bytes = self.git_in(&revision.clone, &["cat-file", "blob", &name])?.ok_or_else(|| wrong("is not there"))?;
        let text = String::from_utf8(bytes).map_err(|_| wrong("is not UTF-8"))?;
        text.parse().map_err(|why: String| wrong(&format!("is wrong: {why}")))
    }

    /// The files of a version: those in the folder of the package's own path. Links and other repositories are left
    /// out.
    pub fn files(&self, path: &PackagePath, revision: &Revision) -> Result<Vec<File>> {
        let commit = &revision.commit;
        let wrong = |why: String| user(format!("package {path} at commit {commit} {why}"));
        // A package that has moved may have an older path in its manifest.
        let own =
            self.manifest(path, revision)?.path.ok_or_else(|| wrong(format!("has no package path in its {FILE}")))?;
        let folder = format!("lib/{own}/");
        let listed = self.git_in(&revision.clone, &["ls-tree", "-r", "-z", commit, "--", &folder])?.unwrap_or_default();
        let mut files = Vec::new();
        for entry in listed.split(|byte| *byte == 0).filter(|entry| !entry.is_empty()) {
            let entry = std::str::from_utf8(entry).map_err(|_| wrong("has a file name that is not UTF-8".into()))?;
            let (what, name) = entry.split_once('\t').unwrap_or((entry, ""));
            let Some(name) = name.strip_prefix(&folder) else { continue };
            let [mode, "blob", object] = what.split(' ').collect::<Vec<_>>()[..] else { continue };
            if mode == "120000" {
                continue;
            }
            let is_plain = |part: &str| !part.is_empty() && part != "." && part != ".." && !part.contains('\\');
            if !name.split('/').all(is_plain) {
                return Err(wrong(format!("has a file with the path {name:?}")));
            }
            let bytes = self.git_in(&revision.clone, &["cat-file", "blob", object])?;
            let bytes = bytes.ok_or_else(|| wrong(format!("has a file that cannot be read: {name}")))?;
            files.push(File { path: name.into(), bytes });
        }
        if files.is_empty() { Err(wrong(format!("has no files in {folder}"))) } else { Ok(files) }
    }
}
