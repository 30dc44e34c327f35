-- The size of the result of `filter` has a name of its own.
entry main (xs: []i32) = filter (> 0) xs
-- ---
-- after infer-types (Typed)
entry main [n] (xs: [n]i32): ?[count].[count]i32 =
  let [count_2] t: [count_2]i32 = filter{[n], i32} (\(x: i32): bool -> x > 0i32) xs
  in t
