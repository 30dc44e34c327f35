//! The rooms of inference: their imports form no cycle, and none is too large.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};

/// Collects the files of a folder and of the folders in it.
fn files(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in std::fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        match path.is_dir() {
            true => files(&path, found),
            false => found.extend((path.extension().is_some_and(|extension| extension == "rs")).then_some(path)),
        }
    }
}

/// The text of each room: a folder, or a file beside the folders.
fn rooms() -> BTreeMap<String, Vec<String>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/typing/infer_types");
    let mut found = Vec::new();
    files(&folder, &mut found);
    let mut rooms: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for path in found {
        let inside = path.strip_prefix(&folder).expect("it is in the folder");
        let room = inside.iter().next().expect("a name").to_string_lossy().trim_end_matches(".rs").to_string();
        if room != "tests" && room != "mod" {
            rooms.entry(room).or_default().push(std::fs::read_to_string(path).expect("a text"));
        }
    }
    rooms
}

/// The rooms that a text imports from.
fn imports<'r>(text: &str, rooms: &'r BTreeMap<String, Vec<String>>) -> BTreeSet<&'r str> {
    let paths = text.lines().filter_map(|line| line.trim_start().strip_prefix("use "));
    let first = paths.filter_map(|path| {
        let path = path.trim_start_matches("crate::typing::infer_types::").trim_start_matches("super::");
        path.split(|c: char| !(c.is_alphanumeric() || c == '_')).next()
    });
    first.filter_map(|name| rooms.get_key_value(name).map(|(room, _)| room.as_str())).collect()
}

#[test]
fn rooms_import_in_one_direction() {
    let rooms = rooms();
    let mut open: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
    for (room, texts) in &rooms {
        let mut all: BTreeSet<&str> = texts.iter().flat_map(|text| imports(text, &rooms)).collect();
        all.remove(room.as_str());
        open.insert(room, all);
    }
    assert!(open["unify"].contains("sizes") && open["sizes"].contains("scopes"), "{open:?}");
    // Removes rooms that import nothing from the remaining ones, until none remains.
    while !open.is_empty() {
        let left: BTreeSet<&str> = open.keys().copied().collect();
        let before = open.len();
        open.retain(|_, imports| imports.iter().any(|import| left.contains(import)));
        assert!(open.len() < before, "a circle of imports: {open:?}");
    }
}

#[test]
fn rooms_are_small() {
    for (room, texts) in rooms() {
        let lines: Vec<usize> = texts.iter().map(|text| text.lines().count()).collect();
        assert!(lines.iter().sum::<usize>() <= 1500, "{room}: {lines:?}");
        assert!(lines.iter().all(|lines| *lines <= 400), "{room}: {lines:?}");
    }
}
