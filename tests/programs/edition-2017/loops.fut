-- Sequential loops, between two numbers and down.
-- ==
-- input { 10 } output { 55 }
-- ==
-- entry: between
-- input { 2 5 } output { [2, 3, 4] }
-- ==
-- entry: down
-- input { 5 2 } output { [4, 3, 2] }
-- ==
-- entry: until
-- input { 3 20 } output { 24 }

let main (n: i32): i32 =
  let (x, _) = loop (x, y) = (0, 1) for i < n do (y, x + y)
  in x

entry between (a: i32) (b: i32): []i32 = loop xs = empty(i32) for a <= i < b do concat xs [i]

entry down (a: i32) (b: i32): []i32 = loop xs = empty(i32) for a > i >= b do concat xs [i]

entry until (x: i32) (bound: i32): i32 = loop x while x < bound do x * 2
