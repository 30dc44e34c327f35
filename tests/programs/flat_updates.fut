-- Maps of histograms and scatters: few iterations over many elements, which become one operation, and other sizes.

-- Bins out of bounds of a row are not those of its neighbours.
-- ==
-- entry: counts
-- input { 2i64 300i64 7i64 }
-- output { [[0i32, 0i32, 0i32, 0i32, 22500i32, 0i32, 0i32], [22350i32, 0i32, 0i32, 0i32, 0i32, 22500i32, 0i32]] }
-- input { 3i64 5i64 1i64 }
-- output { [[1i32], [4i32], [3i32]] }
-- input { 1i64 0i64 4i64 }
-- output { [[0i32, 0i32, 0i32, 0i32]] }
-- input { 0i64 6i64 4i64 }
-- output { empty([0][4]i32) }
-- input { 4i64 9i64 0i64 }
-- output { empty([4][0]i32) }
entry counts (n: i64) (m: i64) (k: i64) : [n][k]i32 =
  map (\i -> reduce_by_index (replicate k 0) (+) 0 (map (\j -> (j * 5 + i) % (k + 3) - 1) (iota m)) (map i32.i64 (iota m))) (iota n)

-- The first bins are the rows of an array that exists, and the counts are used.
-- ==
-- entry: onto
-- input { [[1, 2, 3], [4, 5, 6]] [[0i64, 1i64, 1i64, 5i64], [2i64, 2i64, 2i64, -1i64]] }
-- output { [[2i32, 4i32, 4i32], [8i32, 9i32, 10i32]] [10i32, 27i32] [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- input { [[1], [4]] [[0i64], [1i64]] }
-- output { [[2i32], [8i32]] [2i32, 8i32] [[1i32], [4i32]] }
entry onto [n] [k] [m] (dss: [n][k]i32) (bss: [n][m]i64) : ([n][k]i32, [n]i32, [n][k]i32) =
  let hss = map2 (\ds bs -> let c = ds[0] in map (+ c) (reduce_by_index (copy ds) i32.max i32.lowest bs (map (\b -> i32.i64 b * 3) bs))) dss bss
  in (hss, map i32.sum hss, dss)

-- Two histograms of one pass, and a value that the row computes.
-- ==
-- entry: both
-- input { 2i64 400i64 }
-- output { [[13662i64, 13735i64, 13802i64, 13869i64, 13936i64], [14472i64, 14124i64, 14190i64, 14271i64, 14338i64]] [[5527454985320660992i64, 5527454985320660992i64, -1864379117747568640i64], [5527454985320660992i64, 5527454985320660992i64, -1864379117747568640i64]] }
-- input { 3i64 4i64 }
-- output { [[0i64, 7i64, 8i64, 9i64, 10i64], [18i64, 0i64, 0i64, 15i64, 16i64], [24i64, 25i64, 26i64, 0i64, 0i64]] [[1i64, 1i64, 3i64], [1i64, 1i64, 3i64], [1i64, 1i64, 3i64]] }
entry both (n: i64) (m: i64) : ([n][5]i64, [n][3]i64) =
  unzip (map (\i ->
    let base = loop b = i for _k < 3 do b * 2 + 1
    let hist = reduce_by_index (replicate 5 0) (+) 0
    in (hist (map (\j -> (j + base) % 6) (iota m)) (map (+ base) (iota m)),
        reduce_by_index (replicate 3 1) (*) 1 (map (\j -> (j * base) % 4) (iota m)) (map (\j -> j % 3 + 1) (iota m)))) (iota n))

-- An operator on pairs.
-- ==
-- entry: pairs
-- input { 2i64 300i64 }
-- output { [[88i64, 90i64, 90i64, 90i64], [89i64, 90i64, 90i64, 90i64]] [[268i64, 241i64, 150i64, 59i64], [268i64, 209i64, 118i64, 27i64]] }
-- input { 3i64 2i64 }
-- output { [[0i64, 37i64, -9223372036854775808i64, -9223372036854775808i64], [1i64, 38i64, -9223372036854775808i64, -9223372036854775808i64], [2i64, 39i64, -9223372036854775808i64, -9223372036854775808i64]] [[0i64, 1i64, 2i64, 2i64], [0i64, 1i64, 2i64, 2i64], [0i64, 1i64, 2i64, 2i64]] }
entry pairs (n: i64) (m: i64) : ([n][4]i64, [n][4]i64) =
  unzip (map (\i ->
    let larger (a, x) (b, y) = if a > b || (a == b && x < y) then (a, x) else (b, y)
    in unzip (reduce_by_index (replicate 4 (i64.lowest, m)) larger (i64.lowest, m) (map (% 4) (iota m))
              (map (\j -> ((j * 37 + i) % 91, j)) (iota m)))) (iota n))

-- Scatters: of numbers, of pairs, and onto rows that exist.
-- ==
-- entry: scattered
-- input { 2i64 300i64 11i64 }
-- output { [[0i64, -1i64, -1i64, 2i64, -1i64, -1i64, 4i64, -1i64, -1i64, 6i64, -1i64], [-1i64, 0i64, -1i64, -1i64, 2i64, -1i64, -1i64, 4i64, -1i64, -1i64, 6i64]] [[7i32, 0i32, 7i32, 7i32, 0i32, 7i32, 7i32, 0i32, 7i32, 7i32, 0i32], [7i32, 7i32, 0i32, 7i32, 7i32, 1i32, 7i32, 7i32, 2i32, 7i32, 7i32]] [[true, true, true, true, false, true, true, true, true, true, false], [true, true, true, true, true, false, true, true, true, true, true]] }
-- input { 3i64 4i64 9i64 }
-- output { [[0i64, -1i64, -1i64, 2i64, -1i64, -1i64, 4i64, -1i64, -1i64], [-1i64, 0i64, -1i64, -1i64, 2i64, -1i64, -1i64, 4i64, -1i64], [-1i64, -1i64, 0i64, -1i64, -1i64, 2i64, -1i64, -1i64, 4i64]] [[7i32, 0i32, 7i32, 7i32, 0i32, 7i32, 7i32, 0i32, 7i32], [7i32, 7i32, 0i32, 7i32, 7i32, 1i32, 7i32, 7i32, 2i32], [7i32, 7i32, 7i32, 0i32, 7i32, 7i32, 2i32, 7i32, 7i32]] [[true, true, true, true, false, true, true, true, true], [true, true, true, true, true, false, true, true, true], [true, true, true, true, true, true, false, true, true]] }
-- input { 2i64 3i64 0i64 }
-- output { empty([2][0]i64) empty([2][0]i32) empty([2][0]bool) }
entry scattered (n: i64) (m: i64) (k: i64) : ([n][k]i64, [n][k]i32, [n][k]bool) =
  unzip3 (map (\i ->
    let places = map (\j -> if j * 3 + i < k then j * 3 + i else -j) (iota m)
    let ys = scatter (replicate k (-1)) places (map (* 2) (iota m))
    let (zs, bs) = unzip (scatter (replicate k (7, true)) (map (+ 1) places) (map (\j -> (i32.i64 (j * i), j % 2 == 0)) (iota m)))
    in (ys, zs, bs)) (iota n))

-- ==
-- entry: rows
-- input { [[1, 2, 3], [4, 5, 6]] [[2i64, 0i64], [9i64, 1i64]] }
-- output { [[0i32, 2i32, 2i32], [4i32, 1i32, 6i32]] }
entry rows [n] [k] [m] (xss: [n][k]i32) (iss: [n][m]i64) : [n][k]i32 =
  map2 (\xs is -> scatter (copy xs) is (map i32.i64 is)) xss iss

-- Bins that depend on the row stay loops.
-- ==
-- entry: different
-- input { 2i64 300i64 }
-- output { [[6321i64, 6364i64, 6407i64, 6450i64, 6493i64, 6536i64], [6322i64, 6365i64, 6408i64, 6451i64, 6494i64, 6537i64]] }
entry different (n: i64) (m: i64) : [n][6]i64 =
  map (\i -> reduce_by_index (replicate 6 i) (+) 0 (map (% 7) (iota m)) (iota m)) (iota n)
