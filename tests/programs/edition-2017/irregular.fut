-- A size that depends on an element: checked as values are made, or for all beforehand (FHPC'14, figures 16, 17).
-- ==
-- input { [2, 2] 7 } output { [[7, 7], [7, 7]] }
-- input { empty([0]i32) 7 } output { empty([0][0]i32) }
-- input { [2, 2, 3] 7 } error: 3

let f (n: i32) (x: i32): []i32 = replicate n x

let main (ns: []i32) (x: i32): [][]i32 = map (\n -> f n x) ns
