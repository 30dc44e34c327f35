-- Entry points that call each other and share helpers, with results of several kinds.
-- ==
-- entry: mean
-- input { [1.0f64,2.0f64,6.0f64] }
-- output { 3.000000000000000f64 }

-- ==
-- entry: variance
-- input { [1.0f64,2.0f64,6.0f64] }
-- output { 4.666666666666667f64 }

-- ==
-- entry: normalised
-- input { [1.0f64,2.0f64,6.0f64] }
-- output { [-0.925820099772551f64, -0.462910049886276f64, 1.388730149658827f64] 3.000000000000000f64 }

def average [n] (xs: [n]f64) : f64 = f64.sum xs / f64.i64 n

entry mean (xs: []f64) : f64 = average xs
entry variance (xs: []f64) : f64 = average (map (\x -> (x - mean xs) ** 2) xs)

entry normalised (xs: []f64) =
  let (m, s) = (mean xs, f64.sqrt (variance xs))
  in (map (\x -> (x - m) / s) xs, {mean = m, deviation = s}.mean)
