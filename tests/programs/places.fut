-- Arrays that branches, loops and functions leave in different places of memory, and arrays that are built where they
-- are needed. Arrays of the same program must not get in each other's way.

def sum_tail [n] (xs: [n]i32) : i32 = if n == 0 then 0 else xs[0] + sum_tail xs[1:]
def find [n] (xs: [n]i32) (x: i32) : i64 =
  if n == 0
  then 0
  else let half = n / 2
       in if xs[half] < x then half + 1 + find xs[half + 1:] x else find xs[:half] x
def last_rows [n][m] (k: i64) (xss: [n][m]i32) : [][]i32 = if k == 0 then xss else last_rows (k - 1) (transpose xss)[1:]
def fill [n] (i: i64) (xs: *[n]i32) : *[n]i32 = if i == n then xs else fill (i + 1) (xs with [i] = i32.i64 (i * i))

-- ==
-- entry: recursive
-- input { [5, 3, 9, 1] } output { 18 }
-- input { empty([0]i32) } output { 0 }
entry recursive (xs: []i32) : i32 = sum_tail xs

-- ==
-- entry: every_second
-- input { [5, 3, 9, 1, 7] } output { 4 21 }
entry every_second (xs: []i32) : (i32, i32) = (sum_tail xs[1::2], sum_tail xs[::2])

-- ==
-- entry: search
-- input { [1, 3, 5, 7, 9, 11] [0, 1, 2, 11, 12, 6] } output { [0i64, 0i64, 1i64, 5i64, 6i64, 3i64] }
entry search [n] (xs: []i32) (keys: [n]i32) : [n]i64 = map (find xs) keys

-- ==
-- entry: corners
-- input { 0i64 [[1, 2, 3], [4, 5, 6]] } output { [[1, 2, 3], [4, 5, 6]] }
-- input { 1i64 [[1, 2, 3], [4, 5, 6]] } output { [[2, 5], [3, 6]] }
-- input { 2i64 [[1, 2, 3], [4, 5, 6]] } output { [[5, 6]] }
entry corners (k: i64) (xss: [][]i32) : [][]i32 = last_rows k xss

-- ==
-- entry: squares
-- input { 4i64 } output { [0, 1, 4, 9] }
entry squares (n: i64) : [n]i32 = fill 0 (replicate n 0)

-- ==
-- entry: branches
-- input { 0 [1, 2, 3, 4] } output { [2, 3, 4] }
-- input { 1 [1, 2, 3, 4] } output { [4, 3, 2, 1] }
-- input { 2 [1, 2, 3, 4] } output { [1, 3] }
-- input { 3 [1, 2, 3, 4] } output { [10, 20, 30, 40] }
entry branches (c: i32) (xs: []i32) : []i32 =
  match c
  case 0 -> xs[1:]
  case 1 -> reverse xs
  case 2 -> xs[::2]
  case _ -> map (* 10) xs

-- ==
-- entry: turned
-- input { true [[1, 2], [3, 4]] } output { [4, 6] [3, 7] }
-- input { false [[1, 2], [3, 4]] } output { [3, 7] [4, 6] }
entry turned [n] (c: bool) (xss: [n][n]i32) : ([n]i32, [n]i32) =
  let yss = if c then transpose xss else xss
  in (map (reduce (+) 0) yss, map (reduce (+) 0) (transpose yss))

-- ==
-- entry: turning
-- input { 0 [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
-- input { 3 [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] }
entry turning [n] (k: i32) (xss: [n][n]i32) : [n][n]i32 = loop xss for _i < k do transpose xss

-- ==
-- entry: turning_anew
-- input { 0i64 [[1, 2], [3, 4]] } output { [[1, 3], [2, 4]] }
-- input { 2i64 [[1, 2], [3, 4]] } output { [[3, 5], [4, 6]] }
entry turning_anew [n] (k: i64) (xss: [n][n]i32) : [n][n]i32 =
  loop yss = transpose xss for _i < k do map (map (+ 1)) yss

-- ==
-- entry: exchanged
-- input { 3 [1, 2] [3, 4] } output { [3, 4] [1, 2] }
-- input { 4 [1, 2] [3, 4] } output { [1, 2] [3, 4] }
entry exchanged (k: i32) (xs: []i32) (ys: []i32) : ([]i32, []i32) = loop (xs, ys) for _i < k do (ys, xs)

-- ==
-- entry: windows
-- input { [1, 2, 3, 4, 5] } output { 48 }
entry windows (xs: []i32) : i32 =
  (loop (xs, s) = (xs, 0) while length xs > 0 do (if length xs % 2 == 0 then init xs else tail xs, s + i32.sum xs)).1

-- ==
-- entry: coerced
-- input { 4i64 [[1, 2], [3, 4], [5, 6], [7, 8]] } output { [4, 12] [[1, 3, 5, 7], [2, 4, 6, 8]] }
entry coerced [n][m] (k: i64) (xss: [n][m]i32) : ([]i32, [][]i32) =
  let column = xss[:, 0] :> [k]i32
  let half = k / 2
  in (map (\pair -> pair[0] + pair[1]) (unflatten (column :> [half * 2]i32)), transpose (xss :> [k][2]i32))

-- ==
-- entry: joined
-- input { [1, 2, 3] } output { [1, 2, 3, 2, 4, 6, 1, 3, 6, 7, 7, 7] }
-- input { empty([0]i32) } output { empty([0]i32) }
entry joined [n] (xs: [n]i32) : []i32 = xs ++ map (* 2) xs ++ scan (+) 0 xs ++ replicate n 7

-- ==
-- entry: joined_twice
-- input { [1, 2] } output { [2, 3, 2, 3] [[2, 3], [2, 3], [1, 2]] }
entry joined_twice [n] (xs: [n]i32) : ([]i32, [3][n]i32) = let ys = map (+ 1) xs in (ys ++ ys, [ys, ys, xs])

-- ==
-- entry: rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] }
entry rows [n][m] (xss: *[n][m]i32) : [n][m]i32 =
  loop xss for i < n - 1 do xss with [i + 1] = map2 (+) xss[i] xss[i + 1]

-- ==
-- entry: next_rows
-- input { [[1, 2, 3], [0, 0, 0], [0, 0, 0]] } output { [[1, 2, 3], [4, 3, 2], [3, 4, 5]] }
entry next_rows [n][m] (xss: *[n][m]i32) : [n][m]i32 =
  loop xss for i < n - 1 do xss with [i + 1] = map (\j -> xss[i, m - 1 - j] + 1) (iota m)

-- ==
-- entry: distant_row
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 2i64 } output { [[1, 2, 3], [9, 8, 7], [7, 8, 9]] }
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 1i64 1i64 } output { [[1, 2, 3], [6, 5, 4], [7, 8, 9]] }
-- input { [[1, 2, 3], [4, 5, 6], [7, 8, 9]] 2i64 0i64 } output { [[1, 2, 3], [4, 5, 6], [3, 2, 1]] }
entry distant_row [n][m] (xss: *[n][m]i32) (i: i64) (k: i64) : [n][m]i32 =
  xss with [i] = map (\j -> xss[k, m - 1 - j]) (iota m)

-- ==
-- entry: own_row
-- input { [[1, 2, 3], [3, 4, 5]] 1i64 } output { [[1, 2, 3], [8, 8, 8]] }
entry own_row [n][m] (xss: *[n][m]i32) (i: i64) : [n][m]i32 = xss with [i] = map2 (+) xss[i] (reverse xss[i])

-- ==
-- entry: row_out_of_bounds
-- input { [[1, 2], [3, 4]] 1i64 } output { [[1, 2], [0, 1]] }
-- input { [[1, 2], [3, 4]] 2i64 } error: Index \[2\] out of bounds
-- input { [[1, 2], [3, 4]] -1i64 } error: Index \[-1\] out of bounds
entry row_out_of_bounds [n][m] (xss: *[n][m]i32) (i: i64) : [n][m]i32 = xss with [i] = map i32.i64 (iota m)

-- ==
-- entry: found_row
-- input { [[1, 2], [3, 4]] [1, 0] [1, 1] } output { [[1, 2], [1, 1]] }
-- input { [[1, 2], [3, 4]] [0, 1] [5, 5] } error: Index \[5\] out of bounds
-- input { [[1, 2], [3, 4]] [0, 3] [1, 1] } error: Index \[3\] out of bounds
entry found_row [n][m] (xss: *[n][m]i32) (is: [m]i32) (ys: []i32) : [n][m]i32 =
  let row = map (\i -> ys[i]) is in xss with [row[0]] = row

-- ==
-- entry: sizes_too_late
-- input { [1, 2] 2i64 } output { [1, 2, 0, 0] }
-- input { [1, 2] -1i64 } error: -1
entry sizes_too_late (xs: []i32) (n: i64) : []i32 = map (+ 0) xs ++ replicate n 0

-- ==
-- entry: columns
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[0, 0], [0, 1], [0, 2]] }
entry columns [n][m] (xss: *[n][m]i32) : [n][m]i32 =
  loop xss for j < m do xss with [:, j] = map (\i -> i32.i64 (i * j)) (iota n)

-- ==
-- entry: rows_in_threads
-- input { 3i64 4i64 } output { [[0, 0, 0, 0], [1, 2, 3, 4], [2, 4, 6, 8]] [[0, 1, 3, 6], [1, 3, 6, 10], [2, 5, 9, 14]] }
-- input { 2i64 0i64 } output { empty([2][0]i32) empty([2][0]i32) }
entry rows_in_threads (n: i64) (m: i64) : ([n][m]i32, [n][m]i32) =
  let row i = loop row = replicate m 0 for j < m do row with [j] = (if j > 0 then row[j - 1] else 0) + i32.i64 i
  in (tabulate n row, tabulate n (\i -> scan (+) 0 (map (\j -> i32.i64 (i + j)) (iota m))))

-- ==
-- entry: both_rows
-- input { [1, 2] } output { [[0, 1], [0, 2]] [[0, 1], [0, 2]] [1, 2] }
entry both_rows [n] (xs: [n]i32) : ([n][2]i32, [n][2]i32, [n]i32) =
  unzip3 (map (\x -> let row = map (\j -> x * i32.i64 j) (iota 2) in (row, copy row, row[1])) xs)

-- ==
-- entry: five_scans
-- input { 6i64 } output { 81i64 }
entry five_scans (n: i64) : i64 =
  let a = scan (+) 0 (iota n)
  let b = scan (+) 0 (map (* 2) a)
  let c = scan i64.max i64.lowest (map (\x -> x - 3) b)
  let d = scan (+) 0 (map (\x -> x - 7) c)
  in last (scan i64.max i64.lowest (map (^ 1) d))

-- Threads build rows of an array while they read that of the last iteration.
-- ==
-- entry: rows_in_turns
-- input { 2i64 [[1, 2], [3, 4], [5, 6]] } output { [[5, 16], [1, 4], [3, 10]] }
-- input { 0i64 [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [3, 4], [5, 6]] }
entry rows_in_turns [n][m] (k: i64) (xss: *[n][m]i32) : [n][m]i32 =
  loop xss for _i < k do map (\i -> scan (+) 0 xss[(i + 1) % n]) (iota n)

-- A scan with an operator on whole arrays reads the last row where it is.
-- ==
-- entry: scanned_rows
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] }
-- input { [[1, 2]] } output { [[1, 2]] }
-- input { empty([0][2]i32) } output { empty([0][2]i32) }
-- input { empty([3][0]i32) } output { empty([3][0]i32) }
entry scanned_rows [n][m] (xss: [n][m]i32) : [n][m]i32 =
  scan (\xs ys -> map2 (\x j -> x + ys[j]) xs (iota m)) (replicate m 0) xss
