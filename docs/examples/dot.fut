-- The dot product of two vectors.
-- ==
-- input { [1f64, 2f64, 3f64] [4f64, 5f64, 6f64] } output { 32f64 }

def main [n] (xs: [n]f64) (ys: [n]f64) : f64 = reduce (+) 0 (map2 (*) xs ys)
