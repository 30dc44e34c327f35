-- Functions of the prelude that no other program here uses.
-- ==
-- entry: turns
-- input { [0.0f64,0.25f64,-0.5f64,1.0f64] }
-- output { [0.500000000000000f64, 0.419569376744834f64, 0.666666666666667f64, 0.000000000000000f64] [0.000000000000000f64, 0.080430623255166f64, -0.166666666666667f64, 0.500000000000000f64] [0.000000000000000f64, 0.077979130377369f64, -0.147583617650433f64, 0.250000000000000f64] [0.000000000000000f64, 0.267949192431123f64, -0.577350269189626f64, 1.732050807568877f64] [0.000000000000000f64, 0.852416382349567f64, -0.352416382349567f64, 0.500000000000000f64] [0.500000f32, 0.419569f32, 0.666667f32, 0.000000f32] [0.000000f16, 0.078003f16, -0.147583f16, 0.250000f16] }

-- ==
-- entry: neighbours
-- input { [0.0f32,1.0f32,-2.5f32] [1.0f32,1.0f32,-3.0f32] }
-- output { [0.000000f32, 1.000000f32, -2.500000f32] [false, true, false] }

-- ==
-- entry: flat
-- input { [1i32,2i32,3i32,4i32,5i32,6i32,7i32,8i32] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 7i32, 8i32] [5i32, 6i32] [[5i32, 7i32], [6i32, 8i32]] }

-- ==
-- entry: seen
-- input { [3i32,1i32] }
-- output { [4i32, 2i32] }

entry turns (xs: []f64) =
  ( map f64.acospi xs, map f64.asinpi xs, map f64.atanpi xs, map f64.tanpi (map (/ 3) xs)
  , map2 f64.atan2pi xs (reverse xs), map f32.acospi (map f32.f64 xs), map f16.atanpi (map f16.f64 xs))

entry neighbours (xs: []f32) (ys: []f32) =
  (map2 f32.nextafter xs ys, map2 (\x y -> f64.nextafter (f64.f32 x) (f64.f32 y) == f64.f32 x) xs ys)

entry flat (xs: [8]i32) =
  let cube = unflatten_4d (xs :> [1 * 2 * 2 * 2]i32)
  in (flatten_4d cube, cube[0, 1, 0], manifest (transpose cube[0, 1]))

entry seen (xs: []i32) = trace (map (\x -> break (x + 1)) xs)

-- ==
-- entry: conversions
-- input { 7i32 2.75f32 }
-- output { 7.000000f32 2i32 7.000000000000000f64 2i32 7i64 7i64 }
entry conversions (x: i32) (y: f32) = (r32 x, t32 y, r64 x, t64 (f64.f32 y), u8.to_i64 (u8.i32 x), i16.to_i64 (i16.i32 x))

-- ==
-- entry: histograms
-- input { [1i64, 0i64, 1i64, 7i64] [1i64, 2i64, 3i64, 4i64] }
-- output { [12i64, 14i64] [[10i64, 11i64], [12i64, 10i64]] [[[11i64, 12i64], [13i64, 10i64]]] 3i64 }
entry histograms [n] (is: [n]i64) (xs: [n]i64) =
  ( intrinsics.hist_1d 1 (replicate 2 10) (+) 0 is xs
  , intrinsics.hist_2d 1 (replicate 2 (replicate 2 10i64)) (+) 0 [(0, 1), (1, 0), (2, 0)] [1, 2, 3]
  , intrinsics.hist_3d 1 (replicate 1 (replicate 2 (replicate 2 10i64))) (+) 0 [(0, 0, 0), (0, 0, 1), (0, 1, 0)] [1, 2, 3]
  , i64.sum (map (\i -> intrinsics.btoi_bool_i64 (i < 7)) is)
  )
