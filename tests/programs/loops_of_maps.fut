-- Loops whose iterations replace their own elements, and loops that look like it.

-- ==
-- entry: squares
-- input { [1, 2, 3] [4i64, 5i64, 6i64] } output { [1i64, 5i64, 12i64] [2, 4, 6] }
-- input { empty([0]i32) empty([0]i64) } output { empty([0]i64) empty([0]i32) }
entry squares [n] (xs: [n]i32) (ys: *[n]i64) : ([n]i64, [n]i32) =
  loop (as, bs) = (ys, replicate n 0) for i < n do
    (as with [i] = as[i] * i + (if i == 0 then 1 else 0), bs with [i] = xs[i] * 2)

-- ==
-- entry: some
-- input { [1, 5, 7, 2] } output { [1, 1, 2, 2] }
entry some [n] (xs: *[n]i32) =
  loop ys = xs for i < n do if ys[i] > 3 then ys with [i] = i32.i64 i else ys

-- ==
-- entry: front
-- input { 2i64 [1, 5, 7, 2] } output { [2, 6, 7, 2] }
-- input { -2i64 [1, 5, 7, 2] } output { [1, 5, 7, 2] }
-- input { 4i64 [1, 5, 7, 2] } output { [2, 6, 8, 3] }
-- input { 5i64 [1, 5, 7, 2] } error: Index \[4\] out of bounds
entry front [n] (k: i64) (xs: *[n]i32) =
  loop ys = xs for i < k do ys with [i] = ys[i] + 1

-- ==
-- entry: nests
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[0, 1], [3, 5], [10, 13]] }
entry nests [n] [m] (xss: *[n][m]i32) =
  loop xss for i < n do
    loop xss for j < m do
      xss with [i, j] = xss[i, j] * i32.i64 i + i32.i64 j

-- ==
-- entry: row
-- input { 1i64 2i64 [[1, 2, 3], [4, 5, 6]] } output { [[1, 2, 3], [0, 5, 6]] }
-- input { 7i64 0i64 [[1, 2, 3], [4, 5, 6]] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 7i64 1i64 [[1, 2, 3], [4, 5, 6]] } error: Index \[7, 0\] out of bounds
entry row [n] [m] (k: i64) (l: i64) (xss: *[n][m]i32) =
  loop xss for i < l do xss with [k, i] = xss[k, i] * i32.i64 i

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4]] } output { [[2, 1], [4, 3]] }
entry rows [n] [m] (xss: *[n][m]i32) =
  loop xss for i < n do xss with [i] = copy (reverse xss[i])

-- ==
-- entry: threads
-- input { [[1, 2], [3, 4]] } output { [[2, 2], [4, 4]] [5, 13] }
entry threads [n] [m] (xss: [n][m]i32) =
  let yss = map (\xs -> loop ys = copy xs for i < m do ys with [i] = ys[i] + (if i == 0 then 1 else 0)) xss
  in (yss, map (\xs -> i32.sum (loop ys = copy xs for i < m do ys with [i] = ys[i] * 2 - (if i == m - 1 then 1 else 0))) xss)

-- ==
-- entry: neighbours
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] }
entry neighbours [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [i] = ys[i] + (if i == 0 then 0 else ys[i - 1])

-- ==
-- entry: divides
-- input { [1, 2, 4] } output { [100, 50, 25] }
-- input { [1, 0, 4] } error: division by zero
entry divides [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [i] = 100 / ys[i]
