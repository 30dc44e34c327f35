-- Run-time errors that are not about indices.
-- ==
-- entry: divide
-- input { 7i32 2i32 }
-- output { 3i32 }
-- input { 7i32 0i32 }
-- error: division by zero

-- ==
-- entry: modulo
-- input { 7i64 0i64 }
-- error: division by zero

-- ==
-- entry: power
-- input { 2i32 10i32 }
-- output { 1024i32 }
-- input { 2i32 -1i32 }
-- error: negative exponent

-- ==
-- entry: asserted
-- input { 5i32 }
-- output { 10i32 }
-- input { -5i32 }
-- error: Assertion is false: \(x > 0\)

-- ==
-- entry: coerced
-- input { [1,2,3] 3i64 }
-- output { 6i32 }
-- input { [1,2,3] 4i64 }
-- error: cannot match shape

-- ==
-- entry: reshaped
-- input { [1,2,3,4] 2i64 2i64 }
-- output { [[1i32, 2i32], [3i32, 4i32]] }
-- input { [1,2,3,4] 3i64 2i64 }
-- error: cannot match shape

-- ==
-- entry: hole
-- input { 1i32 }
-- output { 1i32 }
-- input { 0i32 }
-- error: Reached hole of type: i32

-- ==
-- entry: argument
-- input { [1,2] [3,4] }
-- output { [4i32, 6i32] }
-- input { [1,2] [3,4,5] }
-- error: [Aa]rgument

entry divide (x: i32) (y: i32) = x / y
entry modulo (x: i64) (y: i64) = x % y
entry power (x: i32) (y: i32) = x ** y
entry asserted (x: i32) = assert (x > 0) (x * 2)
entry coerced (xs: []i32) (n: i64) = i32.sum (xs :> [n]i32)
entry reshaped (xs: []i32) (n: i64) (m: i64) : [n][m]i32 = unflatten (xs :> [n * m]i32)
entry hole (x: i32) : i32 = if x > 0 then x else ???
entry argument [n] (xs: [n]i32) (ys: [n]i32) = map2 (+) xs ys
