-- A size used as the bound of a loop is converted to `i32`.
-- edition: 2019
let main [n] (xs: [n]i32): i32 =
  loop acc = 0 for i < n do acc + xs[i]
-- ---
-- after desugar-2019 (Source)
def main [n] (xs: [n]i32) : i32 = loop acc = 0 for i < i32.i64 n do acc + xs[i64.i32 i]
