-- A failure in front of an inner map happens even if the inner map has no elements.
-- ==
-- entry: divide
-- input { [2i64] empty([0]i64) } output { empty([1][0]i64) }
-- input { [2i64] [1i64] } output { [[6i64]] }
-- input { [0i64] empty([0]i64) } error: division by zero
-- ==
-- entry: element
-- input { [1i64, 0i64] empty([0]i64) } output { empty([2][0]i64) }
-- input { [0i64, 7i64] empty([0]i64) } error: Index \[7\] out of bounds for array of shape \[2\]
-- ==
-- entry: inside
-- input { [1i64, 2i64] empty([0]i64) } output { empty([2][2][0]i64) }
-- input { [0i64, 7i64] empty([0]i64) } error: division by zero
-- input { empty([0]i64) empty([0]i64) } output { empty([0][0][0]i64) }
-- ==
-- entry: outside
-- input { [1i64, 2i64] empty([0]i64) [3i64] } output { empty([2][0][1]i64) }
-- input { [1i64, 0i64] empty([0]i64) [3i64] } error: division by zero
-- input { [1i64, 0i64] [3i64] empty([0]i64) } error: division by zero
-- ==
-- entry: flat
-- input { [6i64, 7i64] empty([0]i64) } output { 0i64 }
-- input { [6i64, 5i64] empty([0]i64) } error: Assertion is false

entry divide (xs: []i64) (ys: []i64) = map (\x -> let y = 10 / x in map (+ y) ys) xs

entry element (xs: []i64) (ys: []i64) = map (\x -> let y = xs[x] in map (+ y) ys) xs

entry inside (xs: []i64) (ys: []i64) = map (\x -> map (\z -> let y = 10 / (x + z) in map (+ y) ys) xs) xs

entry outside (xs: []i64) (ys: []i64) (zs: []i64) = map (\x -> let k = 10 / x in map (\y -> map (\z -> k + y * z) zs) ys) xs

entry flat (xs: []i64) (ys: []i64) = i64.sum (flatten (map (\x -> let k = assert (x > 5) x in map (+ k) ys) xs))
