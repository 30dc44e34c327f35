-- Elements that are equally far apart: the fields of rows, for all primitive types. The rows are more than lanes of a
-- vector, and their number is no multiple of it.
-- ==
-- entry: rows_i8
-- input { 37i64 4i64 }
-- output { 90i8 -46i8 27i8 36i8 86i8 }
-- input { 100i64 3i64 }
-- output { -116i8 -8i8 83i8 100i8 48i8 }

-- ==
-- entry: rows_i16
-- input { 37i64 4i64 }
-- output { 90i16 -558i16 27i16 27684i16 -9386i16 }
-- input { 100i64 3i64 }
-- output { 2444i16 -264i16 2131i16 17764i16 18992i16 }

-- ==
-- entry: rows_i32
-- input { 37i64 4i64 }
-- output { 90i32 -558i32 27i32 27684i32 56150i32 }
-- input { 100i64 3i64 }
-- output { 2444i32 -264i32 2131i32 83300i32 215600i32 }

-- ==
-- entry: rows_i64
-- input { 37i64 4i64 }
-- output { 90i64 -558i64 27i64 27684i64 56150i64 }
-- input { 100i64 3i64 }
-- output { 2444i64 -264i64 2131i64 83300i64 215600i64 }

-- ==
-- entry: rows_u8
-- input { 37i64 4i64 }
-- output { 90u8 210u8 27u8 36u8 86u8 }
-- input { 100i64 3i64 }
-- output { 140u8 248u8 83u8 100u8 48u8 }

-- ==
-- entry: rows_u16
-- input { 37i64 4i64 }
-- output { 90u16 64978u16 27u16 27684u16 56150u16 }
-- input { 100i64 3i64 }
-- output { 2444u16 65272u16 2131u16 17764u16 18992u16 }

-- ==
-- entry: rows_u32
-- input { 37i64 4i64 }
-- output { 90u32 4294966738u32 27u32 27684u32 56150u32 }
-- input { 100i64 3i64 }
-- output { 2444u32 4294967032u32 2131u32 83300u32 215600u32 }

-- ==
-- entry: rows_u64
-- input { 37i64 4i64 }
-- output { 90u64 18446744073709551058u64 27u64 27684u64 56150u64 }
-- input { 100i64 3i64 }
-- output { 2444u64 18446744073709551352u64 2131u64 83300u64 215600u64 }

-- ==
-- entry: rows_f16
-- input { 37i64 4i64 }
-- output { 90.000000f16 -558.000000f16 27.000000f16 27680.000000f16 56128.000000f16 }
-- input { 100i64 3i64 }
-- output { 2444.000000f16 -264.000000f16 2130.000000f16 f16.inf f16.inf }

-- ==
-- entry: rows_f32
-- input { 37i64 4i64 }
-- output { 90.000000f32 -558.000000f32 27.000000f32 27684.000000f32 56150.000000f32 }
-- input { 100i64 3i64 }
-- output { 2444.000000f32 -264.000000f32 2131.000000f32 83300.000000f32 215600.000000f32 }

-- ==
-- entry: rows_f64
-- input { 37i64 4i64 }
-- output { 90.000000000000000f64 -558.000000000000000f64 27.000000000000000f64 27684.000000000000000f64 56150.000000000000000f64 }
-- input { 100i64 3i64 }
-- output { 2444.000000000000000f64 -264.000000000000000f64 2131.000000000000000f64 83300.000000000000000f64 215600.000000000000000f64 }

-- ==
-- entry: rows_bool
-- input { 37i64 4i64 }
-- output { false false true 15i64 51i64 }
-- input { 100i64 3i64 }
-- output { false true true 60i64 140i64 }

entry rows_i8 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> i8.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], i8.sum fixed, i8.sum (map i8.sum (transpose written)))

entry rows_i16 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> i16.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], i16.sum fixed, i16.sum (map i16.sum (transpose written)))

entry rows_i32 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], i32.sum fixed, i32.sum (map i32.sum (transpose written)))

entry rows_i64 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> i64.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], i64.sum fixed, i64.sum (map i64.sum (transpose written)))

entry rows_u8 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> u8.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], u8.sum fixed, u8.sum (map u8.sum (transpose written)))

entry rows_u16 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> u16.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], u16.sum fixed, u16.sum (map u16.sum (transpose written)))

entry rows_u32 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> u32.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], u32.sum fixed, u32.sum (map u32.sum (transpose written)))

entry rows_u64 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> u64.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], u64.sum fixed, u64.sum (map u64.sum (transpose written)))

entry rows_f16 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> f16.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], f16.sum fixed, f16.sum (map f16.sum (transpose written)))

entry rows_f32 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> f32.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], f32.sum fixed, f32.sum (map f32.sum (transpose written)))

entry rows_f64 (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> f64.i64 ((i * 7 + j * 3) % 50))
  let fixed = map (\xs -> xs[0] + xs[2] * xs[m - 1]) xss
  let looped = map (\xs -> loop s = 0 for i < m do s * 2 - xs[i]) xss
  let written = map2 (\x y -> loop a = replicate 3 x for i < 2 do a with [i] = a[i + 1] + y) fixed looped
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], f64.sum fixed, f64.sum (map f64.sum (transpose written)))

entry rows_bool (n: i64) (m: i64) =
  let xss = tabulate_2d n m (\i j -> (i * 7 + j * 3) % 5 < 2)
  let fixed = map (\xs -> xs[0] || xs[2] && xs[m - 1]) xss
  let looped = map (\xs -> loop s = false for i < m do s != xs[i]) xss
  let written = map2 (\x y -> [x && y, !x, x != y]) fixed looped
  let count = map i64.bool >-> i64.sum
  in (fixed[n - 1], looped[n - 2], written[n - 1, 1], count fixed, i64.sum (map count (transpose written)))
