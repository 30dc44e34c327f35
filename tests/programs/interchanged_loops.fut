-- Loops and branches around SOACs in the function of a map, with the same number of rounds for all its iterations: the
-- map can move into them.

-- ==
-- entry: smooth
-- input { 3i64 [[1f32, 2f32, 3f32], [4f32, 5f32, 9f32]] }
-- output { [[1.0324075f32, 1.1574075f32, 1.2824075f32], [3.222222f32, 3.347222f32, 3.847222f32]] }
-- input { 0i64 [[1f32, 2f32, 3f32], [4f32, 5f32, 9f32]] }
-- output { [[1.0f32, 2.0f32, 3.0f32], [4.0f32, 5.0f32, 9.0f32]] }

-- ==
-- entry: sums
-- input { 4i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [-6i64, -6i64] [[55i64, 118i64, 190i64], [163i64, 349i64, 562i64]] }

-- ==
-- entry: swapped
-- input { 3i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] [[1i64, 1i64, 3i64], [4i64, -5i64, 9i64]] }
-- output { [[3i64, 4i64, 9i64], [12i64, -5i64, 27i64]] [[5i64, 7i64, 15i64], [20i64, -5i64, 45i64]] [27i64, 60i64] }
-- input { 0i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] [[1i64, 1i64, 3i64], [4i64, -5i64, 9i64]] }
-- output { [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] [[1i64, 1i64, 3i64], [4i64, -5i64, 9i64]] [5i64, 8i64] }

-- ==
-- entry: untouched
-- input { 3i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [[8i64, 16i64, 24i64], [32i64, 40i64, 72i64]] [[5i64, 5i64, 5i64], [4i64, 5i64, 9i64]] }
-- input { 0i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] [[5i64, 5i64, 5i64], [4i64, 5i64, 9i64]] }

-- ==
-- entry: nested
-- input { 4i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [2238i64, 1714i64] }

-- ==
-- entry: flagged
-- input { true [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [[7i64, 8i64, 9i64], [22i64, 23i64, 27i64]] }
-- input { false [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [[1i64, 3i64, 6i64], [4i64, 9i64, 18i64]] }

-- ==
-- entry: counted
-- input { 4i64 [[1i64, 2i64, 3i64], [4i64, 5i64, 9i64]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 3i64, 2i64, 1i64, 0i64], [1i64, 1i64, 1i64, 1i64, 2i64, 2i64, 2i64, 2i64]] }
-- input { 2i64 empty([0][3]i64) }
-- output { empty([0][8]i64) }

entry smooth [n] [m] (k: i64) (xss: [n][m]f32) : [n][m]f32 =
  map (\xs -> loop ys = xs for _i < k do
         let s = f32.sum ys in map (\y -> y * 0.5 + s / 9) ys) xss

entry sums [n] [m] (k: i64) (xss: [n][m]i64) : ([n]i64, [n][m]i64) =
  unzip (map (\xs -> loop (s, ys) = (0, xs) for i < k do
           let t = i64.sum ys
           in if i % 2 == 0 then (s + t, map (+ i) ys) else (s - t, scan (+) 0 (map (+ s) ys))) xss)

entry swapped [n] [m] (k: i64) (xss: [n][m]i64) (yss: [n][m]i64) =
  unzip3 (map2 (\xs ys ->
    let (as, bs) = loop (as, bs) = (xs, ys) for _i < k do (bs, map2 (+) as bs)
    in (as, bs, i64.sum bs)) xss yss)

entry untouched [n] [m] (k: i64) (xss: *[n][m]i64) : ([n][m]i64, [n][m]i64) =
  let yss = map (\xs -> loop ys = xs for _i < k do map (* 2) ys) xss
  in (yss, xss with [0] = replicate m 5)

entry nested [n] [m] (k: i64) (xss: [n][m]i64) : [n]i64 =
  map (\xs -> let (s, _) = loop (s, ys) = (0, xs) for i < k do
         (loop (s, ys) = (s, ys) for j < i do
            let zs = map (\y -> y * (j + 1) + s) ys
            in (s + i64.sum zs % 1000, zs)) in s) xss

entry flagged [n] [m] (b: bool) (xss: [n][m]i64) : [n][m]i64 =
  map (\xs -> let s = i64.sum xs in if b then map (+ s) xs else scan (+) 0 xs) xss

entry counted [n] [m] (k: i64) (xss: [n][m]i64) : [n][8]i64 =
  map (\xs -> loop hs = replicate 8 0 for i < k do
         let bs = reduce_by_index (replicate 8 0) (+) 0 (map (\x -> (x + i) % 8) xs) (replicate m 1)
         in map2 (+) hs bs) xss
