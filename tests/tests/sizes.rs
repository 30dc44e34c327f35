//! The running example of FHPC'14, from figure 7 to figure 10.

use fut_nano_tests::{command, root};

const EXAMPLE: &str = "tests/programs/edition-2017/size-slicing.fut";
/// A map whose function returns arrays; their sizes are the elements of the mapped array.
const IRREGULAR: &str = "tests/programs/edition-2017/irregular.fut";

/// Returns the dump of the example after a pass.
fn dump(pass: &str) -> String {
    let outcome = command::run(&["--edition=2017", "--no-warnings", &format!("--dump-after={pass}"), EXAMPLE], "");
    assert_eq!(outcome.status, Some(0), "{}", outcome.stderr);
    String::from_utf8_lossy(&outcome.stdout).into_owned()
}

#[test]
fn figure_7_is_the_program() {
    let text = std::fs::read_to_string(root().join(EXAMPLE)).unwrap();
    let program = text.split_once("\n\n").map(|(_, program)| program);
    insta::assert_snapshot!("figure_7", program.unwrap_or_default());
}

#[test]
fn figure_8_has_existential_results() {
    let text = dump("normalise");
    let parts = ["fun f_", "k_", "= f_", "assert eq_"];
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    insta::assert_snapshot!("figure_8", text);
}

#[test]
fn figure_9_has_shape_and_value_slices() {
    let text = dump("slice-sizes");
    let parts = ["fun f_shape", "fun f_value", "= f_shape", "= f_value"];
    assert!(parts.iter().all(|part| text.contains(part)), "{text}");
    insta::assert_snapshot!("figure_9", text);
}

#[test]
fn figure_10_checks_before_the_map() {
    let text = dump("hoist-checks");
    let check = text.find("cannot match shape").zip(text.find("map n_"));
    assert!(check.is_some_and(|(check, map)| check < map), "{text}");
    insta::assert_snapshot!("figure_10", text);
}

#[test]
fn figure_16_compares_sizes_before_values_are_made() {
    let options = ["--edition=2017", "--no-warnings", "--check-first", "--dump-after=hoist-checks", IRREGULAR];
    let text = command::run(&options, "").text();
    let (before, map) = text.split_once(" map n_").unwrap();
    assert!(before.contains("cannot match shape") && !map.contains("assert"), "{text}");
    let chapter = std::fs::read_to_string(root().join("docs/sizes.md")).unwrap();
    let shown = chapter.rsplit("```text\n").next().and_then(|block| block.split("```").next()).unwrap();
    assert!(shown.split("…\n").all(|piece| text.contains(piece)), "{shown}\nis not in\n{text}");
}

/// The chapter on sizes shows parts of actual dumps.
#[test]
fn the_chapter_shows_dumps() {
    let chapter = std::fs::read_to_string(root().join("docs/sizes.md")).unwrap();
    let mut count = 0;
    for part in chapter.split("\n<!-- after ").skip(1) {
        let (pass, rest) = part.split_once(" -->\n").unwrap();
        let shown = rest.split("```").nth(1).and_then(|block| block.split_once('\n')).unwrap().1;
        let text = dump(pass);
        // `…` stands for omitted lines.
        for piece in shown.split("…\n").filter(|piece| !piece.trim().is_empty()) {
            assert!(text.contains(piece.trim_end_matches(' ')), "after {pass}:\n{piece}\nis not in\n{text}");
        }
        count += 1;
    }
    assert!(count >= 3);
}
