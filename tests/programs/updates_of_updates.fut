-- The new value of an update is computed before the updated array, and may still use it.
-- ==
-- entry: chain
-- input { [1i32, 2i32, 3i32] }
-- output { [2i32, 4i32, 3i32] }

-- ==
-- entry: swap
-- input { [1i32, 2i32, 3i32] }
-- output { [3i32, 2i32, 1i32] }

entry chain (xs: *[]i32) = xs with [0] = xs[0] * 2 with [1] = xs[1] * 2
entry swap (xs: *[3]i32) = xs with [0] = xs[2] with [2] = xs[0]
