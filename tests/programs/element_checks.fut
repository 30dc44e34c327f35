-- Checks that depend on elements of arrays.
-- ==
-- entry: gather
-- input { [1,2,3] [0i64,2i64] } output { [2,4] }
-- input { [1,2,3] empty([0]i64) } output { empty([0]i32) }
-- input { [1,2,3] [0i64,3i64,-1i64] } error: Index \[3\] out of bounds for array of shape \[3\]
-- ==
-- entry: divide
-- input { [1,7] [3,4] } output { [0,1] }
-- input { [1,2] [3,0] } error: division by zero
-- ==
-- entry: branch
-- input { [1,2] [1i64,-1i64] } output { [2,0] }
-- input { [1,2] [1i64,-1i64,2i64] } error: Index \[2\] out of bounds for array of shape \[2\]
-- ==
-- entry: square
-- input { [1,2,3,4,5] 3i64 } output { [1,2,5] }
-- input { [1,2,3,4] 3i64 } error: Index \[4\] out of bounds for array of shape \[4\]
-- ==
-- entry: nested
-- input { [1,2] [[1i64],[0i64]] } output { [2,1] }
-- input { [1,2] [[1i64],[2i64]] } error: Index \[2\] out of bounds for array of shape \[2\]
-- ==
-- entry: positive
-- input { [1,2] } output { 6 }
-- input { [1,-2] } error: Assertion is false
-- ==
-- entry: permute
-- input { [[1i64,0i64],[0i64,1i64]] [5,6] } output { [[6,5],[5,6]] }
-- input { [[1i64,0i64],[0i64,2i64]] [5,6] } error: Index \[2\] out of bounds for array of shape \[2\]

entry gather [n] [m] (xs: [n]i32) (is: [m]i64) = map (\i -> xs[i] + 1) is

entry divide [n] (xs: [n]i32) (ys: [n]i32) = map2 (\x y -> x / y) xs ys

entry branch [n] [m] (xs: [n]i32) (is: [m]i64) = map (\i -> if i >= 0 then xs[i] else 0) is

entry square [n] (xs: [n]i32) (m: i64) = map (\i -> xs[i * i]) (iota m)

entry nested [n] [m] [k] (xs: [n]i32) (iss: [k][m]i64) = map (\is -> i32.sum (map (\i -> xs[i]) is)) iss

entry positive [n] (xs: [n]i32) = i32.sum (map (\x -> assert (x > 0) (2 * x)) xs)

entry permute [n] [m] (iss: [n][m]i64) (xs: [m]i32) = map (map (\i -> xs[i])) iss
