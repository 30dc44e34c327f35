//! Rules of languages: the files of `tests/rules/LANGUAGE`, each a program of the language that breaks one rule, with
//! the places that the rule names.

use super::{Result, entries, expect_or_update};
use framework::FileId;
use framework::sexp::Tree;
use fut_nano::Driver;
use fut_nano_tests::matching::renumbered;
use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

/// The files of all languages.
pub fn files() -> Result<Vec<PathBuf>> {
    let folders = entries(&fut_nano_tests::root().join("tests/rules"))?;
    let files = folders.iter().map(|folder| entries(folder)).collect::<Result<Vec<_>>>()?;
    Ok(files.concat())
}

/// The language and the rule that a file is about: `mono` and `well-typed` for `mono/well-typed.sexp`, and also for
/// `mono/well-typed.operand.sexp`.
pub fn subject(path: &Path) -> (String, String) {
    let text = |part: Option<&std::ffi::OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let name = text(path.file_name());
    (text(path.parent().and_then(Path::file_name)), name.split('.').next().unwrap_or_default().to_string())
}

/// Every rule of every language has a file, and every file is about a rule.
pub fn all_have_files(files: &[PathBuf]) -> Result<()> {
    let registry = Driver::standard().registry;
    let rules = registry.languages.iter().flat_map(|language| {
        let key = language.info.key();
        (language.rules)().iter().map(move |rule| (key.clone(), rule.name().to_string()))
    });
    let (rules, files): (BTreeSet<_>, BTreeSet<_>) =
        (rules.collect(), files.iter().map(|path| subject(path)).collect());
    let missing: Vec<_> = rules.difference(&files).collect();
    let unknown: Vec<_> = files.difference(&rules).collect();
    match missing.is_empty() && unknown.is_empty() {
        true => Ok(()),
        false => Err(format!("rules without a file: {missing:?}\nfiles of no rule: {unknown:?}")),
    }
}

/// A file's program breaks the rule that the file is about, and no other one. The rule names the places that the file
/// expects.
pub fn check(path: &Path) -> Result<()> {
    let (language, rule) = subject(path);
    let text = std::fs::read_to_string(path).map_err(|error| error.to_string())?;
    let (program, expected) = text.split_once("\n; ---\n").unwrap_or((text.trim_end(), ""));
    let read = Driver::standard().registry.language(&language).map_err(|error| error.to_string())?.read;
    let tree = Tree::parse(program, FileId(1)).map_err(|error| format!("{error} at {:?}", error.span))?;
    let report = read(&placed(tree)).map_err(|error| format!("{error} at {:?}", error.span))?.check_rules();
    if report.is_clean() {
        return Err(format!("the program obeys the rule `{rule}`"));
    }
    let mut found = String::new();
    for violation in report.violations {
        if violation.rule != rule {
            return Err(format!("the program breaks another rule, too: {violation}"));
        }
        if violation.span.is_none() {
            return Err(format!("the rule names no place: {violation}"));
        }
        let before = &program[..violation.span.start as usize];
        let (line, start) = (before.matches('\n').count() + 1, before.rfind('\n').map_or(0, |end| end + 1));
        let function = violation.function.map_or(String::new(), |name| format!("in `{name}`: "));
        found.push_str(&format!("{line}:{}: {function}{}\n", before.len() - start + 1, violation.message));
    }
    expect_or_update(path, program, ";", expected, &renumbered(&found))
}

/// A tree whose nodes have their places in the text of the tree itself, so that violations name these.
fn placed(tree: Tree) -> Tree {
    let all = |trees: Vec<Tree>| trees.into_iter().map(placed).collect();
    match tree {
        Tree::Node { head, children, at, .. } => Tree::Node { head, span: at, children: all(children), at },
        Tree::List(items) => Tree::List(all(items)),
        Tree::Leaf(..) | Tree::Absent => tree,
    }
}
