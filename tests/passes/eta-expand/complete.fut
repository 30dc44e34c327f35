-- An entry point that returns no function stays the same.
entry main (x: i32) (y: i32) = x + y
-- ---
-- before eta-expand (Typed)
entry main (x: i32) (y: i32): i32 =
  x + y

-- after eta-expand (Typed)
the same
