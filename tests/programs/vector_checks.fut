-- Several checks in a kernel that runs in vectors: the failure of the smallest index is reported, whatever check it fails.
-- ==
-- entry: looked_up
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64, 9i64, 0i64]
--         [0f32, 1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32]
--         [9i64, 8i64, 7i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64] }
-- output { [181.5f32, 345.5f32, 633.5f32, 1093.5f32, 1773.5f32, 2721.5f32, 3985.5f32, 5613.5f32, 7653.5f32, 3.5f32] }
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 66i64, 7i64, 8i64, 9i64, 0i64]
--         [0f32, 1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32]
--         [9i64, 8i64, 77i64, 6i64, 5i64, 4i64, 3i64, 2i64, 1i64, 0i64] }
-- error: Index \[77\]
-- input { [1i64, 2i64, 3i64, 4i64, 5i64, 66i64, 7i64, 8i64, 9i64, 0i64]
--         [0f32, 1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32]
--         [9i64, 8i64, 7i64, 6i64, 5i64, 88i64, 3i64, 2i64, 1i64, 0i64] }
-- error: Index \[66\]
entry looked_up [n][m] (xs: [n]i64) (ys: [m]f32) (js: [n]i64) : [n]f32 =
  map2 (\x j ->
          let a = ys[x] * 2 + 1
          let b = ys[j] * 3 + a * a
          let c = a * b + a - b * 0.5
          in (c * 2 + a) * 0.5 + b * 2 + a * b - c)
       xs js

-- The checks are in an inner map, whose rows run in vectors.
-- ==
-- entry: rows
-- input { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64, 0i64]]
--         [1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32] }
-- output { [[34.5f32, 46.5f32, 56.0f32, 63.0f32, 67.5f32, 69.5f32, 69.0f32, 66.0f32, 60.5f32],
--            [34.5f32, 37.75f32, 40.5f32, 42.75f32, 44.5f32, 45.75f32, 46.5f32, 46.75f32, 46.5f32]] }
-- input { [[0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64], [0i64, 0i64, 0i64, 10i64, 0i64, 0i64, 0i64, 0i64, 99i64]]
--         [1f32, 2f32, 3f32, 4f32, 5f32, 6f32, 7f32, 8f32, 9f32] }
-- error: Index \[10\]
entry rows [n][m] (xss: [n][m]i64) (ys: [m]f32) : [n][m]f32 =
  map (\xs ->
         let sums = scan (+) 0 (map i64.f32 ys)
         let total = f32.i64 sums[m - 1]
         in map2 (\x i -> let a = ys[x] let b = ys[m - 1 - i] in a * b - b * b * 0.5 + a * 0.5 + b * b * 0.25 + total + a * 0.25 - 0.0)
                 xs (iota m))
      xss
