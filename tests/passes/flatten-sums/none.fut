-- A program without sums stays the same.
entry main (x: i32) = x + 1
-- ---
-- before flatten-sums (FirstOrder)
entry main (x: i32): i32 =
  x + 1i32

-- after flatten-sums (FirstOrder)
the same
