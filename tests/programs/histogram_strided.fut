-- Histograms with bins that are not adjacent: a column, in a loop, and all columns of a matrix at once.
-- ==
-- entry: column
-- input { [[1,2],[3,4],[5,6]] [0i64,2i64,2i64,7i64] }
-- output { [2i32, 3i32, 7i32] }

-- ==
-- entry: repeated
-- input { [[1,2],[3,4],[5,6]] [0i64,2i64,2i64,-1i64] }
-- output { [3i32, 3i32, 9i32] }

-- ==
-- entry: columns
-- input { [[1,2],[3,4],[5,6]] [[0i64,2i64],[1i64,1i64]] }
-- output { [[11i32, 3i32, 35i32], [2i32, 44i32, 6i32]] }

-- ==
-- entry: extremes
-- input { [[1,2],[3,4],[5,6]] [0i64,0i64,2i64] [9,-3,7] }
-- output { [9i32, 3i32, 7i32] [-3i32, 4i32, 6i32] }

entry column [n] [m] (xss: *[n][m]i32) (is: []i64) : [n]i32 =
  reduce_by_index xss[:, 0] (+) 0 is (map (const 1) is)

entry repeated [n] [m] (xss: *[n][m]i32) (is: []i64) : [n]i32 =
  loop xs = xss[:, 0] for _i < 2 do reduce_by_index xs (+) 0 is (map (const 1) is)

entry columns [n] [m] [k] (xss: *[n][m]i32) (iss: [m][k]i64) : [m][n]i32 =
  map2 (\xs is -> reduce_by_index (copy xs) (+) 0 is (map (const 10) is |> map2 (*) (map i32.i64 (map (+ 1) is)))) (transpose xss) iss

entry extremes [n] [m] [k] (xss: *[n][m]i32) (is: [k]i64) (vs: [k]i32) : ([n]i32, [n]i32) =
  let (as, bs) = (copy xss[:, 0], xss[:, 1])
  in (reduce_by_index as i32.max i32.lowest is vs, reduce_by_index bs i32.min i32.highest is vs)
