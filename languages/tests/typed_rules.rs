//! One program for each way to break a rule of `Typed` and of the languages that extend it.
#![allow(missing_docs)]

use framework::sexp::Tree;
use framework::{Dialect, FileId, Owned, Program};
use languages::first_order::FirstOrder;
use languages::mono::Mono;
use languages::mono_match::MonoMatch;
use languages::typed::Typed;

/// Returns the violations of a language's rules in a program, each as `rule: message`.
fn violations<L: Dialect>(text: &str) -> Vec<String>
where
    Owned<L>: Send,
{
    let tree = Tree::parse(text, FileId(0)).unwrap_or_else(|error| panic!("{text}: {error}"));
    let program = Owned::<L>::from_tree(&tree).unwrap_or_else(|error| panic!("{text}: {error}"));
    let report = Program::new(program).check_rules();
    report.violations.iter().map(|violation| format!("{}: {}", violation.rule, violation.message)).collect()
}

/// Returns `def f [n] (x: i32) (xs: [n]i32): RET = BODY`.
fn function(ret: &str, body: &str) -> String {
    format!(
        "(program [(value f#1 false [] _ [(size-param n#2)] \
         [(pat-var (type-prim i32) x#3) (pat-var {ARRAY} xs#4)] {ret} true {body})])"
    )
}

const I32: &str = "(type-prim i32)";
const BOOL: &str = "(type-prim bool)";
/// `[n]i32`.
const ARRAY: &str = "(type-array (size-of (var (type-prim i64) n#2 [])) (type-prim i32))";
/// `?[k].[k]i32`.
const UNKNOWN: &str =
    "(type-exists [(size-binder k#9)] (type-array (size-of (var (type-prim i64) k#9 [])) (type-prim i32)))";

fn x() -> String {
    format!("(var {I32} x#3 [])")
}

fn xs() -> String {
    format!("(var {ARRAY} xs#4 [])")
}

/// Checks that the violations of a program of `Typed` include `message`.
fn breaks(text: &str, message: &str) {
    let found = violations::<Typed>(text);
    assert!(found.iter().any(|violation| violation.contains(message)), "{text}\n{found:?}");
}

#[test]
fn a_program_that_obeys_all_rules() {
    assert_eq!(violations::<Typed>(&function(I32, &x())), [""; 0]);
    assert_eq!(violations::<Typed>(&function(ARRAY, &xs())), [""; 0]);
}

#[test]
fn a_name_that_nothing_binds() {
    breaks(&function(I32, &format!("(var {I32} y#7 [])")), "names-in-scope: `y_7` is not in scope");
}

#[test]
fn a_size_in_a_type_that_nothing_binds() {
    let ty = "(type-array (size-of (var (type-prim i64) m#7 [])) (type-prim i32))";
    breaks(&function(ARRAY, &format!("(let {ty} [] (pat-wild {I32}) {} {})", x(), xs())), "names-in-scope: `m_7`");
}

#[test]
fn a_variable_that_is_bound_twice() {
    let body = format!("(let {I32} [] (pat-var {I32} x#3) {} {})", x(), x());
    breaks(&function(I32, &body), "unique-names: `x_3` is bound a second time");
}

#[test]
fn an_operand_of_unknown_size() {
    let operand = format!("(if {UNKNOWN} (const {BOOL} true) {} {})", xs(), xs());
    let body = format!("(index {I32} {operand} [(at (const (type-prim i64) 0i64))])");
    breaks(&function(I32, &body), "known-sizes: no `let` names the sizes of this operand");
}

#[test]
fn a_let_may_be_of_unknown_size() {
    let rhs = format!("(if {UNKNOWN} (const {BOOL} true) {} {})", xs(), xs());
    let named = "(type-array (size-of (var (type-prim i64) m#5 [])) (type-prim i32))";
    let body = format!("(let {UNKNOWN} [(size-binder m#5)] (pat-var {named} ys#6) {rhs} (var {named} ys#6 []))");
    assert_eq!(violations::<Typed>(&function(UNKNOWN, &body)), [""; 0]);
}

#[test]
fn ill_typed_expressions() {
    let cases = [
        (BOOL, x(), "has type i32, but the result type is bool"),
        (BOOL, format!("(const {BOOL} 1i32)"), "the constant is of another type"),
        (BOOL, format!("(var {BOOL} x#3 [])"), "has type bool, but the result of `x_3` is i32"),
        (I32, format!("(var {I32} x#3 [(arg-type {I32})])"), "has 1 type arguments, but `x_3` takes 0"),
        (I32, format!("(bin {I32} add {} {})", x(), xs()), "its parts do not have the types that it needs"),
        (I32, format!("(un {I32} not {})", x()), "its parts do not have the types that it needs"),
        (I32, format!("(project {I32} {} a)", x()), "its parts do not have the types that it needs"),
        (I32, format!("(apply {I32} {} [{}])", x(), x()), "too many arguments"),
        (I32, format!("(if {I32} {} {} {})", x(), x(), x()), "has type i32, but bool is needed"),
        (
            I32,
            format!("(if {I32} (const {BOOL} true) {} {})", x(), xs()),
            "has type [n_2]i32, but the type of the conditional is i32",
        ),
        (I32, format!("(index {I32} {} [(at {})])", xs(), x()), "has type i32, but i64 is needed"),
        (
            I32,
            format!("(let {BOOL} [] (pat-var {I32} y#7) {} (var {I32} y#7 []))", x()),
            "has type bool, but what its parts make is i32",
        ),
        (
            I32,
            format!("(let {I32} [] (pat-var {BOOL} y#7) {} {})", x(), x()),
            "has type i32, but the pattern's type is bool",
        ),
        (I32, format!("(intrinsic {I32} map [{}])", x()), "`map` takes 2 operands"),
    ];
    for (ret, body, message) in cases {
        breaks(&function(ret, &body), &format!("well-typed: {message}"));
    }
}

#[test]
fn sizes_that_differ() {
    let longer = "(type-array (size-of (bin (type-prim i64) add (var (type-prim i64) n#2 []) (const (type-prim i64) 1i64))) \
         (type-prim i32))";
    breaks(&function(longer, &xs()), "well-typed: has type [n_2]i32, but the result type is [n_2 + 1]i32");
}

#[test]
fn sizes_that_are_the_same_by_arithmetic() {
    let same = "(type-array (size-of (bin (type-prim i64) sub (bin (type-prim i64) add (const (type-prim i64) 1i64) \
                (var (type-prim i64) n#2 [])) (const (type-prim i64) 1i64))) (type-prim i32))";
    assert_eq!(violations::<Typed>(&function(same, &xs())), [""; 0]);
}

#[test]
fn the_languages_below_have_the_rules_too() {
    let mono = |body: &str| format!("(program [(value f#1 false [] _ [] [(pat-var {I32} x#3)] {I32} {body})])");
    let good = mono(&format!("(var {I32} x#3)"));
    assert_eq!(violations::<MonoMatch>(&good), [""; 0]);
    assert_eq!(violations::<Mono>(&good), [""; 0]);
    assert_eq!(violations::<FirstOrder>(&good), [""; 0]);
    let ill_typed = mono(&format!("(var {BOOL} x#3)"));
    for found in
        [violations::<MonoMatch>(&ill_typed), violations::<Mono>(&ill_typed), violations::<FirstOrder>(&ill_typed)]
    {
        assert!(found.iter().any(|violation| violation.starts_with("well-typed: ")), "{found:?}");
    }
    let unbound = mono(&format!("(var {I32} y#7)"));
    for found in [violations::<MonoMatch>(&unbound), violations::<Mono>(&unbound), violations::<FirstOrder>(&unbound)] {
        assert!(found.iter().any(|violation| violation.starts_with("names-in-scope: ")), "{found:?}");
    }
    let twice = mono(&format!("(let {I32} [] (pat-var {I32} x#3) (var {I32} x#3) (var {I32} x#3))"));
    for found in [violations::<MonoMatch>(&twice), violations::<Mono>(&twice), violations::<FirstOrder>(&twice)] {
        assert!(found.iter().any(|violation| violation.starts_with("unique-names: ")), "{found:?}");
    }
}

#[test]
fn new_productions_mean_what_their_counterparts_in_typed_mean() {
    use framework::{SourceMap, Symbol, pass::Context};
    use languages::{run::Call, value::Value};
    let sum = "(type-sum [(type-case a [(type-prim i32)]) (type-case b [])])";
    let value = format!("(con {sum} a [(var {I32} x#3)])");
    let mono = format!(
        "(program [(value f#1 true [] _ [] [(pat-var {I32} x#3)] (type-record [(type-field 0 {BOOL}) (type-field 1 {I32})]) \
         (record (type-record [(type-field 0 {BOOL}) (type-field 1 {I32})]) \
         [(field 0 (test {BOOL} {value} b)) (field 1 (payload {I32} {value} a 0))]))])"
    );
    let array = "(type-array (size-of (const (type-prim i64) 2i64)) (type-prim i32))";
    let first_order = format!(
        "(program [(value g#5 false [] _ [] [(pat-var {I32} y#6)] {I32} (bin {I32} add (var {I32} y#6) (const {I32} 1i32))) \
         (value f#1 true [] _ [] [(pat-var {I32} x#3)] {array} \
         (intrinsic {array} map [(fun [(pat-var {I32} z#7)] {I32} (call {I32} g#5 [(var {I32} z#7)]))] \
         [(array {array} [(var {I32} x#3) (const {I32} 5i32)])]))])"
    );
    fn run<L: Dialect>(text: &str) -> String
    where
        Owned<L>: Send,
    {
        let tree = Tree::parse(text, FileId(0)).unwrap_or_else(|error| panic!("{text}: {error}"));
        let program = Owned::<L>::from_tree(&tree).unwrap_or_else(|error| panic!("{text}: {error}"));
        let args = vec![Value::Scalar(languages::prim::PrimValue::I32(3))];
        let call = Call {
            entry: Symbol::new("f"),
            args,
            heap: false,
            tracer: languages::trace::Tracer::default(),
            stop: languages::stop::Stop::default(),
        };
        let outcome = Program::new(program).evaluate(&call, &Context::new(SourceMap::default()));
        let outcome = outcome.unwrap_or_else(|error| panic!("{text}: {error}"));
        let values = outcome.downcast_ref::<Vec<Value>>().into_iter().flatten();
        values.map(ToString::to_string).collect::<Vec<_>>().join(" ")
    }
    assert_eq!(run::<Mono>(&mono), "false 3i32");
    assert_eq!(run::<FirstOrder>(&first_order), "[4i32, 6i32]");
}
