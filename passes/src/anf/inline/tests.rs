use crate::anf::support::testing::{after, anf, count};
use framework::Node;

/// A chain of functions; each calls the previous one twice.
fn doubling(levels: usize, main: &str) -> String {
    let first = "def f0 (x: i64) (y: i64): i64 = if x > y then x * y - 3 else y + x\n".to_owned();
    let next = |i: usize| format!("def f{i} (x: i64) (y: i64): i64 = f{0} (x + {i}) y - f{0} y x\n", i - 1);
    let functions = (1..=levels).map(next).fold(first, |text, function| text + &function);
    format!("{functions}entry main [n] (xs: [n]i64) = {}", main.replace("last", &format!("f{levels}")))
}

#[test]
fn code_grows_with_the_program_and_not_with_its_copies() {
    let size = |levels| anf(&doubling(levels, "map (\\x -> last x 7) xs")).0.root().size();
    let (small, large) = (size(20), size(60));
    assert!(large < 4 * small, "{small} nodes become {large}");
}

#[test]
fn small_programs_have_no_calls() {
    let program = after(&[], &doubling(3, "map (\\x -> last x 7) xs"), "[1i64]");
    assert_eq!(count(&program, "fun"), 0, "{program}");
}

#[test]
fn functions_that_stay_are_given_constants() {
    let text = "def table: [3]i64 = map (* 2) (iota 3)\ndef sum = i64.sum table\ndef two: i64 = i64.min 2 3\n"
        .to_owned()
        + &doubling(12, "map (\\x -> last x sum) xs").replace("x * y - 3", "x * y - sum * two");
    let program = after(&["simplify", "remove-dead"], &text, "[1i64, 2i64]");
    assert_eq!((count(&program, "fun"), count(&program, "reduce")), (1, 1), "{program}");
    assert!(!program.contains("two"), "{program}");
}
