-- The example of the documentation.
-- Documentation:
-- let ys = xs with [0] = 1 in (xs, ys)     is rejected: using variable `xs`, but this was consumed
--
entry main (xs: *[]i32) = let ys = xs with [0] = 1 in (xs, ys)
-- ---
-- before check-uniqueness (Typed)
entry main [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let ys: [n]i32 = xs with [0i64] = 1i32
  in (xs, ys)

-- after check-uniqueness (Typed)
main.fut:5:56-57: error E0401: using variable `xs`, but this was consumed
    it is used here
