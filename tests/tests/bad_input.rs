//! Bad input of every kind causes an error with the right exit status, and never a panic, a stack overflow or a hang.

use fut_nano_tests::command::{Outcome, binary, run_command, run_within};
use std::path::PathBuf;
use std::process::Command;
use std::time::Duration;
use tempfile::TempDir;

const LIMIT: Duration = Duration::from_secs(60);

fn file(folder: &TempDir, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
    let path = folder.path().join(name);
    std::fs::write(&path, content).unwrap();
    path
}

fn expect(outcome: &Outcome, status: i32, what: &str) {
    let start: String = outcome.stderr.chars().take(600).collect();
    assert_eq!(outcome.status, Some(status), "{what}: {start}");
    assert!(status == 0 || !outcome.stderr.trim().is_empty(), "{what}: no message");
    assert!(!outcome.stderr.contains("panicked"), "{what}: {start}");
    assert!(outcome.stderr.len() < 100_000, "{what}: a message of {} bytes", outcome.stderr.len());
}

/// Compiles a program, and compares the exit status: 0 for a right program, 2 for a wrong one, 3 for a limitation.
fn check(text: impl AsRef<[u8]>, status: i32, what: &str) {
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "program.fut", text);
    expect(&run_within(LIMIT, &["check", path.to_str().unwrap()], ""), status, what);
}

#[test]
fn files() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_string();
    expect(&run_within(LIMIT, &["check", &path("missing.fut")], ""), 2, "a missing file");
    expect(&run_within(LIMIT, &["check", folder.path().to_str().unwrap()], ""), 2, "a directory");
    expect(&run_within(LIMIT, &["opt", &path("missing.sexp")], ""), 2, "a missing text");
    expect(&run_within(LIMIT, &["run", "docs/examples/dot.fut", "-i", &path("missing")], ""), 2, "missing input");
    check(b"def main = \xff\xfe", 2, "invalid UTF-8");
    check("", 0, "an empty program");
    expect(&run_within(LIMIT, &["run", file(&folder, "empty.fut", "").to_str().unwrap()], ""), 2, "no entry point");
    check("import \"missing\"", 2, "a missing import");
    check("import \"program\"", 2, "a program that imports itself");
}

#[test]
fn long_lines() {
    let ten_mega = 10_000_000;
    check("x".repeat(ten_mega), 2, "a long name");
    check(format!("def main = \"{}\"", "x".repeat(ten_mega)), 0, "a long string");
    check(format!("def main = \"{}", "x".repeat(ten_mega)), 2, "a long string without end");
    check(format!("def main = {}", "9".repeat(ten_mega)), 2, "a long number");
    check(format!("-- {}\ndef main = 1", "x".repeat(ten_mega)), 0, "a long comment");
    check(format!("def main = 1 + x -- {}", "x".repeat(ten_mega)), 2, "an error on a long line");
    check("\0".repeat(1000), 2, "zeros");
}

#[test]
fn deep_nesting() {
    let depth = 100_000;
    let nested = |open: &str, middle: &str, close: &str| {
        format!("def main (x: i32) = {}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    for (what, text) in [
        ("parentheses", nested("(", "x", ")")),
        ("arrays", nested("[", "x", "]")),
        ("open parentheses", nested("(", "x", "")),
        ("closed parentheses", nested("", "x", ")")),
        ("tuples", nested("(1, ", "x", ")")),
        ("lambdas", nested("\\y -> ", "x", "")),
        ("lets", nested("let y = ", "x", " in y")),
        ("conditions", nested("if true then ", "x", " else x")),
        ("negations", nested("-", "x", "")),
        ("sums", nested("x + ", "x", "")),
        ("records", nested("{a = ", "x", "}")),
        ("loops", nested("loop y = x for i < 2 do ", "x", "")),
        ("types", format!("def main (x: {}i32) = 1i32", "[]".repeat(depth))),
        ("modules", format!("{}{}", "module m = { ".repeat(depth), "}".repeat(depth))),
        ("comments", format!("{}def main = 1i32", "--\n".repeat(depth))),
        ("attributes", nested("#[a] ", "x", "")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder, "program.fut", text);
        let outcome = run_within(LIMIT, &["check", path.to_str().unwrap()], "");
        // Some of these programs are right, and may compile.
        let status = outcome.status.filter(|status| [0, 2, 3].contains(status));
        expect(&outcome, status.unwrap_or(2), what);
    }
}

/// Programs at the parser's limit of nesting compile in a gigabyte of address space; programs far above it are
/// rejected.
#[test]
fn deep_nesting_in_a_gigabyte() {
    let nested = |depth: usize, open: &str, middle: &str, close: &str| {
        format!("def main (x: i32) = {}{middle}{}", open.repeat(depth), close.repeat(depth))
    };
    // Every function is deeply nested, and inlining puts them into each other.
    let functions: String = (0..100)
        .map(|i| {
            let conditions: String = (0..1000).map(|j| format!("if x > {} then ", 1000 * i + j)).collect();
            format!("def f{} (x: i32) = {conditions}f{i} (x * 2 + 1){}\n", i + 1, " else x".repeat(1000))
        })
        .collect();
    let chain: String = (0..10_000).map(|i| format!("let x{i} = x * 3 + {i} ")).collect();
    for (what, command, text) in [
        ("parentheses", "run", nested(1400, "(", "x", ")")),
        ("too many parentheses", "check", nested(100_000, "(", "x", ")")),
        ("conditions", "run", nested(1400, "if x > 3 then ", "x", " else x")),
        ("arrays", "check", nested(1400, "[", "x", "]")),
        ("arrays of arrays", "run", nested(1400, "[", "x", "]")),
        ("tuples", "run", nested(1400, "(1i32, ", "x", ")")),
        ("loops", "check", nested(1400, "loop y = x for i < 2 do ", "x", "")),
        ("a long sum", "run", nested(10_000, "x + ", "x", "")),
        ("a long chain", "run", format!("def main (x: i32) = {chain} in x")),
        ("functions in each other", "run", format!("def f0 (x: i32) = x\n{functions}def main (x: i32) = f100 x")),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = file(&folder, "program.fut", text);
        let mut shell = Command::new("sh");
        shell.args(["-c", &format!("ulimit -v 1000000; exec \"$0\" {command} -w \"$1\"")]).arg(binary()).arg(path);
        let outcome = run_command(&mut shell, LIMIT, "3i32");
        let status = outcome.status.filter(|status| [0, 2, 3].contains(status));
        expect(&outcome, status.unwrap_or(2), what);
    }
}

#[test]
fn large_types() {
    let lets: String = (0..60).map(|i| format!("  let x{} = (x{i}, x{i})\n", i + 1)).collect();
    check(format!("def main (x0: i32) =\n{lets}  in x0"), 3, "pairs of pairs");
    let calls: String = (0..60).map(|i| format!("def f{} x = f{i} (f{i} x)\n", i + 1)).collect();
    check(format!("def f0 x = (x, x)\n{calls}def main (x: i32) = f60 x"), 3, "functions that make pairs of pairs");
    let text = "def f 'a (x: a) (n: i64): i64 = if n == 0 then 0 else f (x, x) (n - 1)\ndef main (n: i64) = f n n";
    let folder = tempfile::tempdir().unwrap();
    let path = file(&folder, "program.fut", text);
    expect(&run_within(LIMIT, &["run", path.to_str().unwrap()], "3"), 2, "a function at pairs of its own type");
}

#[test]
fn exponential_code() {
    let folder = tempfile::tempdir().unwrap();
    let calls: String = (0..40).map(|i| format!("def f{} (x: i32) = f{i} (f{i} x)\n", i + 1)).collect();
    let twice = format!("{}(+ 1){}", "twice (".repeat(40), ")".repeat(40));
    for (status, what, text) in [
        (0, "functions that call others twice", format!("def f0 (x: i32) = x * x + 3\n{calls}def main x = f40 x")),
        (
            3,
            "functions that apply others twice",
            format!("def twice (f: i32 -> i32) = \\x -> f (f x)\ndef main (x: i32) = {twice} x"),
        ),
    ] {
        let path = file(&folder, "program.fut", text);
        let path = path.to_str().unwrap();
        // Running this would take very long; compiling it must not.
        let outcome =
            run_within(LIMIT, &["--dump-after=to-imp", "--dump-to", folder.path().to_str().unwrap(), path], "");
        expect(&outcome, status, what);
    }
}

#[test]
fn hostile_texts() {
    let depth = 100_000;
    for (what, text) in [
        ("nothing", String::new()),
        ("no language", "(program [])".into()),
        ("an unknown language", "; language klingon\n(program [])".into()),
        ("no text", "; language typed\n".into()),
        ("an unknown head", "; language typed\n(bogus)".into()),
        ("too few fields", "; language typed\n(program)".into()),
        ("too many fields", "; language typed\n(program [] [] [])".into()),
        ("a leaf", "; language typed\nx".into()),
        ("an open list", "; language typed\n(program [".into()),
        ("an open string", "; language typed\n(program \"".into()),
        ("a wrong span", "; language typed\n(program @1:2 [])".into()),
        ("a wild span", "; language typed\n(program @4294967295:4294967295-0 [(bogus)])".into()),
        ("more text", "; language typed\n(program []) (program [])".into()),
        ("depth", format!("; language typed\n{}", "(".repeat(depth))),
        ("depth of lists", format!("; language typed\n(program {}{})", "[".repeat(depth), "]".repeat(depth))),
    ] {
        expect(&run_within(LIMIT, &["opt", "--passes=monomorphise"], text), 2, what);
    }
}

#[test]
fn hostile_programs_in_text() {
    // These texts are readable, but the programs break rules. The rules report it, and no pass panics.
    let text = "; language imp\n(program [(fun main main [] [] [(assign x (var y))])])";
    let outcome = run_within(LIMIT, &["opt"], text);
    assert!(matches!(outcome.status, Some(2 | 3)), "{}", outcome.stderr);
    expect(&outcome, outcome.status.unwrap_or(0), "unbound names");
}

#[test]
fn hostile_values() {
    let huge = u64::MAX.to_le_bytes();
    let header = b"b\x02\x01 f64";
    for (what, bytes) in [
        ("nothing", Vec::new()),
        ("half a header", b"b\x02".to_vec()),
        ("an unknown version", b"b\x09\x01 f64".to_vec()),
        ("an unknown type", b"b\x02\x01 abc".to_vec()),
        ("a huge size", [header.as_slice(), &huge].concat()),
        ("a size that overflows", [b"b\x02\x02 f64".as_slice(), &huge, &huge].concat()),
        ("many dimensions", [b"b\x02\xff f64".as_slice(), &huge.repeat(255)].concat()),
        ("too little data", [header.as_slice(), &1000u64.to_le_bytes(), &[0; 8]].concat()),
        ("broken gzip", b"\x1f\x8b\x08garbage".to_vec()),
        ("invalid UTF-8", b"[\xff\xff]".to_vec()),
        ("depth", b"[".repeat(100_000)),
        ("a ragged array", b"[[1], [2, 3]] [1]".to_vec()),
        ("a long number", b"1".repeat(1_000_000)),
        ("a huge empty array", b"empty([99999999999999999999]f64) [1]".to_vec()),
    ] {
        expect(&run_within(LIMIT, &["run", "docs/examples/dot.fut"], bytes), 1, what);
    }
}

#[test]
fn a_choice_of_too_many_functions() {
    let branches: String = (0..800).map(|x| format!("if x == {x} then (\\y -> y + {x}) else ")).collect();
    let folder = tempfile::tempdir().unwrap();
    let path =
        file(&folder, "program.fut", format!("def main (x: i32): i32 = let f = {branches} (\\y -> y * 2) in f x"));
    let outcome = run_within(LIMIT, &["run", "--function-branches", path.to_str().unwrap()], "3");
    expect(&outcome, 3, "800 functions");
    assert!(outcome.stderr.contains("E0811"), "{}", outcome.stderr);
}

#[test]
fn too_much_memory() {
    let folder = tempfile::tempdir().unwrap();
    let path = file(
        &folder,
        "program.fut",
        "def main (n: i64) = let xs = map (\\i -> i * i) (iota n) in i64.sum xs + xs[n / 2]",
    );
    let outcome = run_within(LIMIT, &["run", path.to_str().unwrap()], "4611686018427387904i64");
    assert!(matches!(outcome.status, Some(1)), "{:?} {}", outcome.status, outcome.stderr);
}
