-- Shape declarations: sizes are numbers of type `i32`, checked when the program runs.
-- ==
-- entry: dot
-- input { [1, 2, 3] [4, 5, 6] } output { 32 }
-- input { [1, 2, 3] [4, 5] } error: .
-- ==
-- entry: pattern
-- input { 3 } output { [0, 1, 2] }
-- input { 2 } error: .
-- ==
-- entry: bound
-- input { 4 } output { 4 [0, 1, 2, 3] }

entry dot [n] (a: [n]i32) (b: [n]i32): i32 = reduce (+) 0 (map2 (*) a b)

entry pattern (n: i32): []i32 =
  let x: [3]i32 = iota n
  in x

entry bound (k: i32): (i32, []i32) =
  let [n] x: [n]i32 = iota k
  in (n, x)
