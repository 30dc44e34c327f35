//! Golden tests: the typed program.

use crate::typing::support::testing::{infer, typed};

macro_rules! golden {
    ($($name:ident: $text:literal;)*) => {
        $(#[test]
        fn $name() {
            insta::assert_snapshot!(stringify!($name), format!("{}\n\n{}", $text, typed($text)));
        })*
    };
}

golden! {
    // The example of the pass's documentation.
    map: "def f xs = map (\\x -> x + 1) xs";
    literals: "def f (x: u8) = (x + 1, 2, 3.5, 4f32, -128i8, 'a': u8, \"ab\")";
    polymorphism: "def pair 'a 'b (x: a) (y: b) = (x, y)\ndef f = (pair 1 true, pair 2.0 [1, 2])";
    inferred_polymorphism: "def apply f x = f x\ndef g = apply (\\x -> x + 1i64) 2";
    local_functions_are_general: "def f (n: i64) = let twice 'a (f: a -> a) (x: a) = f (f x) in (twice (+ 1) n, twice (\\b -> !b) true)";
    field_of_a_later_type: "def f (n: i64) = map (\\r -> r.x + 1) (replicate n {x = 1, y = true})";
    sums: "type opt 'a = #some a | #none\ndef get 'a (d: a) (o: opt a) = match o case #some x -> x case #none -> d\ndef f (b: bool) = get 0i8 (if b then #some 1 else #none)";
    sizes_of_arguments: "def f (n: i64) (m: i64) = (iota n, replicate (n + m) 0i32, iota 3)";
    computed_sizes: "def f (n: i32) = map2 (+) (iota (i64.i32 n)) (iota (i64.i32 n))";
    equal_up_to_arithmetic: "def f (n: i64) (m: i64): [n + m]i64 = iota (m + n - 1 + 1)";
    unknown_sizes: "def f (xs: []i32) = let ys = filter (> 0) xs in map2 (+) ys ys";
    order_of_evaluation: "def f (xs: []i32) (i: i64) = (xs[i], filter (> 0) xs)";
    pipes: "def f (xs: []i32) = xs |> filter (> 0) |> map (+ 1) |> length";
    branches: "def f (b: bool) (n: i64) = if b then iota n else iota (n + 1)";
    branches_of_the_same_size: "def f (b: bool) (n: i64) = if b then iota n else map (+ 1) (iota n)";
    leaving_a_scope: "def f (b: bool) (n: i64) = if b then (let k = n * 2 in (iota k, iota (k + 1))) else (iota 1, iota 2)";
    sizes_by_definition: "def f (n: i64) = map (\\i -> let m = n + 1 in replicate m i) (iota n)";
    loops: "def f (n: i64) = loop (xs, s) = (iota n, 0) for i < n do (map (+ s) xs, s + i)";
    growing_loops: "def f (n: i64) = loop (xs, ys) = ([n], [n]) for i < n do (xs ++ [i], ys ++ [i])";
    while_loops: "def f (xs: []i32) = loop ys = xs while length ys > 1 do tail ys";
    size_bindings: "def f (xs: []i32) = let [k] (ys: [k]i32) = filter (> 0) xs in (k, zip ys (iota k))";
    coercions: "def f [n] (xs: [n]i32) (m: i64) = xs :> [m]i32";
    unflattening: "def f (n: i64) (m: i64): [n][m]i64 = unflatten (iota (n * m))";
    slices: "def f [n] (xs: [n]i32) (i: i64) = (xs[1:], xs[:i], xs[::-1], xs[::2])";
    ranges: "def f (n: i64) = (0..<n, 1...n, 0..2..<n)";
    dependent_functions: "def f (g: (k: i64) -> [k]i32) (n: i64) = (g n, g (n + 1))";
    recursion: "def f [n] (xs: [n]i32): i32 = if n == 0 then 0 else xs[0] + f xs[1:]";
    sizes_of_declared_results: "def f (n: i64): []i32 = replicate n 0\ndef g: [10]i32 = f 10";
    unknown_sizes_of_rows: "def f (b: bool) (n: i64): [][]i64 = if b then [iota n] else []";
    sizes_of_parameters_in_branches: "def f (xs: []i32) (ys: []i32) = if length xs == 0 then ys else xs ++ ys";
    sizes_of_computed_slices: "def g (x: i64) = x * 2\ndef f (xs: []i32) (i: i64) = zip xs[g i:g (i + 1)] xs[g i:g (i + 1)]";
    sizes_made_of_computed_ones: "def g (x: i64) = x\ndef f (n: i64): [g n * n]i32 = replicate (g n * n) 0";
    sizes_of_variables_in_scope: "def f (n: i64): [n + 1]i64 = let m = n + 1 in iota m";
    sizes_of_named_arguments: "def apply '^a '^b (f: a -> b) (x: a): b = f x\ndef f (n: i64) = apply iota n";
    declared_functions: "type^ f = (n: i64) -> [n]i32\ndef f: f = \\n -> replicate n 0";
    arguments_in_parts: "def g [n] (k: i64) (xs: [n]i64) = k + n\ndef f (xs: []i64) = (g 1) (filter (> 0) xs)";
    fields_of_a_later_type_in_local_functions: "def f (x: i32) = let g v = v.0 in g (x, 2i8)";
    indices_of_other_types: "def f (xs: []i32) (i: i8) = xs[i]";
    updates: "def f (xs: *[]i32) (r: {a: i32, b: (i32, bool)}) = (xs with [0] = 1, r with b.1 = true)";
    abbreviations: "type vec [n] = [n]f32\ntype~ any = []f32\ndef f [n] (v: vec [n]) (w: any): any = v";
    modules: "module m (P: { type t val f: t -> t }) = { def twice (x: P.t): P.t = P.f (P.f x) }\nmodule n = m { type t = i32 def f (x: i32) = x + 1 }\ndef f (x: i32) = n.twice x";
    sealed_types: "module m: { type~ t val mk: i64 -> t val step: t -> t } = { type~ t = {xs: []i64} def mk n: t = {xs = iota n} def step (s: t): t = s with xs = s.xs ++ [1] }\ndef f (n: i64) = loop s = m.mk n for i < n do m.step s";
    fields_of_other_sizes: "def f (r: {a: []i64, b: i64}) (n: i64) = r with a = iota n";
    recursion_with_functions: "def repeat (n: i64) (f: i64 -> i64) (x: i64): i64 = if n == 0 then x else repeat (n - 1) f (f x)\ndef g = repeat 3 (+ 1) 2";
    functions_of_two_sizes: "def f (n: i64) (m: i64) (b: bool) = replicate n (replicate m b)\ndef g = uncurry f\ndef h (n: i64) = g (n, 2) true";
    sizes_of_components_in_results: "type slice = {at: i64, len: i64}\ndef get (s: slice) ({at, len}: slice) (xs: []i64) = (s.at + at, iota len)";
    empty_arrays_of_later_rows: "def f (n: i32) = loop (rows, row) = ([], replicate (i64.i32 n) 0i32) for _i < n do (rows ++ [row], row)";
    coercions_of_some_sizes: "type~ state [n] = {xs: [n]i64, ys: []i32}\ndef f (n: i64) (s: state []) = s :> state [n]";
    sizes_of_other_constructors: "type~ t = #a ([]i64) | #b ([]i64)\nentry f (n: i64): t = #a (iota n)";
    polymorphic_values_that_modules_show: "module m (p: { type t }): { val f [n]: [n]p.t -> *[n]p.t } = { def f = copy }\nmodule n = m { type t = i32 }\nentry f = n.f";
    arguments_of_unknown_size: "type pair 'a = {a: a, b: i64}\ntype~ any = []i64\ndef f (x: pair any) = length x.a";
    types_given_to_specifications: "module type key = { type ctx val f: ctx -> i64 }\nmodule m: key with ctx = []i64 = { type~ ctx = ?[n].[n]i64 def f (xs: ctx) = length xs }\ndef f = m.f [1, 2]";
    recursion_at_other_sizes: "def sum [n] (xs: [n]i32) = if n == 0 then 0 else xs[0] + sum xs[1:]";
    names_with_earlier_meanings: "def length (list: {xs: []i64}) = length list.xs\ndef (+) (a: {x: i64}) (b: {x: i64}) = {x = a.x + b.x}\ndef f (xs: []i64) = {x = length {xs}} + {x = 1}";
    names_of_computed_sizes: "def g (x: i64) = x * x\ndef f (n: i64): [g n]i64 = let m = g n in iota m";
    parameters_of_computed_sizes: "def k (n: i64) = n * n\ndef f (n: i64) (xs: [k n]i64) (ys: [k n]i64) = map2 (+) xs ys\ndef g (n: i64) (m: i64) = f (n + m) (replicate (k (n + m)) 0) (iota (k (n + m)))";
    results_of_computed_sizes: "def k (n: i64) = n * n\ndef f (n: i64): [k n]i64 = iota (k n)\ndef g (n: i64) (xs: [k n]i64) = map3 (\\x y z -> x + y + z) xs (f n) (f n)";
    parts_of_parameters_of_computed_sizes: "def f (n: i32) ((xs, x): (*[i64.i32 n]i64, i64)) (ys: [length xs]i64) = (xs with [0] = x, ys)";
    results_that_are_functions_of_computed_sizes: "def k (n: i64) = n * n\ndef f (n: i64): [k n]i64 -> i64 = i64.sum";
    function_values_of_computed_sizes: "def k (n: i64) = n * n\ndef g (n: i64) (xs: [k n]i64) = length xs\ndef f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota (k 2))\ndef h = f g";
    lambdas_of_computed_sizes: "def k (n: i64) = n * n\ndef f (x: i64) = \\(n: i64) (xs: [k n]i64) -> x + n + length xs";
    constants_of_computed_sizes: "def k (n: i64) = n * n\ndef c [n]: [k n]i64 = iota (k n)\ndef f (n: i64) = c: [k n]i64";
    branches_of_computed_sizes: "def k (n: i64) = n * n\ndef f (n: i64): [k n]i64 = iota (k n)\ndef g (b: bool) (n: i64) = map2 (+) (if b then f n else map (+ 1) (f n)) (f n)";
    loops_of_computed_sizes: "def k (n: i64) = n * n\ndef f (n: i64) (xs: *[k n]i64): *[k n]i64 = xs with [0] = n\ndef g (n: i64) = loop (xs, ys) = (f n (iota (k n)), [n]) for i < n do (f n xs, ys ++ [i])";
    computed_sizes_leave_scopes: "def k (n: i64) = n * n\ndef f (n: i64) = let xs = (let m = n + 1 in replicate (k n) m) in map2 (+) xs (iota (k n))";
    refined_types: "module type has_t = { type t 'a }\nmodule type has_u = has_t with t '^a = a\ndef f = 1i32";
}

#[test]
fn ten_thousand_lets_and_definitions() {
    let mut text = String::from("def f0 (x: i32) = x\n");
    for index in 1..10_000 {
        text += &format!("def f{index} (x: i32) = f{} (x + {index})\n", index - 1);
    }
    text += "entry main (x: i32) =\n  let x0 = x\n";
    for index in 1..10_000 {
        text += &format!("  let x{index} = x{} * {index}\n", index - 1);
    }
    text += "  in f9999 x9999\n";
    // The chain is a nest in the program, which takes stack to parse and to resolve.
    let handle = std::thread::Builder::new().stack_size(1 << 30).spawn(move || infer(&text).map(|_| ()).is_ok());
    assert!(handle.unwrap().join().unwrap());
}
