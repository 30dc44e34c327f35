-- Derivatives of reductions and scans.
import "data/right"

-- ==
-- entry: folds scans
-- input { empty([0]f64) } output { true }
-- input { [1.5] } output { true }
-- input { [2.0, 0.5, 1.25, -1.5, 3.0] } output { true }

entry folds [n] (xs: [n]f64): bool =
  right f64.sum xs
  && right f64.product xs
  && right f64.maximum (map (+ 1) xs)
  && right f64.minimum (map (\x -> x * x) xs)
  && right (\xs -> let (s, p) = reduce (\(s, p) (t, q) -> (s + t * p, p * q)) (0, 1) (zip xs (map (* 2) xs)) in s * p) xs
  && right (\xs -> weighed (reduce (map2 (+)) [0, 0] (map (\x -> [x, x * x]) xs))) xs
  && right (\xs -> weighed (reduce (map2 (*)) [1, 1] (map (\x -> [x, x + 1]) xs))) xs
  && right (\xs -> let c = if n > 0 then 0.1 * xs[0] else 0 in reduce (\a b -> a + b + c * a * b) 0 xs) xs
  && right (\xs -> let (_, x) = reduce (\(i, x) (j, y) -> if x > y then (i, x) else (j, y)) (-1, -100) (zip (indices xs) xs) in if n > 0 then x * x else 0) xs

entry scans [n] (xs: [n]f64): bool =
  right (\xs -> weighed (scan (+) 0 xs)) xs
  && right (\xs -> weighed (scan (*) 1 xs)) xs
  && right (\xs -> weighed (scan f64.max (-100) xs)) xs
  && right (\xs -> let (a, b) = unzip (scan (\(a, b) (c, d) -> (a * c, b * c + d)) (1, 0) (zip xs (map (+ 1) xs))) in weighed a + weighed (map f64.sin b)) xs
  && right (\xs -> weighed (map f64.sum (scan (map2 (+)) [0, 0] (map (\x -> [x, x * x]) xs)))) xs
  && right (\xs -> weighed (map f64.sum (scan (map2 (*)) [1, 1] (map (\x -> [x, x * x]) xs)))) xs
  && right (\xs -> weighed (map (\(a, b, c, d) -> a + 2 * b + 3 * c + 4 * d)
                                (scan (\(a, b, c, d) (e, f, g, h) -> (a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h))
                                      (1, 0, 0, 1) (map (\x -> (x, 1, 0.5, x * x)) xs)))) xs
  && right (\xs -> let c = if n > 0 then 0.1 * xs[0] else 0 in weighed (scan (\a b -> a + b + c * a * b) 0 xs)) xs
