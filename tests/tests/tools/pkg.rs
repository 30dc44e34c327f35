//! `fut-nano pkg`, with repositories that the tests make.

use super::{folder, run_in};
use fut_nano_tests::command::Outcome;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use tempfile::TempDir;

/// A folder with repositories, as a mirror has them.
struct Mirror(TempDir);

impl Mirror {
    fn new() -> Mirror {
        Mirror(tempfile::tempdir().unwrap())
    }

    fn repository(&self, path: &str) -> PathBuf {
        self.0.path().join(path)
    }

    /// Runs `git` in a repository. Returns its output.
    fn git(&self, path: &str, arguments: &[&str], input: &str) -> String {
        let person = ["-c", "user.name=Tester", "-c", "user.email=tester@example.org", "-c", "init.defaultBranch=main"];
        let mut command = Command::new("git");
        command.args(person).args(arguments).current_dir(self.repository(path));
        command.env("GIT_COMMITTER_DATE", "2020-02-03T04:05:06Z").env("GIT_AUTHOR_DATE", "2020-02-03T04:05:06Z");
        let spawned = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn();
        let mut child = spawned.expect("git is installed");
        child.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        let output = child.wait_with_output().unwrap();
        assert!(output.status.success(), "{arguments:?}: {}", String::from_utf8_lossy(&output.stderr));
        String::from_utf8_lossy(&output.stdout).trim().to_string()
    }

    /// Adds a commit to a package, whose repository is made if need be. It has one file, with a text. Returns the
    /// commit.
    fn commit(&self, path: &str, manifest: &str, text: &str) -> String {
        let own = manifest.strip_prefix("package ").and_then(|rest| rest.split_whitespace().next()).unwrap_or(path);
        let repository = path.split('@').next().unwrap();
        let source = self.repository(repository).join("lib").join(own);
        std::fs::create_dir_all(&source).unwrap();
        std::fs::write(source.join("it.fut"), text).unwrap();
        std::fs::write(self.repository(repository).join("futhark.pkg"), manifest).unwrap();
        if !self.repository(repository).join(".git").exists() {
            self.git(repository, &["init", "--quiet"], "");
        }
        self.git(repository, &["add", "."], "");
        self.git(repository, &["commit", "--quiet", "-m", "x"], "");
        self.git(repository, &["rev-parse", "HEAD"], "")
    }

    /// The same for a released version, which requires packages.
    fn release(&self, path: &str, version: &str, required: &str) -> String {
        let manifest = format!("package {path}\nrequire {{\n{required}\n}}\n");
        let commit = self.commit(path, &manifest, &format!("-- {path} {version}"));
        self.git(path.split('@').next().unwrap(), &["tag", &format!("v{version}")], "");
        commit
    }

    fn run(&self, folder: &TempDir, arguments: &[&str]) -> Outcome {
        let mirror = self.0.path().to_string_lossy();
        let arguments: Vec<&str> = ["pkg", "--mirror", &mirror].into_iter().chain(arguments.iter().copied()).collect();
        run_in(folder, &arguments, "")
    }

    fn right(&self, folder: &TempDir, arguments: &[&str]) -> String {
        let outcome = self.run(folder, arguments);
        assert_eq!(outcome.status, Some(0), "{arguments:?}: {}", outcome.stderr);
        outcome.text()
    }

    fn wrong(&self, folder: &TempDir, arguments: &[&str], why: &str) {
        let outcome = self.run(folder, arguments);
        assert_eq!(outcome.status, Some(1), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(why), "{arguments:?}: {}", outcome.stderr);
    }
}

fn manifest(folder: &TempDir) -> String {
    std::fs::read_to_string(folder.path().join("futhark.pkg")).unwrap()
}

fn installed(folder: &TempDir, path: &str) -> Option<String> {
    std::fs::read_to_string(folder.path().join("lib").join(path).join("it.fut")).ok()
}

#[test]
fn packages_are_added_and_installed() {
    let mirror = Mirror::new();
    let old = mirror.release("a.org/x/sort", "0.9.0", "");
    let new = mirror.release("a.org/x/sort", "1.2.0", "a.org/x/base 0.1.0");
    mirror.release("a.org/x/sort@2", "2.0.0", "");
    mirror.release("a.org/x/base", "0.1.0", "");
    mirror.release("a.org/x/base", "0.2.0", "");
    let folder = folder(&[("main.fut", "import \"lib/a.org/x/sort/it\"\ndef main = 1i32")]);
    assert_eq!(mirror.right(&folder, &["versions", "a.org/x/sort"]), "0.9.0\n1.2.0\n");
    assert_eq!(mirror.right(&folder, &["versions", "a.org/x/sort@2"]), "2.0.0\n");
    mirror.right(&folder, &["add", "a.org/x/sort", "0.9.0"]);
    assert_eq!(manifest(&folder), format!("require {{\n  a.org/x/sort 0.9.0 #{old}\n}}\n"));
    assert!(mirror.right(&folder, &["upgrade"]).starts_with("Upgraded a.org/x/sort 0.9.0 => 1.2.0."));
    assert_eq!(manifest(&folder), format!("require {{\n  a.org/x/sort 1.2.0 #{new}\n}}\n"));
    assert_eq!(mirror.right(&folder, &["upgrade"]), "Nothing to upgrade.\n");
    let chosen = "Dependencies chosen:\na.org/x/base => 0.1.0\na.org/x/sort => 1.2.0\n";
    assert_eq!(mirror.right(&folder, &["check"]), chosen);
    // What is in `lib` already, and belongs to no package, is deleted.
    std::fs::create_dir_all(folder.path().join("lib/old")).unwrap();
    mirror.right(&folder, &["sync"]);
    assert_eq!(installed(&folder, "a.org/x/sort").unwrap(), "-- a.org/x/sort 1.2.0");
    assert_eq!(installed(&folder, "a.org/x/base").unwrap(), "-- a.org/x/base 0.1.0");
    assert!(["lib/old", "lib~new", "lib~old"].iter().all(|name| !folder.path().join(name).exists()));
    assert_eq!(run_in(&folder, &["run", "main.fut"], "").text(), "1i32\n");
    mirror.right(&folder, &["add", "a.org/x/sort@2"]);
    mirror.right(&folder, &["sync"]);
    assert_eq!(installed(&folder, "a.org/x/sort@2").unwrap(), "-- a.org/x/sort@2 2.0.0");
    assert_eq!(mirror.right(&folder, &["remove", "a.org/x/sort"]), "Removed a.org/x/sort 1.2.0.\n");
    mirror.wrong(&folder, &["remove", "a.org/x/sort"], "no package a.org/x/sort is required");
    mirror.right(&folder, &["sync"]);
    assert_eq!((installed(&folder, "a.org/x/sort"), installed(&folder, "a.org/x/base")), (None, None));
}

#[test]
fn versions_are_the_least_that_all_can_use() {
    let mirror = Mirror::new();
    for version in ["0.1.0", "0.2.0", "0.3.0"] {
        mirror.release("h/low", version, if version == "0.1.0" { "h/gone 1.0.0" } else { "" });
    }
    mirror.release("h/gone", "1.0.0", "");
    // Two packages that require each other.
    mirror.release("h/left", "1.0.0", "h/low 0.1.0\nh/right 1.0.0");
    mirror.release("h/right", "1.0.0", "h/low 0.2.0\nh/left 1.0.0");
    let folder = folder(&[("futhark.pkg", "-- kept\nrequire { h/left 1.0.0 -- why\n}")]);
    let chosen = "Dependencies chosen:\nh/left => 1.0.0\nh/low => 0.2.0\nh/right => 1.0.0\n";
    assert_eq!(mirror.right(&folder, &["check"]), chosen);
    mirror.right(&folder, &["fmt"]);
    assert_eq!(manifest(&folder), "-- kept\nrequire {\n  h/left 1.0.0\n  -- why\n}\n");
}

#[test]
fn a_package_is_made() {
    let mirror = Mirror::new();
    mirror.release("h/dep", "1.0.0", "h/own 1.0.0");
    mirror.release("h/own", "1.0.0", "");
    let folder = folder(&[("other", "")]);
    assert_eq!(mirror.right(&folder, &["init", "h/own"]), "Created directory lib/h/own.\nWrote futhark.pkg.\n");
    assert_eq!(manifest(&folder), "package h/own\n\nrequire {\n}\n");
    mirror.wrong(&folder, &["init", "h/own"], "futhark.pkg is already there");
    mirror.wrong(&folder, &["check"], "lib/h/own has no .fut files");
    std::fs::write(folder.path().join("lib/h/own/it.fut"), "mine").unwrap();
    mirror.right(&folder, &["add", "h/dep"]);
    mirror.right(&folder, &["sync"]);
    assert_eq!((installed(&folder, "h/own").unwrap().as_str(), installed(&folder, "h/dep").is_some()), ("mine", true));
    mirror.right(&folder, &["check"]);
    // What a run that was killed has left may be the only copy of this package.
    std::fs::rename(folder.path().join("lib"), folder.path().join("lib~old")).unwrap();
    mirror.wrong(&folder, &["sync"], "lib~old has the content of lib before it");
    assert!(folder.path().join("lib~old/h/own/it.fut").exists());
}

#[test]
fn commits_are_versions() {
    let mirror = Mirror::new();
    let commit = mirror.commit("h/new", "package h/older\n", "-- new");
    let folder = folder(&[("main.fut", "")]);
    mirror.right(&folder, &["add", "h/new"]);
    assert_eq!(manifest(&folder), format!("require {{\n  h/new 0.0.0-20200203040506+{commit}\n}}\n"));
    // The package has moved: its folder in the repository has its older path.
    mirror.right(&folder, &["sync"]);
    assert_eq!(installed(&folder, "h/new").unwrap(), "-- new");
}

#[test]
fn hostile_packages_are_refused() {
    let mirror = Mirror::new();
    let good = mirror.release("h/good", "1.0.0", "");
    mirror.release("h/needs", "1.0.0", "h/good 3.0.0");
    mirror.commit("h/bad", "package ../../out\n", "");
    mirror.git("h/bad", &["tag", "v1.0.0"], "");
    mirror.commit("h/nopath", "require {}\n", "");
    mirror.git("h/nopath", &["tag", "v1.0.0"], "");
    // A repository with a file whose path leads out of the package's folder.
    mirror.commit("h/tree", "package h/tree\n", "");
    let blob = mirror.git("h/tree", &["hash-object", "-w", "--stdin"], "hostile");
    let tree = |entries: &str| mirror.git("h/tree", &["mktree"], entries);
    let out = tree(&format!("100644 blob {blob}\tout.fut\n"));
    let dots = tree(&format!("040000 tree {out}\t..\n100644 blob {blob}\tit.fut\n"));
    let lib = tree(&format!("040000 tree {}\th\n", tree(&format!("040000 tree {dots}\ttree\n"))));
    let file = mirror.git("h/tree", &["rev-parse", "HEAD:futhark.pkg"], "");
    let root = tree(&format!("100644 blob {file}\tfuthark.pkg\n040000 tree {lib}\tlib\n"));
    let commit = mirror.git("h/tree", &["commit-tree", &root, "-m", "x"], "");
    mirror.git("h/tree", &["tag", "v1.0.0", &commit], "");
    let long = "0".repeat(40);
    for (required, why) in [
        ("h/good 1.0.0 #".to_string() + &long, "but the manifest says 000"),
        ("h/good 1.0.1".into(), "package h/good does not have a version 1.0.1"),
        ("h/good 2.0.0".into(), "the path of a package with the major version 2 is h/good@2"),
        ("h/needs 1.0.0".into(), "package h/good does not have a version 3.0.0"),
        (format!("h/good 0.0.0-1+{}", "f".repeat(40)), "does not have a version 0.0.0-1+ff"),
        ("h/bad 1.0.0".into(), "is wrong: line 1: expected a package path, found `../../out`"),
        ("h/nopath 1.0.0".into(), "has no package path"),
        ("h/tree 1.0.0".into(), "has a file with the path \"../out.fut\""),
        ("../h/good 1.0.0".into(), "futhark.pkg: line 1: expected a package path, found `../h/good`"),
        ("h/good 1.0.0 h/good 1.0.0".into(), "h/good is required twice"),
    ] {
        let folder = folder(&[("futhark.pkg", &format!("require {{ {required} }}")), ("lib/mine/it.fut", "mine")]);
        mirror.wrong(&folder, &["sync"], why);
        assert_eq!(installed(&folder, "mine").unwrap(), "mine", "{required}");
        assert!(!folder.path().join("lib~new/h/out.fut").exists() && !Path::new("../out.fut").exists());
    }
    let folder = folder(&[("futhark.pkg", "require {}")]);
    let outcome = mirror.run(&folder, &["add", "../good"]);
    assert_eq!(outcome.status, Some(2), "{}", outcome.stderr);
    // What cannot be added leaves the file as it is.
    mirror.wrong(&folder, &["add", "h/needs"], "does not have a version 3.0.0");
    assert_eq!(manifest(&folder), "require {}");
    mirror.right(&folder, &["add", "h/good", "1.0.0"]);
    assert!(manifest(&folder).contains(&good));
}
