-- Sequential loops: bounded, between two numbers, downwards, with a condition, without initial values.
-- ==
-- input { 10 } output { 89 }
-- ==
-- entry: tail_recursive
-- input { 3 1 } output { 10 }
-- ==
-- entry: between
-- input { 2 5 } output { [2, 3, 4] }
-- ==
-- entry: down
-- input { 3 } output { [2, 1, 0] }
-- ==
-- entry: down_to
-- input { 5 2 } output { [4, 3, 2] }
-- ==
-- entry: doubled
-- input { 3 20 } output { 24 }
-- ==
-- entry: implied
-- input { 10 } output { 89 144 }

let fib(n: i32): i32 =
  let (x, y) = loop (x, y) = (1,1) for i < n do (y, x+y)
  in x

let main (n: i32): i32 = fib n

let g (x: i32): i32 = 2 * x + 1

entry tail_recursive (n: i32) (a: i32): i32 = (loop x = a for i < n do g(x)) - 5

entry between (v: i32) (n: i32): []i32 = loop xs = empty(i32) for v <= i < n do concat xs [i]

entry down (n: i32): []i32 = loop xs = empty(i32) for n > i do concat xs [i]

entry down_to (n: i32) (v: i32): []i32 = loop xs = empty(i32) for n > i >= v do concat xs [i]

entry doubled (x: i32) (bound: i32): i32 = loop x while x < bound do x * 2

entry implied (n: i32): (i32, i32) =
  let x = 1
  let y = 1
  in loop (x, y) for i < n do (y, x+y)
