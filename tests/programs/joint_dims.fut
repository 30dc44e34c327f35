-- Maps over rows that follow each other, and over some that do not.
-- ==
-- entry: whole
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[10i32, 20i32, 30i32], [40i32, 50i32, 60i32]] }
-- output { [[11i32, 22i32, 33i32], [44i32, 55i32, 66i32]] }
-- input { empty([0][3]i32) empty([0][3]i32) } output { empty([0][3]i32) }
-- input { empty([3][0]i32) empty([3][0]i32) } output { empty([3][0]i32) }
-- ==
-- entry: cubes
-- input { 3i64 2i64 5i64 } output { 3i32 2i32 5i32 [0i32, 30i32, 60i32, 90i32, 120i32, 150i32] 1305i32 }
-- input { 3i64 0i64 5i64 } output { 3i32 0i32 5i32 empty([0]i32) 0i32 }
-- ==
-- entry: turned
-- input { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] [[10i32, 20i32], [30i32, 40i32], [50i32, 60i32]] }
-- output { [[11i32, 32i32, 53i32], [24i32, 45i32, 66i32]] }
-- ==
-- entry: steps
-- input { 3i64 [[1f32, 2f32, 3f32], [4f32, 5f32, 6f32]] [[1f32, 1f32, 1f32], [2f32, 2f32, 2f32]] }
-- output { [[1.875f32, 2f32, 2.125f32], [4f32, 4.125f32, 4.25f32]] }
entry whole [n] [m] (xss: [n][m]i32) (yss: [n][m]i32) = map2 (map2 (+)) xss yss

entry cubes (n: i64) (m: i64) (k: i64) =
  let xsss = tabulate_3d n m k (\i j l -> i32.i64 (i * m * k + j * k + l))
  let ysss = map (map (map (* 2))) xsss
  let sums = map2 (\xss yss -> map2 (\xs ys -> map2 (+) xs ys) xss yss) xsss ysss
  let firsts = map (\xss -> map (\xs -> xs[0] * 2) xss) (sums :> [n][m][k]i32)
  let flat = flatten firsts
  in (i32.i64 n, i32.i64 (length (flatten (transpose xsss)) / i64.max 1 n), i32.i64 k, flat, i32.sum (flatten_3d sums))

entry turned [n] [m] (xss: [n][m]i32) (yss: [m][n]i32) = map2 (map2 (+)) xss (transpose yss)

entry steps [n] [m] (k: i64) (xss: [n][m]f32) (yss: [n][m]f32) =
  loop xss for _i < k do map2 (map2 (\x y -> x * 0.5 + y)) xss yss
