-- "Shape Declarations": sizes are numbers of type `i32`, checked when the program runs.
-- ==
-- entry: f
-- input { [1, 2, 3] [4, 5, 6] } output { [5, 7, 9] }
-- input { [1, 2, 3] [4, 5] } error: .
-- ==
-- entry: constant
-- input { } error: .
-- ==
-- entry: pattern
-- input { 3 } output { [0, 1, 2] }
-- input { 2 } error: .
-- ==
-- entry: bound
-- input { } output { 2 [0, 1] }

entry f [n] (a: [n]i32) (b: [n]i32): [n]i32 =
  map2 (+) a b

entry constant =
  let x: [3]i32 = iota 2
  in x[0]

entry pattern (n: i32): []i32 =
  let x: [3]i32 = iota n
  in x

entry bound: (i32, []i32) =
  let [n] x: [n]i32 = iota 2
  in (n, x)
