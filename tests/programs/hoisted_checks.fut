-- Checks in front of a loop or SOAC fail with the same messages as inside.
-- ==
-- entry: plain
-- input { [1,2,3] 3i64 } output { [1,2,3] }
-- input { [1,2,3] 5i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 0i64 } output { empty([0]i32) }
-- ==
-- entry: shifted
-- input { [1,2,3,4] 2i64 2i64 } output { [3,4] }
-- input { [1,2,3,4] 3i64 2i64 } error: Index \[4\] out of bounds for array of shape \[4\]
-- input { [1,2,3,4] -1i64 2i64 } error: Index \[-1\] out of bounds for array of shape \[4\]
-- input { [1,2,3,4] 9223372036854775807i64 2i64 } error: Index \[9223372036854775807\] out of bounds for array of shape \[4\]
-- input { [1,2,3,4] 9223372036854775807i64 0i64 } output { empty([0]i32) }
-- ==
-- entry: backwards
-- input { [1,2,3,4] 4i64 } output { [4,3,2,1] }
-- input { [1,2,3,4] 5i64 } error: Index \[-1\] out of bounds for array of shape \[4\]
-- ==
-- entry: strided
-- input { [1,2,3,4,5] 2i64 3i64 } output { [1,3,5] }
-- input { [1,2,3,4,5] 2i64 4i64 } error: Index \[6\] out of bounds for array of shape \[5\]
-- input { [1,2,3,4,5] -2i64 2i64 } error: Index \[-2\] out of bounds for array of shape \[5\]
-- input { [1,2,3,4,5] 0i64 4i64 } output { [1,1,1,1] }
-- input { [1,2,3,4,5] 4611686018427387904i64 5i64 } error: Index \[4611686018427387904\] out of bounds for array of shape \[5\]
-- ==
-- entry: flat
-- input { [1,2,3,4,5,6] 2i64 3i64 } output { [[1,2,3],[4,5,6]] }
-- input { [1,2,3,4,5,6] 3i64 3i64 } error: Index \[6\] out of bounds for array of shape \[6\]
-- input { [1,2,3,4,5,6] 1i64 7i64 } error: Index \[6\] out of bounds for array of shape \[6\]
-- ==
-- entry: stencil
-- input { [1,2,3,4] } output { [3,4,6,6] }
-- input { [1] } output { [2] }
-- input { empty([0]i32) } output { empty([0]i32) }
-- ==
-- entry: wrong_stencil
-- input { [1,2,3,4] } error: Index \[4\] out of bounds for array of shape \[4\]
-- ==
-- entry: both
-- input { [[1,2],[3,4]] 2i64 2i64 } output { [3,7] }
-- input { [[1,2],[3,4]] 2i64 3i64 } error: Index \[0, 2\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1,2],[3,4]] 3i64 2i64 } error: Index \[2, 0\] out of bounds for array of shape \[2\]\[2\]
-- input { [[1,2],[3,4]] 3i64 0i64 } output { [0,0,0] }
-- ==
-- entry: triangle
-- input { [1,2,3] 3i64 } output { [0,1,3] }
-- input { [1,2,3] 4i64 } output { [0,1,3,6] }
-- input { [1,2,3] 5i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- ==
-- entry: fixed
-- input { [1,2,3] 2i64 2i64 } output { [3,3] }
-- input { [1,2,3] 3i64 2i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 3i64 0i64 } output { empty([0]i32) }
-- ==
-- entry: division
-- input { [1,2,3] 2i64 } output { [1,1,2] }
-- input { [1,2,3] 0i64 } error: division by zero
-- input { empty([0]i32) 0i64 } output { empty([0]i32) }
-- ==
-- entry: until
-- input { [1,2,3] 1i64 5 } output { 6 }
-- input { [1,2,3] 3i64 5 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 3i64 0 } output { 0 }
-- ==
-- entry: narrow
-- input { [1,2,3] 3 0 } output { 6 }
-- input { [1,2,3] 3 1 } error: Index \[3\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 3 2147483647 } error: Index \[2147483647\] out of bounds for array of shape \[3\]
-- input { [1,2,3] 0 5 } output { 0 }
-- ==
-- entry: only_some
-- input { [1,2,3] [true,true,false] 3i64 } output { [1,2,0] }
-- input { [1,2,3] [true,true,false] 7i64 } error: Index \[3\] out of bounds for array of shape \[3\]
-- ==
-- entry: gather
-- input { [1,2,3] [2i64,0i64] } output { [3,1] }
-- input { [1,2,3] [2i64,3i64] } error: Index \[3\] out of bounds for array of shape \[3\]

entry plain [n] (xs: [n]i32) (m: i64): []i32 = map (\i -> xs[i]) (iota m)

entry shifted [n] (xs: [n]i32) (k: i64) (m: i64): []i32 = map (\i -> xs[i + k]) (iota m)

entry backwards [n] (xs: [n]i32) (m: i64): []i32 = map (\i -> xs[n - 1 - i]) (iota m)

entry strided [n] (xs: [n]i32) (s: i64) (m: i64): []i32 = map (\i -> xs[i * s]) (iota m)

entry flat [n] (xs: [n]i32) (a: i64) (b: i64): [][]i32 = map (\i -> map (\j -> xs[i * b + j]) (iota b)) (iota a)

entry stencil [n] (xs: [n]i32): []i32 =
  map (\i -> (if i == 0 then xs[i] else xs[i - 1]) + (if i < n - 1 then xs[i + 1] else xs[i] - i32.bool (n > 1))) (iota n)

entry wrong_stencil [n] (xs: [n]i32): []i32 =
  map (\i -> if i > 0 && i != 2 then xs[i - 1] + xs[i + 1] else xs[i]) (iota n)

entry both [n] [m] (xss: [n][m]i32) (a: i64) (b: i64): []i32 =
  map (\i -> loop sum = 0 for j < b do sum + xss[i, j]) (iota a)

entry triangle [n] (xs: [n]i32) (m: i64): []i32 = map (\i -> loop sum = 0 for j < i do sum + xs[j]) (iota m)

entry fixed [n] (xs: [n]i32) (k: i64) (m: i64): []i32 = map (\_ -> xs[k]) (iota m)

entry division [n] (xs: [n]i32) (k: i64): []i32 = map2 (\i _ -> xs[i / k]) (iota n) xs

entry until [n] (xs: [n]i32) (k: i64) (limit: i32): i32 = loop sum = 0 while sum < limit do sum + xs[k] + 1

entry narrow [n] (xs: [n]i32) (m: i32) (k: i32): i32 = loop sum = 0 for i < m do sum + xs[i + k]

entry only_some [n] [k] (xs: [n]i32) (bs: [k]bool) (m: i64): []i32 =
  map2 (\i b -> if b || i > 2 && m > 5 then xs[i % m] + (if m > 5 then loop s = 0 for j < m do s + xs[j] else 0) else 0) (iota k) bs

entry gather [n] [k] (xs: [n]i32) (is: [k]i64): []i32 = map (\i -> xs[i]) is
