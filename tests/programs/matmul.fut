-- Matrix multiplication in three styles that must agree.
-- ==
-- entry: maps loops tabulated
-- input { [[1.0f32,2.0f32],[3.0f32,4.0f32]] [[5.0f32,6.0f32],[7.0f32,8.0f32]] }
-- output { [[19.000000f32, 22.000000f32], [43.000000f32, 50.000000f32]] }
-- input { [[1.0f32,2.0f32,3.0f32]] [[1.0f32],[10.0f32],[100.0f32]] }
-- output { [[321.000000f32]] }
-- input { [[1.5f32],[2.5f32]] [[2.0f32,4.0f32,8.0f32]] }
-- output { [[3.000000f32, 6.000000f32, 12.000000f32], [5.000000f32, 10.000000f32, 20.000000f32]] }

entry maps [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  map (\row -> map (\col -> f32.sum (map2 (*) row col)) (transpose b)) a

entry loops [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  let c = replicate n (replicate p 0f32)
  in loop c for i < n do
       loop c for j < p do
         let x = loop acc = 0f32 for k < m do acc + a[i, k] * b[k, j]
         in c with [i, j] = x

entry tabulated [n] [m] [p] (a: [n][m]f32) (b: [m][p]f32) : [n][p]f32 =
  tabulate_2d n p (\i j -> reduce (+) 0 (tabulate m (\k -> a[i, k] * b[k, j])))
