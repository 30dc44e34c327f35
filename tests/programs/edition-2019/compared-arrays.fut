-- Arrays of different size are not equal.
-- ==
-- input { [1, 2] [1] } output { false true }
-- input { [1, 2] [1, 2] } output { true false }
-- ==
-- entry: matrices
-- input { [[1, 2], [3, 4]] [[1, 2]] } output { false }
-- input { [[1, 2]] [[1], [2]] } output { false }
-- input { [[1, 2]] [[1, 2]] } output { true }

let main (xs: []i32) (ys: []i32) = (xs == ys, xs != ys)

entry matrices (xs: [][]i32) (ys: [][]i32) = xs == ys
