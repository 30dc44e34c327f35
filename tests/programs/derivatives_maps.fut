-- Derivatives of maps, alone and in nests.
import "data/right"

-- ==
-- entry: maps nests
-- input { empty([0]f64) } output { true }
-- input { [1.5] } output { true }
-- input { [2.0, 0.5, 1.25, -1.5, 3.0] } output { true }

entry maps [n] (xs: [n]f64): bool =
  right (\xs -> weighed (map (\x -> x * f64.exp (x / 4)) xs)) xs
  && right (\xs -> let s = f64.sum xs in weighed (map (\x -> x * s) xs)) xs
  && right (\xs -> weighed (map (\i -> xs[i] * xs[n - 1 - i]) (iota n))) xs
  && right (\xs -> weighed (map (\i -> f64.sum (map (\j -> xs[(i * j) % n] * xs[j]) (iota n))) (iota n))) xs
  && right (\xs -> weighed (map (\x -> f64.sum (map (* x) xs)) xs)) xs
  && right (\xs -> weighed (map (\i -> if i % 2 == 0 then xs[i] ** 2 else 3 * xs[i]) (iota n))) xs
  && right (\xs -> weighed (map (\i -> loop acc = xs[i] for j < n do acc * 0.5 + xs[j]) (iota n))) xs
  && right (\xs -> weighed (map (\x -> weighed (scan (+) 0 (map (* x) xs))) xs)) xs
  && right (\xs -> f64.sum (flatten (map (\x -> map (\y -> f64.cos (x * y)) xs) xs))) xs
  && right (\xs -> weighed (map (\i -> let ys = map (* xs[i]) xs in ys[i] * ys[(i + 1) % n]) (iota n))) xs

def matmul [n] [m] [p] (a: [n][m]f64) (b: [m][p]f64) =
  map (\row -> map (\column -> f64.sum (map2 (*) row column)) (transpose b)) a

entry nests [n] (xs: [n]f64): bool =
  let a xs = map (\x -> map (* x) xs) xs
  let b xs = map (\x -> map (\y -> x + f64.sin y) xs) xs
  in right (\xs -> weighed (flatten (matmul (a xs) (b xs)))) xs
  && right (\xs -> weighed (flatten (map (scan (+) 0) (a xs)))) xs
  && right (\xs -> weighed (map (reduce (*) 1) (b xs))) xs
  && right (\xs -> let m = a xs in f64.sum (map (\i -> f64.sum (map (\j -> m[i, j] * m[j, (i + j) % n]) (iota n))) (iota n))) xs
  && right (\xs -> f64.sum (map (\c -> f64.minimum (map (\x -> (x - c) ** 2) xs)) [0.1, 1.1, 2.2])) (map (* 1.01) xs ++ [0.7])
