-- As in Futhark, `!=`, and `==` as a function, get no warning.
entry main [n] (xss: [n][2]i32) = map2 (==) xss xss
-- ---
-- before warn-comparisons (Typed)
entry main [n] (xss: [n][2]i32): [n]bool =
  map2{[2]i32, [2]i32, [n], bool} (\(x: [2]i32) (y: [2]i32): bool -> x == y) xss xss

-- after warn-comparisons (Typed)
the same
