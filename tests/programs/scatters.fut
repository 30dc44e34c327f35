-- Scatter in one, two and three dimensions; indices out of range are ignored.
-- ==
-- entry: flat
-- input { [0,0,0,0] [3i64,0i64,-1i64,9i64] [1,2,3,4] }
-- output { [2i32, 0i32, 0i32, 1i32] }

-- ==
-- entry: planes
-- input { [[0,0],[0,0]] [0i64,1i64,2i64] [1i64,0i64,0i64] [5,6,7] }
-- output { [[0i32, 5i32], [6i32, 0i32]] }

-- ==
-- entry: cubes
-- input { 2i64 }
-- output { [[[100i64, 1i64], [1i64, 2i64]], [[1i64, 2i64], [2i64, 200i64]]] }

-- ==
-- entry: rows
-- input { [[1,2],[3,4],[5,6]] [2i64,0i64] [[7,8],[9,10]] }
-- output { [[9i32, 10i32], [3i32, 4i32], [7i32, 8i32]] }

-- ==
-- entry: spreads
-- input { [1i64,3i64] [10,20] }
-- output { [0i32, 10i32, 0i32, 20i32, 0i32] }

entry flat [n] (dest: *[]i32) (is: [n]i64) (vs: [n]i32) = scatter dest is vs
entry planes [n] (dest: *[][]i32) (is: [n]i64) (js: [n]i64) (vs: [n]i32) = scatter_2d dest (zip is js) vs
entry cubes (n: i64) =
  scatter_3d (tabulate_3d n n n (\i j k -> i + j + k)) [(0, 0, 0), (1, 1, 1), (0, 1, 5)] [100, 200, 300]
entry rows [n] (dest: *[][2]i32) (is: [n]i64) (vs: [n][2]i32) = scatter dest is vs
entry spreads [n] (is: [n]i64) (vs: [n]i32) = spread 5 0 is vs
