//! Programs before and after `defunc`.

use super::validate::NoFunctionValues;
use crate::catalogue;
use framework::pass::{AnyRule, Context, Report};
use framework::pipeline::{Watch, read_program};
use framework::{AnyLanguage, FileId, Language, Owned, Program, Span, Symbol};
use languages::files::{self, Files};
use languages::first_order::FirstOrder;
use languages::source::Edition;

/// The entry point `main` of a program after `defunc` with `--function-branches`. Checks all rules. Leaves out the
/// numbers of names.
fn text(source: &str) -> String {
    let mut pipeline = catalogue::pipeline().until(FirstOrder::INFO);
    pipeline.set("infer-types", "function_branches", "true").expect("there is such a pass");
    pipeline.remove("flatten-sums").expect("there is such a pass");
    let files = Owned::<Files>::build(|_| {
        let (path, text) = (Symbol::new("test"), Symbol::new(source));
        Ok(files::Program { span: Span::NONE, path, edition: Edition::E2026, text })
    });
    let files = Program::new(files.expect("this cannot fail"));
    let program = pipeline.run_on_any(files, &mut Context::default(), &mut Watch::default());
    let text = program.unwrap_or_else(|error| panic!("{source}\n{error}")).print(Some("main"));
    let mut parts = text.split('_');
    let first = parts.next().unwrap_or_default().to_string();
    parts.fold(first, |text, part| text + part.trim_start_matches(|char: char| char.is_ascii_digit()))
}

#[test]
fn closures_hold_free_variables_only() {
    let program = "def main (a: i32) (b: i32) = let f = \\y -> y + a in f b";
    let expected = "
entry main (a: i32) (b: i32): i32 =
  let f: {a: i32} = {a = a}
  let a: i32 = f.a
  let y: i32 = b
  in y + a";
    assert_eq!(text(program).trim(), expected.trim());
}

#[test]
fn functions_of_branches_are_sums() {
    let program = "def main (b: bool) (a: i32) (c: i32) =
        let f = if b then \\y -> y + a else \\y -> y * c in f 1";
    let expected = "let f: #left {a: i32} | #right {c: i32} = if b then #left {a = a} else #right {c = c}";
    assert!(text(program).contains(expected), "{}", text(program));
    // One case, and one use of each function's captured variables.
    assert_eq!(text(program).matches("match f").count(), 3, "{}", text(program));
}

#[test]
fn one_function_in_both_branches_is_no_choice() {
    // Different captured values.
    let lambda = "def add (k: i32) = \\y -> y + k
        def main (b: bool) (x: i32) = let f = if b then add 1 else add x in f x";
    assert!(!text(lambda).contains("#left"), "{}", text(lambda));
    let record = "def main (b: bool) (x: i32) =
        let f y = x + y let r = if b then {f, k = 1} else {f, k = x} in r.f r.k";
    assert!(!text(record).contains("#left"), "{}", text(record));
    // A closure captures an *Or*.
    let captured = "def compose (f: i32 -> i32) (g: i32 -> i32) = \\x -> g (f x)
        def main (b: bool) (x: i32) =
          let add y = x + y let f = if b then compose add (* 2) else compose add (* 3) in f x";
    assert!(text(captured).contains("let f: {g: #left () | #right (), f: {x: i32}}"), "{}", text(captured));
}

#[test]
fn functions_at_different_places_are_different() {
    // An index out of bounds is reported inside the function that failed.
    let program = "def main (b: bool) (xs: [3]i32) (i: i64) =
        let f = if b then \\i -> xs[i] else \\i -> xs[i] in f i";
    assert!(text(program).contains("#left {xs: [0]i32} | #right {xs: [0]i32}"), "{}", text(program));
}

#[test]
fn a_function_is_one_alternative_however_often_it_is_chosen() {
    let program = "def main (a: bool) (b: bool) (x: i32) =
        let f y = x + y
        let g y = x * y
        let h = if a then f else if b then g else f
        let k = if b then h else g in k x";
    assert!(text(program).contains("let k: #left {x: i32} | #right {x: i32} ="), "{}", text(program));
}

#[test]
fn a_constructor_is_tested_along_the_choice() {
    let program = "type^ t = #add (i32 -> i32) | #none | #two (i32 -> i32)
        def main (a: bool) (b: bool) (x: i32) =
          let c : t = if a then #add (+ x) else if b then #two (* x) else #none
          in match c case #add f -> f x case #two g -> g x case #none -> x";
    assert!(
        text(program).contains("#left {0: {x: i32}} | #right (#left {0: {x: i32}} | #right ())"),
        "{}",
        text(program)
    );
}

/// The violations in a program with a function `f` of one parameter and an entry point with parameters `x` and `xs` and
/// this body.
fn violations(body: &str) -> Vec<String> {
    let int = "(type-prim i32)";
    let array = format!("(type-array (size-of (const (type-prim i64) 3i64)) {int})");
    let body = body.replace("INT", int).replace("ARRAY", &array);
    let text = format!(
        "(program [
            (value f false [] _ [] [(pat-var {int} y)] {int} (var {int} y))
            (value main true [] _ [] [(pat-var {int} x) (pat-var {array} xs)] {int} {body})])"
    );
    let program = read_program(&catalogue::registry(), &text, FileId(0), Some(AnyLanguage::of::<FirstOrder>()));
    let mut report = Report::default();
    NoFunctionValues.check(&program.unwrap_or_else(|error| panic!("{text}\n{error}")), &mut report);
    report.violations.into_iter().map(|violation| violation.message).collect()
}

#[test]
fn no_function_values() {
    assert_eq!(violations("(call INT f [(var INT x)])"), Vec::<String>::new());
    assert_eq!(violations("(var INT f)"), ["the function `f` is used as a value"]);
    assert_eq!(violations("(call INT f [])"), ["`f` is called with 0 of 1 arguments"]);
    assert_eq!(violations("(call INT x [(var INT x)])"), ["`x` is called, but is no definition"]);
    let map = |params: &str| format!("(intrinsic ARRAY map [(fun [{params}] INT (var INT x))] [(var ARRAY xs)])");
    assert_eq!(violations(&map("(pat-var INT z)")), Vec::<String>::new());
    assert_eq!(violations(&map("")), ["function operands with [0] parameters, not [1]"]);
    assert_eq!(
        violations("(intrinsic ARRAY map [] [(var ARRAY xs)])"),
        ["function operands with [] parameters, not [1]"]
    );
}
