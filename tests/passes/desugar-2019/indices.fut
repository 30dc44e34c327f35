-- An index of type `i32` is converted.
-- edition: 2019
let main [n] (xs: [n]i32) (i: i32): i32 = xs[i + 1]
-- ---
-- after desugar-2019 (Source)
def main [n] (xs: [n]i32) (i: i32) : i32 = xs[i64.i32 (i + 1)]
