//! Checks that the book's chapter on diagnostics shows today's messages. `UPDATE_BOOK=1 cargo test -p fut-nano-tests
//! --test diagnostics_chapter` writes it anew.

use fut_nano::Driver;
use fut_nano::diagnostics::{Audience, report};
use fut_nano_tests::{command, root};

/// Returns the compiler's message about a program.
fn diagnose(text: &str, audience: Audience) -> String {
    let mut session = Driver::standard().open_text("program.fut", text).unwrap();
    let typed = session.driver.registry.language("typed").unwrap().info;
    let error = session.compile_to(typed).map(|_| ()).unwrap_err();
    report(&error, &session.context.sources, audience)
}

/// Returns the JSON for a program, one field per line.
fn pretty_json(text: &str) -> String {
    let line = diagnose(text, Audience::Json);
    let value: serde_json::Value = serde_json::from_str(&line).unwrap();
    format!("{value:#}")
}

#[test]
fn the_chapter_is_true() {
    let path = root().join("docs/diagnostics.md");
    let chapter = std::fs::read_to_string(&path).unwrap();
    // Texts outside and inside of fences alternate.
    let mut parts: Vec<String> = chapter.split("```").map(str::to_string).collect();
    let (mut program, mut count) = (String::new(), 0);
    for at in (1..parts.len()).step_by(2) {
        let ours = parts[at - 1].trim_end().ends_with("fut-nano:");
        let part = &mut parts[at];
        match part.split_once('\n').unwrap() {
            ("futhark", text) => program = text.to_string(),
            ("json", _) => *part = format!("json\n{}\n", pretty_json(&program)),
            ("text", _) if ours => {
                *part = format!("text\n{}\n", diagnose(&program, Audience::Human { color: false }));
                count += 1;
            }
            _ => {}
        }
    }
    assert_eq!(count, 40);
    let text = parts.join("```");
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap();
    assert!(
        found == text,
        "docs/diagnostics.md is out of date: UPDATE_BOOK=1 cargo test -p fut-nano-tests --test diagnostics_chapter"
    );
}

/// Every command prints a line of JSON for each diagnostic.
#[test]
fn commands_speak_json() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("program.fut");
    let file = path.to_str().unwrap();
    let codes = |arguments: &[&str], text: &str| {
        std::fs::write(&path, text).unwrap();
        let outcome = command::run(&[arguments, &["--error-format=json"]].concat(), "");
        let lines = outcome.stderr.lines().map(|line| {
            let value: serde_json::Value = serde_json::from_str(line).unwrap();
            let severity = value["severity"].as_str().unwrap().to_string();
            (severity, value["code"].as_str().map(str::to_string))
        });
        (outcome.status, lines.collect::<Vec<_>>())
    };
    let said = |severity: &str, code: &str| (severity.to_string(), Some(code.to_string()));
    let wrong = "def a = b\ndef c = d\n";
    let both = vec![said("error", "E0101"), said("error", "E0101")];
    assert_eq!(codes(&["check", file], wrong), (Some(2), both.clone()));
    assert_eq!(codes(&["run", file], wrong), (Some(2), both.clone()));
    assert_eq!(codes(&["--dump-after=all", file], wrong), (Some(2), both));
    let unused = "def main = let x = 1i32 in 2i32\n";
    assert_eq!(codes(&["check", file], unused), (Some(0), vec![said("warning", "W0001")]));
    assert_eq!(codes(&["check", "-w", file], unused), (Some(0), vec![]));
    assert_eq!(codes(&["check", "--Werror", file], unused), (Some(2), vec![said("error", "W0001")]));
    assert_eq!(codes(&["passes", "no-such-pass"], ""), (Some(2), vec![("error".to_string(), None)]));
    assert_eq!(codes(&["passes", "--no-such-option"], ""), (Some(2), vec![("error".to_string(), None)]));
    assert_eq!(codes(&["explain", "E9999"], ""), (Some(2), vec![("error".to_string(), None)]));
}
