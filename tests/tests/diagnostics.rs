//! The compiler's messages about wrong programs.

use fut_nano::{Driver, diagnostics};

/// Returns the printed error of a program.
fn diagnose(text: &str) -> String {
    let mut session = Driver::standard().open_text("program.fut", text).unwrap();
    let typed = session.driver.registry.language("typed").unwrap().info;
    match session.compile_to(typed) {
        Ok(_) => "no error".into(),
        Err(error) => diagnostics::render(&error, &session.context.sources, false),
    }
}

macro_rules! diagnostics {
    ($($name:ident: $text:literal)*) => {
        $(
            #[test]
            fn $name() {
                insta::assert_snapshot!(stringify!($name), diagnose($text), $text);
            }
        )*
    };
}

diagnostics! {
    unknown_name: "def square (x: i32) = x * x\ndef main (x: i32) = sqare x + 1\n"
    wrong_operand: "def main (x: i32) (b: bool) = x + b\n"
    missing_parenthesis: "def main (x: i32) = (x + 1\ndef other = 2\n"
    sizes: "def main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys\n"
    sizes_in_parentheses: "def f [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs (ys)\n"
    fraction: "def add a (b: i32) = a + b\n\ndef main = add 1 2.5\n"
    fields: "def f (v: {a: i32, b: i32, c: i32}): {a: i32, b: i32, d: i32} = v\n"
    written_names: "def main [n] (xs: [n]i32): [n]i64 = iota (length xs)\n"
    module_type: "module m: { type size } = { type size = i32 }\n\nmodule n: { type t = bool } = { type t = i32 }\n"
    branches: "def main (b: bool) = if b then 1i32 else 2f32\n"
    missing_case: "type t = #one i32 | #two\n\ndef main (x: i32) =\n  match #one x : t\n  case #one y -> y\n"
    record_field: "def main (x: i32) =\n  let point = {x, y = 2i32}\n  in point.z\n"
    too_many_arguments: "def f (x: i32) = x\ndef main = f 1 2\n"
    unknown_type: "def main (x: int) = x\n"
    duplicate: "def main (x: i32) (x: i32) = x\n"
    two_errors: "def a = 1i32 + true\ndef b = undefined_name\n"
    literal: "def main = 300u8 + 0x1g\n"
    abstract_type: "module m: { type t val zero: t } = { type t = i32 def zero = 0i32 }\n\ndef main = m.zero + 1i32\n"
    changed_function: "def go (g: i64 -> i64) (n: i64): i64 =\n  if n == 0 then g 0 else go (\\x -> g x * 2) (n - 1)\n"
    module_uniqueness: "module type s = {\n  val f [n]: [n]i32 -> *[n]i32\n}\n\nmodule m: s = { def f [n] (xs: [n]i32): [n]i32 = xs }\n"
    irregular_rows: "def main (xss: [][]i32) = map (filter (> 0)) xss\n"
    missing_in_a_pipe: "def main (xs: []f64) = xs |> reduce (+)\n"
    missing_first: "def main (xs: []i32) = map xs\n"
    ascribed_sizes: "def main (n: i64) (m: i64) = (iota n : [m]i64)\n"
    consumed_by_a_loop: "def main (xs: *[]i32) =\n  let ys = loop zs = xs for i < 3 do zs with [i] = 0\n  in (ys, xs)\n"
    consumed_slice: "def main (xs: *[]i32) =\n  let zs = xs[1:3]\n  let ys = xs with [0] = 1\n  in (ys, zs)\n"
    updated_constant: "def xs = [1i32, 2]\n\ndef main = xs with [0] = 4\n"
    power: "def main (x: f64) = x ^ 2\n"
    fraction_of_an_integer: "def main (n: i64) = n * 1.5\n"
    negated_array: "def main (xs: []f64) = -xs\n"
    array_minus_number: "def main (xs: []f64) = xs - 1\n"
    recursive_type: "type t = (i32, t)\n"
    function_of_a_conversion: "def main (n: i64) = f64 n\n"
    module_type_mismatch: "module m: { val x: i32 } = { def x = 1i64 }\n"
}
