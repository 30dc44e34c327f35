-- Nests of parallel operations, for the chapter on flattening.

-- ==
-- entry: products
-- input { [1, 2] [3, 4, 5] }
-- output { [[3i32, 4i32, 5i32], [6i32, 8i32, 10i32]] }

-- ANCHOR: products
entry products [n] [m] (xs: [n]i32) (ys: [m]i32) : [n][m]i32 = map (\x -> map (\y -> x * y) ys) xs
-- ANCHOR_END: products

-- ==
-- entry: row_sums
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [6i32, 15i32] }

-- ANCHOR: row_sums
entry row_sums [n] [m] (xss: [n][m]i32) : [n]i32 = map (\xs -> reduce (+) 0 xs) xss
-- ANCHOR_END: row_sums

-- ==
-- entry: row_scans
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[1i32, 3i32, 6i32], [4i32, 9i32, 15i32]] }

-- ANCHOR: row_scans
entry row_scans [n] [m] (xss: [n][m]i32) : [n][m]i32 = map (\xs -> scan (+) 0 xs) xss
-- ANCHOR_END: row_scans

-- ==
-- entry: row_counts
-- input { 3i64 [[0i64, 1, 1], [2, 0, 5]] }
-- output { [[1i32, 2i32, 0i32], [1i32, 0i32, 1i32]] }

-- ANCHOR: row_counts
entry row_counts [n] [m] (k: i64) (bss: [n][m]i64) : [n][k]i32 =
  map (\bs -> reduce_by_index (replicate k 0) (+) 0 bs (replicate m 1)) bss
-- ANCHOR_END: row_counts

-- ==
-- entry: centred
-- input { [[1.0, 2.0, 6.0], [4.0, 5.0, 6.0]] }
-- output { [[-2.000000000000000f64, -1.000000000000000f64, 3.000000000000000f64], [-1.000000000000000f64, 0.000000000000000f64, 1.000000000000000f64]] }

-- ANCHOR: centred
entry centred [n] [m] (xss: [n][m]f64) : [n][m]f64 =
  map (\xs -> let mean = f64.sum xs / f64.i64 m in map (\x -> x - mean) xs) xss
-- ANCHOR_END: centred

-- ==
-- entry: smoothed
-- input { [[1, 2, 3], [4, 5, 6]] 2 }
-- output { [[4i32, 5i32, 6i32], [13i32, 14i32, 15i32]] }

-- ANCHOR: smoothed
entry smoothed [n] [m] (xss: [n][m]i32) (k: i32) : [n][m]i32 =
  map (\xs -> loop ys = xs for _i < k do let s = reduce (+) 0 ys in map (\y -> y + s / 4) ys) xss
-- ANCHOR_END: smoothed

-- ==
-- entry: repeated
-- input { [[1, 2, 3], [4, 5, 6]] 3 }
-- output { [14i32, 13i32] }

-- ANCHOR: repeated
entry repeated [n] [m] (xss: [n][m]i32) (k: i32) : [n]i32 =
  map (\xs -> loop s = 0 for _i < k do s + reduce (+) 0 (map (% (s + 2)) xs)) xss
-- ANCHOR_END: repeated

-- ==
-- entry: column_sums
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [5i32, 7i32, 9i32] }

-- ANCHOR: column_sums
entry column_sums [n] [m] (xss: [n][m]i32) : [m]i32 = reduce (map2 (+)) (replicate m 0) xss
-- ANCHOR_END: column_sums

-- ==
-- entry: column_scans
-- input { [[1, 2, 3], [4, 5, 6]] }
-- output { [[1i32, 2i32, 3i32], [5i32, 7i32, 9i32]] }

-- ANCHOR: column_scans
entry column_scans [n] [m] (xss: [n][m]i32) : [n][m]i32 = scan (map2 (+)) (replicate m 0) xss
-- ANCHOR_END: column_scans

-- ==
-- entry: row_histogram
-- input { [[1, 1, 1], [2, 2, 2]] [1i64, 0i64] [[1, 2, 3], [4, 5, 6]] }
-- output { [[5i32, 6i32, 7i32], [3i32, 4i32, 5i32]] }

-- ANCHOR: row_histogram
entry row_histogram [n] [m] [k] (bins: *[k][m]i32) (is: [n]i64) (xss: [n][m]i32) : [k][m]i32 =
  reduce_by_index bins (map2 (+)) (replicate m 0) is xss
-- ANCHOR_END: row_histogram
