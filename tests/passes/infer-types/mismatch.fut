-- Sizes that differ are an error.
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = map2 (+) xs ys
-- ---
-- after infer-types (Typed)
main.fut:2:60-61: error E0202: cannot apply `map2` to `ys`: expected `[n]i32`, found `[m]i32`
    expected `[n]i32`, found `[m]i32`
    sizes `n` and `m` do not match
    if the sizes are always the same, add a coercion, which is checked when the program runs
