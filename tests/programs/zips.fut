-- Zipping and unzipping.
-- ==
-- entry: zipped
-- input { [1,2] [3.0f32,4.0f32] [true,false] }
-- output { [1i32, 2i32] [3.000000f32, 4.000000f32] [1i32, 2i32] [3.000000f32, 4.000000f32] [true, false] [true, false] [3.000000f32, 4.000000f32] [1i32, 2i32] [true, false] [1i32, 2i32] [1i32, 2i32] [3.000000f32, 4.000000f32] [3.000000f32, 4.000000f32] [true, false] [true, false] [1i32, 2i32] }

-- ==
-- entry: unequal
-- input { [1,2,3] [1,2] }
-- error: cannot match shape

entry zipped [n] (a: [n]i32) (b: [n]f32) (c: [n]bool) =
  let (x, y) = unzip (zip a b)
  let (p, q, r) = unzip3 (zip3 a b c)
  let (d, e, f, g) = unzip4 (zip4 c b a c)
  let (h, i, j, k, l) = unzip5 (zip5 a a b b c)
  let (s, t) = unzip2 (zip2 c a)
  in (x, y, p, q, r, d, e, f, g, h, i, j, k, l, s, t)

entry unequal [n] (a: [n]i32) (b: []i32) = zip a (b :> [n]i32) |> map (\(x, y) -> x + y)
