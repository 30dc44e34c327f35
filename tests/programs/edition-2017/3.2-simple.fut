-- Simple Futhark: implicit currying, array literals, `let` without `in`, tuples, projections.
-- ==
-- input { 5 } output { 0 }
-- ==
-- entry: literals
-- input { } output { [1, 2, 3] [[1], [2], [3]] 2 }
-- ==
-- entry: sum
-- input { 3 4 } output { 7 }
-- ==
-- entry: lets
-- input { } output { 3 3 }
-- ==
-- entry: sum_pattern
-- input { 3 4 } output { 7 }
-- ==
-- entry: sum_components
-- input { 3 4 } output { 7 }
-- ==
-- entry: sum_projected
-- input { 3 4 } output { 7 }

-- The overview calls this the factorial function. `iota` starts at 0, and `map (1+)` makes it start at 1.
let fact(n: i32): i32 =
  reduce (*) 1 (map (1+) (iota n))

let main (n: i32): i32 = fact n - 120

entry literals: ([]i32, [][]i32, i32) =
  let a = [[1], [2], [3]]
  in ([1, 2, 3], a, a[1, 0])

entry sum (x: i32) (y: i32): i32 = let z = x + y in z

let chained: i32 =
  let a = 0 in
  let b = 1 in
  let c = 2 in
  a + b + c

let unchained: i32 =
  let a = 0
  let b = 1
  let c = 2
  in a + b + c

entry lets: (i32, i32) = (chained, unchained)

let sumpair((x, y): (i32, i32)): i32 = x + y

let sumpair_components(x: i32, y: i32): i32 = x + y

let sumpair_projected(p: (i32, i32)): i32 = #0 p + #1 p

entry sum_pattern (x: i32) (y: i32): i32 = sumpair (x, y)

entry sum_components (x: i32) (y: i32): i32 = sumpair_components (x, y)

entry sum_projected (x: i32) (y: i32): i32 = sumpair_projected (x, y)
