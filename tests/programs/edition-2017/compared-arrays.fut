-- Arrays of different size are not equal.
-- ==
-- input { empty([0]i32) empty([0]i32) } output { true false }
-- input { empty([0]i32) [1] } output { false true }
-- input { [1, 2] [1, 2] } output { true false }
-- input { [1, 2] [3, 4] } output { false true }
-- ==
-- entry: matrices
-- input { [[1, 2]] [[1], [2]] } output { false }
-- input { [[1, 2]] [[1, 2]] } output { true }

let main (xs: []i32) (ys: []i32): (bool, bool) = (xs == ys, xs != ys)

entry matrices (xs: [][]i32) (ys: [][]i32): bool = xs == ys
