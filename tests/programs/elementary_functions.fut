-- Elementary functions have the same bits on every evaluator and backend.
-- ==
-- entry: special
-- input { [0f32, -0f32, 1f32, f32.inf, -f32.inf, f32.nan, 1e-45f32, 3.4e38f32, 88.72284f32, -103.9f32] }
-- output { [1f32, 1f32, 2.7182817f32, f32.inf, 0f32, f32.nan, 1f32, f32.inf, f32.inf, 1e-45f32] [-f32.inf, -f32.inf, 0f32, f32.inf, f32.nan, f32.nan, -103.27893f32, 88.72201f32, 4.4855175f32, f32.nan] [0f32, -0f32, 0.84147096f32, f32.nan, f32.nan, f32.nan, 1e-45f32, -0.24408488f32, 0.68764836f32, 0.22548805f32] }

-- ==
-- entry: bits
-- input { 20000i64 214748u32 77u32 }
-- output { 2110537044u32 1517000596u32 2602504872u32 2135401387u32 446658713u32 2157741381u32 }

entry special [n] (xs: [n]f32) = (map f32.exp xs, map f32.log xs, map f32.sin xs)

def hash [n] (ys: [n]f32) =
  let weight i = u32.i64 i * 2 + 1
  in u32.sum (map2 (\i y -> f32.to_bits (if f32.isnan y then f32.nan else y) * weight i) (iota n) ys)

-- Numbers of all magnitudes, whose representations have the same distance.
entry bits (n: i64) (step: u32) (from: u32) =
  let xs = map (\i -> f32.from_bits (u32.i64 i * step + from)) (iota n)
  in ( hash (map f32.exp xs), hash (map f32.log xs), hash (map f32.sin xs), hash (map f32.cos xs), hash (map f32.tan xs)
     , hash (map f32.sinpi xs))
