//! The chapter on memory, and what it says of copies.

use fut_nano_tests::matching::renumbered;
use fut_nano_tests::{command, root};

const EXAMPLE: &str = "docs/examples/places.fut";

/// A function of a program after a pass, with names numbered in order of appearance.
fn dump(path: &str, pass: &str, function: &str) -> String {
    let after = format!("--dump-after={pass}");
    let outcome = command::run(&["--no-warnings", &after, &format!("--dump-function={function}"), path], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    renumbered(&outcome.text())
}

#[test]
fn the_chapter_shows_dumps() {
    let chapter = std::fs::read_to_string(root().join("docs/memory.md")).unwrap();
    let mut count = 0;
    for part in chapter.split("\n<!-- ").skip(1) {
        let (title, rest) = part.split_once(" -->\n").unwrap();
        let (function, pass) = title.split_once(" after ").unwrap();
        let shown = rest.split("```").nth(1).and_then(|block| block.split_once('\n')).unwrap().1;
        let text = dump(EXAMPLE, pass, function);
        // `…` stands for omitted lines.
        for piece in shown.split("…\n").filter(|piece| !piece.trim().is_empty()) {
            assert!(text.contains(piece.trim_end_matches(' ')), "{title}:\n{piece}\nis not in\n{text}");
        }
        count += 1;
    }
    assert!(count >= 5);
}

/// Functions that copy nothing, and those that copy: how many statements copy.
#[test]
fn copies_are_where_they_must_be() {
    let program = "tests/programs/places.fut";
    let copies = [
        // Recursion, loops and branches leave arrays where they are.
        ("recursive", 0),
        ("search", 0),
        ("turning_anew", 1),
        ("exchanged", 0),
        ("windows", 0),
        // What leaves the program in another order of elements, or at another offset, is copied.
        ("turning", 1),
        ("branches", 1),
        // Arrays are built where they end up.
        ("joined", 1),
        ("columns", 0),
        ("next_rows", 0),
        ("rows_in_threads", 0),
        ("row_out_of_bounds", 0),
        ("sizes_too_late", 1),
        // Arrays that would get in the way of others are not.
        ("own_row", 1),
        ("distant_row", 1),
        ("found_row", 1),
        ("rows", 1),
    ];
    for (function, wanted) in copies {
        let text = dump(program, "to-imp", function);
        let found = text.lines().filter(|line| line.trim_start().starts_with("copy ")).count();
        assert_eq!(found, wanted, "{function}:\n{text}");
    }
}
