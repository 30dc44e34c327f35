//! Runs `hoist-checks` on programs with one check.

use super::HoistChecks;
use crate::anf::support::testing::{after, after_pass};

/// A map over `iota m` of a function with an assertion on `cond`, which `stms` compute from the index `i`, `k`, and the
/// array `xs` of `n` elements.
fn map(stms: &str, cond: &str) -> (String, framework::pass::Context) {
    let program = format!(
        "(program [] [] [(fun main _ [(param n (scalar i64)) (param m (scalar i64)) (param k (scalar i64)) \
         (param xs (array i64 [(var n)] false)) (param is (array i64 [(var m)] false))] \
         [(param r (array i64 [(var m)] false))] (body [\
         (stm [(param iota (array i64 [(var m)] false))] [] (iota (var m) (const 0i64) (const 1i64) i64)) \
         (stm [(param ys (array i64 [(var m)] false))] [] (map false (var m) [iota is] \
         (lambda [(param i (scalar i64)) (param e (scalar i64))] [(scalar i64)] (body [{stms} \
         (stm [(param c (cert))] [] (assert E0901 {cond} [(literal \"bad \") (show (var i) i64)] [here])) \
         (stm [(param y (scalar i64))] [c] (index xs [(var i)]))] [(var y)]))))] [(var ys)]))])"
    );
    after_pass(HoistChecks, &program)
}

fn bin(name: &str, ty: &str, op: &str, prim: &str, lhs: &str, rhs: &str) -> String {
    format!("(stm [(param {name} (scalar {ty}))] [] (bin {op} {prim} {lhs} {rhs}))")
}

/// Whether the assertion comes before the map.
fn is_hoisted(printed: &str) -> bool {
    printed.find("assert").zip(printed.find(" map ")).is_some_and(|(assert, map)| assert < map)
}

#[test]
fn a_fixed_condition_is_tested_if_there_are_elements() {
    let below = bin("p", "bool", "lt", "i64", "(var k)", "(var n)");
    let (printed, _) = map(&below, "(var p)");
    assert!(is_hoisted(&printed), "{printed}");
    let expected = ["lt_i64(k, n)", "le_i64(m, 0i64)", "<c> map"];
    assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
}

#[test]
fn a_linear_condition_is_tested_at_the_ends() {
    let sum = bin("j", "i64", "add", "i64", "(var i)", "(var k)");
    let low = bin("p", "bool", "le", "i64", "(const 0i64)", "(var j)");
    let high = bin("q", "bool", "lt", "i64", "(var j)", "(var n)");
    let both = bin("b", "bool", "logand", "bool", "(var p)", "(var q)");
    let (printed, _) = map(&[sum, low, high, both].concat(), "(var b)");
    assert!(is_hoisted(&printed), "{printed}");
    let expected = ["le_i64(0i64, k)", "sub_i64(m, 1i64)", "while good"];
    assert!(expected.iter().all(|part| printed.contains(part)), "{printed}");
}

#[test]
fn a_condition_that_holds_for_all_indices_needs_no_check() {
    let high = bin("q", "bool", "lt", "i64", "(var i)", "(var m)");
    let (printed, _) = map(&high, "(var q)");
    assert!(!printed.contains("assert"), "{printed}");
}

#[test]
fn what_depends_on_elements_stays_and_is_explained() {
    let high = bin("q", "bool", "lt", "i64", "(var e)", "(var n)");
    let (printed, context) = map(&high, "(var q)");
    assert!(printed.contains("assert") && !is_hoisted(&printed), "{printed}");
    let [note] = context.notes.as_slice() else { panic!("{:?}", context.notes) };
    assert_eq!(note.message, "\"bad i\" is checked inside the map: it depends on the elements of `is`");
}

#[test]
fn what_is_not_linear_stays() {
    let square = bin("j", "i64", "mul", "i64", "(var i)", "(var i)");
    let high = bin("q", "bool", "lt", "i64", "(var j)", "(var n)");
    let (printed, _) = map(&(square + &high), "(var q)");
    assert!(printed.contains("assert") && !is_hoisted(&printed), "{printed}");
}

#[test]
fn checks_after_prefixes() {
    let passes = ["simplify", "remove-dead", "fuse-horizontal", "simplify", "remove-dead", "hoist-checks"];
    let text = "entry main [n] (k: i64) (xs: [n]i32) (ys: []i32) = \
        map2 (\\p i -> p + ys[i + k]) (scan (+) 0 xs) (iota n)";
    let program = after(&passes, text, "1i64 [1, 2] [3, 4, 5]");
    let (assert, scan) = (program.find("assert"), program.find(" scan "));
    assert!(assert.is_some() && assert < scan, "{program}");
    let text = "entry main (xs: []i64) (ys: []i32) = map (\\p -> ys[p]) (scan (+) 0 xs)";
    let program = after(&passes, text, "[1i64, 1i64] [3, 4, 5]");
    assert!(program.find("assert") > program.find(" scan "), "{program}");
}
