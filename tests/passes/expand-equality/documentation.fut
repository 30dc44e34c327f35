-- The example of the documentation.
-- Documentation:
-- (a, b) == (c, d)     becomes     a == c && b == d
--
-- Written out:
-- (a, b) == (c, d)
-- becomes
-- let a_2 = (a, b) let b_2 = (c, d) in if a_2.0 == b_2.0 then a_2.1 == b_2.1 else false
--
entry main (a: i32) (b: i32) (c: i32) (d: i32) = (a, b) == (c, d)
-- ---
-- before expand-equality (MonoMatch)
entry main (a: i32) (b: i32) (c: i32) (d: i32): bool =
  (a, b) == (c, d)

-- after expand-equality (MonoMatch)
entry main (a: i32) (b: i32) (c: i32) (d: i32): bool =
  let a_2: (i32, i32) = (a, b)
  let b_2: (i32, i32) = (c, d)
  in if a_2.0 == b_2.0 then a_2.1 == b_2.1 else false
