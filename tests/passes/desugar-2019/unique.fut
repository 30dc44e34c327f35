-- An ascription of a unique type consumes the value. A loop's initial value has the type of its pattern.
-- edition: 2019
let main [n] (xs: *[]i32) (m: [n]i32) = loop (ys: *[n]i32) = (xs : *[]i32) for i < n do ys with [i] = m[i]
-- ---
-- after desugar-2019 (Source)
def main [n] (xs: *[]i32) (m: [n]i32) =
  loop ys: *[n]i32 = consumed' (xs : []i32) : [n]i32 for i < i32.i64 n do ys with [i64.i32 i] = m[i64.i32 i]
