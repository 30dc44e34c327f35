-- The example of the documentation.
-- edition: 2019
-- show: f
-- Documentation:
-- let f [n] (xs: [n]i32) (k: i32): [k]i32 = unsafe xs[0:n - 1]
-- becomes
-- def f [n] (xs: [n]i32) (k: i32): [i64.i32 k]i32 = #[unsafe] xs[0:i64.i32 (i32.i64 n - 1)]
--
let f [n] (xs: [n]i32) (k: i32): [k]i32 = unsafe xs[0:n - 1]
-- ---
-- after desugar-2019 (Source)
def f [n] (xs: [n]i32) (k: i32) : [i64.i32 k]i32 = #[unsafe] xs[0:i64.i32 (i32.i64 n - 1)]
