-- "Semantics of Simple Expressions": predefined operators, and negation.
-- ==
-- input { 7 2 } output { 49 3 1 14 3 1 9 5 }
-- ==
-- entry: negative
-- input { -7 2 } output { -3 -1 -4 1 }
-- ==
-- entry: bits
-- input { 12 10 } output { 6 8 14 3 48 -13 }
-- ==
-- entry: floats
-- input { 7f64 2f64 } output { 49f64 14f64 3.5f64 1f64 9f64 5f64 }
-- ==
-- entry: compound
-- input { [1, 2] [1, 3] } output { false true true }
-- ==
-- entry: logic
-- input { 0 } output { false true true }
-- ==
-- entry: conditions
-- input { 3 } output { 3 }
-- input { -3 } error: .
-- ==
-- entry: updates
-- input { } output { [1, 7, 3] 5 2 }

entry main (x: i32) (y: i32) = (x ** y, x // y, x %% y, x * y, x / y, x % y, x + y, x - y)
entry negative (x: i32) (y: i32) = (x // y, x %% y, x / y, x % y)
entry bits (x: i32) (y: i32) = (x ^ y, x & y, x | y, x >> 2, x << 2, ~x)
entry floats (x: f64) (y: f64) = (x ** y, x * y, x / y, x % y, x + y, x - y)
entry compound (x: []i32) (y: []i32) = (x == y, x != y, (1, true) == (1, true))
entry logic (x: i32) = (x != 0 && 1 / x == 1, x == 0 || 1 / x == 1, !(x == 1))
entry conditions (x: i32) = assert (x > 0) x
entry updates =
  let a = [1, 2, 3] with [1] = 7
  let r = {a = 1, b = 2} with a = 5
  in (a, r.a, r.b)
