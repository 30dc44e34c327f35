//! A newcomer's first day: makes a pass, a language, and a pass in Python, runs them, breaks them, and reads the
//! errors.

use fut_nano_tests::command::{Outcome, binary, run, run_command};
use fut_nano_tests::root;
use std::path::Path;
use std::process::Command;
use std::time::Duration;

/// The limit is long, since fut-nano's crates are built once more.
const LIMIT: Duration = Duration::from_secs(1200);

/// Runs cargo in a crate. The crates share a target folder, so that dependencies are built once.
fn cargo(folder: &Path, arguments: &[&str]) -> Outcome {
    let target = binary().parent().unwrap().parent().unwrap().to_path_buf();
    let mut command = Command::new(env!("CARGO"));
    command.arg(arguments[0]).args(["--offline", "--quiet"]).args(&arguments[1..]);
    command.current_dir(folder).env("CARGO_TARGET_DIR", target).env("NO_COLOR", "1");
    run_command(&mut command, LIMIT, "")
}

fn changed(path: &Path, from: &str, to: &str) {
    let text = std::fs::read_to_string(path).unwrap();
    assert!(text.contains(from), "{text}");
    std::fs::write(path, text.replacen(from, to, 1)).unwrap();
}

#[test]
fn a_pass_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("drop-zeros");
    let made = run(&["new", "pass", "drop-zeros", "--after", "defunc", dir.to_str().unwrap()], "");
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let tested = cargo(&dir, &["test"]);
    assert_eq!(tested.status, Some(0), "{}{}", tested.text(), tested.stderr);

    // Every command of the new command line has the pass.
    let dumped = cargo(&dir, &["run", "--", "--dump-after=drop-zeros", "example.fut"]);
    assert!(dumped.text().contains("after drop-zeros (FirstOrder)"), "{}{}", dumped.text(), dumped.stderr);
    assert!(dumped.text().contains("x * 2") || dumped.text().contains("* 2i32"), "{}", dumped.text());
    assert!(!dumped.text().contains('+'), "{}", dumped.text());
    let listed = cargo(&dir, &["run", "--", "passes", "drop-zeros"]);
    assert!(listed.text().starts_with("drop-zeros: FirstOrder => FirstOrder"), "{}", listed.text());

    // This change breaks the rule that the pass ensures, and its validator reports it.
    changed(&dir.join("src/lib.rs"), "if value.as_i64() == Some(0)", "if value.as_i64() == Some(7)");
    let broken = cargo(&dir, &["run", "--", "--validate=rules", "--dump-after=drop-zeros", "example.fut"]);
    assert_eq!(broken.status, Some(3), "{}", broken.stderr);
    for part in ["no-zeros", "zero is added", "bug in pass `drop-zeros`"] {
        assert!(broken.stderr.contains(part), "{part}: {}", broken.stderr);
    }

    // The templates for other languages build, too.
    for (name, after) in [("keep-all", "fuse#1"), ("look-on", "parse")] {
        let dir = folder.path().join(name);
        let made = run(&["new", "pass", name, "--after", after, dir.to_str().unwrap()], "");
        assert_eq!(made.status, Some(0), "{}", made.stderr);
        let tested = cargo(&dir, &["test"]);
        assert_eq!(tested.status, Some(0), "{name}: {}{}", tested.text(), tested.stderr);
    }
}

#[test]
fn a_language_of_ones_own() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().join("sums");
    let made = run(&["new", "language", "sums", dir.to_str().unwrap()], "");
    assert_eq!(made.status, Some(0), "{}", made.stderr);
    let tested = cargo(&dir, &["test"]);
    assert_eq!(tested.status, Some(0), "{}{}", tested.text(), tested.stderr);
    let shown = cargo(&dir, &["run", "--", "example.sexp"]);
    assert_eq!(shown.text(), "let x = 6\nin (x * (x + 1))\n= 42\n", "{}", shown.stderr);
    // A program that breaks a rule is rejected with the rule's name.
    changed(&dir.join("example.sexp"), "(var x)", "(var y)");
    let refused = cargo(&dir, &["run", "--", "example.sexp"]);
    assert_eq!((refused.status, refused.stderr.as_str()), (Some(2), "error: names-in-scope: `y` is not in scope\n"));
    // A production without a text is a required method of the printer.
    changed(&dir.join("src/grammar.rs"), "#[text(\"({lhs} * {rhs})\")]", "");
    let missing = cargo(&dir, &["build"]);
    assert!(missing.stderr.contains("missing: `print_expr_mul`"), "{}", missing.stderr);
}

#[test]
fn new_refuses_what_cannot_be() {
    let folder = tempfile::tempdir().unwrap();
    let dir = folder.path().to_str().unwrap();
    for (arguments, says) in [
        (vec!["new", "pass", "Zero", "--after", "defunc", dir], "`Zero` is not a valid name for a pass"),
        (vec!["new", "pass", "zero", "--after", "defunk", dir], "did you mean `defunc`?"),
        (vec!["new", "pass", "zero", "--after", "fuse", dir], "from `fuse#1` to"),
        (vec!["new", "pass", "defunc", "--after", "defunc", dir], "there is a pass `defunc` already"),
        (vec!["new", "pass", "zero", "--after", "defunc", dir, "--from", "nowhere"], "no checkout of fut-nano"),
        (vec!["new", "language", "anf", dir], "there is a language `anf` already"),
        (vec!["new", "language", "zero", "docs"], "docs is not empty"),
    ] {
        let outcome = run(&arguments, "");
        assert_eq!(outcome.status, Some(2), "{arguments:?}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(says), "{arguments:?}: {}", outcome.stderr);
    }
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 0, "nothing is written");
}

/// Writes a program with something to drop into a file.
fn neutral(folder: &Path) -> String {
    let path = folder.join("neutral.fut");
    std::fs::write(&path, "def main (x: i32) = (x + 0) * 1 + (1 * x)\n").unwrap();
    path.to_str().unwrap().to_string()
}

#[test]
fn a_pass_in_python() {
    let folder = tempfile::tempdir().unwrap();
    let program = neutral(folder.path());
    let plugin = "after=defunc:python3 docs/examples/python/drop_neutral.py";
    let dumped = run(&["--dump-after=plugin*", "--pass-plugin", plugin, &program], "");
    assert!(
        dumped.text().contains("entry main_1 (x_2: i32): i32 =\n  x_2 + x_2"),
        "{}{}",
        dumped.text(),
        dumped.stderr
    );
    let outcome = run(&["run", "--pass-plugin", plugin, &program], "21");
    assert_eq!((outcome.status, outcome.text().as_str()), (Some(0), "42i32\n"), "{}", outcome.stderr);

    // A pass that forgets a binding is rejected, with its name, the rule and the place.
    let text = std::fs::read_to_string(root().join("docs/examples/python/drop_neutral.py")).unwrap();
    let broken = text.replace("return kept", "return fo.Exp.Var(node.ty, \"nobody\", span=node.span)");
    assert_ne!(text, broken);
    std::fs::write(folder.path().join("broken.py"), broken).unwrap();
    let path = folder.path().display();
    let plugin = format!("after=defunc:PYTHONPATH=docs/examples/python python3 {path}/broken.py");
    let refused = run(&["run", "--pass-plugin", &plugin, &program], "21");
    assert_eq!(refused.status, Some(2), "{}", refused.stderr);
    for part in ["names-in-scope", "`nobody` is not in scope", "plug-in", "broken.py", "neutral.fut:1:"] {
        assert!(refused.stderr.contains(part), "{part}: {}", refused.stderr);
    }
    assert!(!refused.stderr.contains("internal error"), "{}", refused.stderr);
}

#[test]
fn a_pass_in_a_process_of_its_own() {
    let folder = tempfile::tempdir().unwrap();
    let program = neutral(folder.path());
    let tool = binary().with_file_name(format!("drop_neutral{}", std::env::consts::EXE_SUFFIX));
    let plugin = format!("after=defunc:{}", tool.display());
    let dumped = run(&["--dump-after=plugin*", "--pass-plugin", &plugin, &program], "");
    assert!(
        dumped.text().contains("entry main_1 (x_2: i32): i32 =\n  x_2 + x_2"),
        "{}{}",
        dumped.text(),
        dumped.stderr
    );
}

#[test]
fn grammars_as_json() {
    let shown = run(&["languages", "show", "anf", "--format=json"], "").text();
    for part in ["\"key\": \"anf\"", "\"head\": \"reduce\"", "\"count\": \"many\"", "\"root\": \"Program\""] {
        assert!(shown.contains(part), "{part}: {shown}");
    }
}
