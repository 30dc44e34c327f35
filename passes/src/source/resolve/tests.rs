//! Small programs, the names in their resolved form, and errors.

use framework::{Owned, Result};
use languages::resolved::{Def, Resolved};

use super::resolve;
use crate::source::parse::load_imports::load_text;

fn resolved(text: &str) -> Result<Owned<Resolved>> {
    load_text(text).and_then(|(_, program)| resolve(&program))
}

/// The names of the remaining values, in order.
fn values(text: &str) -> Vec<&'static str> {
    let program = resolved(text).unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    let name = |def: &Def<'_>| match def {
        Def::Value { name, .. } | Def::Otherwise { name, .. } => Some(name.base.as_str()),
        _ => None,
    };
    program.root().defs.iter().filter_map(name).collect()
}

fn messages(text: &str) -> Vec<String> {
    let Err(first) = resolved(text) else { return Vec::new() };
    std::iter::once(&first).chain(&first.others).map(ToString::to_string).collect()
}

/// Every used name is bound, and no name is bound twice.
fn check_names(program: &Owned<Resolved>) {
    let faults = framework::check_names(program.root(), true);
    assert!(faults.is_empty(), "{faults:?}");
}

#[test]
fn unused_definitions_of_the_prelude_are_left_out() {
    assert_eq!(values("def main (x: i32) = x"), ["main"]);
    assert_eq!(values("def main (xs: []i32) = map1 (+ 1) xs"), ["map", "map1", "main"]);
}

#[test]
fn names_are_unique_and_bound() {
    let text = "
        def x = 1
        def f (x: i64) (y: [x]i32) = let x = y in (\\y -> y) (x, let g x = x in g y)
        def h [n] 'a (xs: [n]a) = loop (i, ys) = (0, xs) while i < n do (i + x, ys)
        def m (p: (i32, i32)) = match p case (0, b) -> b case (a, _) -> a
        module t (P: { type t val z: t val f: t -> t }) = { def twice (x: P.t) = P.f (P.f x) def z = P.z }
        module u = t { type t = i32 def z = 3i32 def f (x: t) = x + 1 }
        def main = u.(twice z) + f32.(i32 (t32 pi))";
    check_names(&resolved(text).expect("it resolves"));
}

#[test]
fn functions_of_float_modules_resolve() {
    let uses = ["f16", "f32", "f64"].map(|ty| {
        format!("def use_{ty} = {ty}.(mad (lerp pi e nan) (recip inf) (from_bits (to_bits (set_bit 1 epsilon 1))))")
    });
    check_names(&resolved(&uses.join("\n")).expect("it resolves"));
}

#[test]
fn a_module_is_a_table_of_names() {
    assert_eq!(values("module m = { def a = 1 local def b = a def c = b } def main = m.c"), ["a", "b", "c", "main"]);
    assert_eq!(messages("module m = { local def b = 1 } def main = m.b"), ["the module has no name `b`"]);
    assert_eq!(
        messages("module m : { val a: i32 } = { def a = 1i32 def b = 2i32 } def main = m.b"),
        ["the module has no name `b`"]
    );
    assert_eq!(messages("module m : { val a: i32 } = { def b = 2i32 }").len(), 1);
}

#[test]
fn each_application_of_a_parametric_module_has_its_own_definitions() {
    let text = "
        module f (P: { val n: i32 }) = { def twice = P.n + P.n }
        module a = f { def n = 1i32 }
        module b = f { def n = 2i32 }
        def main = a.twice + b.twice";
    assert_eq!(values(text), ["twice", "n", "twice", "n", "twice", "main"]);
    check_names(&resolved(text).expect("it resolves"));
}

#[test]
fn a_later_definition_hides_an_earlier_one_from_elsewhere() {
    // A function is in scope in its own body; a constant is not.
    assert_eq!(values("def id = id def main = id 1i32"), ["id", "id", "main"]);
    assert_eq!(values("def nil x = nil x def main = nil 1i32"), ["nil", "main"]);
    // If that is not well typed, the name may have its previous meaning.
    assert_eq!(values("def null x = null x def main = null 1i32"), ["null", "null", "null", "main"]);
    assert_eq!(messages("def a = 1 def a = 2"), ["duplicate definition of name `a`"]);
}

#[test]
fn wrong_names_are_reported_each_once_with_the_nearest_known_name() {
    assert_eq!(
        messages("def f (lenght: i32) = length + lenghth\ndef g = mapp\ndef h = 1 : int"),
        [
            "unknown name `lenghth`\na similar name is in scope: `lenght`",
            "unknown name `mapp`\na similar name is in scope: `map`",
            "unknown type `int`\nin Futhark this type is called `i32`",
        ]
    );
    assert_eq!(messages("module f (P: { val n: i32 }) = { def x = nn }\nmodule a = f { def n = 1i32 }").len(), 1);
}

#[test]
fn what_binds_twice_is_an_error() {
    for text in [
        "def f (x: i32) (x: i32) = x",
        "def f [n] (n: i32) = n",
        "def f = \\x (x, y) -> x",
        "def f = let (x, x) = (1, 2) in x",
        "def f = {a = 1, a = 2}",
        "def f (x: {a: i32, a: i32}) = x",
        "def f (x: #a | #a) = x",
    ] {
        assert_eq!(messages(text).len(), 1, "{text}");
    }
    // In a case, the last one counts, as in Futhark.
    assert_eq!(messages("def f = match (1, 2) case (x, x) -> x").len(), 0);
}

#[test]
fn types_take_the_arguments_that_they_ask_for() {
    assert_eq!(messages("type t [n] 'a = [n]a def f (x: t [2] i32) = x"), Vec::<String>::new());
    assert_eq!(messages("type t [n] 'a = [n]a def f (x: t i32) = x").len(), 1);
    assert_eq!(messages("type t [n] 'a = [n]a def f (x: t i32 i32) = x").len(), 1);
    assert_eq!(messages("def f 'a (x: a i32) = x").len(), 1);
}

#[test]
fn only_the_programs_own_file_has_entry_points() {
    let program = resolved("module m = { def a = 1i32 def main = 2i32 }\nentry b = m.a\ndef main = m.main");
    let program = program.expect("it resolves");
    let entry = |def: &Def<'_>| matches!(def, Def::Value { entry: true, .. });
    let names = program.root().defs.iter().filter(|def| entry(def)).map(|def| match def {
        Def::Value { name, .. } => name.base.as_str(),
        _ => "",
    });
    assert_eq!(names.collect::<Vec<_>>(), ["b", "main"]);
}

#[test]
fn specifications_are_checked_where_they_stand() {
    for (text, message) in [
        ("module type t = { val f: []i32 -> i32 }", "the parameters of `f` must have non-anonymous sizes"),
        ("module type t = { val f: (x: i32) -> (x: i32) -> i32 }", "the name `x` is bound twice in this type"),
        ("module type t = { type u [n] [n] }", "the parameter `n` occurs twice"),
        ("module type t = { type u 'a 'a }", "the type parameter `a` occurs twice"),
        ("type^ t = []bool -> bool", "a named type contains an anonymous size that is not used constructively"),
        ("module m: { type t } = { type^ t = i32 -> i32 }", "but its module type asks for a non-lifted type"),
        ("module m: { type t 'a } = { type^ t '^a = a }", "but its module type asks for a non-lifted type"),
        ("def f (_x: i32) = _x", "its name starts with an underscore"),
    ] {
        let found = messages(text);
        assert!(found.iter().any(|found| found.contains(message)), "{text}: {found:?}");
    }
}
