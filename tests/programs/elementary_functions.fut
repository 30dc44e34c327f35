-- Elementary functions have the same bits on every evaluator and backend.
-- ==
-- entry: special
-- input { [0f32, -0f32, 1f32, f32.inf, -f32.inf, f32.nan, 1e-45f32, 3.4e38f32, 88.72284f32, -103.9f32] }
-- output { [1f32, 1f32, 2.7182817f32, f32.inf, 0f32, f32.nan, 1f32, f32.inf, f32.inf, 1e-45f32] [-f32.inf, -f32.inf, 0f32, f32.inf, f32.nan, f32.nan, -103.27893f32, 88.72201f32, 4.4855175f32, f32.nan] [0f32, -0f32, 0.84147096f32, f32.nan, f32.nan, f32.nan, 1e-45f32, -0.24408488f32, 0.68764836f32, 0.22548805f32] }

-- ==
-- entry: powers
-- input { [2f64, 2f64, 2f64, -2f64, -8f64, 0f64, -0f64, -0f64, 0f64, f64.nan, 1f64, f64.inf, -1f64, 2f64, -f64.inf] [0.5f64, 10f64, -1075f64, 3f64, 0.5f64, 3f64, 3f64, -3f64, -2f64, 0f64, f64.nan, -1f64, f64.inf, f64.nan, 3f64] }
-- output { [1.4142135623730951f64, 1024f64, 0f64, -8f64, f64.nan, 0f64, -0f64, -f64.inf, f64.inf, 1f64, 1f64, 0f64, 1f64, f64.nan, -f64.inf] }

-- ==
-- entry: singles
-- input { 1000i64 4294967u32 77u32 }
-- output { [3325386769u32, 3054086783u32, 3909390869u32, 340304468u32, 2414920800u32, 2434341213u32, 1848036593u32, 324909467u32, 3940712587u32, 3170086880u32, 2750055869u32, 1680435039u32, 402281403u32, 3241473277u32, 3993696444u32, 912226274u32, 3382937845u32, 4253149967u32, 2345162113u32, 1403767481u32, 1664561777u32, 2421220658u32, 296682302u32, 222247818u32, 2010880498u32, 3715351671u32, 2019697690u32, 1757904862u32, 763446031u32, 2838775548u32, 3096385079u32, 2342577171u32, 676044875u32, 1380913732u32, 1696155885u32, 3442237379u32] }

-- ==
-- entry: doubles
-- input { 1000i64 18446744073709551u64 77u64 }
-- output { [13898853096204459211u64, 17449592523908982861u64, 3323736397284488521u64, 12717299986626420887u64, 2510726192871544670u64, 3264921755210079998u64, 14066042621815104965u64, 14530714650998381752u64, 8466643752083166986u64, 13406561406634615558u64, 6581468651784707323u64, 6199503474319803719u64, 12450402999529852650u64, 16431105485708852789u64, 15140765962818643755u64, 4188118833811698862u64, 11572780027442454392u64, 4017850366453324407u64, 8186693413913046928u64, 6982265341379380u64, 13108170478755882345u64, 297314903517306985u64, 6240508884798383869u64, 5662669353789677088u64, 9826446261374597143u64, 5597373377093015503u64, 5733535657529321210u64, 156025057048065575u64, 5680532642289130166u64, 16192547094934050461u64, 10244911295104892065u64, 6776618853438144686u64, 15616191286193689348u64, 5884712358215582210u64, 12947461735473103116u64, 8670003948103681755u64, 17323238123539967584u64] }

-- ==
-- entry: halves
-- input { 6553i64 10u16 7u16 }
-- output { [4078332462u32, 2665887212u32, 3891577906u32, 1893524108u32, 1656630405u32, 3740369674u32] }

entry special [n] (xs: [n]f32) = (map f32.exp xs, map f32.log xs, map f32.sin xs)

entry powers [n] (xs: [n]f64) (ys: [n]f64) = map2 (f64.**) xs ys

-- The hash of representations. All NaNs count as the same.

def hash32 [n] (ys: [n]f32) =
  u32.sum (map2 (\i y -> f32.to_bits (if f32.isnan y then f32.nan else y) * (u32.i64 i * 2 + 1)) (iota n) ys)

def hash64 [n] (ys: [n]f64) =
  u64.sum (map2 (\i y -> f64.to_bits (if f64.isnan y then f64.nan else y) * (u64.i64 i * 2 + 1)) (iota n) ys)

def hash16 [n] (ys: [n]f16) =
  u32.sum (map2 (\i y -> u32.u16 (f16.to_bits (if f16.isnan y then f16.nan else y)) * (u32.i64 i * 2 + 1)) (iota n) ys)

-- Numbers of all magnitudes, whose representations have the same distance.

entry singles (n: i64) (step: u32) (from: u32) =
  let xs = map (\i -> f32.from_bits (u32.i64 i * step + from)) (iota n)
  let ys = map (\i -> f32.from_bits (u32.i64 i * step * 77 + from)) (iota n)
  let near = map2 (\x y -> x * (1 + 0.5 * f32.sin y)) xs ys
  let of_one f = hash32 (map f xs)
  let of_two f = hash32 (map2 f xs ys) ^ hash32 (map2 f xs near)
  in [ of_one f32.exp, of_one f32.log, of_one f32.log2, of_one f32.log10, of_one f32.log1p
     , of_one f32.sin, of_one f32.cos, of_one f32.tan, of_one f32.sinpi, of_one f32.cospi, of_one f32.tanpi
     , of_one f32.asin, of_one f32.acos, of_one f32.atan, of_one f32.asinpi, of_one f32.acospi, of_one f32.atanpi
     , of_one f32.sinh, of_one f32.cosh, of_one f32.tanh, of_one f32.asinh, of_one f32.acosh, of_one f32.atanh
     , of_one f32.sqrt, of_one f32.rsqrt, of_one f32.cbrt, of_one f32.erf, of_one f32.erfc, of_one f32.gamma
     , of_one f32.lgamma, of_two (f32.**), of_two f32.hypot, of_two f32.atan2, of_two f32.atan2pi
     , of_two (\x y -> f32.fma x y x), of_two (\x y -> f32.fma x (1 / x) (-y)) ]

entry doubles (n: i64) (step: u64) (from: u64) =
  let xs = map (\i -> f64.from_bits (u64.i64 i * step + from)) (iota n)
  let ys = map (\i -> f64.from_bits (u64.i64 i * step * 77 + from)) (iota n)
  let near = map2 (\x y -> x * (1 + 0.5 * f64.sin y)) xs ys
  let of_one f = hash64 (map f xs)
  let of_two f = hash64 (map2 f xs ys) ^ hash64 (map2 f xs near)
  in [ of_one f64.exp, of_one f64.log, of_one f64.log2, of_one f64.log10, of_one f64.log1p
     , of_one f64.sin, of_one f64.cos, of_one f64.tan, of_one f64.sinpi, of_one f64.cospi, of_one f64.tanpi
     , of_one f64.asin, of_one f64.acos, of_one f64.atan, of_one f64.asinpi, of_one f64.acospi, of_one f64.atanpi
     , of_one f64.sinh, of_one f64.cosh, of_one f64.tanh, of_one f64.asinh, of_one f64.acosh, of_one f64.atanh
     , of_one f64.sqrt, of_one f64.rsqrt, of_one f64.cbrt, of_one f64.erf, of_one f64.erfc, of_one f64.gamma
     , of_one f64.lgamma, of_two (f64.**), of_two f64.hypot, of_two f64.atan2, of_two f64.atan2pi
     , of_two (\x y -> f64.fma x y x), of_two (\x y -> f64.fma x (1 / x) (-y)), of_two (\x y -> f64.fma x y (-(x * y))) ]

entry halves (n: i64) (step: u16) (from: u16) =
  let xs = map (\i -> f16.from_bits (u16.i64 i * step + from)) (iota n)
  let of_one f = hash16 (map f xs)
  in [of_one f16.exp, of_one f16.log, of_one f16.sin, of_one f16.gamma, of_one (f16.** 1.5), of_one (`f16.atan2` 0.5)]
