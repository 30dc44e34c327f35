-- A chain of `let`s stays in front of the application.
entry main (x: i32) = let y = x * x in \z -> y + z
-- ---
-- before eta-expand (Typed)
entry main (x: i32): i32 -> i32 =
  let y: i32 = x * x
  in \(z: i32): i32 -> y + z

-- after eta-expand (Typed)
entry main (x: i32) (x_2: i32): i32 =
  let y: i32 = x * x
  in (\(z: i32): i32 -> y + z) x_2
