-- The pass follows each component of a tuple by itself.
entry main [n] (xs: *[n]i32) (ys: *[n]i32) = let p = (xs, ys) let zs = p.0 with [0] = 1 in (zs, p.1)
-- ---
-- before check-uniqueness (Typed)
entry main [n] (xs: *[n]i32) (ys: *[n]i32): ([n]i32, [n]i32) =
  let p: ([n]i32, [n]i32) = (xs, ys)
  let zs: [n]i32 = p.0 with [0i64] = 1i32
  in (zs, p.1)

-- after check-uniqueness (Typed)
the same
