-- Generalised histograms in several dimensions, and with complex operators.
-- ==
-- entry: planes
-- input { [0i64,1i64,0i64,2i64] [0i64,1i64,0i64,0i64] [1,2,3,4] }
-- output { [[14i32, 10i32], [10i32, 12i32]] }

-- ==
-- entry: cubes
-- input { [0i64,1i64,1i64] [1,2,3] }
-- output { [[[0i32, 1i32], [0i32, 0i32]], [[0i32, 0i32], [5i32, 0i32]]] }

-- ==
-- entry: arrays
-- input { [0i64,1i64,0i64] [[1,2],[3,4],[5,6]] }
-- output { [[6i32, 8i32], [3i32, 4i32]] }

-- ==
-- entry: leftmost
-- input { [2i64,0i64,2i64,2i64] [5i32,4i32,3i32,6i32] }
-- output { [4i32, 2147483647i32, 3i32] [1i64, -1i64, 2i64] }

-- ==
-- entry: f32s
-- input { [0i64,0i64,1i64,1i64] [0.5f32,1.5f32,2.0f32,4.0f32] }
-- output { [2.000000f32, 6.000000f32] [0.750000f32, 8.000000f32] [1.500000f32, 4.000000f32] }

entry planes [n] (is: [n]i64) (js: [n]i64) (vs: [n]i32) =
  reduce_by_index_2d (replicate 2 (replicate 2 10)) (+) 0 (zip is js) vs
entry cubes [n] (is: [n]i64) (vs: [n]i32) =
  reduce_by_index_3d (tabulate_3d 2 2 2 (\_ _ _ -> 0)) (+) 0 (map (\i -> (i, i, 1 - i)) is) vs
entry arrays [n] (is: [n]i64) (vs: [n][2]i32) =
  hist (map2 (+)) [0, 0] 2 is vs
entry leftmost [n] (is: [n]i64) (vs: [n]i32) =
  hist (\(a, i) (b, j) -> if a < b || (a == b && i < j) then (a, i) else (b, j)) (i32.highest, -1) 3 is (zip vs (iota n)) |> unzip
entry f32s [n] (is: [n]i64) (vs: [n]f32) = (hist (+) 0 2 is vs, hist (*) 1 2 is vs, hist f32.max (-f32.inf) 2 is vs)
