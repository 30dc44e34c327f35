-- Equality of primitive values stays.
entry main (x: i32) (y: i32) = x == y
-- ---
-- before expand-equality (MonoMatch)
entry main (x: i32) (y: i32): bool =
  x == y

-- after expand-equality (MonoMatch)
the same
