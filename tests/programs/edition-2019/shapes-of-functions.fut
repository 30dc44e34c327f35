-- All results of a function must have the sizes of its first result.
-- ==
-- input { 3 } output { [[0, 0], [1, 1], [2, 2]] }
-- ==
-- entry: irregular
-- input { 2 } error: .

let twice (x: i32): []i32 = filter (\_ -> true) [x, x]

let main (n: i32): [][]i32 = map twice (iota n)

entry irregular (n: i32): [][]i32 = map (\i -> iota i) (iota n)
