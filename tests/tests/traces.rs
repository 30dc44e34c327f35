//! `#[trace]` and `trace` print: every value once, and the same lines by every evaluator and backend.

use fut_nano_tests::command::{Outcome, binary, run_command};
use std::process::Command;
use std::time::Duration;

/// The languages with evaluators.
const EVALUATORS: [&str; 9] =
    ["typed", "mono-match", "mono", "first-order", "anf", "seg", "funmem", "funmem-heap", "imp"];

/// Runs a program in the file `traced.fut` of a folder of its own.
fn run(text: &str, input: &str, options: &[&str]) -> Outcome {
    let folder = tempfile::tempdir().unwrap();
    std::fs::write(folder.path().join("traced.fut"), text).unwrap();
    let mut command = Command::new(binary());
    command.arg("run").args(options).arg("traced.fut").current_dir(folder.path());
    run_command(&mut command, Duration::from_secs(60), input)
}

/// What a program prints on standard error that ends well.
fn traced(text: &str, input: &str, options: &[&str]) -> Vec<String> {
    let outcome = run(text, input, options);
    assert_eq!(outcome.status, Some(0), "{options:?}: {}", outcome.stderr);
    outcome.stderr.lines().map(str::to_string).collect()
}

/// Checks the lines of a program everywhere, in any order: optimised programs may compute in another order.
fn everywhere(text: &str, input: &str, expected: &[&str]) {
    let mut expected = expected.to_vec();
    expected.sort_unstable();
    let at = EVALUATORS.iter().map(|language| vec![format!("--at={language}")]);
    let threads = ["1", "2", "7"].iter().map(|threads| vec!["--threads".to_string(), (*threads).to_string()]);
    for options in at.chain(threads).chain([vec!["--validate=run".to_string()]]) {
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let mut found = traced(text, input, &options);
        found.sort_unstable();
        assert_eq!(found, expected, "{options:?}\n{text}");
    }
}

#[test]
fn values_of_all_types() {
    let program = "
type t = #some i32 | #none
def main (n: i32) =
  let x = #[trace] n + 1
  let xs = #[trace(floats)] map (\\i -> f64.i32 i + 0.5) [n, x]
  let y = trace (x * 2)
  let _ = #[trace(record)] {p = y, q = (x, true)}
  let m = #[trace(rows)] [[1, 2], [3, n]]
  let s : t = #[trace(sum)] #some n
  let ss = #[trace(sums)] [s, #none, #some 7]
  let _ = #[trace(none)] (copy (take 0 xs))
  let _ = #[trace(unit)] ()
  let _ = #[trace(units)] (replicate 2 ())
  let _ = #[trace(bytes)] \"hey\"
  let _ = #[trace(pairs)] [(1i32, 2.5f64), (3, 1e-10)]
  let _ = #[trace(nan)] (f32.nan, f32.inf, -f32.inf)
  let _ = #[trace(columns)] (transpose m)[1]
  in match ss[0] case #some k -> k + m[0, 0] case #none -> 0";
    everywhere(
        program,
        "2",
        &[
            "traced.fut:4:11-24: 3",
            "floats: [2.5, 3.5]",
            "trace: 6",
            "record: {p = 6, q = (3, true)}",
            "rows: [[1, 2], [3, 2]]",
            "sum: #some 2",
            "sums: [#some 2, #none, #some 7]",
            "none: []",
            "unit: ()",
            "units: [(), ()]",
            "bytes: [104, 101, 121]",
            "pairs: [(1, 2.5), (3, 1.0e-10)]",
            "nan: (nan, inf, -inf)",
            "columns: [2, 2]",
        ],
    );
}

#[test]
fn every_element_once() {
    let program = "
def main [n] (xs: [n]i32) =
  let ys = map (\\x -> trace (x * 10)) xs
  let zs = filter (\\y -> #[trace(keep)] (y > 10)) ys
  let s = reduce (+) 0 (map (\\y -> #[trace(summed)] (y + 1)) ys)
  let t = scan (+) 0 (map (\\y -> #[trace(scanned)] (y + 2)) ys)
  let h = hist (+) 0 2 (map (\\i -> #[trace(bin)] (i % 2)) (iota n)) ys
  let r = map (\\i -> #[trace(row)] (map (+ i) (iota 2))) (iota 2)
  let p = tabulate_2d 1 2 (\\i j -> #[trace(place)] (i, j))
  in (zs, s, t, h, r, map (map (.1)) p)";
    everywhere(
        program,
        "[1, 2, 3]",
        &[
            "trace: 10",
            "trace: 20",
            "trace: 30",
            "keep: false",
            "keep: true",
            "keep: true",
            "summed: 11",
            "summed: 21",
            "summed: 31",
            "scanned: 12",
            "scanned: 22",
            "scanned: 32",
            "bin: 0",
            "bin: 1",
            "bin: 0",
            "row: [0, 1]",
            "row: [1, 2]",
            "place: (0, 0)",
            "place: (0, 1)",
        ],
    );
}

#[test]
fn equal_traces_are_two() {
    everywhere("def main (x: i32) = trace x + trace x", "3", &["trace: 3", "trace: 3"]);
}

#[test]
fn a_branch_that_is_not_taken_prints_nothing() {
    let program = "def main (c: bool) (x: i32) = if c then #[trace(yes)] (x + 1) else #[trace(no)] (x - 1)";
    everywhere(program, "true 3", &["yes: 4"]);
    everywhere(program, "false 3", &["no: 2"]);
}

/// One thread prints the lines of a loop and of a map in order.
#[test]
fn lines_come_in_order() {
    let program = "
def main (n: i64) =
  let xs = map (\\i -> trace (i * i)) (iota n)
  in loop acc = 0 for x in xs do #[trace(acc)] (acc + x)";
    for options in [&[][..], &["--threads", "3"], &["--at=typed"], &["--at=anf"], &["--at=imp"]] {
        let lines = traced(program, "4", options);
        assert_eq!(lines[..4], ["trace: 0", "trace: 1", "trace: 4", "trace: 9"], "{options:?}");
        assert_eq!(lines[4..], ["acc: 0", "acc: 1", "acc: 5", "acc: 14"], "{options:?}");
    }
}

/// What an update overwrites is printed as it was.
#[test]
fn updates_do_not_reach_back() {
    let program = "
def main [n] (xs: *[n]i32) =
  let _ = #[trace(before)] xs
  let xs[0] = 7
  let _ = #[trace(after)] xs
  in xs";
    everywhere(program, "[1, 2]", &["before: [1, 2]", "after: [7, 2]"]);
}

/// A program that fails has printed what it computed before.
#[test]
fn failures_come_after_what_was_printed() {
    let program = "def main [n] (xs: [n]i32) (is: [n]i64) = map (\\i -> xs[#[trace(index)] i]) is";
    for options in [&[][..], &["--at=typed"], &["--at=anf"], &["--at=imp"]] {
        let outcome = run(program, "[5, 6] [1i64, 9i64]", options);
        assert_eq!(outcome.status, Some(1), "{options:?}: {}", outcome.stderr);
        assert!(outcome.stderr.starts_with("index: 1\nindex: 9\n"), "{options:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains("Index [9] out of bounds"), "{options:?}: {}", outcome.stderr);
    }
}

/// Host code of `vulkan` prints; a kernel cannot, and says so.
#[test]
fn a_device_says_that_it_cannot_print() {
    if backends::devices().iter().all(|device| device.backend != "vulkan") {
        return;
    }
    let program = "def main [n] (xs: [n]i32) = #[trace(whole)] (map (\\x -> #[trace(one)] (x + 1)) xs)";
    let lines = traced(program, "[1, 2]", &["--backend=vulkan"]);
    assert_eq!(lines, ["one: (computed on the device, which cannot print)", "whole: [2, 3]"]);
}
