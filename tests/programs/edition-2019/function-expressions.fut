-- "Function Expressions": lambdas and sections.
-- ==
-- input { } output { 6 5 7 [3, 4] [0, 1] 9 4 }

let subtract (x: i32) (y: i32) = y - x

let main =
  let r = {a = {b = {c = 9}}}
  let xss = [[1, 2], [3, 4]]
  in ( (\(x: i32) (y: i32) (z: i32): i32 -> x + y + z) 1 2 3, (+) 2 3, (10-) 3, map (+2) [1, 2], map (2 `subtract`) [2, 3]
     , (.a.b.c) r, (.[1, 1]) xss)
