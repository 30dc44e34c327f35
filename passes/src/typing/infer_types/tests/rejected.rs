//! Wrong programs, and a part of the message for each.

use crate::typing::support::testing::{errors, infer};

macro_rules! rejected {
    ($($name:ident: $text:literal => $message:literal;)*) => {
        $(#[test]
        fn $name() {
            let found = errors($text);
            assert!(found.iter().any(|error| error.contains($message)), "{found:?}");
        })*
    };
}

rejected! {
    operands_of_two_types: "def f (x: i32) = x + 1i64" => "does not have expected type `i32`: found `i64`";
    not_a_number: "def f (x: bool) = x + x" => "operator `+` does not apply to operands of type `bool`";
    too_large_literal: "def f: i8 = 128" => "128 is out of bounds for type `i8`";
    negative_unsigned_literal: "def f: u8 = -1" => "-1 is out of bounds for type `u8`";
    infinite_float: "def f: f32 = 9.7e42" => "out of bounds for type `f32`";
    functions_from_branches: "def f (b: bool) (x: i32) = (if b then \\y -> y + x else \\y -> y * x) 2" => "this conditional may not be of function type";
    functions_from_matches: "def f (b: bool) (g: i32 -> i32) = (match b case _ -> g) 2" => "this `match` may not be of function type";
    lifted_branches: "def f '^a (b: bool) (x: a) (y: a): a = if b then x else y" => "this conditional may not be of function type";
    size_of_a_function_only: "def f = let [n] (g: [n]bool -> [n]bool) = (\\(xs: [10]bool) -> xs) in n" => "cannot bind [n]";
    unknown_size_of_a_size_polymorphic_value: "def f [n] = (iota n, filter (> 5) (iota n))" => "may not have a type with an existential size";
    result_size_of_a_component: "def f (x: i64, _: bool): [x]i64 = iota x" => "which is only a component of a parameter";
    abstract_types_are_new: "module m: { type t val a: t } = { type t = i32 def a = 1i32 } def b = m.a + 1" => "must be one of";
    abstract_twice: "module type s = { type t val a: t val f: t -> i32 } module b: s = { type t = i32 def a = 3i32 def f (a: t) = a } module c: s = b def f = c.f b.a" => "different abstract types, both called `t`";
    lifted_by_its_type: "module m: { type~ t val mk: i64 -> t } = { type~ t = []i64 def mk (n: i64) = iota n } def f = copy (m.mk 3)" => "may differ in size";
    size_of_an_unused_argument: "type const 'a 'b = a def f [m] (_: const i32 ([m]i64)) = m" => "size [m] only used non-constructively";
    type_of_an_inner_module: "module m: { module bar: { type t = bool } } = { module bar = { type t = i32 } }" => "module defines `type bar.t = i32`";
    size_of_an_entry_point_in_an_expression: "entry f [n] (_: [n + 1]i32) = n" => "[n] only used non-constructively";
    length_of_a_range_with_a_step: "def f (n: i64): [n]i64 = 1..2..<n + 1" => "function body does not have expected type";
    size_lifted_types_in_others: "type~ any = []i64 type pair 'a = {a: a, b: i64} type t = pair any" => "may not contain size-lifted types";
    sizes_of_the_same_name: "def f [n] (_: [n]i64) = let n = 3i64 in zip (iota n) (replicate 2 true) def g [n] (xs: [n]i64) = let h [n] (ys: [n]i64): [n]i64 = xs in h xs" => "sizes `n₂` and `n` do not match";
    unknown_type_with_equality: "def f x y = x == y" => "all that is known is that values of it are compared";
    neither_recursive_nor_earlier: "def length (x: i64) = length x + true" => "does not apply to operands of type `bool`";
    abstract_with_computed_size: "module m: { type t [n] [m] } = { type t [n] [m] = [n + m]bool }" => "is not used constructively";
    specified_polymorphism: "module m: { val f: i32 -> i32 } = { def f x = x } def g = m.f true" => "expected `i32`, found `bool`";
    specified_uniqueness: "module m: { val f [n]: [n]i32 -> *[n]i32 } = { def f [n] (xs: [n]i32): [n]i32 = xs }" => "differ in uniqueness";
    specified_consumption: "module m: { val f [n]: [n]i32 -> i32 } = { def f [n] (xs: *[n]i32) = 1i32 }" => "this place needs a function that does not";
    recursive_result: "def f (n: i64): i64 -> i64 = \\x -> if n == 0 then x else f (n - 1) (x + 1)" => "is not first-order";
    recursive_function_argument: "def f (g: i64 -> i64) (n: i64): i64 = if n == 0 then g 0 else f (\\x -> g x * 2) (n - 1)" => "`g` must be passed unchanged";
    recursive_partial_application: "def f (n: i64) (g: i64 -> i64) (x: i64): i64 = if n == 0 then x else let h = f (n - 1) g in h x" => "is not fully saturated: it has 2 of 3 arguments";
    recursive_function_as_a_value: "def f (n: i64) (g: i64 -> i64): i64 = if n == 0 then g n else let h = f in h (n - 1) g" => "it can only be called";
    recursive_lifted_argument: "def f '^a (x: a) (g: a -> a) (n: i64): i64 = if n == 0 then 0 else f (g x) g (n - 1)" => "`x` must be passed unchanged";
    sizes_that_differ: "def f (n: i64): [n]i32 = replicate (n + 1) 0" => "sizes `n` and `n + 1` do not match";
    two_size_parameters: "def f [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys" => "sizes `n` and `m` do not match";
    two_unknown_sizes: "def f (xs: []i32) = map2 (+) (filter (> 0) xs) (filter (> 0) xs)" => "do not match";
    size_of_a_lambda_parameter: "def f (n: i64) = map (\\i -> iota i) (iota n)" => "gives values of different sizes";
    irregular: "def f = [[1, 2], [3]]" => "sizes `2` and `1` do not match";
    unknown_sizes_in_an_array: "def f (xss: [][]i32) = map (\\xs -> filter (> 0) xs) xss" => "gives values of different sizes";
    sizes_before_they_are_known: "def f (xs: []i32) = let g = \\ys -> ys let zs = filter (> 0) xs in g zs" => "is not known here yet";
    size_that_nothing_determines: "def f (n: i64) = length (rep 1)" => "nothing determines the size";
    left_section_of_an_unknown_size: "def f (xs: []i32) (mat: [][]i32) = map (filter (> 0) xs ++) mat" => "of a section's operand must be known before the section";
    right_section_of_an_unknown_size: "def f (xs: []i32) (mat: [][]i32) = map (++ filter (> 0) xs) mat" => "of a section's operand must be known before the section";
    applied_section_of_an_unknown_size: "def f (xs: []i32) (ys: []i32) = (filter (> 0) xs ++) ys" => "of a section's operand must be known before the section";
    functions_in_arrays: "def f (g: i32 -> i32) = [g]" => "cannot create array with elements of type `i32 -> i32`";
    functions_through_loops: "def f (n: i64) = loop g = (\\x -> x) for i < n do g" => "the parameter of a loop may not be of function type";
    functions_for_plain_types: "def id' 't (x: t) = x def f = id' (\\x -> x + 1)" => "found to be functional, but a function type cannot be here";
    lifted_elements: "def f '^t (x: t) = [x]" => "cannot create array with elements of type `t`";
    equality_of_functions: "def f (g: i32 -> i32) = g == g" => "the type `i32 -> i32` does not support equality";
    equality_of_parameters: "def f 'a (x: a) = x == x" => "the type `a` does not support equality";
    missing_field: "def f (r: {x: i32}) = r.y" => "type `{x: i32}` has no field `y`";
    unknown_record: "def f r = r.x" => "type is ambiguous";
    missing_constructor: "def f (x: #a | #b) = match x case #c -> 1 case _ -> 2" => "has no constructor `#c`";
    constructor_with_other_operands: "def f (x: #a i32) = match x case #a -> 1" => "constructor `#a` has 1 argument, but none is given here";
    missing_argument: "def f (xs: []f64) = reduce (+) xs" => "`reduce` takes 3 arguments, but is given 2: `ne` seems to be missing";
    missing_argument_of_a_function_to_come: "def f (xs: []f64) = xs |> reduce (+)" => "`reduce` takes 3 arguments, but is given 2: `ne` seems to be missing";
    function_for_a_value: "def g (x: i32) (y: i32) = x + y def f (x: i32): i32 = g x" => "`g` takes 2 arguments, but is given 1; missing: `y`";
    swapped_arguments: "def f (xs: []f64) = map xs f64.sqrt" => "cannot apply `map` to `xs`: arguments 1 and 2 seem to be swapped";
    too_few_arrays: "def f (xs: []i32) (ys: []i32) = map (\\x y -> x + y) xs ys" => "`map2` applies a function to the elements of 2 arrays";
    number_times_array: "def f (xs: []f64) = 2 * xs" => "`map` applies it to the elements of an array";
    branches_of_two_types: "def f (b: bool) = if b then 1 else true" => "branches differ in type";
    not_a_function: "def f (x: i32) = x 1" => "cannot apply `x` as function, as it has type `i32`";
    too_many_arguments: "def f (x: i32) = x def g = f 1 2" => "it only takes 1 argument";
    infinite_type: "def f g = g g" => "would contain itself";
    infinite_record: "def f x = x.0 x + x.1" => "would contain itself";
    itself_in_its_type: "def g (k: i64 -> [g]i32) = length (k 3)" => "used in the type of its own parameter";
    polymorphic_entry: "entry main 't (x: t) = x" => "entry point functions may not be polymorphic: `main`";
    unique_constant: "def xs: *[]i32 = [1, 2]" => "a constant cannot have a unique type";
    constant_with_a_unique_component: "def xs: (*[]i32, i32) = ([1, 2], 1)" => "a constant cannot have a unique type";
    functions_from_entries: "entry main (x: i32) = (\\y -> x + y: i32, x)" => "`main` gives a function";
    functions_for_what_entries_return: "entry main (x: i32) = \\(f: i32 -> i32) -> f x" => "`main` takes a function";
    functions_for_entries: "entry main (f: i32 -> i32) = f 1" => "entry point functions may not be higher-order: `main`";
    index_of_a_scalar: "def f (x: i32) = x[0]" => "cannot be indexed";
    unsigned_index: "def f (xs: []i32) (i: u8) = xs[i]" => "must be one of i8, i16, i32, i64";
    changing_fixed_size: "def f (n: i64) = loop (xs: [n]i64) = iota n for i < n do xs ++ [i]" => "do not match";
    computed_size_that_differs: "def k (n: i64) = n + 1 def f (n: i64) (xs: [k n]i64) = length xs def g (n: i64) = f n (iota (n + 1))" => "sizes `k n` and `n + 1` do not match";
    computed_size_of_another_argument: "def k (n: i64) = n def f (n: i64) (xs: [k n]i64) = length xs def g (n: i64) (m: i64) = f m (iota (k n))" => "sizes `k m` and `k n` do not match";
    computed_result_size_of_another_argument: "def k (n: i64) = n def f (n: i64): [k n]i64 = iota (k n) def g (n: i64) (m: i64) = zip (f n) (f m)" => "sizes `k n` and `k m` do not match";
    size_of_another_function: "def k (n: i64) = n * 2 def l (n: i64) = n * 3 def g (n: i64) (xs: [l n]i64) = length xs def f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota (k 2)) def h = f g" => "do not match";
    computed_size_of_the_wrong_argument: "def k (n: i64) = n * 2 def f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota (k 3))" => "sizes `k 2` and `k 3` do not match";
    number_for_a_computed_size: "def k (n: i64) = n * 2 def f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota 4)" => "sizes `k 2` and `4` do not match";
    any_size_for_a_computed_size: "def k (n: i64) = n * 2 def g [m] (_: i64) (xs: [m]i64) = length xs def f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota (k 2)) def h = f g" => "types `[]i64` and `[k n₂]i64` do not match";
    lambda_of_another_size: "def k (n: i64) = n * 2 def f (g: (n: i64) -> [k n]i64 -> i64) = g 2 (iota (k 2)) def h (m: i64) = f (\\(n: i64) (xs: [k m]i64) -> n)" => "sizes `k m` and `k n` do not match";
    mapped_function_of_computed_sizes: "def k (n: i64) = n * 2 def g (n: i64) (xs: [k n]i64) = length xs def f (ns: []i64) (xss: [][]i64) = map2 g ns xss" => "cannot apply `map2` to `g`";
    lost_size_of_a_function: "def k (n: i64) = n * 2 def g (n: i64) (xs: [k n]i64) = length xs def app '^a '^b (f: a -> b) (x: a): b = f x def f = app (app g 3) (iota (k 3))" => "scope violation";
    computed_size_for_any_size: "def k (n: i64) = n * 2 def g (n: i64) (xs: [k n]i64) = length xs def any [m] (f: i64 -> [m]i64 -> i64) (xs: [m]i64) = f 3 xs def f = any g (iota 5)" => "cannot apply `any` to `g`";
    lost_variable_of_a_size: "def k (n: i64) (m: i64) = n * m def f (xs: []i64) = let [m] (_: [m]i64) = filter (> 0) xs in \\(n: i64) (ys: [k n m]i64) -> length ys" => "cannot leave";
    size_that_cannot_be_compared: "def f (g: (n: i64) -> [match n case m -> m]i64 -> i64) = g 2 [7, 8]" => "its expression binds names";
    size_of_a_named_type_that_binds_names: "type t [n] = [let m = n in m]i64" => "may not bind names";
    size_of_a_type_parameter: "def f 't (g: (n: i64) -> [length (replicate n [] :> [n][0]t)]t -> i64) = 1" => "names a type parameter";
    equal_sizes_that_bind_names: "def f (n: i64) = zip (iota (match n case m -> m)) (iota (match n case m -> m))" => "do not match";
    unused_size_parameter: "def f [n] (x: i32) = x" => "size [n] unused";
    entry_without_its_size: "entry main [n]: [n]i32 = replicate n 0" => "no parameter of the entry point has the size `[n]`";
    unlifted_name_of_unknown_sizes: "type t = []i32" => "the type `t` may not contain size-lifted types";
    unlifted_name_of_functions: "type t = i32 -> i32" => "the type `t` contains functions";
    too_general_a_specification: "module m : { val f 't : t -> t } = { def f (x: i32) = x }" => "module type specifies `val f : ";
    wrong_size_in_a_specification: "module m : { val f [n] : [n]i32 -> [n]i32 } = { def f (x: []i32) = filter (> 1) x }" => "module type specifies `val f : ";
    operations_on_abstract_types: "module m (P: { type t val x: t }) = { def y = P.x + 1 }" => "must be one of";
    returned_consuming_function: "def g (xs: *[]f32) = f32.sum xs def f: []f32 -> f32 = g" => "this place needs a function that does not";
    consuming_function: "def g (xs: *[]i64) = xs with [0] = 1 def h (k: []i64 -> []i64) (xs: []i64) = k xs def f (xs: []i64) = h g xs" => "this place needs a function that does not";
    consuming_function_for_a_declared_variable: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (xs: [n]i32) = let g: [n]i32 -> [n]i32 = eat in g xs" => "this place needs a function that does not";
    consuming_function_in_a_pair: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (xs: [n]i32) = let (g: [n]i32 -> [n]i32, y) = (eat, xs) in g y" => "this place needs a function that does not";
    consuming_function_in_a_record: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def g [n] (r: {k: [n]i32 -> [n]i32}) (xs: [n]i32) = r.k xs def f [n] (xs: [n]i32) = g {k = eat} xs" => "this place needs a function that does not";
    consuming_function_in_a_result: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (_: [n]i32): ([n]i32 -> [n]i32, i32) = (eat, 1)" => "this place needs a function that does not";
    consuming_function_that_is_a_result: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (xs: [n]i32) = let g: i32 -> [n]i32 -> [n]i32 = \\_ -> eat in g 1 xs" => "this place needs a function that does not";
    consuming_function_ascribed: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (xs: [n]i32) = (eat: [n]i32 -> [n]i32) (copy xs)" => "this place needs a function that does not";
    consuming_function_for_a_field: "def eat [n] (xs: *[n]i32): [n]i32 = xs with [0] = 1 def f [n] (xs: [n]i32) = let r: {k: [n]i32 -> [n]i32} = {k = \\x -> x} let r = r with k = eat in r.k xs" => "this place needs a function that does not";
    consuming_function_for_a_parameters_parameter: "def g [n] (k: ([n]i32 -> [n]i32) -> [n]i32) = k (\\x -> x) def f [n] (xs: [n]i32) = let k (h: *[n]i32 -> [n]i32) = h (copy xs) let m: (*[n]i32 -> [n]i32) -> [n]i32 = \\(h: [n]i32 -> [n]i32) -> h xs in (g k, m)" => "this place needs a function that does not";
}

#[test]
fn errors_of_all_definitions_are_reported_but_not_what_follows_from_them() {
    let found = errors("def a: i32 = true\ndef b: bool = 1\ndef c = a + 1\ndef d: i32 = 2");
    assert_eq!(found.len(), 2, "{found:?}");
}

#[test]
fn both_origins_of_sizes_are_told() {
    let Err(error) = infer("def f [n] [m] (xs: [n]i32) (ys: [m]i32) = zip xs ys") else { panic!("accepted") };
    let origins: Vec<&str> = error.related.iter().map(|(_, text)| text.as_str()).collect();
    assert_eq!(origins, ["`m` is a size parameter", "`n` is a size parameter", "`ys` is bound here"]);
}
