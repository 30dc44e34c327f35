-- Shape declarations, which bind names.
-- ==
-- entry: dot
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
-- ==
-- entry: named
-- input { [1, 2, 3] } output { [4, 5, 6] }
-- ==
-- entry: product
-- input { [[1, 2], [3, 4]] [[5, 6], [7, 8]] } output { [[19, 22], [43, 50]] }

entry dot (a: [#n]i32) (b: [#n]i32): i32 = reduce (+) 0 (map (*) a b)

entry named (a: [#n]i32): [n]i32 = map (+n) a

entry product (x: [#n][#m]i32) (y: [#m][#p]i32): [n][p]i32 =
  map (\row -> map (\column -> reduce (+) 0 (map (*) row column)) (rearrange (1, 0) y)) x
