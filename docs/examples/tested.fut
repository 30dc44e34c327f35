-- Statistics of arrays, with tests.

-- ==
-- entry: sum
-- input { [1, 2, 3] } output { 6 }
-- "nothing" input { empty([0]i32) } output { 0 }
-- script input { squares 4 } output { 14 }
-- random input { [1000]i32 } auto output
entry sum (xs: []i32) = reduce (+) 0 xs

entry squares (n: i64) = map (\i -> i32.i64 (i * i)) (iota n)

-- ==
-- entry: extremes
-- input { [3, 1, 2] } output { 1 3 }
-- input { empty([0]i32) } error: out of bounds
entry extremes (xs: []i32) = (reduce i32.min xs[0] xs, reduce i32.max xs[0] xs)
