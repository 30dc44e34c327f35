-- Sines and cosines of angles that are the same, or only seem to be.
-- ==
-- entry: both
-- input { [0.0f64, 1.0, -2.5, 100.0, 1e9, -1e22] }
-- output {
--   [0.0f64, 0.841470984807896505, -0.598472144103956494, -0.506365641109758794, 0.5458434494486996, 0.85220084976713379]
--   [1.0f64, 0.540302305868139717, -0.801143615546933715, 0.862318872287683934, 0.837887181363902, 0.523214785395138945]
-- }
-- ==
-- entry: turned
-- input { 0.5f32 3i32 }
-- output { 0.6402149f32 0.694778f32 0.84220195f32 }
-- ==
-- entry: one_of
-- input { [true, false, true] [0.5f32, 0.5f32, 2.0f32] }
-- output { [1.3570081f32, 0.87758255f32, 0.49315056f32] }

entry both [n] (xs: [n]f64) = unzip (map (\x -> (f64.sin x, f64.cos x)) xs)

-- The angle changes in the loop.
entry turned (x: f32) (n: i32) : (f32, f32, f32) =
  let s = f32.sin x
  let (y, c) =
    loop (y, _) = (x, s) for _i < n do
      let c = f32.cos y
      in (c, f32.sin c)
  in (f32.sin (f32.cos y), f32.cos y, f32.sin (y + c - c + f32.sin 0.2))

-- A sine that only one branch computes.
entry one_of [n] (bs: [n]bool) (xs: [n]f32) : [n]f32 =
  map2 (\b x -> (if b then f32.sin x else 0) + f32.cos x) bs xs
