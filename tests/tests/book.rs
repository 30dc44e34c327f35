//! Checks the book: generated chapters are up to date, quoted code is the code in the repository, shown commands run.

use fut_nano_tests::matching::renumbered;
use fut_nano_tests::{command, root};
use std::fmt::Write;

/// Generates the chapter on all passes from their declarations.
/// `UPDATE_BOOK=1 cargo test -p fut-nano-tests --test book` writes the file anew.
#[test]
fn catalogue() {
    let mut text = String::from(
        "# All passes\n\nIn the order of the pipeline. Made from the passes' declarations: `fut-nano passes NAME`.\n",
    );
    for pass in &passes::catalogue::registry().passes {
        let (info, from, to) = (pass.info(), pass.from().info.name, pass.to().info.name);
        // Writing to a string cannot fail.
        let _ = write!(text, "\n## `{}`\n\n{from} → {to}\n\n", info.name);
        for line in info.doc.trim_end().lines() {
            let _ = writeln!(text, "{}", line.strip_prefix(' ').unwrap_or(line));
        }
        for (title, rules) in [("Requires", info.requires), ("Ensures", info.ensures)] {
            for rule in rules {
                let doc = rule.doc().split_whitespace().collect::<Vec<_>>().join(" ");
                let _ = write!(text, "\n{title} `{}`: {doc}\n", rule.name());
            }
        }
        for option in info.options {
            let _ = write!(text, "\nOption `{}` (`{}`): {}\n", option.name, option.default, option.doc.trim());
        }
        if !info.counts.is_empty() {
            let _ = write!(text, "\nCounts {}.\n", info.counts.join(", "));
        }
    }
    let path = root().join("docs/passes.md");
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/passes.md is out of date: UPDATE_BOOK=1 cargo test -p fut-nano-tests --test book");
}

/// Generates the chapter with the tables of rewrite rules.
#[test]
fn rules() {
    use passes::anf::support::rules::{arrays, scalars};
    let mut text = String::from(
        "# All rules\n\nThe rewrite rules of `simplify`; `?a` is any operand. This page is generated from the tables in \
         `passes/src/anf/support/rules`.\n",
    );
    let tables = [("On scalars", scalars::EXACT), ("On floats, with `--fast-math`", scalars::FAST_MATH)];
    for (title, table) in tables {
        let _ = write!(text, "\n## {title}\n\n| rule | operands | left | right |\n|---|---|---|---|\n");
        for rule in table {
            let over = format!("{:?}", rule.over).to_lowercase();
            let only = if rule.constants.is_empty() {
                String::new()
            } else {
                format!(", {} constant", rule.constants.join(", "))
            };
            let _ = writeln!(text, "| {} | {over}{only} | `{}` | `{}` |", rule.name, rule.left, rule.right);
        }
    }
    let _ = write!(text, "\n## On arrays, indices and checks\n\n| rule | says |\n|---|---|\n");
    for rule in arrays::RULES {
        let _ = writeln!(text, "| {} | {} |", rule.name, rule.says);
    }
    let path = root().join("docs/rules.md");
    if std::env::var_os("UPDATE_BOOK").is_some() {
        std::fs::write(&path, &text).unwrap();
    }
    let found = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(found == text, "docs/rules.md is out of date: UPDATE_BOOK=1 cargo test -p fut-nano-tests --test book");
}

fn chapters() -> Vec<(String, String)> {
    let docs = std::fs::read_dir(root().join("docs")).unwrap();
    let paths = docs.map(|entry| entry.unwrap().path());
    let chapters = paths.filter(|path| path.extension().is_some_and(|extension| extension == "md"));
    let named = |path: &std::path::Path| path.file_name().unwrap().to_string_lossy().into_owned();
    chapters.map(|path| (named(&path), std::fs::read_to_string(path).unwrap())).collect()
}

/// Returns the text of a file, or, for `PATH:NAME`, the part between `ANCHOR: NAME` and `ANCHOR_END: NAME`.
fn part(path: &str) -> String {
    let (path, anchor) = path.split_once(':').map_or((path, None), |(path, anchor)| (path, Some(anchor)));
    let file =
        std::fs::read_to_string(root().join("docs").join(path)).unwrap_or_else(|error| panic!("{path}: {error}"));
    let Some(anchor) = anchor else { return file };
    let comment = if path.ends_with(".fut") { "--" } else { "//" };
    let start = format!("{comment} ANCHOR: {anchor}\n");
    let end = format!("{comment} ANCHOR_END: {anchor}\n");
    let inside = file.split_once(&start).and_then(|(_, rest)| rest.split_once(&end));
    inside.unwrap_or_else(|| panic!("{path} has no part `{anchor}`")).0.to_string()
}

/// The code block after `<!-- code: PATH -->` or `<!-- code: PATH:ANCHOR -->` is the text of that file or of that part.
#[test]
fn code_is_what_runs() {
    let mut found = 0;
    for (name, text) in chapters() {
        assert!(!text.contains("{{#"), "{name}: a chapter is read as it stands");
        let mut pieces = text.split("<!-- code: ");
        let mut new = pieces.next().unwrap_or_default().to_string();
        for piece in pieces {
            found += 1;
            let (path, rest) = piece.split_once(" -->\n```").unwrap_or_else(|| panic!("{name}: {piece}"));
            let (language, rest) = rest.split_once('\n').unwrap();
            let end = if rest.starts_with("```") { 0 } else { rest.find("\n```").unwrap() + 1 };
            new += &format!("<!-- code: {path} -->\n```{language}\n{}{}", part(path), &rest[end..]);
        }
        if std::env::var_os("UPDATE_BOOK").is_some() {
            // Another test may be writing a chapter that needs no change here.
            if new != text {
                std::fs::write(root().join("docs").join(&name), &new).unwrap();
            }
        } else {
            assert!(new == text, "docs/{name} is out of date: UPDATE_BOOK=1 cargo test -p fut-nano-tests --test book");
        }
    }
    assert!(found >= 8, "{found} pieces of code");
}

/// The block after `<!-- dump: FUNCTION before PASS OPTIONS -->`, or `after`, is that function of
/// the chapter's example, with names numbered in order of appearance.
#[test]
fn dumps() {
    for (chapter, example) in [("flattening", "nests"), ("derivatives", "derivatives")] {
        dumps_of(chapter, &format!("docs/examples/{example}.fut"));
    }
}

fn dumps_of(chapter: &str, example: &str) {
    let path = root().join(format!("docs/{chapter}.md"));
    let text = std::fs::read_to_string(&path).unwrap();
    let mut pieces = text.split("<!-- dump: ");
    let mut new = pieces.next().unwrap_or_default().to_string();
    for piece in pieces {
        let (title, rest) = piece.split_once(" -->\n```text\n").unwrap_or_else(|| panic!("{piece}"));
        let words: Vec<&str> = title.split(' ').collect();
        let [function, when, pass, options @ ..] = &words[..] else { panic!("{title}") };
        let (dump, function) = (format!("--dump-{when}={pass}"), format!("--dump-function={function}"));
        let args = [&["--no-warnings", &dump, &function][..], options, &[example]].concat();
        let outcome = command::run(&args, "");
        assert_eq!(outcome.status, Some(0), "{title}: {}", outcome.stderr);
        let end = if rest.starts_with("```") { 0 } else { rest.find("\n```").unwrap() + 1 };
        new +=
            &format!("<!-- dump: {title} -->\n```text\n{}\n{}", renumbered(&outcome.text()).trim_end(), &rest[end..]);
    }
    if std::env::var_os("UPDATE_BOOK").is_some() {
        if new != text {
            std::fs::write(&path, &new).unwrap();
        }
    } else {
        let how = "UPDATE_BOOK=1 cargo test -p fut-nano-tests --test book";
        assert!(new == text, "docs/{chapter}.md is out of date: {how}");
    }
}

#[test]
fn chapters_are_listed() {
    let summary = std::fs::read_to_string(root().join("docs/SUMMARY.md")).unwrap();
    for (name, _) in chapters() {
        assert!(name == "SUMMARY.md" || summary.contains(&format!("({name})")), "{name} is not in SUMMARY.md");
    }
}

/// A chapter that shows the output of a command shows all of it. `readme.rs` runs the commands of the chapter on
/// programs inside of others, which use each other's files.
#[test]
fn console_blocks() {
    let mut count = 0;
    for (name, text) in chapters().into_iter().filter(|(name, _)| name != "embedding.md") {
        for block in text.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next()) {
            let (line, expected) = block.strip_prefix("$ fut-nano ").and_then(|shown| shown.split_once('\n')).unwrap();
            let words: Vec<&str> = line.split_whitespace().collect();
            let outcome = command::run(&words, "");
            assert_eq!(outcome.text(), expected, "{name}: {line}: {}", outcome.stderr);
            count += 1;
        }
    }
    assert!(count >= 2);
}

/// The chapter on defunctionalisation shows the same programs as it runs.
#[test]
fn programs_of_defunctionalisation() {
    let text = std::fs::read_to_string(root().join("docs/defunctionalisation.md")).unwrap();
    let files = ["docs/examples/higher_order.fut", "tests/programs/function-branches/choice.fut"];
    let shown = text.split("```futhark\n").skip(1).filter_map(|rest| rest.split("```").next());
    for (shown, file) in shown.zip(files) {
        assert!(std::fs::read_to_string(root().join(file)).unwrap().contains(shown), "{file}:\n{shown}");
    }
}

#[test]
fn commands_run() {
    let folder = tempfile::tempdir().unwrap();
    let mut count = 0;
    for (name, text) in chapters() {
        // `newcomer.rs` runs `fut-nano new` and builds its crates.
        let lines = text.lines().filter_map(|line| line.strip_prefix("    fut-nano "));
        for line in lines.filter(|line| !line.starts_with("new ")) {
            let line = line.replace("=dumps", &format!("={}", folder.path().display()));
            // Words in quotes are one argument.
            let words = line.split('"').enumerate().flat_map(|(number, part)| match number % 2 {
                0 => part.split_whitespace().collect::<Vec<_>>(),
                _ => vec![part],
            });
            let words: Vec<&str> = words.collect();
            let outcome = command::run(&words, "");
            assert_eq!(outcome.status, Some(0), "{name}: {line}: {}", outcome.stderr);
            count += 1;
        }
    }
    assert!(count >= 5);
}
