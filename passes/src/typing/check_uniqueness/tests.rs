//! Programs that use arrays after their consumption, and programs that only seem to.

use framework::pass::Transform;

use super::CheckUniqueness;
use crate::typing::support::testing::infer;

fn check(text: &str) -> Option<String> {
    let (program, mut context) = infer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    CheckUniqueness.run(&program, &mut context).err().map(|error| error.to_string())
}

macro_rules! accepted {
    ($($name:ident: $text:literal;)*) => {
        $(#[test]
        fn $name() {
            assert_eq!(check($text), None);
        })*
    };
}

macro_rules! rejected {
    ($($name:ident: $text:literal => $message:literal;)*) => {
        $(#[test]
        fn $name() {
            let found = check($text);
            assert!(found.as_ref().is_some_and(|error| error.contains($message)), "{found:?}");
        })*
    };
}

accepted! {
    unique_parameter: "def f (xs: *[]i64) = xs with [0] = xs[1]";
    fresh_array: "def f (xs: []i64) = let ys = map (+ 1) xs in ys with [0] = 1";
    one_of_a_pair: "def f (xs: *[]i64, ys: *[]i64) = let r = (xs, ys) in (r.0 with [0] = 1, r.1)";
    one_in_each_branch: "def f (b: bool) (xs: *[]i64) = if b then xs with [0] = 1 else xs with [0] = 2";
    loop_parameter: "def f (n: i64) (xs: *[]i64) = loop ys = xs for i < n do ys with [i] = i";
    nested_loops: "def f (n: i64) = loop xs = iota n for i < n do loop ys = xs for j < n do ys with [j] = i";
    exchanged_loop_parameters: "def f (xs: *[]i64) (n: i64) = loop (ys, zs) = (xs, copy xs) for i < n do (zs with [i] = i, ys)";
    unique_results: "def g (n: i64): (*[]i64, *[]i64) = (iota n, iota n) def f (n: i64) = let (a, b) = g n in (a with [0] = 1, b)";
    scalars_before: "def f (xs: *[]i64) (i: i64) = let t = xs[i] let xs[i] = xs[0] let xs[0] = t in xs";
    elements_are_copied: "def f (n: i64) = let a = iota n let b = [a, a] in (a with [0] = 1, b)";
    undeclared_results_are_nobody_elses: "def g xs = map (+ 1i64) xs def f (xss: *[][]i64) = xss with [0] = g xss[0]";
    undeclared_result_of_a_local_function: "def f (xs: []i64) = let g (n: i64) = (iota n, xs) in (g 3).0 with [0] = 1";
    consumed_parameter_is_the_results: "def g (xs: *[]i64) = xs def f (n: i64) = g (iota n) with [0] = 1";
    consumed_in_one_branch_returned_in_the_other: "def f (b: bool) (xs: *[]i64) = let ys = if b then xs with [0] = 1 else xs in ys with [1] = 2";
    rows_of_tuples_of_numbers: "def f (xs: *[](i64, i64)) = xs with [0] = (xs[1] with 0 = 2)";
    partial_application_of_a_new_value: "def g (xs: *[]i64) (i: i64) = xs with [0] = i def h (n: i64): *[]i64 = iota n def f (n: i64) = let k = g (h n) in k 1";
    constant_functions: "def g = map (+ 1i64) def f = (g, 2i64) def h [n] (xs: [n]i64) = f.0 xs";
    size_polymorphic_value: "def is [n]: [n]i64 = iota n def f (n: i64): *[n]i64 = is";
    undeclared_result_shares_one_parameter: "def g (f: i64 -> i64) (xs: []i64) (ys: []i64) = (map f xs, ys) def f (xs: *[]i64) (zs: []i64) = let (a, b) = g (+ 1) zs xs let ys = xs with [0] = 1 in (a, ys)";
    undeclared_result_shares_one_component: "def g (r: {a: []i64, b: []i64}) = r.b def f (xs: *[]i64) (ys: []i64) = let r = g {a = xs, b = ys} in (xs with [0] = 1, r)";
    function_without_a_name_with_a_new_result: "def g (f: []i32 -> *[]i32) (xs: []i32): *[]i32 = f xs def f (xs: []i32) = g (\\ys: *[]i32 -> copy ys) xs";
    function_with_a_new_result: "def g (f: () -> *[2]i32): *[2]i32 = f () with [0] = 1 def f (x: [2]i32): *[2]i32 = let h (): *[2]i32 = copy x in g h";
    undeclared_result_of_a_lambda: "def f (xs: *[]i64) = let g = \\(ys: []i64) -> copy ys let zs = g xs in (xs with [0] = 1, zs)";
    no_abbreviation_is_unique: "type~ t = {a: *[]i64, n: i64} def f (r: t) = r.a[0] + r.n def g (xs: []i64): t = {a = xs, n = 1} def h (xs: []i64) = let r = g xs in f r + f r";
    rotated_arrays_are_new: "def f (xs: []i64) = rotate 1 xs with [0] = 1";
    used_to_the_right_of_the_argument_that_consumes_it: "def g (xs: *[]i64) (x: i64) = xs with [0] = x def f (xs: *[]i64) = g xs xs[1]";
    operand_to_the_left_of_the_one_that_is_consumed: "def (<+) (x: i64) (xs: *[]i64) = xs with [0] = x def f (xs: *[]i64) = xs[1] <+ xs";
    loop_with_a_declared_unique_type: "def f (n: i64) = loop (xs: *[]i64, s: i64) = (iota n, 0) for i < n do (xs with [i] = i, s)";
    loop_with_a_declared_type_of_another_variable: "def f (n: i64) = loop (xs, ys: []i64) = (iota n, iota n) for i < n do (xs with [i] = ys[i], ys)";
    field_of_a_record: "def f (r: {a: []i64, b: i64}) = r with b = 2";
}

rejected! {
    used_after_update: "def f (xs: *[]i64) = let ys = xs with [0] = 1 in (xs, ys)" => "using variable `xs`, but this was consumed";
    used_under_another_name: "def f (xs: *[]i64) = let ys = xs let zs = xs with [0] = 1 in ys" => "`ys` may share memory with `xs`";
    part_used_after_update: "def f (xs: *[][]i64) = let r = xs[0] let zs = xs with [1] = copy r in r" => "using variable `r`, but this was consumed";
    parameter_that_is_not_unique: "def f (xs: []i64) = xs with [0] = 1" => "consuming variable `xs`, which is not consumable";
    constant: "def xs = [1, 2, 3] def f = xs with [0] = 1" => "it is a constant";
    consumed_by_a_call: "def g (xs: *[]i64) = xs with [0] = 1 def f (xs: *[]i64) = let a = g xs in (a, xs)" => "but this was consumed";
    through_a_function: "def f (xs: *[]i64) = let ys = id xs let zs = ys with [0] = 1 in (xs, zs)" => "but this was consumed";
    passed_twice: "def g (xs: *[]i64) (ys: []i64) = xs with [0] = ys[0] def f (xs: *[]i64) = g xs xs" => "also passed in another argument";
    in_one_branch: "def f (b: bool) (xs: *[]i64) = let ys = if b then xs with [0] = 1 else [1] in (xs, ys)" => "but this was consumed";
    in_a_lambda: "def f (xs: *[]i64) = map (\\i -> (xs with [0] = i)[0]) (iota 3)" => "bound outside the function or loop";
    by_a_closure_used_later: "def f (xs: *[]i64) = let g () = xs[0] let ys = xs with [0] = 1 in (ys, g ())" => "using variable `g`, but this was consumed";
    in_a_loop: "def f (xs: *[]i64) (n: i64) = let ys = copy xs in loop s = 0 for i < n do s + (ys with [0] = i)[0]" => "bound outside the function or loop";
    used_in_the_loop_that_consumes_it: "def f (n: i64) (xs: *[]i64) = loop ys = xs for i < n do ys with [i] = xs[i]" => "is used in a loop that has consumed it";
    outer_array_for_a_loop_parameter: "def f (xs: *[]i64) (vs: []i64) (n: i64) = loop ys = xs for i < n do if i == 0 then ys with [i] = i else vs" => "return value for consuming loop parameter `ys` aliases `vs`";
    started_twice: "def f (xs: *[]i64) (n: i64) = loop (ys, zs) = (xs, xs) for i < n do (ys with [i] = i, zs)" => "is the initial value of a parameter that the loop consumes, and of another parameter";
    unique_result: "def f (xs: []i64): *[]i64 = xs" => "unique-typed return value is aliased to `xs`";
    two_unique_results: "def f (xs: *[]i64): (*[]i64, *[]i64) = (xs, xs)" => "a unique-typed component of the return value";
    results_that_may_be_one: "def g (n: i64): ([]i64, []i64) = (iota n, iota n) def f (n: i64) = let (a, b) = g n in (a with [0] = 1, b)" => "but this was consumed";
    undeclared_results_that_may_be_one: "def g (n: i64) = let xs = iota n in (xs, xs) def f (n: i64) = let (a, b) = g n in (a with [0] = 1, b)" => "but this was consumed";
    undeclared_result_shares_what_a_local_function_knows: "def f (xs: *[]i64) = let g (_: i64) = xs let ys = g 1 let zs = xs with [0] = 1 in ys" => "using variable `ys`, but this was consumed";
    undeclared_result_of_a_type_parameter: "def g x = x def f (xs: *[]i64) (ys: *[]i64) = let r = g (xs, ys) let zs = xs with [0] = 1 in r.0" => "but this was consumed";
    function_in_a_record_with_a_shared_result: "def g (r: {f: []i64 -> *[]i64}) (xs: []i64) = r.f xs def h (xs: []i64): []i64 = xs def f (xs: []i64) = g {f = h} xs" => "needs a function with a unique result";
    function_in_a_variable_with_a_shared_result: "def h [n] (xs: [n]i64): [n]i64 = xs def f [n] (xs: [n]i64) = let g: [n]i64 -> *[n]i64 = h in g xs" => "needs a function with a unique result";
    function_without_a_name_with_a_shared_result: "def g (f: []i32 -> *[]i32) (xs: []i32): *[]i32 = f xs def f (xs: []i32) = g (\\ys -> ys) xs" => "needs a function with a unique result";
    function_with_a_shared_result: "def g (f: () -> *[2]i32): *[2]i32 = f () with [0] = 1 def f (x: [2]i32): *[2]i32 = let h (): []i32 = x in g h" => "needs a function with a unique result";
    updated_with_itself: "def f (xs: *[][]i64) = xs with [0] = xs[1]" => "both may be `xs`";
    declared_results_may_be_an_arguments: "def g [n] (xs: [n]i64): [n]i64 = map (+ 1) xs def f (xss: *[][]i64) = xss with [0] = g xss[0]" => "both may be `xss`";
    unique_component_of_a_tuple: "def g (xs: *[]i64, i: i64) = xs with [0] = i def f (xs: *[]i64) = let ys = g (xs, 1) in (ys, xs)" => "using variable `xs`, but this was consumed";
    both_parts_of_an_argument: "def g (r: *([]i64, []i64)) = r.0 with [0] = 1 def f (xs: *[]i64) = g (xs, xs)" => "self-aliased: two parts of it may both be `xs`";
    function_returns_a_constant: "def c = [1i64, 2] def f (b: bool) = if b then c else [3, 4]" => "function result aliases the free variable `c`";
    lambda_returns_a_constant: "def c = [1i64, 2] def f = \\(b: bool) -> if b then c else [3, 4]" => "function result aliases the free variable `c`";
    consumption_by_partial_application: "def g (xs: *[]i64) (i: i64) = xs with [0] = i def f (xs: *[]i64) = let h = g xs in h 1" => "the value of this `let` is a function, and its computation contains consumption";
    consumption_in_a_function_argument: "def g (xs: *[]i64) (i: i64) = xs with [0] = i def h (k: i64 -> []i64) = k 1 def f (xs: *[]i64) = h (g xs)" => "this argument is a function, and its computation contains consumption";
    used_to_the_left_of_the_argument_that_consumes_it: "def g (x: i64) (xs: *[]i64) = xs with [0] = x def f (xs: *[]i64) = g xs[1] xs" => "`xs` is used to the left of the argument that consumes it";
    used_to_the_left_of_an_argument_with_an_update: "def g (x: i64) (xs: *[]i64) = xs with [0] = x def f (xs: *[]i64) = g xs[1] (xs with [0] = 2)" => "`xs` is used to the left of the argument that consumes it";
    loop_with_a_declared_type: "def f (xs: *[]i64) = loop (ys: []i64) = xs for i < 10 do ys with [i] = i" => "consuming variable `ys`, which is not consumable";
    loop_with_a_declared_type_of_a_component: "def f (xs: *[]i64) = loop (ys: []i64, s) = (xs, 0i64) for i < 10 do (ys with [i] = i, s)" => "consuming variable `ys`, which is not consumable";
    loop_with_a_declared_type_inside_of_another: "def f (xs: *[]i64) = loop ((ys: []i64, s): (*[]i64, i64)) = (xs, 0i64) for i < 10 do (ys with [i] = i, s)" => "consuming variable `ys`, which is not consumable";
    one_of_two_arrays: "def f (b: bool) (xs: *[]i64) (ys: []i64) = let zs = if b then xs else ys in zs with [0] = 1" => "consuming variable `ys`, which is not consumable";
}
