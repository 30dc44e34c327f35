-- Nests of three levels, and histograms that go on from round to round. On devices with many threads, all of them are
-- flat.

-- ==
-- entry: centred
-- input { 3i64 [[[-2i64, 9i64, 8i64, -5i64], [2i64, 6i64, 9i64, -7i64], [-9i64, 6i64, -1i64, 8i64]], [[-2i64, -3i64, 6i64, 8i64], [8i64, 6i64, 3i64, -5i64], [-2i64, -5i64, 7i64, 3i64]]] }
-- output { [[[-56i64, 32i64, 24i64, -80i64], [-24i64, 8i64, 32i64, -96i64], [-88i64, 32i64, -24i64, 48i64]], [[-52i64, -60i64, 12i64, 28i64], [16i64, 0i64, -24i64, -88i64], [-28i64, -52i64, 44i64, 12i64]]] }
-- input { 0i64 [[[-9i64, -7i64, -4i64]], [[9i64, -8i64, 0i64]]] }
-- output { [[[-9i64, -7i64, -4i64]], [[9i64, -8i64, 0i64]]] }
-- input { 2i64 empty([0][3][4]i64) }
-- output { empty([0][3][4]i64) }
-- input { 2i64 empty([2][3][0]i64) }
-- output { empty([2][3][0]i64) }

-- ==
-- entry: mixed
-- input { 5i64 [[[-9i64, -1i64, 6i64, 3i64], [4i64, 3i64, 9i64, 5i64], [-5i64, 2i64, -6i64, -8i64]], [[-5i64, 6i64, -3i64, -1i64], [4i64, 0i64, 4i64, 7i64], [3i64, 9i64, 2i64, 8i64]]] [9i64, 4i64, 9i64, -2i64] }
-- output { [[39i64, 66i64, 1i64], [21i64, 33i64, 33i64]] [[[-91i64, -105i64, -61i64, -77i64], [26i64, 28i64, 99i64, 79i64], [-55i64, -57i64, -121i64, -115i64]], [[-43i64, -17i64, -42i64, -38i64], [38i64, 40i64, 78i64, 66i64], [29i64, 67i64, 87i64, 73i64]]] [96i64, 89i64] }
-- input { -2i64 [[[1i64]], [[-9i64]], [[-1i64]]] [-4i64] }
-- output { [[-1i64], [29i64], [5i64]] [[[-3i64]], [[27i64]], [[3i64]]] [0i64, 20i64, 4i64] }

-- ==
-- entry: four
-- input { [[[[1i64, 8i64], [9i64, 9i64], [-6i64, -3i64]], [[9i64, -1i64], [0i64, -6i64], [-7i64, 6i64]]], [[[6i64, -7i64], [2i64, -7i64], [4i64, -5i64]], [[-9i64, 0i64], [4i64, 4i64], [-6i64, -8i64]]]] }
-- output { [[[-143i64, -305i64, 181i64], [11i64, 25i64, 20i64]], [[-29i64, -57i64, -29i64], [-157i64, 98i64, -232i64]]] }
-- input { [[[[-8i64, 3i64, 9i64, 1i64]], [[8i64, -1i64, 7i64, -2i64]], [[-8i64, 0i64, -9i64, -7i64]]]] }
-- output { [[[-32i64], [-151i64], [-583i64]]] }
-- input { empty([2][0][3][2]i64) }
-- output { empty([2][0][3]i64) }

-- ==
-- entry: counted
-- input { 3i64 4i64 [[1i64, 9i64, 8i64, 0i64, 3i64], [6i64, 4i64, 9i64, 4i64, 2i64], [0i64, 5i64, 5i64, 5i64, 2i64]] }
-- output { [[20i64, 10i64, 1i64, 12i64], [17i64, 23i64, 8i64, 8i64], [15i64, 15i64, 17i64, 2i64]] }
-- input { 0i64 2i64 [[6i64, 6i64, 7i64], [8i64, 6i64, 9i64]] }
-- output { [[0i64, 0i64], [0i64, 0i64]] }
-- input { 2i64 3i64 empty([0][3]i64) }
-- output { empty([0][3]i64) }
-- input { 4i64 0i64 [[8i64, 1i64, 9i64], [8i64, 4i64, 6i64]] }
-- output { empty([2][0]i64) }

-- ==
-- entry: counted_rows
-- input { 3i64 [[[-2i64, 0i64, 4i64, -1i64], [7i64, 0i64, 8i64, 1i64], [-9i64, 4i64, 9i64, 1i64]], [[-9i64, 3i64, 9i64, -5i64], [-8i64, 1i64, 5i64, 2i64], [2i64, -1i64, 6i64, -9i64]]] [[[9i64, 0i64, 0i64, 5i64, 4i64], [7i64, 4i64, 9i64, 9i64, 5i64], [2i64, 5i64, 2i64, 5i64, 5i64]], [[9i64, 4i64, 4i64, 6i64, 1i64], [0i64, 9i64, 2i64, 4i64, 8i64], [3i64, 4i64, 3i64, 5i64, 2i64]]] }
-- output { [[[27i64, 27i64, 23i64, -1i64], [43i64, 43i64, 41i64, 41i64], [24i64, 24i64, 24i64, 21i64]], [[33i64, 33i64, 30i64, 30i64], [32i64, 32i64, 25i64, 31i64], [22i64, 22i64, 22i64, 20i64]]] }
-- input { 0i64 [[[4i64, -6i64, -6i64, 1i64]], [[1i64, -2i64, 5i64, -4i64]]] [[[1i64, 5i64, 3i64]], [[9i64, 7i64, 4i64]]] }
-- output { [[[4i64, -6i64, -6i64, 1i64]], [[1i64, -2i64, 5i64, -4i64]]] }

-- ==
-- entry: written
-- input { 3i64 [[3i64, 1i64, 0i64, 8i64, 3i64], [5i64, 9i64, 2i64, 4i64, 5i64]] }
-- output { [[0i64, 1i64, 2i64, 3i64, 10i64], [6i64, 7i64, 2i64, 3i64, 4i64]] }
-- input { 0i64 [[-7i64, 2i64, 9i64], [-5i64, 4i64, 0i64]] }
-- output { [[-7i64, 2i64, 9i64], [-5i64, 4i64, 0i64]] }
-- input { 4i64 [[8i64, 4i64, 7i64, 5i64, 6i64, 4i64, 6i64]] }
-- output { [[8i64, 9i64, 10i64, 11i64, 10i64, 9i64, 8i64]] }

-- ==
-- entry: turned
-- input { 3i64 [[9i64, 6i64, 0i64, 6i64, 2i64], [3i64, 0i64, 7i64, 9i64, 8i64]] }
-- output { [[19i64, 13i64, 2i64, 13i64, 4i64], [7i64, 1i64, 14i64, 19i64, 18i64]] [[10i64, 9i64, 2i64, 8i64, 4i64], [6i64, 1i64, 9i64, 11i64, 10i64]] }
-- input { 4i64 [[6i64, 8i64], [3i64, 0i64], [7i64, 8i64]] }
-- output { [[10i64, 8i64], [5i64, 2i64], [9i64, 10i64]] [[12i64, 20i64], [8i64, 2i64], [16i64, 18i64]] }
-- input { 0i64 [[0i64, 8i64], [1i64, -2i64]] }
-- output { [[0i64, 8i64], [1i64, -2i64]] [[0i64, 16i64], [2i64, -4i64]] }

-- ==
-- entry: inner_bins
-- input { [[[1i64, 9i64, 4i64, 1i64], [3i64, 0i64, 0i64, 8i64], [3i64, 6i64, 9i64, 0i64]], [[0i64, 7i64, 1i64, 2i64], [8i64, 4i64, 3i64, 0i64], [8i64, 8i64, 6i64, 0i64]]] }
-- output { [[[12i64, 41i64, 4i64, 1i64], [32i64, 0i64, 0i64, 18i64], [10i64, 22i64, 22i64, 10i64]], [[16i64, 24i64, 19i64, 25i64], [68i64, 4i64, 3i64, 19i64], [72i64, 8i64, 28i64, 0i64]]] [172i64, 286i64] }
-- input { [[[9i64]]] }
-- output { [[[27i64]]] [27i64] }
-- input { empty([0][2][3]i64) }
-- output { empty([0][2][3]i64) empty([0]i64) }

entry centred [n] [m] [k] (rounds: i64) (xsss: [n][m][k]i64) : [n][m][k]i64 =
  map (\xss -> loop xss for i < rounds do map (\xs -> let s = i64.sum xs in map (\x -> x * 2 - s + i) xs) xss) xsss

entry mixed [n] [m] [k] (a: i64) (xsss: [n][m][k]i64) (ys: [k]i64) : ([n][m]i64, [n][m][k]i64, [n]i64) =
  unzip3 (map (\xss ->
    let total = i64.sum (map (\xs -> xs[0]) xss)
    let (sums, scans) = unzip (map (\xs -> let zs = map2 (\x y -> x * y + total) xs ys
                                           in (i64.maximum zs - a, scan (+) 0 zs)) xss)
    in (sums, scans, i64.sum sums + total)) xsss)

entry four [n] [m] [k] [l] (xssss: [n][m][k][l]i64) : [n][m][k]i64 =
  map (\xsss -> let all = i64.sum (flatten_3d xsss)
                in map (\xss -> let one = i64.sum (flatten xss)
                                in map (\xs -> all - one * i64.sum xs) xss) xsss) xssss

entry counted [n] [m] (rounds: i64) (bins: i64) (xss: [n][m]i64) : [n][bins]i64 =
  map (\xs -> loop h = replicate bins 0 for i < rounds do
         reduce_by_index h (+) 0 (map (\x -> (x + i) % (bins + 1)) xs) xs) xss

entry counted_rows [n] [m] [k] (rounds: i64) (hss: [n][m][4]i64) (xsss: [n][m][k]i64) : [n][m][4]i64 =
  map2 (map2 (\hs xs ->
         let s = i64.sum xs
         in loop h = copy hs for i < rounds do reduce_by_index h i64.max s (map (\x -> (x + i) % 5) xs) (map (+ s) xs)))
       hss xsss

entry written [n] [m] (rounds: i64) (xss: [n][m]i64) : [n][m]i64 =
  map (\xs -> loop ys = copy xs for i < rounds do
         scatter ys (map (\x -> (x * 7 + i) % (m + 1)) xs) (map (\x -> x + i) xs)) xss

entry turned [n] [m] (rounds: i64) (xss: [n][m]i64) =
  map (\xs -> loop (as: *[m]i64, bs: *[m]i64) = (copy xs, map (* 2) xs) for i < rounds do
         let cs = reduce_by_index as (+) 0 (map (\x -> (x + i) % m) xs) (map (const 1) xs)
         in (bs, cs)) xss |> unzip

entry inner_bins [n] [m] [k] (xsss: [n][m][k]i64) : ([n][m][k]i64, [n]i64) =
  unzip (map (\xss ->
    let s = i64.sum (map (\xs -> xs[0]) xss)
    let hs = map (\xs -> reduce_by_index (copy xs) (+) 0 (map (% k) xs) (map (+ s) xs)) xss
    in (hs, i64.sum (map i64.sum hs))) xsss)
