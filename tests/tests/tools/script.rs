//! `fut-nano script`.

use super::{folder, run_in};

const PROGRAM: &str = "
type pt = {x: i32, y: f32}
entry mk (a: i32) (b: f32) : pt = {x = a, y = b}
entry get (p: pt) : f32 = p.y + f32.i32 p.x
entry two (a: i32) : (i32, f32) = (a, 1.5)
entry add (a: []f32) : []f32 = map (+ 1) a
entry points (n: i64) : []pt = replicate n {x = 1, y = 2}
entry swap (x: (i32, bool)) = (x.1, x.0)
entry maybe (x: i32) : #none | #some i32 = if x > 0 then #some x else #none
entry three = 3i32
entry nested (x: i32) = (x, (x, true))
def unseen (x: i32) = x + 1
entry consume (xs: *[]i32) = xs with [0] = 1
entry fails (x: i32) = assert (x > 0) x
";

#[test]
fn expressions_are_evaluated() {
    let folder =
        folder(&[("p.fut", PROGRAM), ("data/v.in", "[1, 2] true"), ("data/one.in", "[7i64]"), ("e.fs", "mk 1\n 2\n")]);
    for (exp, expected) in [
        ("mk 1 2f32", "{x = 1i32, y = 2.0f32}"),
        ("get (mk 1 2)", "3.0f32"),
        ("get {x = 1, y = 2}", "3.0f32"),
        ("mk (two 3)", "{x = 3i32, y = 1.5f32}"),
        ("let (a, b) = two 3 in (b, {c = a, d = three})", "(1.5f32, {c = 3i32, d = 3i32})"),
        ("let x = [1, 2] in add x", "[2.0f32, 3.0f32]"),
        ("swap (1, true)", "(true, 1i32)"),
        ("[three, three]", "[3i32, 3i32]"),
        ("[[1, 2], [three, three]]", "[[1i32, 2i32], [3i32, 3i32]]"),
        ("[mk 1 2, mk 3 4.5f32]", "[{x = 1i32, y = 2.0f32}, {x = 3i32, y = 4.5f32}]"),
        ("points 2", "[{x = 1i32, y = 2.0f32}, {x = 1i32, y = 2.0f32}]"),
        ("points 0", "empty([0]pt)"),
        ("(mk 1 2).y", "2.0f32"),
        ("(mk 1 2)", "{x = 1i32, y = 2.0f32}"),
        ("let p = (mk 1 2) in {a = (get p), b = (three)}", "{a = 3.0f32, b = 3i32}"),
        ("(two 3).1", "1.5f32"),
        ("let (_, p) = nested 3 in let (a, b) = p in b", "true"),
        ("let p = points 2 in p[1]", "{x = 1i32, y = 2.0f32}"),
        ("let x = [[1, 2], [3, 4]] let y = x[1] in (x[0, 1], y, y[0])", "(2i32, [3i32, 4i32], 3i32)"),
        ("let done = $store \"one\" (mk 4 5) in get ($restore \"pt\" \"one\")", "9.0f32"),
        ("unseen 1", "2i32"),
        ("(maybe 1, maybe 0)", "(#some 1i32, #none)"),
        ("let (a, b) = $loaddata \"data/v.in\" in consume a", "[1i32, 2i32]"),
        ("$loaddata \"data/one.in\"", "[7i64]"),
        ("$loadbytes \"data/one.in\"", "[91u8, 55u8, 105u8, 54u8, 52u8, 93u8]"),
        ("(-3, f32.nan, \"a\\n\", ())", "(-3i32, f32.nan, [97u8, 10u8], ())"),
    ] {
        let outcome = run_in(&folder, &["script", "p.fut", exp], "");
        assert_eq!(
            (outcome.text().as_str(), outcome.status),
            (&*format!("{expected}\n"), Some(0)),
            "{exp}: {}",
            outcome.stderr
        );
    }
    assert_eq!(run_in(&folder, &["script", "p.fut", "-f", "e.fs"], "").text(), "{x = 1i32, y = 2.0f32}\n");
    let logged = run_in(&folder, &["script", "p.fut", "-L", "-v", "-e", "three"], "");
    assert_eq!(logged.text(), "3i32\n");
    assert!(logged.stderr.contains("Running ") && logged.stderr.contains("Compiled in "), "{}", logged.stderr);
    let debugged = run_in(&folder, &["script", "-D", "p.fut", "add [1]"], "");
    assert_eq!(debugged.text(), "[2.0f32]\n", "{}", debugged.stderr);
    let binary = run_in(&folder, &["script", "p.fut", "-b", "-e", "two 1"], "");
    assert_eq!(run_in(&folder, &["dataset"], binary.stdout).text(), "1i32\n1.5f32\n");
}

#[test]
fn stored_values_are_restored() {
    let folder = folder(&[("p.fut", PROGRAM)]);
    let stored = run_in(&folder, &["dataset", "-b", "-g", "[4i32, 5i32]", "-g", "[1f32, 2f32]"], "").stdout;
    std::fs::write(folder.path().join("points"), stored).unwrap();
    let outcome = run_in(&folder, &["script", "p.fut", "$restore \"[]pt\" \"points\""], "");
    assert_eq!(outcome.text(), "[{x = 4i32, y = 1.0f32}, {x = 5i32, y = 2.0f32}]\n", "{}", outcome.stderr);
}

#[test]
fn mistakes_are_reported() {
    let folder = folder(&[("p.fut", PROGRAM), ("wrong.fut", "entry main = x")]);
    for (exp, status, why) in [
        ("mk 1 (2", 2, "line 1, column 8: expected `)` or `,`, but the text ends here"),
        ("f +", 2, "expected the end of the expression, found `+`"),
        ("mk 1", 1, "the function mk needs more arguments"),
        ("mk 1 2 3", 1, "mk needs arguments of types"),
        ("add true", 1, "but is applied to arguments of types\n  bool"),
        ("nosuch 1", 1, "Unknown entry point: nosuch"),
        ("$nosuch 1", 1, "there is no function $nosuch"),
        ("$loaddata 1", 1, "$loaddata needs the name of a file"),
        ("$loaddata \"nosuch\"", 1, "cannot read nosuch"),
        ("let x = 1 in x x", 1, "`x` is a variable, not a function"),
        ("let (a, b) = 3 in a", 1, "the pattern (a, b) does not fit a value of type i32"),
        ("{x = 1, x = 2}", 1, "two fields x"),
        ("(mk 1 2).z", 1, "a value of type pt has no field z"),
        ("let x = [1] in x[1]", 1, "the index 1 is out of bounds for a size of 1"),
        ("let x = [1] in x[0, 0]", 1, "a value of type []i32 is no array of so many dimensions"),
        ("$store \"one\" (1, 2)", 1, "a value of type (i32, i32) cannot be stored"),
        ("$loadimg \"nosuch.png\"", 1, "cannot read nosuch.png"),
        ("[1, true]", 1, "an array with elements of types i32 and bool"),
        ("[three, [three]]", 1, "an array with elements of types i32 and []i32"),
        ("fails 0", 1, "Assertion is false"),
    ] {
        let outcome = run_in(&folder, &["script", "p.fut", exp], "");
        assert_eq!((outcome.status, outcome.text().as_str()), (Some(status), ""), "{exp}: {}", outcome.stderr);
        assert!(outcome.stderr.contains(why), "{exp}: {}", outcome.stderr);
    }
    let outcome = run_in(&folder, &["script", "wrong.fut", "main"], "");
    assert_eq!(outcome.status, Some(2));
    assert!(outcome.stderr.starts_with("error[E0101]: unknown name `x`"), "{}", outcome.stderr);
}
