//! A program of `tests/programs` uses every function of the prelude. Its expected results are those of other compilers.

use languages::source::prelude::PRELUDE;
use std::collections::BTreeSet;

/// Returns the names after `def` and `val`, and after `let` at the top level.
fn defined(text: &str) -> BTreeSet<&str> {
    let lines = text.lines().filter(|line| !line.trim_start().starts_with("--"));
    let names = lines.flat_map(|line| {
        let words: Vec<&str> = line.split_whitespace().collect();
        let names = words.windows(2).enumerate().filter_map(|(at, pair)| match pair[0] {
            "def" | "val" if at == 0 || words[at - 1] != "local" => Some(pair[1]),
            "let" if at == 0 && line.starts_with("let") => Some(pair[1]),
            _ => None,
        });
        names.collect::<Vec<_>>()
    });
    names.filter(|name| name.starts_with(|char: char| char.is_ascii_lowercase())).collect()
}

/// Returns the texts of the programs in a folder.
fn programs(folder: &str) -> String {
    let folder = fut_nano_tests::root().join("tests/programs").join(folder);
    let mut text = String::new();
    for entry in std::fs::read_dir(&folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "fut") {
            text += &std::fs::read_to_string(&path).unwrap();
        }
    }
    text
}

fn unused(part: &str, folder: &str) -> Vec<&'static str> {
    // The prelude of 2017 has everything that the prelude of 2019 has.
    let programs = programs(folder) + &if folder == "edition-2019" { programs("edition-2017") } else { String::new() };
    let used: BTreeSet<&str> =
        programs.split(|char: char| !char.is_ascii_alphanumeric() && !"_'".contains(char)).collect();
    let (_, text) = PRELUDE.iter().find(|(name, _)| *name == part).unwrap();
    defined(text).into_iter().filter(|name| !used.contains(name)).collect()
}

#[test]
fn every_function_is_used() {
    // `ad` is not implemented; `derivatives` tests its error.
    for part in ["prelude", "functional", "zip", "soacs", "array", "math"] {
        assert_eq!(unused(part, "."), Vec::<&str>::new(), "of {part}");
    }
}

#[test]
fn every_function_of_older_editions_is_used() {
    assert_eq!(unused("edition-2019", "edition-2019"), Vec::<&str>::new());
    assert_eq!(unused("edition-2017", "edition-2017"), Vec::<&str>::new());
}
