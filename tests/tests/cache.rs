//! The cache of machine code: when it is used, and that it never changes what a program does.
#![cfg(unix)]

use std::fs;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;

use fut_nano_tests::command::{CACHE_FOLDER, Outcome, binary, run_command};
use tempfile::TempDir;

/// A folder with a program, a file that it imports, and a cache.
struct Place(TempDir);

const PROGRAM: &str = "
import \"part\"
type pair [n] = {left: i32, right: [n]f32}
def count (n: i32): i32 = if n <= 0 then 0 else 1 + count (n - 2)
def choose 'a (c: bool) (x: a) (y: a) = if c then x else y
-- Warns, calls, traces, fails, and has code for all registers.
entry main (n: i64) (i: i64): (i64, i32, []f64, pair [], f32) =
  let xs = map (\\i -> f64.sqrt (f64.i64 i) + f64.atan (f64.i64 i) ** 1.5) (iota n)
  let fs = map (\\i -> loop x = f32.i64 i while x < 1000 do f32.exp (x * 0.01) * x + 1) (iota n)
  in (offset + xs_sum (iota (#[trace(n)] n)), count (i32.i64 n), xs, {left = 3, right = take 3 fs}, fs[i])
entry other (n: i64) = iota n
";

const PART: &str = "
def offset = 10i64
def xs_sum (xs: []i64) = i64.sum (map (% 7) xs)
";

impl Place {
    fn new() -> Place {
        let place = Place(tempfile::tempdir().unwrap());
        place.write("main.fut", PROGRAM);
        place.write("part.fut", PART);
        place
    }

    fn write(&self, name: &str, text: &str) {
        fs::write(self.0.path().join(name), text).unwrap();
    }

    fn cache(&self) -> PathBuf {
        self.0.path().join("cache/fut-nano")
    }

    fn command(&self, options: &[&str]) -> Command {
        let mut command = Command::new(binary());
        let cache = self.0.path().join("cache");
        command.args(["run", "main.fut"]).args(options).current_dir(self.0.path()).env(CACHE_FOLDER, cache);
        command
    }

    fn run_on(&self, options: &[&str], input: &str) -> Outcome {
        run_command(&mut self.command(options), Duration::from_secs(120), input)
    }

    /// Runs the program, which must succeed.
    fn run(&self, options: &[&str]) -> (String, String) {
        let outcome = self.run_on(options, "1000i64 5i64");
        assert_eq!(outcome.status, Some(0), "{options:?}: {outcome:?}");
        (outcome.text(), outcome.stderr)
    }

    /// The entries of the cache, each with the number of its file, which changes if it is written again.
    fn entries(&self) -> Vec<(PathBuf, u64)> {
        let Ok(folder) = fs::read_dir(self.cache()) else { return Vec::new() };
        let mut entries: Vec<_> = folder
            .map(|entry| {
                let entry = entry.unwrap();
                (entry.path(), entry.metadata().unwrap().ino())
            })
            .collect();
        entries.sort();
        entries
    }

    /// The only entry.
    fn entry(&self) -> (PathBuf, u64) {
        let [entry] = &self.entries()[..] else { panic!("{:?}", self.entries()) };
        entry.clone()
    }
}

#[test]
fn second_runs_are_the_same() {
    for options in [&[][..], &["--cpu=128"], &["--threads=3"], &["--error-format=json"], &["--threads=1", "-w"]] {
        let place = Place::new();
        let first = place.run(options);
        let entry = place.entry();
        assert_eq!(place.run(options), first, "{options:?}");
        assert_eq!(place.entry(), entry, "{options:?}: it was compiled twice");
        assert_eq!(place.run(&[&["--no-cache"], options].concat()), first, "{options:?}");
        // Failures have their texts and places.
        let fails = || {
            let outcome = place.run_on(options, "10i64 12i64");
            assert_eq!(outcome.status, Some(1));
            outcome.stderr
        };
        let kept = fails();
        assert!(kept.contains("Index [12] out of bounds"), "{kept}");
        assert_eq!(place.entry(), entry);
        fs::remove_dir_all(place.cache()).unwrap();
        assert_eq!(kept, fails());
    }
}

#[test]
fn what_changes_the_code_misses() {
    let place = Place::new();
    place.run(&[]);
    assert_eq!(fs::metadata(place.cache()).unwrap().mode() & 0o777, 0o700);
    let first = place.entry();
    for (count, options) in [
        (2, &["--fast-math"][..]),
        (3, &["--cpu=128"]),
        (4, &["--threshold=100"]),
        (5, &["--edition=2026"]),
        (6, &["--disable-pass=fuse"]),
        // These have no say in it.
        (6, &["--threads=2"]),
        (6, &["-r", "2"]),
        (6, &["--timeout=60"]),
        // These want to see the compilation.
        (6, &["--time-passes"]),
        (6, &["--validate=rules"]),
        (6, &["--profile"]),
        (6, &["--no-cache"]),
    ] {
        place.run(options);
        assert_eq!(place.entries().len(), count, "{options:?}");
    }
    assert_eq!(place.run_on(&["-e", "other"], "3i64").text(), "[0i64, 1i64, 2i64]\n");
    assert_eq!(place.entries().len(), 7);
    assert!(place.entries().contains(&first));
    place.write("main.fut", &format!("{PROGRAM}-- A comment.\n"));
    place.run(&[]);
    assert_eq!(place.entries().len(), 8);
}

#[test]
fn changed_imports_miss() {
    let place = Place::new();
    let first = place.run(&[]).0;
    let entry = place.entry();
    place.write("part.fut", &PART.replace("10i64", "11i64"));
    let second = place.run(&[]).0;
    assert_ne!(first, second);
    assert_ne!(place.entry(), entry);
    place.write("part.fut", PART);
    assert_eq!(place.run(&[]).0, first);
    fs::remove_file(place.0.path().join("part.fut")).unwrap();
    let outcome = place.run_on(&[], "1000i64 5i64");
    assert_eq!(outcome.status, Some(2), "{outcome:?}");
}

#[test]
fn damaged_entries_miss() {
    let place = Place::new();
    let expected = place.run(&[]);
    let (path, _) = place.entry();
    let whole = fs::read(&path).unwrap();
    let mut damaged = vec![Vec::new(), whole[..7].to_vec(), whole[..whole.len() - 1].to_vec(), vec![0; whole.len()]];
    damaged.push([whole.as_slice(), &[0]].concat());
    damaged.push(whole[..whole.len() / 2].to_vec());
    // A bit in every part, and all bits of some bytes.
    for at in (0..40).map(|k| k * whole.len() / 40).chain([whole.len() - 1]) {
        let mut copy = whole.clone();
        copy[at] ^= 1 << (at % 8);
        damaged.push(copy);
    }
    for bytes in damaged {
        let length = bytes.len();
        fs::write(&path, bytes).unwrap();
        assert_eq!(place.run(&[]), expected, "{length} bytes");
        // It was compiled and written again.
        assert!(fs::read(&path).unwrap() == whole, "{length} bytes");
    }
    // Another program's entry in its place.
    place.write("main.fut", "entry main (n: i64) (i: i64) = n + i");
    fs::write(&path, &whole).unwrap();
    assert_eq!(place.run_on(&[], "1000i64 5i64").text(), "1005i64\n");
}

#[test]
fn many_processes_write_at_once() {
    let place = Place::new();
    let expected = place.run(&["--no-cache"]);
    std::thread::scope(|scope| {
        for _ in 0..6 {
            scope.spawn(|| assert_eq!(place.run(&[]), expected));
        }
    });
    let entry = place.entry();
    assert_eq!(place.run(&[]), expected);
    assert_eq!(place.entry(), entry);
}

#[test]
fn folders_that_others_may_write_are_not_used() {
    let place = Place::new();
    let expected = place.run(&[]);
    let (path, _) = place.entry();
    let set = |path: &PathBuf, mode| fs::set_permissions(path, fs::Permissions::from_mode(mode)).unwrap();
    let time = |path: &PathBuf| fs::metadata(path).unwrap().modified().unwrap();
    let before = time(&path);
    set(&place.cache(), 0o777);
    assert_eq!(place.run(&[]), expected);
    assert_eq!(time(&path), before, "the entry was used");
    set(&place.cache(), 0o700);
    // A file that others may write is replaced.
    set(&path, 0o666);
    let (_, number) = place.entry();
    assert_eq!(place.run(&[]), expected);
    assert_ne!(place.entry().1, number);
    assert_eq!(fs::metadata(&path).unwrap().mode() & 0o077, 0);
}
