-- Two variables with the same name get different names.
entry main (x: i32) = let x = x + 1 let x = x * 2 in x
-- ---
-- after resolve (Resolved)
entry main (x: i32) =
  let x_2 = x + 1
  let x_3 = x_2 * 2
  in x_3
