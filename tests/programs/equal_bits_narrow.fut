-- Sums of floats beside numbers of 8 and 16 bits, for which only wide registers have instructions: the same bits with
-- registers of any width.

def bytes (n: i64) : [n]u8 = tabulate n (\i -> u8.i64 (i * i + i / 3))

-- ==
-- entry: whole
-- input { 1000i64 }
-- output { 33899.207031f32 }
entry whole (n: i64) : f32 = f32.sum (map (\x -> f32.u8 x / 3.7) (bytes n))

-- ==
-- entry: shorts
-- input { 1000i64 }
-- output { -234881.570676213043043f64 }
entry shorts (n: i64) : f64 =
  let xs = tabulate n (\i -> i16.i64 (i * 31 - 7000))
  in f64.sum (map2 (\x y -> f64.i16 (x * 3 // 7 % 5 + (x >> 2) - i16.abs x) / f64.u8 (y | 1)) xs (bytes n))

-- ==
-- entry: beside
-- input { 1000i64 }
-- output { [0.000000f32, 10065.833008f32, 40264.332031f32, 100662.328125f32, 171126.250000f32, 261722.765625f32,
--   382517.718750f32, 513378.593750f32, 664373.062500f32, 845565.750000f32, 1036788.250000f32, 1248179.625000f32,
--   1489768.250000f32, 1741389.500000f32, 2013178.750000f32, 2315166.500000f32, 50331.164062f32, 382517.718750f32,
--   744902.125000f32, 1117318.875000f32] }
entry beside (n: i64) : [20]f32 =
  let xs = tabulate n (\i -> f32.sqrt (f32.i64 i) - 11)
  in map (\b -> f32.sum (map (* f32.u8 b) xs) + f32.u8 (b * 3 // 7)) (bytes 20)

-- ==
-- entry: inside
-- input { 1000i64 }
-- output { [8653.248047f32, 8775.135742f32, 8544.591797f32] }
entry inside (n: i64) : [3]f32 =
  map (\k -> f32.sum (map (\x -> f32.u8 (x * k // 5 + (x & 15)) / 3.7) (bytes n))) [1, 3, 200]

-- ==
-- entry: counted
-- input { 1000i64 }
-- output { [584346.875000f32, 307115.843750f32, 550490.937500f32, 274847.468750f32] }
entry counted (n: i64) : [4]f32 =
  let sums = map (\k -> f32.sum (map (\x -> f32.u8 (x ^ k) / 3.7) (bytes n))) (bytes 50)
  in hist (+) 0f32 4 (map (\b -> i64.u8 (b % 4)) (bytes 50)) sums
