-- Rows that groups of threads work on: longer and shorter than a group has threads, and empty ones.
-- ==
-- entry: sums
-- input { 5i64 1000i64 }
-- output { [499500i32, 500500i32, 501500i32, 502500i32, 503500i32] }
-- input { 4i64 7i64 }
-- output { [21i32, 28i32, 35i32, 42i32] }
-- input { 3i64 0i64 }
-- output { [0i32, 0i32, 0i32] }
-- input { 0i64 3i64 }
-- output { empty([0]i32) }
-- input { 2i64 129i64 }
-- output { [8256i32, 8385i32] }
entry sums (n: i64) (m: i64) : [n]i32 =
  map (\i -> reduce (+) 0 (map (\j -> i32.i64 (i + j)) (iota m))) (iota n)

-- The last element that is not zero, and where it is: the operator does not commute.
-- ==
-- entry: lasts
-- input { 5i64 1000i64 }
-- output { [0i32, 998i32, 1998i32, 2988i32, 3980i32]
--          [-1i64, 998i64, 999i64, 996i64, 995i64] }
-- input { 3i64 3i64 }
-- output { [0i32, 2i32, 0i32]
--          [-1i64, 2i64, -1i64] }
-- input { 2i64 128i64 }
-- output { [0i32, 126i32]
--          [-1i64, 126i64] }
entry lasts (n: i64) (m: i64) : ([n]i32, [n]i64) =
  map (\i -> reduce (\(x, a) (y, b) -> if y == 0 then (x, a) else (y, b)) (0, -1)
                    (map (\j -> (if j % (i + 1) == 0 then i32.i64 (j * i) else 0, j)) (iota m))) (iota n)
  |> unzip

-- Scans, and what reads their prefixes.
-- ==
-- entry: scans
-- input { 3i64 5i64 }
-- output { [[0i32, -1i32, -3i32, -6i32, -10i32], [1i32, 1i32, 0i32, -2i32, -5i32], [2i32, 3i32, 3i32, 2i32, 0i32]]
--          [0i32, 1i32, 3i32] }
-- input { 1i64 0i64 }
-- output { empty([1][0]i32)
--          [-2147483648i32] }
entry scans (n: i64) (m: i64) : ([n][m]i32, [n]i32) =
  unzip (map (\i -> let ys = scan (+) 0 (map (\j -> i32.i64 (i - j)) (iota m)) in (ys, i32.maximum ys)) (iota n))

-- The same, with long rows.
-- ==
-- entry: sampled
-- input { 4i64 1000i64 }
-- output { [[116i32, 134i32, 45i32], [232i32, 268i32, 90i32], [348i32, 402i32, 135i32], [464i32, 536i32, 180i32]] }
-- input { 2i64 130i64 }
-- output { [[946i32, 127i32, 313i32], [883i32, 254i32, 626i32]] }
entry sampled (n: i64) (m: i64) : [n][3]i32 =
  map (\i -> let ys = scan (\x y -> (x + y) % 1009) 0 (map (* (i + 1)) (iota m)) in [ys[m / 3], ys[m / 2], ys[m - 1]])
      (iota n)
  |> map (map i32.i64)

-- Several SOACs that wait for each other, with an array in between that is as long as a row.
-- ==
-- entry: several
-- input { 5i64 1000i64 }
-- output { [-749000i32, -1248500i32, -1748000i32, -2247500i32, -2747000i32] }
-- input { 2i64 3i64 }
-- output { [-4i32, -7i32] }
entry several (n: i64) (m: i64) : [n]i32 =
  map (\i -> let ys = scan (+) 0 (map (\j -> i32.i64 (j % 2 + i + 1)) (iota m))
             let zs = map2 (\y j -> y - 2 * ys[m - 1 - j]) ys (iota m)
             in i32.sum zs + i32.maximum ys) (iota n)

-- An array that is as long as a group has threads, in the memory of the group.
-- ==
-- entry: centred
-- input { 5i64 }
-- output { [11009376i32, 11013472i32, 11025760i32, 11029856i32, 11074912i32] }
entry centred (n: i64) : [n]i32 =
  map (\i -> let ys = scan (+) 0 (map (\j -> i32.i64 (j ^ i)) (iota 128))
             in i32.sum (map (\j -> ys[127 - j] * i32.i64 j) (iota 128))) (iota n)

-- A loop and a branch around reductions: all threads of a group go through them together.
-- ==
-- entry: loops
-- input { 4i64 1000i64 3i32 }
-- output { [999i32, 999i32, 999i32, 999i32] }
-- input { 4i64 1000i64 0i32 }
-- output { [0i32, 1i32, 2i32, 3i32] }
entry loops (n: i64) (m: i64) (k: i32) : [n]i32 =
  map (\i -> loop s = i32.i64 i for _j < k do
               if s % 2 == 0 then s + i32.maximum (map (\x -> i32.i64 x % (s + 2)) (iota m))
               else s + i32.sum (map (\x -> i32.bool (i32.i64 x > s)) (iota m))) (iota n)

-- A check of a whole row.
-- ==
-- entry: checked
-- input { 4i64 300i64 1i32 }
-- output { [-2i32, -2i32, -2i32, -2i32] }
-- input { 4i64 300i64 45450i32 } error: division by zero
entry checked (n: i64) (m: i64) (k: i32) : [n]i32 =
  map (\i -> let s = i32.sum (map (\j -> i32.i64 (i + j)) (iota m)) in s / (k - s)) (iota n)

-- A nest of two maps outside.
-- ==
-- entry: nest
-- input { 3i64 500i64 }
-- output { [[0i32, -500i32], [124750i32, 124250i32], [249500i32, 249000i32]] }
entry nest (n: i64) (m: i64) : [n][2]i32 =
  map (\i -> map (\k -> i32.sum (map (\j -> i32.i64 (i * j - k)) (iota m))) (iota 2)) (iota n)

-- A reduction of what groups find.
-- ==
-- entry: totals
-- input { 20i64 400i64 }
-- output { 200i32 }
entry totals (n: i64) (m: i64) : i32 =
  i32.sum (map (\i -> i32.maximum (map (\j -> i32.i64 ((i * 7 + j * 3) % 11)) (iota m))) (iota n))

-- Histograms of each row, with bins in device memory and in the memory of the group.
-- ==
-- entry: histograms
-- input { 4i64 1000i64 5i64 }
-- output { [[216i32, 216i32, 216i32, 213i32, 212i32], [214i32, 142i32, 359i32, 142i32, 287i32], [142i32, 287i32, 70i32, 286i32, 216i32], [143i32, 358i32, 142i32, 212i32, 286i32]]
--          [[992i32, 995i32, 998i32, 999i32], [999i32, 994i32, 995i32, 989i32], [989i32, 994i32, 984i32, 996i32], [996i32, 999i32, 988i32, 985i32]] }
-- input { 2i64 0i64 3i64 }
-- output { [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]]
--          [[-1i32, -1i32, -1i32, -1i32], [-1i32, -1i32, -1i32, -1i32]] }
entry histograms (n: i64) (m: i64) (k: i64) : ([n][k]i32, [n][4]i32) =
  unzip (map (\i -> let bins = map (\j -> (i * j * j + j / 3) % 7 - 1) (iota m)
                    in (reduce_by_index (replicate k 0) (+) 0 bins (map (\j -> i32.i64 (j % 2) + 1) (iota m)),
                        reduce_by_index (replicate 4 (-1)) i32.max (-1) bins (map i32.i64 (iota m)))) (iota n))

-- A histogram whose operator has no atomic instruction.
-- ==
-- entry: last_bins
-- input { 4i64 1000i64 3i64 }
-- output { [[996.000000f32, 997.000000f32, 998.000000f32], [999.000000f32, 996.000000f32, 997.000000f32], [998.000000f32, 999.000000f32, 996.000000f32], [997.000000f32, 998.000000f32, 999.000000f32]] }
entry last_bins (n: i64) (m: i64) (k: i64) : [n][k]f32 =
  map (\i -> reduce_by_index (replicate k 1) f32.max 0 (map (\j -> (i + j) % (k + 1)) (iota m))
                             (map f32.i64 (iota m))) (iota n)

-- The bins of a group are in its memory until the end of the row.
-- ==
-- entry: heights
-- input { 5i64 1000i64 }
-- output { [3757i32, 3796i32, 3744i32, 3770i32, 3705i32] }
entry heights (n: i64) (m: i64) : [n]i32 =
  map (\i -> let counts = reduce_by_index (replicate 300 0i32) (+) 0 (map (\j -> (j * j + i * j) % 319) (iota m))
                                          (replicate m 1)
             in i32.maximum (map2 (\c j -> c * i32.i64 j) counts (iota 300))) (iota n)

-- A histogram with so few bins that each group of threads has a copy. An element may fail.
-- ==
-- entry: few_bins
-- input { 100000i64 7i64 3i64 } output { [14286i32, 14286i32, 14286i32, 14286i32, 14286i32, 14285i32, 14285i32] }
-- input { 100000i64 7i64 0i64 } error: division by zero
entry few_bins (n: i64) (k: i64) (d: i64) : [k]i32 =
  reduce_by_index (replicate k 0) (+) 0 (map (\i -> (i + 0 * (i / d)) % k) (iota n)) (replicate n 1)
