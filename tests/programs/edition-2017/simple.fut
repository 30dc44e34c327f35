-- Simple Futhark: implicit currying, tuples, projections.
-- ==
-- input { 5 } output { 120 }
-- ==
-- entry: sum_pattern
-- input { 3 4 } output { 7 }
-- ==
-- entry: sum_projected
-- input { 3 4 } output { 7 }

let main (n: i32): i32 = reduce (*) 1 (map (1+) (iota n))

let sumpair ((x, y): (i32, i32)): i32 = x + y

let summed (x: i32, y: i32): i32 = sumpair (x, y)

entry sum_pattern (x: i32) (y: i32): i32 = summed (x, y)

let projected (p: (i32, i32)): i32 = #0 p + #1 p

entry sum_projected (x: i32) (y: i32): i32 = projected (x, y)
