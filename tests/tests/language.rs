//! The rules of the language: for each, programs that break it in different ways, and near misses that are right.
//!
//! A file of `tests/language` has one rule. A line `-- wrong E0401: …` begins a program that must be refused with
//! this code, `-- right: …` one that must be accepted.

use fut_nano::Driver;
use fut_nano_tests::root;

/// A program of a file.
struct Case {
    title: String,
    /// The code of its error; none if it is right.
    code: Option<String>,
    text: String,
}

fn cases(text: &str) -> Vec<Case> {
    let mut cases: Vec<Case> = Vec::new();
    for line in text.lines() {
        let heading = line.strip_prefix("-- wrong ").and_then(|rest| rest.split_once(": "));
        let right = line.strip_prefix("-- right: ");
        match (heading, right) {
            (Some((code, title)), _) => {
                cases.push(Case { title: title.into(), code: Some(code.into()), text: String::new() });
            }
            (None, Some(title)) => cases.push(Case { title: title.into(), code: None, text: String::new() }),
            (None, None) => {
                if let Some(case) = cases.last_mut() {
                    case.text.push_str(line);
                    case.text.push('\n');
                }
            }
        }
    }
    cases
}

/// The code of the first error of a program; `None` if it is accepted.
fn first_error(text: &str) -> Option<String> {
    let mut session = Driver::standard().open_text("program.fut", text).unwrap();
    let typed = session.driver.registry.language("typed").unwrap().info;
    let error = session.compile_to(typed).err()?;
    Some(error.code.map_or_else(|| "no code".to_string(), |code| code.id.to_string()))
}

#[test]
fn every_rule_has_programs_that_break_and_keep_it() {
    let mut files: Vec<_> =
        std::fs::read_dir(root().join("tests/language")).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let (mut wrong, mut right, mut problems) = (0, 0, Vec::new());
    for path in files {
        let name = path.file_name().unwrap().to_string_lossy().into_owned();
        let cases = cases(&std::fs::read_to_string(&path).unwrap());
        let (bad, good): (Vec<&Case>, Vec<&Case>) = cases.iter().partition(|case| case.code.is_some());
        assert!(bad.len() >= 3 && good.len() >= 3, "{name}: at least three programs break a rule, and three do not");
        wrong += bad.len();
        right += good.len();
        for case in &cases {
            let found = first_error(&case.text);
            if found != case.code {
                problems.push(format!("{name}: {}: {:?} instead of {:?}", case.title, found, case.code));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
    assert!(wrong >= 200 && right >= 100, "{wrong} wrong and {right} right programs");
}
