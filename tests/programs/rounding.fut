-- Sums of floats are rounded in the same order, however many threads there are and however wide their registers.
-- ==
-- entry: sums
-- input { 50000i64 }
-- output { 48.914856f32 1.6122554e20f32 48.914798120109481f64 0.018239f32 }

-- ==
-- entry: rows
-- input { 30i64 3000i64 }
-- input { 3i64 30000i64 }
-- input { 3000i64 30i64 }

-- ==
-- entry: prefixes
-- input { 50000i64 }
-- output { 16.105581f32 48.914856f32 1232289.875000f32 50000f32 }

-- ==
-- entry: bins
-- input { 50000i64 10i64 }
-- output { 3.872509f32 5.909815f32 48.914825f32 }
-- input { 50000i64 30000i64 }
-- output { 1.000262f32 0.000698f32 48.914803f32 }

-- ==
-- entry: expensive
-- input { 40i64 100i64 }
-- output { 202686.453125f32 }

-- ==
-- entry: pairs
-- input { 50000i64 }
-- output { 0.051342f32 1.049683f32 }

def numbers (n: i64): [n]f32 = map (\i -> 1 / f32.i64 (i * 7919 % 10007 + 1)) (iota n)

entry sums (n: i64) =
  let xs = numbers n
  in (f32.sum xs, f32.product (map (1.00001 +) xs), f64.sum (map f64.f32 xs), f32.sum (map2 (*) xs (reverse xs)))

entry rows (n: i64) (m: i64) = map f32.sum (unflatten (numbers (n * m)))

entry prefixes (n: i64) =
  let sums = scan (+) 0 (numbers n)
  in (sums[n / 3], sums[n - 1], f32.sum sums, f32.sum (scan f32.max 0 (numbers n)))

entry bins (n: i64) (k: i64) =
  let sums = reduce_by_index (replicate k 0) (+) 0 (map (% k) (iota n)) (numbers n)
  in (sums[0], sums[k / 2], f32.sum sums)

-- A sum of few numbers, each of which takes long.
entry expensive (n: i64) (m: i64) =
  let long x = loop y = x for i < m do y + 1 / (y + f32.i64 i)
  in f32.sum (map long (numbers n))

-- An operator that is no single instruction.
entry pairs (n: i64) =
  reduce (\(a, b) (c, d) -> (a * d + b * c, b * d)) (0, 1) (map (\x -> (x / 1000, 1 + x / 1000)) (numbers n))
