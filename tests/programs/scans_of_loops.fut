-- Scans whose indices take long, before or after the operator: threads share them in few rounds.

def steps (x: i64) : i64 = (loop (k, x) = (0, x) while x > 1 do (k + 1, if x % 2 == 0 then x / 2 else 3 * x + 1)).0

-- ==
-- entry: before
-- input { 1i64 } output { 0i64 }
-- input { 20i64 } output { 159408i64 }
-- input { 3000i64 } output { 71129i64 }
-- ==
-- entry: after
-- input { 1i64 } output { 0i64 }
-- input { 20i64 } output { 23685i64 }
-- input { 3000i64 } output { 603612i64 }
-- ==
-- entry: both
-- input { 1i64 } output { 0i64 }
-- input { 20i64 } output { 184149i64 }
-- input { 3000i64 } output { 657228i64 }
entry before (n: i64) : i64 =
  let ys = scan (+) 0 (map steps (iota n)) in loop s = 0 for y in ys do (s * 31 + y) % 1000003

entry after (n: i64) : i64 =
  let ys = map steps (scan (+) 0 (iota n)) in loop s = 0 for y in ys do (s * 31 + y) % 1000003

entry both (n: i64) : i64 =
  let ys = map steps (scan i64.max 0 (map steps (iota n))) in loop s = 0 for y in ys do (s * 31 + y) % 1000003

-- ==
-- entry: floats
-- input { 0i64 } output { 0f64 }
-- input { 20i64 } output { 509.0f64 }
-- input { 3000i64 } output { 335388.0f64 }
entry floats (n: i64) : f64 =
  let ys = scan (+) 0 (map (\i -> f64.i64 (steps i)) (iota n))
  in f64.sum (map (\y -> f64.i64 (steps (i64.f64 y))) ys)

-- ==
-- entry: fails
-- input { 3000i64 } error: Index
entry fails (n: i64) : i64 =
  let ys = map steps (scan (+) 0 (map steps (iota n)))
  in i64.sum (map (\i -> ys[i + 1]) (iota n))
