//! Expressions and programs, and their trees.

use framework::{Dialect, FileId, Node};
use languages::source::prelude::PRELUDE;
use languages::source::{Dec, Exp, Source};

use super::parse;

/// Runs a test on a stack like that of the driver's thread.
fn with_stack(test: impl FnOnce() + Send + 'static) {
    let thread = std::thread::Builder::new().stack_size(1 << 30).spawn(test).expect("a thread starts");
    thread.join().expect("the test passes");
}

/// The tree of an expression, without spans.
fn tree(text: &str) -> String {
    let program = parse(FileId(1), "test", &format!("def x = {text}"));
    let program = program.unwrap_or_else(|errors| panic!("{text}: {errors:?}"));
    match program.root().files[0].decs {
        [Dec::Value { body, .. }] => shown(body),
        _ => panic!("one definition"),
    }
}

fn shown(exp: &Exp<'_>) -> String {
    let list = |exps: &[Exp<'_>]| exps.iter().map(shown).collect::<Vec<_>>().join(" ");
    match exp {
        Exp::Var { name, .. } => name.to_string(),
        Exp::IntLit { value, .. } => value.to_string(),
        Exp::Infix { op, lhs, rhs, .. } => format!("({} {} {})", shown(lhs), shown(op), shown(rhs)),
        Exp::Apply { func, args, .. } => format!("({} {})", shown(func), list(args)),
        Exp::Negate { arg, .. } => format!("(- {})", shown(arg)),
        Exp::Not { arg, .. } => format!("(! {})", shown(arg)),
        Exp::Con { tag, args, .. } => format!("#{tag}[{}]", list(args)),
        Exp::Array { elems, .. } => format!("[{}]", list(elems)),
        Exp::Tuple { elems, .. } => format!("<{}>", list(elems)),
        Exp::Project { exp, label, .. } => format!("{}.{label}", shown(exp)),
        Exp::Index { array, indices, .. } => format!("{}@{}", shown(array), indices.len()),
        Exp::Update { exp, value, .. } => format!("({} with {})", shown(exp), shown(value)),
        Exp::Range { start, second, kind, end, .. } => {
            let second = second.map_or(String::new(), |second| format!("..{}", shown(second)));
            format!("({}{second}{kind}{})", shown(start), shown(end))
        }
        Exp::Ascribe { exp, .. } => format!("({}:)", shown(exp)),
        Exp::If { cond, yes, no, .. } => format!("(if {} {} {})", shown(cond), shown(yes), shown(no)),
        Exp::Lambda { params, body, .. } => format!("(\\{} {})", params.len(), shown(body)),
        Exp::Let { rhs, body, .. } => format!("(let {} {})", shown(rhs), shown(body)),
        Exp::LetFun { name, params, rhs, body, .. } => {
            format!("(fun {name}/{} {} {})", params.len(), shown(rhs), shown(body))
        }
        Exp::LetUpdate { name, path, value, body, .. } => {
            format!("(set {name}/{} {} {})", path.len(), shown(value), shown(body))
        }
        Exp::SectionLeft { op, lhs, .. } => format!("({} {} _)", shown(lhs), shown(op)),
        Exp::SectionRight { op, rhs, .. } => format!("(_ {} {})", shown(op), shown(rhs)),
        Exp::SectionPath { path, .. } => format!("(_ path {})", path.len()),
        Exp::LocalOpen { path, body, .. } => format!("(open {} {})", path.len(), shown(body)),
        Exp::ExpAttributed { exp, .. } => format!("(attr {})", shown(exp)),
        Exp::Assert { cond, exp, .. } => format!("(assert {} {})", shown(cond), shown(exp)),
        Exp::Const { value, .. } | Exp::FloatLit { value, .. } => value.to_string(),
        other => other.to_tree().to_string(),
    }
}

#[test]
fn precedence_of_operators() {
    for (text, expected) in [
        ("1 + 2 * 3", "(1 + (2 * 3))"),
        ("1 - 2 - 3", "((1 - 2) - 3)"),
        ("2 ** 3 ** 4", "((2 ** 3) ** 4)"),
        ("a <| b <| c", "(a <| (b <| c))"),
        ("a |> f |> g", "((a |> f) |> g)"),
        ("a || b && c == d", "(a || (b && (c == d)))"),
        ("x & y == z", "((x & y) == z)"),
        ("a +^ b *^ c", "(a +^ (b *^ c))"),
        ("a >>= b > c", "((a >>= b) > c)"),
        ("a `f` b + c", "(a f (b + c))"),
        ("a m.+ b", "(a m.+ b)"),
        ("a f64.* b f64.+ c", "((a f64.* b) f64.+ c)"),
        ("-x ** 2", "((- x) ** 2)"),
        ("!a && b", "((! a) && b)"),
        ("- f x", "(- (f x))"),
        ("f -x", "(f - x)"),
        ("a with [0] = 1 + 2", "(a with (1 + 2))"),
        ("a + b with [0] = 1 with [1] = 2", "(((a + b) with 1) with 2)"),
        ("1 + 1...n - 1", "((1 + 1)...(n - 1))"),
        ("a..b..<c", "(a..b..<c)"),
        ("a + if c then 1 else 2 + 3", "(a + (if c 1 (2 + 3)))"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

#[test]
fn white_space_tells_an_index_from_an_argument() {
    assert_eq!(tree("f[x]"), "f@1");
    assert_eq!(tree("f [x]"), "(f [x])");
    assert_eq!(tree("(f x)[0, 1:2]"), "(f x)@2");
    assert_eq!(tree("a[i][j]"), "a@1@1");
    assert_eq!(tree("\"s\"[0]"), "(\"s\" [0])".replace("\"s\"", &tree("\"s\"")));
}

#[test]
fn sections() {
    assert_eq!(tree("(+)"), "+");
    assert_eq!(tree("(-)"), "-");
    assert_eq!(tree("(+ 1)"), "(_ + 1)");
    assert_eq!(tree("(1 +)"), "(1 + _)");
    assert_eq!(tree("(1 + 2 -)"), "((1 + 2) - _)");
    assert_eq!(tree("(- 1)"), "(- 1)");
    assert_eq!(tree("(`f` 1)"), "(_ f 1)");
    assert_eq!(tree("(1 `f`)"), "(1 f _)");
    assert_eq!(tree("(.x.y)"), "(_ path 2)");
    assert_eq!(tree("(.[0])"), "(_ path 1)");
    assert_eq!(tree("(m.+)"), "m.+");
}

#[test]
fn applications_and_atoms() {
    assert_eq!(tree("f x y"), "(f x y)");
    assert_eq!(tree("f \\x -> x + 1"), "(f (\\1 (x + 1)))");
    assert_eq!(tree("#foo #bar 1"), "#foo[#bar[] 1]");
    assert_eq!(tree("m.n.f x.0.1"), "(m.n.f x.0.1)");
    assert_eq!(tree("m.(a + b)"), "(open 1 (a + b))");
    assert_eq!(tree("(1, 2,)"), "<1 2>");
    assert_eq!(tree("(1)"), "1");
    assert_eq!(tree("()"), "<>");
    assert_eq!(tree("e : i32 : i32"), "((e:):)");
    assert_eq!(tree("if a then b else if c then d else e"), "(if a b (if c d e))");
    assert_eq!(tree("assert (x > 0) x + 1"), "(assert (x > 0) (x + 1))");
    assert_eq!(tree("#[a(b, 1)] f x + 1"), "(attr ((f x) + 1))");
}

#[test]
fn kinds_of_let() {
    assert_eq!(tree("let x = 1 let y = 2 in x"), "(let 1 (let 2 x))");
    assert_eq!(tree("let f x (y: i32) = x in f"), "(fun f/2 x f)");
    assert_eq!(tree("let f [n] (y: [n]i32) = n in f"), "(fun f/1 n f)");
    assert_eq!(tree("let a[0] = 1 in a"), "(set a/1 1 a)");
    assert_eq!(tree("let r.x.y = 1 in r"), "(set r/2 1 r)");
    assert_eq!(tree("let [n] (y: [n]i32) = z in n"), "(let z n)");
    assert_eq!(tree("let (a, {b = c, d}) = z in c"), "(let z c)");
}

#[test]
fn literals() {
    for (text, expected) in [
        ("0xff", "255"),
        ("0b1_0", "2"),
        ("0rXIV", "14"),
        ("'a'", "97"),
        ("'\\n'", "10"),
        ("1_000", "1000"),
        ("127i8", "127i8"),
        ("128i8", "-128i8"),
        ("18446744073709551615u64", "18446744073709551615u64"),
        ("1.5", "1.5f64"),
        ("1e3", "1000.0f64"),
        ("1f32", "1.0f32"),
        ("0x1.8p1", "3.0f64"),
        ("0x1f32", "7986"),
    ] {
        assert_eq!(tree(text), expected, "{text}");
    }
}

/// The messages for a text, with the place where each starts.
fn errors(text: &str) -> Vec<(u32, String)> {
    let Err(first) = parse(FileId(1), "test", text) else { return Vec::new() };
    let all = std::iter::once(&first).chain(&first.others);
    all.map(|error| (error.span.start, error.message.clone())).collect()
}

#[test]
fn errors_say_what_was_expected_and_where() {
    assert_eq!(
        errors("def x = (1 + 2\ndef y = ]\ndef z = 1"),
        [
            (14, "unexpected `def` of the next definition: expected `)`".to_string()),
            (23, "unexpected `]`: expected an expression".to_string()),
        ]
    );
    assert_eq!(errors("def x ="), [(7, "unexpected end of file: expected an expression".to_string())]);
    assert_eq!(errors("def x = f[]"), [(10, "unexpected `]`: expected an index".to_string())]);
    assert_eq!(errors("def x = 1 $ 2").first().map(|error| error.0), Some(10));
}

#[test]
fn errors_do_not_follow_from_others() {
    let places = |text: &str| errors(text).into_iter().map(|(start, _)| start).collect::<Vec<_>>();
    // The illegal character is dropped; the gap is no second error.
    assert_eq!(places("type t = {x: i32; y: i32}"), [16]);
    // The end of a module with an error in it is no second error.
    assert_eq!(places("module m = {\ndef a = (1\ndef b = 2\n}\ndef c = 3"), [23]);
    // The rest of a definition with an error in it is no second error.
    assert_eq!(places("def a = let x = 1\nlet y = ]\nin y\ndef c = 3"), [26]);
    assert_eq!(places("def a = 1 +\ndef b = 2 )\ndef c = [\ndef d = 4"), [11, 22, 33]);
}

#[test]
fn open_brackets_are_told() {
    let Err(error) = parse(FileId(1), "test", "def x = f [1, (2 + 3]\n") else { panic!("accepted") };
    let related: Vec<_> = error.related.iter().map(|(span, text)| (span.start, text.as_str())).collect();
    assert_eq!(related, [(14, "this is not closed")]);
}

#[test]
fn deep_and_long_programs_are_errors_or_fine_but_never_crash() {
    with_stack(|| {
        let nested = |open: &str, close: &str, n: usize| format!("def x = {}1{}", open.repeat(n), close.repeat(n));
        assert_eq!(errors(&nested("(", ")", 100_000)).len(), 1);
        assert_eq!(errors(&nested("[", "]", 100_000)).len(), 1);
        assert_eq!(errors(&nested("(", ")", 1_000)).len(), 0);
        assert_eq!(errors(&nested("1 + ", "", 10_000)).len(), 0);
        assert_eq!(errors(&nested("1 + ", "", 1_000_000)).len(), 1);
        assert_eq!(errors(&nested("let y = 1 ", "", 10_000).replace('1', "in 1")).len(), 1);
        assert_eq!(errors(&format!("def x = {}y", "let y = 1 in ".repeat(10_000))).len(), 0);
        assert_eq!(errors(&format!("def x = y{}", ".a".repeat(1_000_000))).len(), 1);
        assert_eq!(errors(&"def x = 1\n".repeat(10_000)).len(), 0);
        assert_eq!(errors(&format!("def x (y: {}i32) = 1", "i32 -> ".repeat(100_000))).len(), 1);
        assert_eq!(errors(&format!("{}def x = 1", "local ".repeat(100_000))).len(), 1);
        assert_eq!(errors(&format!("def x = \"{}\"", "a".repeat(1_000_000))).len(), 0);
    });
}

#[test]
fn documentation_comments_are_kept() {
    let program = parse(FileId(1), "test", "-- | One\n-- two.\ndef x = 1 -- | stray\n").expect("it parses");
    match program.root().files[0].decs {
        [Dec::Documented { doc, .. }] => assert_eq!(doc.as_str(), "One\ntwo."),
        _ => panic!("a documented definition"),
    }
}

/// A printed program parses to the same program.
fn check_round_trip(name: &str, text: &str) {
    let program = parse(FileId(1), "test", text).unwrap_or_else(|errors| panic!("{name}: {errors:?}"));
    let printed = Source::print(program.root(), None);
    let again = parse(FileId(1), "test", &printed).unwrap_or_else(|errors| panic!("{name}: {errors:?}\n{printed}"));
    assert!(again.root() == program.root(), "{name} does not print to itself:\n{printed}");
}

#[test]
fn the_prelude_prints_to_itself() {
    for (name, text) in PRELUDE {
        check_round_trip(name, text);
    }
}

#[test]
fn what_is_hard_to_print_prints_to_itself() {
    for text in [
        "def x = f (#a 1) (-1) (\\y -> y) [1, -2] (let z = 1 in z)",
        "def x = match a case #b (#c 1) -> (match b case 1 -> 2) case #d -> 3",
        "def x = - (-1) - (a - b) ** -c",
        "def x = (if a then b else c) + (1...2)[0]",
        "def x = a with [0].b = (c with d = 1) with e = 2",
        "def x = (m.+) 1 2 + (a m.+ b) `m.f` (`f` 1) (1 `m.f`)",
        "def x = -128i8 + 128i8 + 1.5 + 1e300 + \"\\\"\\n\\200\\&1\"[0]",
        "def f 'a '^b '~c [n] (x: *[n](t [n] a)) ({y, z = (w: i32)}: {y: a, z: i32}) (-1): ?[m].[m]b -> (k: i64) -> [k]c = x",
        "type^ t 'a = #a ([]i32) (a -> a) | #b",
        "module m (P: S with t 'a = []a) (Q: (R: S) -> T -> {}) : U = \\(V: S) : (S with t = i32) -> (P Q {}) : W",
        "-- | Doc.\n-- More.\n#[a]\n#[b(c, 1)]\nlocal entry (+^) = (+)",
        "module type S = { include T val (+) 'a: a -> a type t = i32 type~ u [n] module m: {} }",
        "def x = loop (a, b) for i < n do loop c = 1 while c < 2 do c",
    ] {
        check_round_trip(text, text);
    }
}
