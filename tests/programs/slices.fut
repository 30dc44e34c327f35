-- Slices with every combination of parts, in one and in two dimensions.
-- ==
-- entry: parts
-- input { [0,1,2,3,4,5,6,7,8,9] 2i64 7i64 }
-- output { [2i32, 3i32, 4i32, 5i32, 6i32] [2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32, 9i32] empty([0]i32) }
-- input { [0,1,2,3,4,5,6,7] 0i64 8i64 }
-- output { [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] [0i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32] empty([0]i32) }

-- ==
-- entry: far
-- input { [1, 2, 3] 9223372036854775807i64 } output { 1i64 [1] }
-- input { [1, 2, 3, 4] 9223372036854775807i64 } output { 1i64 [1] }
-- input { [1, 2, 3, 4] -9223372036854775808i64 } output { 1i64 [4] }
-- input { [1, 2, 3, 4] -9223372036854775807i64 } output { 1i64 [4] }
-- input { [1, 2, 3, 4] -3i64 } output { 2i64 [4, 1] }
-- input { empty([0]i32) -3i64 } output { 0i64 empty([0]i32) }
-- input { [1, 2] 0i64 } error: Index \[::0\] out of bounds
-- ==
-- entry: strides
-- input { [0,1,2,3,4,5,6,7,8,9] }
-- output { [0i32, 2i32, 4i32, 6i32, 8i32] [1i32, 4i32, 7i32] [8i32, 6i32, 4i32] [9i32, 8i32, 7i32, 6i32, 5i32, 4i32, 3i32, 2i32, 1i32, 0i32] [0i32, 3i32] [7i32, 4i32, 1i32] }

-- ==
-- entry: planes
-- input { [[1,2,3],[4,5,6],[7,8,9]] }
-- output { [4i32, 5i32, 6i32] [2i32, 5i32, 8i32] [[2i32, 3i32], [5i32, 6i32]] [[9i32, 8i32, 7i32], [6i32, 5i32, 4i32], [3i32, 2i32, 1i32]] [7i32, 8i32] 6i32 [2i32, 5i32, 8i32] }

-- ==
-- entry: outside
-- input { [1,2,3] 1i64 4i64 }
-- error: Index \[1:4\] out of bounds for array of shape \[3\]\.
-- input { [1,2,3] -1i64 2i64 }
-- error: Index \[-1:2\] out of bounds for array of shape \[3\]\.
-- input { [1,2,3] 2i64 1i64 }
-- error: Index \[2:1\] out of bounds for array of shape \[3\]\.
-- input { [1,2,3] 3i64 3i64 }
-- output { empty([0]i32) }

entry parts (xs: []i32) (i: i64) (j: i64) = (xs[i:j], xs[i:], xs[:j], xs[:], xs[i:i])
entry strides (xs: []i32) = (xs[::2], xs[1::3], xs[8:2:-2], xs[::-1], xs[:4:3], xs[7::-3])
entry planes (m: [][]i32) = (m[1], m[:, 1], m[0:2, 1:], m[::-1, ::-1], m[2, 0:2], m[1, 2], (map (.[1]) m))
entry outside (xs: []i32) (i: i64) (j: i64) = xs[i:j]

entry far (xs: []i32) (s: i64) = (length xs[::s], xs[::s])
