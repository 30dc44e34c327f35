-- Functions of the prelude of 2019 that today's prelude lacks or defines differently.
-- ==
-- entry: parts
-- input { [1, 2, 3] } output { 3 [1, 2] [3] [1] [2] [3] [2, 3, 1] [1, 9, 3] [0, 1, 2] [1, 2] [3] }
-- ==
-- entry: made
-- input { }
-- output { [0, 1] [7, 7] [2, 5, 8] [2, 4, 6] [0, 1, 4] [[0, 1], [1, 2]] [[[0, 1], [1, 2]], [[1, 2], [2, 3]]] }
-- ==
-- entry: shaped
-- input { [1, 2, 3, 4] } output { [[1, 2], [3, 4]] [[[1], [2]], [[3], [4]]] 2 2 1 2 1 1 }
-- ==
-- entry: between
-- input { [1, 2, 3] } output { [1, 0, 2, 0, 3] [1, 1, 0, 0, 2, 2] [1, 5, 3] }
-- ==
-- entry: combined
-- input { [1, 2, 3] } output { [3, 0, 1] [4, 2] 6 6 [2, 4, 6] [2, 4, 6] 8 }
-- ==
-- entry: integers
-- input { -5 } output { 5 5 -1 2147483647 -128i8 3 -6 3 -5 7 32 1 -6 5 -5i64 [0i8, 1i8] [4u8, 4u8] }
-- ==
-- entry: floats
-- input { 0.5f32 }
-- output { 0.5f32 -0.5f32 1f32 0f32 0.707107f32 1.648721f32 0.877583f32 0.479426f32 0.546302f32 0.523599f32 1.047198f32 0.463648f32 0.463648f32 0 }
-- ==
-- entry: more_floats
-- input { 0.5f32 }
-- output { 1.772454f32 0.572365f32 -0.693147f32 -1.0f32 -0.301030f32 1.0f32 0.0f32 0.0f32 0.0f32 true true 3.141593f32 2.718282f32 0.75f32 0.5f64 }
-- ==
-- entry: float_bits
-- input { 1f32 } output { 1065353216u32 1f32 32 1 -1f32 1.5f32 -2f32 3f32 0.5f32 2f32 1f32 }

entry parts (xs: []i32) =
  let (a, b, c) = split2 1 2 xs
  let (d, e) = split 2 xs
  in (length xs, take 2 xs, drop 2 xs, a, b, c, rotate 1 xs, update (copy xs) 1 9, indices xs, d, e)

entry made =
  ( iota 2, replicate 2 7, steps 2 3 3, range 2 8 2, tabulate 3 (\i -> i * i), tabulate_2d 2 2 (+)
  , tabulate_3d 2 2 2 (\i j k -> i + j + k))

entry shaped (xs: []i32) =
  let xsss = unflatten_3d 2 2 1 xs
  let xssss = unflatten_4d 2 2 1 1 xs
  in (unflatten 2 2 xs, xsss, shape'0 xsss, shape'1 xsss, shape'2 xsss, shape'0 xssss, shape'3 xssss, shape'2 xssss)

entry between (xs: []i32) =
  (intersperse 0 xs, intercalate [0, 0] [[1, 1], [2, 2]], pick [true, false, true] xs [4, 5, 6])

entry combined (xs: []i32) =
  ( scatter [0, 0, 0] [2, 0, 7] [1, 3, 5], reduce_by_index [0, 0] (+) 0 [0, 1, 0] xs
  , stream_red (+) (\_ ys -> reduce (+) 0 ys) xs, stream_red_per (+) (\_ ys -> reduce (+) 0 ys) xs
  , stream_map (\_ ys -> map (*2) ys) xs, stream_map_per (\_ ys -> map (*2) ys) xs, iterate 3 (*2) 1)

entry integers (x: i32) =
  ( i32.abs x, i32.negate x, i32.sgn x, i32.highest, i8.lowest, i32.max x 3, i32.product [x, 2, 3] / 5, i32.maximum [x, 3]
  , i32.minimum [x, 3], i32.sum [3, 4], i32.num_bits, i32.get_bit 0 x, i32.set_bit 0 x 0, i32.min 5 7, i32.to_i64 x
  , i8.iota 2i8, i8.replicate 2i8 4u8)

entry floats (x: f32) =
  ( f32.abs x, f32.negate x, f32.sgn x, f32.from_bits 0u32, f32.sqrt x, f32.exp x, f32.cos x, f32.sin x, f32.tan x
  , f32.asin x, f32.acos x, f32.atan x, f32.atan2 x 1, f32.to_i32 x)

entry more_floats (x: f32) =
  ( f32.gamma x, f32.lgamma x, f32.log x, f32.log2 x, f32.log10 x, f32.ceil x, f32.floor x, f32.trunc x, f32.round x
  , f32.isinf f32.inf, f32.isnan f32.nan, f32.pi, f32.e, f32.from_fraction 3 4, f32.to_f64 x)

entry float_bits (x: f32) =
  ( f32.to_bits x, f32.from_bits 1065353216u32, f32.num_bits, f32.get_bit 29 x, f32.set_bit 31 x 1, f32.max x 1.5
  , f32.min x (-2), f32.sum [x, 2], f32.product [x, 0.5], f32.maximum [x, 2], f32.minimum [x, 2])
