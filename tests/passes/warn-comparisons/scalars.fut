-- Comparisons of scalars and of tuples get no warning.
entry main (x: i32) (y: i32) = x == y && (x, y) == (y, x)
-- ---
-- before warn-comparisons (Typed)
entry main (x: i32) (y: i32): bool =
  if x == y then (x, y) == (y, x) else false

-- after warn-comparisons (Typed)
the same
