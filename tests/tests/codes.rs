//! Checks the table of error codes: every example has its error, every code is used, and every error has a code.

use std::fmt::Write;
use std::path::{Path, PathBuf};

use framework::{Code, Error, ErrorKind};
use fut_nano::{Driver, diagnostics};
use fut_nano_tests::{command, root};
use languages::codes;
use languages::source::Edition;

/// A program in an explanation.
struct Example {
    edition: Edition,
    text: String,
}

/// Returns the wrong and the right program of an explanation, if it has programs.
fn examples(code: &Code) -> Option<(Example, Example)> {
    let mut found = code.explanation.split("```futhark").skip(1).map(|rest| {
        let (info, rest) = rest.split_once('\n').unwrap();
        let edition = if info == ",2017" { Edition::E2017 } else { Edition::E2026 };
        Example { edition, text: rest.split("```").next().unwrap().to_string() }
    });
    Some((found.next()?, found.next().unwrap()))
}

/// A program of so many functions, each of which wraps its functional parameter in a function for the next.
fn nested_functions(count: usize) -> String {
    let wraps =
        (0..count).map(|at| format!("def f{} (g: i32 -> i32) (x: i32): i32 = f{at} (\\y -> g (y + 1)) x\n", at + 1));
    let wraps: String = wraps.collect();
    format!("def f0 (g: i32 -> i32) (x: i32): i32 = g x\n{wraps}def main (x: i32) = f{count} (\\y -> y * 2) x\n")
}

/// Returns the wrong program of codes whose programs are too long to print.
fn long_example(code: &Code) -> Example {
    let text = match code.id {
        "E0006" => format!("def main = {}1", "1 + ".repeat(100_000)),
        "E0120" => {
            let tags: Vec<String> = (0..300).map(|tag| format!("#tag{tag}")).collect();
            format!("type t = {}\n", tags.join(" | "))
        }
        "E0806" => {
            let names: Vec<String> = (0..24).map(|at| format!("b{at}")).collect();
            let pairs = (0..24).flat_map(|i| (i + 1..24).map(move |j| (i, j))).filter(|(i, j)| (i + j) % 2 == 1);
            let arms = pairs.map(|(i, j)| {
                let pats = (0..24).map(|at| {
                    if at == i {
                        "true"
                    } else if at == j {
                        "false"
                    } else {
                        "_"
                    }
                });
                format!("  case ({}) -> 1\n", pats.collect::<Vec<_>>().join(", "))
            });
            let params = names.iter().map(|name| format!("({name}: bool)")).collect::<Vec<_>>().join(" ");
            format!(
                "def main {params} =\n  match ({})\n{}  case _ -> 2i32\n",
                names.join(", "),
                arms.collect::<String>()
            )
        }
        "E0804" => nested_functions(1_200),
        id => panic!("{id} has no example"),
    };
    Example { edition: Edition::E2026, text }
}

/// Returns the codes of a program's errors, and their printed form. With `whole`, compiles the whole program, as
/// limitations need.
fn errors(example: &Example, whole: bool) -> (Vec<&'static str>, String) {
    let driver = Driver { edition: example.edition, ..Driver::standard() };
    let result = fut_nano::with_stack(|| {
        let mut session = driver.open_text("program.fut", &example.text).unwrap();
        let typed = session.driver.registry.language("typed").unwrap().info;
        let result = if whole { session.compile().map(|_| ()) } else { session.compile_to(typed).map(|_| ()) };
        let warnings = std::mem::take(&mut session.context.warnings);
        let warnings = if warnings.is_empty() { Ok(()) } else { Err(Error::several(warnings)) };
        result.and(warnings).map_err(|error| {
            let rendered = diagnostics::render(&error, &session.context.sources, false);
            let all = std::iter::once(&error).chain(&error.others);
            (all.map(|error| error.code.map_or("none", |code| code.id)).collect(), rendered)
        })
    });
    result.unwrap().err().unwrap_or_default()
}

/// Whether only the command line reports a code.
fn of_commands(code: &Code) -> bool {
    let elsewhere = ["E0604", "W0002", codes::EARLY_DERIVATIVE.id];
    code.kind == ErrorKind::RunTime || elsewhere.contains(&code.id)
}

/// Whether a pass after the types gives a warning.
fn of_later_passes(code: &Code) -> bool {
    [codes::SAFETY_CHECK.id, codes::LOOP_NOT_UNROLLED.id].contains(&code.id)
}

#[test]
fn examples_have_their_errors() {
    let mut failures = String::new();
    let mut check = |holds: bool, code: &Code, rendered: &str| {
        if !holds {
            failures.push_str(&format!("{}:\n{rendered}\n\n", code.id));
        }
    };
    for code in codes::ALL.iter().filter(|code| !of_commands(code)) {
        let whole = code.kind == ErrorKind::Limitation || of_later_passes(code);
        let Some((wrong, right)) = examples(code) else {
            let (found, rendered) = errors(&long_example(code), whole);
            check(found == [code.id], code, &rendered);
            continue;
        };
        let (found, rendered) = errors(&wrong, whole);
        check(found == [code.id], code, &rendered);
        insta::assert_snapshot!(code.id, rendered, &wrong.text);
        let (found, rendered) = errors(&right, whole);
        check(found.iter().all(|id| id.starts_with('W') && *id != code.id), code, &format!("corrected: {rendered}"));
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn commands_have_their_errors() {
    let folder = tempfile::tempdir().unwrap();
    let run = |code: &Code, text: &str| {
        let path = folder.path().join("program.fut");
        std::fs::write(&path, text).unwrap();
        let timeout = if code.id == codes::TIMED_OUT.id { "--timeout=0.5" } else { "--timeout=100" };
        command::run(&["run", "-w", timeout, "--error-format=json", path.to_str().unwrap()], "").stderr
    };
    let mut failures = String::new();
    // `stop.rs` interrupts programs, and `commands.rs` runs them in all languages.
    let elsewhere = ["W0002", codes::INTERRUPTED.id, codes::EARLY_DERIVATIVE.id];
    for code in codes::ALL.iter().filter(|code| of_commands(code) && !elsewhere.contains(&code.id)) {
        let (wrong, right) = examples(code).unwrap();
        let found = run(code, &wrong.text);
        if !found.contains(&format!("\"code\":\"{}\"", code.id)) {
            failures.push_str(&format!("{}: {found}\n", code.id));
        }
        let found = run(code, &right.text);
        if found.contains(code.id) || found.contains("\"code\":null") {
            failures.push_str(&format!("{}, corrected: {found}\n", code.id));
        }
    }
    assert!(failures.is_empty(), "{failures}");
    let path = folder.path().join("older.fut");
    std::fs::write(&path, "let main (x: i32): i32 = unsafe x").unwrap();
    let outcome = command::run(&["check", path.to_str().unwrap()], "");
    assert!(outcome.stderr.starts_with("warning[W0002]"), "{outcome:?}");
}

/// Collects the text of every source file in a folder.
fn sources(folder: &Path, found: &mut Vec<(PathBuf, String)>) {
    for entry in std::fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = std::fs::read_to_string(&path).unwrap();
            found.push((path, text));
        }
    }
}

fn all_sources(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    folders.iter().for_each(|folder| sources(&root().join(folder), &mut found));
    found
}

#[test]
fn every_code_is_used() {
    let sources = all_sources(&["passes/src", "languages/src", "driver/src"]);
    let mut unused = Vec::new();
    for code in codes::ALL {
        let (used, given) = (format!("codes::{}", code.name), format!("=> &{},\n", code.name));
        let is_used = |text: &String| {
            let mut rest = text.as_str();
            while let Some(at) = rest.find(&used) {
                rest = &rest[at + used.len()..];
                if !rest.starts_with(|next: char| next.is_ascii_alphanumeric() || next == '_') {
                    return true;
                }
            }
            text.contains(&given)
        };
        if !sources.iter().any(|(_, text)| is_used(text)) {
            unused.push(code.name);
        }
    }
    assert!(unused.is_empty(), "{unused:?}");
}

#[test]
fn every_error_has_a_code() {
    for (path, text) in all_sources(&["passes/src"]) {
        for made in ["Error::user(", "Error::limitation("] {
            // This value stands for errors that have been reported already.
            let text = text.replace("Error::user(Span::NONE, \"\")", "");
            assert!(!text.contains(made), "{}: `{made}…)` has no code", path.display());
        }
    }
}

#[test]
fn ids_are_different() {
    let ids: std::collections::BTreeSet<_> = codes::ALL.iter().map(|code| code.id).collect();
    assert_eq!(ids.len(), codes::ALL.len());
}

/// Generates the chapter on all codes. `UPDATE_BOOK=1 cargo test -p fut-nano-tests --test codes` writes the file anew.
#[test]
fn chapter() {
    let mut text = String::from(
        "# All error codes\n\nWhat each error means, a program that has it, and one that does not: `fut-nano explain E0202`. A code never \
         changes its\nmeaning. Made from `languages/codes`.\n",
    );
    for code in codes::ALL {
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## {}: {}\n\n{}", code.id, code.title, code.explanation);
    }
    let path = root().join("docs/codes.md");
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/codes.md is out of date: UPDATE_BOOK=1 cargo test -p fut-nano-tests --test codes");
}
