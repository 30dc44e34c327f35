-- Scans with operators on arrays.

-- Products of matrices, which do not commute.
-- ==
-- entry: products
-- input { [[[1, 1], [0, 1]], [[1, 0], [1, 1]], [[0, 1], [1, 0]]] }
-- output { [[[1, 1], [0, 1]], [[2, 1], [1, 1]], [[1, 2], [1, 1]]] }
-- input { empty([0][2][2]i32) } output { empty([0][2][2]i32) }
entry products [n] (xs: [n][2][2]i32) : [n][2][2]i32 =
  let mul (a: [2][2]i32) (b: [2][2]i32) =
    map (\row -> map (\col -> i32.sum (map2 (*) row col)) (transpose b)) a
  in scan mul [[1, 0], [0, 1]] xs

-- The result is something else than the prefixes, or these and something else.
-- ==
-- entry: sums_of_prefixes
-- input { [[1, 2], [3, 4], [5, 6]] } output { [3, 10, 21] }
entry sums_of_prefixes [n][m] (xss: [n][m]i32) : [n]i32 =
  map i32.sum (scan (map2 (+)) (replicate m 0) xss)

-- ==
-- entry: prefixes_and_sums
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [4, 6], [9, 12]] [3, 10, 21] }
entry prefixes_and_sums [n][m] (xss: [n][m]i32) : ([n][m]i32, [n]i32) =
  let yss = scan (map2 (+)) (replicate m 0) xss
  in (yss, map i32.sum yss)

-- An array and a number together.
-- ==
-- entry: rows_and_counts
-- input { [[1, 2], [3, 4], [5, 6]] [true, false, true] } output { [[1, 2], [4, 6], [9, 12]] [1, 1, 2] }
entry rows_and_counts [n][m] (xss: [n][m]i32) (bs: [n]bool) : ([n][m]i32, [n]i32) =
  unzip (scan (\(a, i) (b, j) -> (map2 (+) a b, i + j)) (replicate m 0, 0) (zip xss (map i32.bool bs)))

-- The operator picks one of its operands, which stay where they are.
-- ==
-- entry: longest
-- input { [[1, 2], [3, 0], [2, 2]] } output { [[1, 2], [1, 2], [2, 2]] }
entry longest [n][m] (xss: [n][m]i32) : [n][m]i32 =
  scan (\(a: [m]i32) (b: [m]i32) -> if i32.sum a >= i32.sum b then a else b) (replicate m i32.lowest) xss

-- Permutations: rows are read in another order than they are written.
-- ==
-- entry: composed
-- input { [[1i64, 2i64, 0i64], [0i64, 2i64, 1i64], [1i64, 2i64, 0i64]] }
-- output { [[1i64, 2i64, 0i64], [1i64, 0i64, 2i64], [0i64, 2i64, 1i64]] }
entry composed [n] (ps: [n][3]i64) : [n][3]i64 =
  scan (\p q -> map (\i -> p[i]) q) (iota 3) ps

-- In a map.
-- ==
-- entry: in_maps
-- input { [[[1, 2], [3, 4]], [[5, 6], [7, 8]]] } output { [[[1, 2], [4, 6]], [[5, 6], [12, 14]]] }
entry in_maps [l][n][m] (xsss: [l][n][m]i32) : [l][n][m]i32 =
  map (scan (map2 (+)) (replicate m 0)) xsss

-- The rows are made by a function that overwrites arrays of its own.
-- ==
-- entry: made
-- input { [[1, 2], [3, 4], [5, 6]] } output { [[1, 2], [10, 14], [35, 44]] }
entry made [n][m] (xss: [n][m]i32) : [n][m]i32 =
  let square xs = loop ys = copy xs for i < m do ys with [i] = ys[i] * (if i == 0 then ys[0] else xs[0])
  in scan (map2 (+)) (replicate m 0) (map square xss)
