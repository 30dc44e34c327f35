-- Parallelism inside parallelism: regular, irregular, with loops between the levels and with results of several kinds.
-- ==
-- entry: rows
-- input { [[1,2,3],[4,5,6]] }
-- output { [6i32, 15i32] [[0i32, 0i32, 0i32], [0i32, 0i32, 0i32]] 9i32 }

-- ==
-- entry: irregular
-- input { [3i64,0i64,5i64] }
-- output { [5i64, 0i64, 30i64] }

-- ==
-- entry: deep
-- input { [[[1,2],[3,4]],[[5,6],[7,8]]] }
-- output { [10i32, 26i32] [[[2i32, 4i32], [6i32, 8i32]], [[10i32, 12i32], [14i32, 16i32]]] [[[1i32, 3i32], [2i32, 4i32]], [[5i32, 7i32], [6i32, 8i32]]] }

-- ==
-- entry: alternating
-- input { [[4,1],[2,3],[9,7]] 2i64 }
-- output { [[6i32, -6i32], [-2i32, 2i32], [4i32, -4i32]] }

-- ==
-- entry: branches
-- input { [[1,2,3],[-4,5,6],[7,8,9]] }
-- output { [6i32, -120i32, 24i32] }

entry rows [n] [m] (xss: [n][m]i32) =
  let sums = map i32.sum xss
  in (sums, map2 (\s row -> map (/ (s + 1)) (scan (+) 0 row)) sums xss, i32.sum (map i32.maximum xss))

entry irregular (ns: []i64) : []i64 = map (\n -> i64.sum (map (\i -> i * i) (iota n))) ns

entry deep (x: [][][]i32) = map (\m -> (reduce (+) 0 (flatten m), map (map (* 2)) m, transpose m)) x |> unzip3

entry alternating [n] [m] (xss: [n][m]i32) (k: i64) : [n][m]i32 =
  map (\row -> loop row for _i < k do
                 let total = i32.sum row
                 in map (\x -> x * 2 - total) row) xss

entry branches [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\row -> if row[0] > 0 then i32.sum row else i32.product row) xss
