-- Sums of floats are rounded in the same order, however many threads there are and however wide their registers.
-- ==
-- entry: sums
-- input { 20000i64 }
-- output { 19.570547f32 121603824f32 19.570494700106792f64 0.024537f32 }

-- ==
-- entry: rows
-- input { 30i64 1000i64 }
-- input { 3i64 10000i64 }
-- input { 1000i64 30i64 }

-- ==
-- entry: products
-- input { 5i64 100i64 29i64 }
-- input { 40i64 300i64 3i64 }

-- ==
-- entry: prefixes
-- input { 20000i64 }
-- output { 6.319820f32 19.570547f32 199467.15625f32 20000f32 }

-- ==
-- entry: bins
-- input { 20000i64 10i64 }
-- output { 2.083903f32 1.452623f32 19.570494f32 }
-- input { 20000i64 10000i64 }
-- output { 1.000217f32 0.00066f32 19.57053f32 }

-- ==
-- entry: expensive
-- input { 40i64 100i64 }
-- output { 202686.453125f32 }

-- ==
-- entry: pairs
-- input { 20000i64 }
-- output { 0.019953886292452f64 1.019761575711855f64 }

def numbers (n: i64): [n]f32 = map (\i -> 1 / f32.i64 (i * 7919 % 10007 + 1)) (iota n)

entry sums (n: i64) =
  let xs = numbers n
  in (f32.sum xs, f32.product (map (1.00001 +) xs), f64.sum (map f64.f32 xs), f32.sum (map2 (*) xs (reverse xs)))

entry rows (n: i64) (m: i64) = map f32.sum (unflatten (numbers (n * m)))

-- What is left of a row of the result, on which no vector fits, is added like the rest.
entry products (n: i64) (m: i64) (k: i64) =
  let (xss, yss) = (unflatten (numbers (n * m)), unflatten (numbers (m * k)))
  in map (\xs -> map (\ys -> f32.sum (map2 (*) xs ys)) (transpose yss)) xss

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
  let f x = (x / 1000, 1 + x / 1000)
  in reduce (\(a, b) (c, d) -> (a * d + b * c, b * d)) (0, 1) (map (f <-< f64.f32) (numbers n))
