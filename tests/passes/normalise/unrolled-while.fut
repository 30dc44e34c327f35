-- A `while` loop cannot be unrolled, whatever its attribute says.
entry main (n: i32) = #[unroll] loop x = 1 while x < n do x * 2
-- ---
