-- The size of a function's result depends on an element: sizes are compared as values are made, or all before (FHPC'14, figures 16 and 17).
-- ==
-- input { [2, 2] 7 } output { [[7, 7], [7, 7]] }
-- input { empty([0]i32) 7 } output { empty([0][0]i32) }
-- input { [2, 2, 3] 7 } error: 3

let f (n: i32) (x: i32): []i32 = replicate n x

let main (ns: []i32) (x: i32): [][]i32 = map (\n -> f n x) ns
