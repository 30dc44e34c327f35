//! Programs that are run by the evaluator of `Typed`.

use framework::{ErrorKind, Program, Result, Symbol};
use languages::run::Call;
use languages::stop::Stop;
use languages::trace::Tracer;
use languages::value::{Reader, Value};

use crate::typing::support::testing::infer;

/// Runs `main` on arguments in Futhark's notation, and returns its results, one on each line.
fn run(text: &str, args: &str) -> Result<String> {
    let (program, context) = infer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let args = Reader::new(args.as_bytes()).and_then(|mut reader| reader.read_all()).unwrap();
    let call = Call { entry: Symbol::new("main"), args, heap: false, tracer: Tracer::default(), stop: Stop::default() };
    let outcome = Program::new(program).evaluate(&call, &context)?;
    let values: &Vec<Value> = outcome.downcast_ref().unwrap();
    Ok(values.iter().map(ToString::to_string).collect::<Vec<_>>().join("\n"))
}

macro_rules! yields {
    ($($name:ident: $text:literal, $args:literal => $result:literal;)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(run($text, $args).unwrap(), $result);
        })*
    };
}

macro_rules! fails {
    ($($name:ident: $text:literal, $args:literal => $message:literal;)*) => {
        $(#[test]
        fn $name() {
            let error = run($text, $args).unwrap_err();
            assert_eq!(error.kind, ErrorKind::RunTime);
            assert_eq!(error.to_string(), $message);
        })*
    };
}

yields! {
    map: "entry main (xs: []i32) = map (+ 1) xs", "[1, 2, 3]" => "[2i32, 3i32, 4i32]";
    empty_rows: "entry main (n: i64) = map (\\i -> iota 3) (iota n)", "0i64" => "empty([0][3]i64)";
    tuples_are_several_results: "entry main (x: i32) = (x, {a = x, b = true}, 2f32)", "1" => "1i32\n1i32\ntrue\n2.0f32";
    partition: "entry main (xs: []i32) = partition (> 2) xs", "[1, 5, 2, 7]" => "[5i32, 7i32]\n[1i32, 2i32]";
    partial_application: "def add (x: i32) (y: i32) (z: i32) = x + y * z entry main (x: i32) = let f = add x let g = f 2 in (g 3, f 4 5)", "1" => "7i32\n21i32";
    shared_array_is_copied: "entry main (n: i64) = let xs = iota n let ys = [xs, xs] let zs = xs with [0] = 7 in (ys, zs)", "2i64" => "[[0i64, 1i64], [0i64, 1i64]]\n[7i64, 1i64]";
    sizes_found_in_values: "def f (xs: []i32) = let [k] (ys: [k]i32) = filter (> 0) xs in (k, ys) entry main xs = f xs", "[1, -1, 2]" => "2i64\n[1i32, 2i32]";
    sizes_of_local_numbers: "entry main (n: i64) = map (\\i -> let k = 2 in replicate k i) (iota n)", "2i64" => "[[0i64, 0i64], [1i64, 1i64]]";
    growing_loop: "entry main (n: i64) = loop xs = [n] for i < n do xs ++ xs[:1]", "3i64" => "[3i64, 3i64, 3i64, 3i64]";
    polymorphic_sizes: "def outer [n] [m] 't (_: [n][m]t) = (n, m) entry main (n: i64) = outer (replicate n (replicate 3 true))", "0i64" => "0i64\n3i64";
    sums: "type t = #a i32 | #b [2]i32 def f (x: t) = match x case #a 1 -> 10 case #a y -> y case #b xs -> xs[1] entry main (x: i32) = (f (#a x), f (#b [x, 4]))", "1" => "10i32\n4i32";
    scan_of_pairs: "entry main (xs: []i32) = map (.1) (scan (\\(a, b) (c, d) -> (a + c, i32.max b d)) (0, i32.lowest) (zip xs xs))", "[1, 3, 2]" => "[1i32, 3i32, 3i32]";
    histogram: "entry main (is: []i64) = reduce_by_index (replicate 3 0i32) (+) 0 is (map (\\_ -> 1) is)", "[0i64, 2i64, 2i64, 5i64]" => "[1i32, 0i32, 2i32]";
    slices: "entry main (xs: []i32) = (xs[1:3], xs[::-1], xs[::2], xs[3:0:-2])", "[1, 2, 3, 4]" => "[2i32, 3i32]\n[4i32, 3i32, 2i32, 1i32]\n[1i32, 3i32]\n[4i32, 2i32]";
    slices_of_planes: "entry main (xss: [][]i32) = (xss[:, 0], xss[1, :2], xss[:1, 1:])", "[[1, 2, 3], [4, 5, 6]]" => "[1i32, 4i32]\n[4i32, 5i32]\n[[2i32, 3i32]]";
    updates_of_slices: "entry main (n: i64) = let xs = replicate n (replicate 3 0) in (copy xs with [0, 1:] = [5, 6]) with [1] = [7, 8, 9]", "2i64" => "[[0i32, 5i32, 6i32], [7i32, 8i32, 9i32]]";
    comparison_of_arrays: "entry main (xs: []i32) = (xs == [1, 2], (1.5f64, xs) != (1.5, xs))", "[1, 2]" => "true\nfalse";
    recursion: "def f [n] (xs: [n]i32): i32 = if n == 0 then 0 else xs[0] + f xs[1:] entry main (xs: []i32) = f xs", "[1, 2, 3]" => "6i32";
}

fails! {
    index: "def at (xs: []i32) (i: i64) = xs[i]\nentry main (xs: []i32) = at xs 5 + 1", "[1, 2]"
        => "Error: Index [5] out of bounds for array of shape [2].\n\nBacktrace:\n-> #0  main.fut:1:31-35\n   #1  main.fut:2:26-32\n";
    index_of_planes: "entry main (xss: [][]i32) = xss[:, 3]", "[[1, 2]]"
        => "Error: Index [0:, 3] out of bounds for array of shape [1][2].\n\nBacktrace:\n-> #0  main.fut:1:29-37\n";
    slice: "entry main (xs: []i32) (i: i64) = xs[i:1]", "[1, 2] 2i64"
        => "Error: Index [2:1] out of bounds for array of shape [2].\n\nBacktrace:\n-> #0  main.fut:1:35-41\n";
    update: "entry main (n: i64) = iota n with [5] = 1", "2i64"
        => "Error: Index [5] out of bounds for array of shape [2].\n\nBacktrace:\n-> #0  main.fut:1:23-41\n";
    range: "entry main (n: i64) = 5..4..<n", "8i64"
        => "Error: Range 5..4..<8 is invalid.\n\nBacktrace:\n-> #0  main.fut:1:23-30\n";
    iota: "entry main (n: i64) = iota n", "-1i64"
        => "Error: Range 0..1..<-1 is invalid.\n\nBacktrace:\n-> #0  main.fut:1:23-28\n";
    division: "entry main (x: i32) = 1 / x", "0"
        => "Error: division by zero\n\nBacktrace:\n-> #0  main.fut:1:23-27\n";
    assertion: "entry main (x: i32) = assert (x > 0 && x < 9) x", "0"
        => "Error: Assertion is false: (x > 0 && x < 9)\n\nBacktrace:\n-> #0  main.fut:1:23-47\n";
    coercion: "entry main [n] (xs: [n]i32) (m: i64) = xs :> [m]i32", "[1, 2] 3i64"
        => "Error: Value of (desugared) shape [2] cannot match shape of type \"[3]i32\".\n\nBacktrace:\n-> #0  main.fut:1:40-51\n";
    shape_of_an_update: "entry main (n: i64) = iota 5 with [0:3] = iota n", "2i64"
        => "Error: Shape [3] of slice does not match shape [2] of value.\n\nBacktrace:\n-> #0  main.fut:1:23-48\n";
    sizes_of_arguments: "entry main [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys", "[1] [1, 2]"
        => "Error: entry point arguments have invalid sizes.\n";
    wrong_argument: "entry main (x: i32) = x", "1i64"
        => "Error: argument 1 of `main` has type i64, but i32 is expected\n";
}

#[test]
fn arrays_of_tuples_are_tuples_of_arrays_outside() {
    let (program, context) = infer("entry main (xs: [](i32, bool)) = map (\\(x, b) -> (b, x + 1)) xs")
        .unwrap_or_else(|error| panic!("{error}"));
    let column = |text: &str| Reader::new(text.as_bytes()).and_then(|mut reader| reader.read_all()).unwrap().remove(0);
    let args = vec![column("[1, 2]"), column("[true, false]")];
    let call = Call { entry: Symbol::new("main"), args, heap: false, tracer: Tracer::default(), stop: Stop::default() };
    let outcome = Program::new(program).evaluate(&call, &context).unwrap();
    let wanted = vec![column("[true, false]"), column("[2, 3]")];
    assert_eq!(outcome.downcast_ref::<Vec<Value>>(), Some(&wanted));
}
