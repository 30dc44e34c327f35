//! Numbers whose type nothing decides. The reference compiler (0.25.32) warns of the same numbers, at the same places.

use crate::typing::support::testing::infer;

/// The texts at the places of the warnings.
fn warnings(text: &str) -> Vec<String> {
    let (_, context) = infer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let places = context.warnings.iter().map(|warning| {
        let (start, end) = (warning.span.start as usize, warning.span.end as usize);
        context.sources.get(warning.span.file).expect("a file").text[start..end].to_string()
    });
    places.collect()
}

#[test]
fn numbers_in_the_type_of_a_definition() {
    for (text, found) in [
        ("def f = 3", vec!["3"]),
        ("def f x = x + 1", vec!["1"]),
        ("def f x = 1 + x", vec!["1"]),
        ("def f x y = x * y", vec!["y"]),
        ("def f x = -x", vec!["x"]),
        ("def f = (1, 2.5)", vec!["1", "2.5"]),
        ("def f = let y = 2.0 in y * 2", vec!["2"]),
        ("def f (n: i64) = loop acc = 1 for _i < n do acc * 2", vec!["2"]),
        ("def f = [1, 2, 3]", vec!["3"]),
        ("def f (c: bool) x = if c then x else 1", vec!["1"]),
        ("def f = 1..<3", vec!["3"]),
        ("def f = \\x -> x * 2", vec!["2"]),
        (
            "module m (P: { val x: i32 }) = { def u = 3 def v = P.x }
             module a = m { def x = 1i32 } module b = m { def x = 2i32 }
             def f = (a.u, b.u, a.v)",
            vec!["3"],
        ),
    ] {
        assert_eq!(warnings(text), found, "{text}");
    }
}

#[test]
fn numbers_that_do_not_leave_the_definition_or_are_decided() {
    for text in [
        "def f = 1 == 2",
        "def f (x: i32) = let _n = 3 in x",
        "def f = length (map (+ 1) [1, 2])",
        "def f (x: i32) = let _g y = y + 1 in x",
        "def f: i32 = 3",
        "def f = 3i32 + 4",
        "def f (x: i32) = match 3 case 3 -> x case _ -> 2",
    ] {
        assert_eq!(warnings(text), [""; 0], "{text}");
    }
}
