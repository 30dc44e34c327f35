-- A branch whose array lies in memory by other sizes than its type says: a check has shown that they are equal.

-- ==
-- entry: parameter
-- input { 2i64 false [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
-- input { 1i64 true [[1, 2], [3, 4]] } output { [[7]] }
-- input { 1i64 false [[1, 2], [3, 4]] } error: cannot match shape
entry parameter [m] (n: i64) (c: bool) (mat: [m][m]i32) =
  if c then replicate n (replicate n 7) else mat :> [n][n]i32

-- ==
-- entry: outside
-- input { 1i64 false [[1, 2], [3, 4]] } output { [[2, 3], [4, 5]] }
-- input { 1i64 true [[1, 2], [3, 4]] } output { [[8, 8], [8, 8]] }
entry outside [m] (half: i64) (c: bool) (mat: [m][m]i32) =
  let n = half * 2
  let square = mat :> [n][n]i32
  let chosen = if c then replicate n (replicate n 7) else square
  in map (map (+ 1)) chosen

-- Pads an array to a multiple of a block size.
-- ==
-- entry: padded
-- input { 3i64 [[1, 2], [3, 4]] } output { [[1, 2, 0], [3, 4, 0], [0, 0, 0]] }
-- input { 2i64 [[1, 2], [3, 4]] } output { [[1, 2], [3, 4]] }
entry padded [m] (b: i64) (mat: [m][m]i32) =
  let n = b * ((m + b - 1) / b)
  let padding = n - m
  let wide =
    if padding != 0
    then map (\row -> row ++ replicate padding 0 :> [n]i32) mat ++ replicate padding (replicate n 0) :> [n][n]i32
    else mat :> [n][n]i32
  in tabulate_2d n n (\i j -> wide[i, j])
