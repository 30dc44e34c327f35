-- Loops of every form.
-- ==
-- entry: counted
-- input { 10i64 }
-- output { 46i64 55i32 89i32 }
-- input { 0i64 }
-- output { 1i64 0i32 1i32 }

-- ==
-- entry: over
-- input { [3,1,4,1,5] }
-- output { 14i32 243i32 66i32 }

-- ==
-- entry: conditional
-- input { 27i32 }
-- output { 1i32 111i32 }

-- ==
-- entry: implicit
-- input { 5i32 }
-- output { 16i32 -5i32 }

-- ==
-- entry: nested
-- input { 4i64 }
-- output { [[1i64, 0i64, 0i64, 0i64], [1i64, 1i64, 0i64, 0i64], [1i64, 2i64, 1i64, 0i64], [1i64, 3i64, 3i64, 1i64]] }

-- ==
-- entry: types
-- input { 5i8 3i16 }
-- output { 10i8 5i16 }

entry counted (n: i64) =
  let x = loop x = 1 for i < n do x + i
  let (a, b) = loop (a, b) = (0, 1) for _i < n do (b, a + b)
  in (x, a, b)

entry over (xs: []i32) =
  let sum = loop acc = 0 for x in xs do acc + x
  let pairs = loop acc = 0 for (x, y) in zip xs xs do acc * 2 + x * y
  let rows = loop acc = 0 for row in map (\x -> [x, x + 1]) xs do acc + row[0] * row[1]
  in (sum, pairs, rows)

entry conditional (n: i32) =
  loop (x, steps) = (n, 0) while x != 1 do
    (if x % 2 == 0 then x / 2 else 3 * x + 1, steps + 1)

entry implicit (n: i32) =
  let x = 1
  let y = n
  in loop (x, y) for i < n do (x + y, y - i)

entry nested (n: i64) : [n][n]i64 =
  loop table = replicate n (replicate n 0) for i < n do
    loop table for j < i + 1 do
      table with [i, j] = if j == 0 || j == i then 1 else table[i - 1, j - 1] + table[i - 1, j]

entry types (n: i8) (m: i16) = (loop s = 0i8 for i < n do s + i, loop s = 0i16 for i < m do s + i * i)
