-- Sizes with the right product may still be negative.
-- ==
-- entry: two
-- input { [1i64, 2i64] 1i64 2i64 } output { [[1i64, 2i64]] }
-- input { empty([0]i64) 0i64 2i64 } output { empty([0][2]i64) }
-- input { [1i64] -1i64 -1i64 } error: Cannot unflatten array of shape \[1\] to array of shape \[-1\]\[-1\]
-- input { empty([0]i64) -3i64 0i64 } error: Cannot unflatten array of shape \[0\] to array of shape \[-3\]\[0\]
-- ==
-- entry: three
-- input { [1i64, 2i64] 1i64 2i64 } output { [[[1i64], [2i64]]] }
-- input { [1i64] -1i64 -1i64 } error: Cannot unflatten

entry two [n] (xs: [n]i64) (a: i64) (b: i64) : [a][b]i64 = unflatten (xs :> [a * b]i64)

entry three [n] (xs: [n]i64) (a: i64) (b: i64) : [a][b][1]i64 = unflatten_3d (xs :> [a * b * 1]i64)
