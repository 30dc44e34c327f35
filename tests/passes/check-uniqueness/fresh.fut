-- A copy may be overwritten even if the original is used afterwards.
entry main [n] (xs: *[n]i32) = let ys = copy xs with [0] = 1 in (xs, ys)
-- ---
-- before check-uniqueness (Typed)
entry main [n] (xs: *[n]i32): ([n]i32, [n]i32) =
  let ys: [n]i32 = copy{[n]i32} xs with [0i64] = 1i32
  in (xs, ys)

-- after check-uniqueness (Typed)
the same
