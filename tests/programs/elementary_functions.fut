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
-- input { 200i64 21474836u32 77u32 }
-- output { [1257543802u32, 1705923544u32, 3090397180u32, 4135532241u32, 2591900073u32, 467139270u32, 1453111227u32, 931734695u32, 4105309153u32, 3876417706u32, 2949413317u32, 1557273657u32, 787124034u32, 1311618196u32, 3248215820u32, 204382688u32, 3698726673u32, 1283778614u32, 1426683843u32, 3512409199u32, 162781870u32, 2414098153u32, 1676028649u32, 2136426985u32, 2661092976u32, 3553928599u32, 134954995u32, 1318252491u32, 159649379u32, 584615455u32, 2250854139u32, 231561764u32, 2393152083u32, 591619585u32, 611237327u32, 435338801u32] }

-- ==
-- entry: doubles
-- input { 200i64 92233720368547758u64 77u64 }
-- output { [5334334989084890273u64, 5260154223423718205u64, 10589660137638734190u64, 6500405280402008647u64, 12661910309295300592u64, 80186958643646120u64, 16233186645740418109u64, 18154500855394711947u64, 5714518991846635571u64, 6630500700484013527u64, 15190313138894714005u64, 12880294934281594834u64, 6944303791399188080u64, 1565098599730007114u64, 13804837491050880336u64, 11511201067323031687u64, 9871778077030717499u64, 5985279139866607632u64, 16952455724736717833u64, 11795279490195397240u64, 13872122212051610640u64, 2224523887974372588u64, 12880294934282549238u64, 3099605634331530947u64, 6388369425150448818u64, 10192275649927709608u64, 5377700821655396777u64, 6834391149278090430u64, 6591797585409784863u64, 7321396355768506588u64, 17722892459741037964u64, 10739778633644925673u64, 13952946474932518396u64, 11487234631366183367u64, 18066036066975943620u64, 8700700661086507293u64, 6379458169869976572u64] }

-- ==
-- entry: halves
-- input { 600i64 109u16 7u16 }
-- output { [321466869u32, 2406085457u32, 3344285583u32, 3843095468u32, 2218372003u32, 790358685u32] }

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
