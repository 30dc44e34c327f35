-- Shape declarations, which bind names. Wrong shapes are run-time errors.
-- ==
-- input { [1, 2, 3] } output { [2, 3, 4] }
-- ==
-- entry: dotProduct
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
-- input { [1, 2, 3] [4, 5] } error: .
-- ==
-- entry: matMult
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] } output { [[19, 22], [43, 50]] }
-- ==
-- entry: variables
-- input { [[1, 2, 3], [4, 5, 6]] } output { 5 }
-- ==
-- entry: constant
-- input { 3 } output { [0, 1, 2] }
-- input { 4 } error: .

let f (a: [#n]i32): [n]i32 =
  map (+1) a

let main (a: []i32): []i32 = f a

entry dotProduct(a: [#n]i32) (b: [#n]i32): i32 =
  reduce (+) 0 (map (*) a b)

entry matMult(x: [#n][#m]i32) (y: [#m][#n]i32): [n][n]i32 =
  map (\row -> map (\column -> reduce (+) 0 (map (*) row column)) (rearrange (1, 0) y)) x

entry variables (x: [#n][#m]i32): i32 = n + m

let three (n: i32): [3]i32 = iota n

entry constant (n: i32): []i32 = three n
