-- Indices out of bounds.
-- ==
-- entry: element
-- input { [1,2,3] 0i64 }
-- output { 1i32 }
-- input { [1,2,3] 3i64 }
-- error: Index \[3\] out of bounds for array of shape \[3\]\.
-- input { [1,2,3] -1i64 }
-- error: Index \[-1\] out of bounds for array of shape \[3\]\.
-- input { empty([0]i32) 0i64 }
-- error: Index \[0\] out of bounds for array of shape \[0\]\.

-- ==
-- entry: plane
-- input { [[1,2],[3,4]] 1i64 1i64 }
-- output { 4i32 }
-- input { [[1,2],[3,4]] 1i64 2i64 }
-- error: Index \[1, 2\] out of bounds for array of shape \[2\]\[2\]\.
-- input { [[1,2],[3,4]] 2i64 0i64 }
-- error: Index \[2, 0\] out of bounds for array of shape \[2\]\[2\]\.

-- ==
-- entry: mapped
-- input { [1,2,3] [0i64,2i64] }
-- output { [1i32, 3i32] }
-- input { [1,2,3] [0i64,5i64] }
-- error: Index \[5\] out of bounds for array of shape \[3\]\.

-- ==
-- entry: updated
-- input { [1,2,3] 1i64 }
-- output { [1i32, 0i32, 3i32] }
-- input { [1,2,3] 7i64 }
-- error: Index \[7\] out of bounds for array of shape \[3\]\.

entry element (xs: []i32) (i: i64) = xs[i]
entry plane (m: [][]i32) (i: i64) (j: i64) = m[i, j]
entry mapped (xs: []i32) (is: []i64) = map (\i -> xs[i]) is
entry updated (xs: *[]i32) (i: i64) = xs with [i] = 0
