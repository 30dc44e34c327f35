//! The chapter on memory, and what it says of copies.

use fut_nano_tests::matching::renumbered;
use fut_nano_tests::{command, root};

const EXAMPLE: &str = "docs/examples/places.fut";

/// A function of a program after a pass, with names numbered in order of appearance.
fn dump(path: &str, pass: &str, function: &str) -> String {
    let after = format!("--dump-after={pass}");
    let outcome =
        command::run(&["--no-warnings", "--threshold=1", &after, &format!("--dump-function={function}"), path], "");
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
        // One in each branch that ends in a view, none in the branch that makes its array.
        ("branches", 3),
        // Arrays are built where they end up.
        ("joined", 1),
        ("columns", 0),
        ("next_rows", 0),
        ("rows_in_threads", 0),
        ("rows_in_turns", 0),
        ("row_out_of_bounds", 0),
        ("scanned_rows", 0),
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

/// What the evaluator of `Imp` counts: the bytes that a run copies, and those of all blocks that it allocates.
fn traffic(function: &str, input: &str) -> (u64, u64) {
    let options = ["run", "--no-warnings", "--trace", "--at", "imp", "--entry-point", function];
    let outcome = command::run(&[&options[..], &["tests/programs/places.fut"]].concat(), input);
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    let count = |name: &str| {
        let (_, rest) = outcome.stderr.rsplit_once(&format!("{name}=")).unwrap();
        let digits = rest.chars().take_while(char::is_ascii_digit).collect::<String>();
        digits.parse::<u64>().unwrap()
    };
    (count("copied"), count("allocated"))
}

#[test]
fn updates_in_place_and_views_move_no_bytes() {
    let rows = "[[1i32, 2i32, 3i32], [4i32, 5i32, 6i32], [7i32, 8i32, 9i32]]";
    // (function, input, bytes copied, bytes allocated)
    let runs = [
        ("recursive", "[1i32, 2i32, 3i32, 4i32]", 0, 0),
        ("windows", "[1i32, 2i32, 3i32, 4i32]", 0, 0),
        ("exchanged", "3i32 [1i32, 2i32] [3i32, 4i32]", 0, 0),
        ("row_out_of_bounds", &format!("{rows} 1i64"), 0, 0),
        ("next_rows", rows, 0, 0),
        ("columns", rows, 0, 0),
        // The element before the first, and the result.
        ("scanned_rows", rows, 0, 48),
        // The block of the result, and nothing else.
        ("squares", "4i64", 0, 16),
        ("rows_in_threads", "2i64 3i64", 0, 48),
        // One of four parts comes from an argument.
        ("joined", "[1i32, 2i32, 3i32]", 12, 48),
        // A branch whose result is a view copies it; the last one makes its array.
        ("branches", "1i32 [1i32, 2i32, 3i32, 4i32]", 16, 16),
        ("branches", "3i32 [1i32, 2i32, 3i32, 4i32]", 0, 16),
        // The new row depends on the old one.
        ("own_row", &format!("{rows} 1i64"), 12, 12),
    ];
    for (function, input, copied, allocated) in runs {
        assert_eq!(traffic(function, input), (copied, allocated), "{function}");
    }
}
