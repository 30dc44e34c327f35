-- Reductions and histograms with operators on arrays, of few and of many elements.

def rows (n: i64) (m: i64) : [n][m]i32 = tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 13) % 31 - 10))

-- ==
-- entry: sums
-- input { 0i64 3i64 }
-- output { [0i32, 0i32, 0i32] }
-- input { 5i64 3i64 }
-- output { [20i32, 23i32, 26i32] }
-- input { 255i64 4i64 }
-- output { [1255i32, 1284i32, 1282i32, 1280i32] }
-- input { 256i64 1i64 }
-- output { [1263i32] }
-- input { 1000i64 17i64 }
-- output { [4983i32, 4994i32, 5005i32, 5016i32, 4996i32, 4976i32, 5018i32, 4998i32, 5009i32, 4989i32, 5000i32, 5011i32, 4991i32, 5002i32, 4982i32, 5024i32, 5004i32] }
-- input { 1000i64 0i64 }
-- output { empty([0]i32) }
entry sums (n: i64) (m: i64) : [m]i32 =
  reduce (map2 (+)) (replicate m 0) (rows n m)

-- The neutral elements are different.
-- ==
-- entry: clamped
-- input { 300i64 5i64 }
-- output { [20i32, 20i32, 20i32, 20i32, 20i32] }
-- input { 3i64 5i64 }
-- output { [4i32, 17i32, 16i32, 12i32, 18i32] }
entry clamped (n: i64) (m: i64) : [m]i32 =
  reduce (map2 i32.max) (map i32.i64 (iota m)) (rows n m)

-- The functions x -> a x + b do not commute.
-- ==
-- entry: functions
-- input { 2i64 2i64 }
-- output { [30i32, 30i32] [23i32, 62i32] }
-- input { 700i64 3i64 }
-- output { [0i32, 0i32, 0i32] [-1264139838i32, -1255756516i32, 447251i32] }
entry functions (n: i64) (m: i64) : ([m]i32, [m]i32) =
  let compose (a, b) (c, d) = unzip (map4 (\a b c d -> (a * c, c * b + d)) a b c d)
  in reduce compose (replicate m 1, replicate m 0) (zip (rows n m) (map (map (+ 2)) (rows n m)))

-- ==
-- entry: matrices
-- input { 1i64 }
-- output { [[1i32, 0i32], [0i32, 1i32]] }
-- input { 777i64 }
-- output { [[0i32, 0i32], [0i32, 0i32]] }
entry matrices (n: i64) : [2][2]i32 =
  let mul (a: [2][2]i32) (b: [2][2]i32) =
    map (\row -> map (\col -> i32.sum (map2 (*) row col)) (transpose b)) a
  in reduce mul [[1, 0], [0, 1]] (tabulate n (\i -> [[1, i32.i64 (i % 3)], [i32.i64 (i % 2), 1]]))

-- Arrays that the reduction makes, and of which it sums one.
-- ==
-- entry: made
-- input { 10i64 4i64 }
-- output { [0i32, 20i32, 40i32, 60i32] 60i32 }
-- input { 600i64 4i64 }
-- output { [0i32, 1200i32, 2400i32, 3600i32] 3600i32 }
entry made (n: i64) (m: i64) : ([m]i32, i32) =
  reduce (\(a, x) (b, y) -> (map2 (+) a b, x + y))
         (replicate m 0, 0)
         (map (\i -> let row = map (\j -> i32.i64 (i * j % 5)) (iota m) in (scan (+) 0 row, i32.sum row)) (iota n))

-- A part fails.
-- ==
-- entry: failing
-- input { 600i64 599i64 } error: division by zero
-- input { 600i64 600i64 }
-- output { [0i64, 1i64] }
entry failing (n: i64) (k: i64) : [2]i64 =
  reduce (map2 (+)) [0, 0] (map (\i -> map (\j -> j / (k - i)) (iota 2)) (iota n))

-- Maps of reductions stay inside.
-- ==
-- entry: inside
-- input { 3i64 300i64 2i64 }
-- output { [[1477i32, 1502i32], [1777i32, 1802i32], [2077i32, 2102i32]] }
entry inside (l: i64) (n: i64) (m: i64) : [l][m]i32 =
  tabulate l (\k -> reduce (map2 (+)) (replicate m 0) (map (map (+ i32.i64 k)) (rows n m)))

-- ==
-- entry: bins
-- input { 500i64 7i64 3i64 }
-- output { [[318i32, 237i32, 218i32], [266i32, 185i32, 321i32], [221i32, 264i32, 276i32], [200i32, 305i32, 224i32], [261i32, 260i32, 166i32], [295i32, 201i32, 324i32], [243i32, 180i32, 303i32]] }
-- input { 10i64 1i64 1i64 }
-- output { [[-2i32]] }
-- input { 10i64 0i64 3i64 }
-- output { empty([0][3]i32) }
-- input { 10i64 3i64 0i64 }
-- output { empty([3][0]i32) }
-- input { 0i64 3i64 2i64 }
-- output { [[1i32, 1i32], [1i32, 1i32], [1i32, 1i32]] }
entry bins (n: i64) (k: i64) (m: i64) : [k][m]i32 =
  let at i = if i % 11 == 0 then i64.highest / 2 - i else i % 9 - 1
  in reduce_by_index (replicate k (replicate m 1)) (map2 (+)) (replicate m 0) (tabulate n at) (rows n m)

-- Two arrays, and rows that the histogram makes.
-- ==
-- entry: two_bins
-- input { 500i64 4i64 3i64 }
-- output { [[610i32, 1233i32, 1869i32], [617i32, 1247i32, 1859i32], [624i32, 1261i32, 1880i32], [631i32, 1244i32, 1870i32]] [[20i32, 20i32, 20i32], [20i32, 20i32, 20i32], [20i32, 20i32, 20i32], [20i32, 20i32, 20i32]] }
entry two_bins (n: i64) (k: i64) (m: i64) : ([k][m]i32, [k][m]i32) =
  let op (a, b) (c, d) = (map2 (+) a c, map2 i32.max b d)
  let dest = replicate k (replicate m 0, replicate m 0)
  in unzip (reduce_by_index dest op (replicate m 0, replicate m 0) (map (% k) (iota n))
                            (map (\xs -> (scan (+) 0 xs, reverse xs)) (rows n m)))

-- ==
-- entry: both_ways
-- input { 500i64 4i64 3i64 }
-- output { [[610i32, 1233i32, 1869i32], [617i32, 1247i32, 1859i32], [624i32, 1261i32, 1880i32], [631i32, 1244i32, 1870i32]] [[20i32, 20i32, 20i32], [20i32, 20i32, 20i32], [20i32, 20i32, 20i32], [20i32, 20i32, 20i32]] }
entry both_ways (n: i64) (k: i64) (m: i64) : ([k][m]i32, [k][m]i32) =
  let op (a, b) (c, d) = unzip (map4 (\a b c d -> (a + c, i32.max b d)) a b c d)
  let dest = replicate k (replicate m 0, replicate m 0)
  in unzip (reduce_by_index dest op (replicate m 0, replicate m 0) (map (% k) (iota n))
                            (map (\xs -> (scan (+) 0 xs, reverse xs)) (rows n m)))
