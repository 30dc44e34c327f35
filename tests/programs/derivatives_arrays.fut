-- Derivatives of operations that move or overwrite elements.
import "data/right"

-- ==
-- entry: updates arrays
-- input { empty([0]f64) } output { true }
-- input { [1.5] } output { true }
-- input { [2.0, 0.5, 1.25, -1.5, 3.0] } output { true }

entry updates [n] (xs: [n]f64): bool =
  right (\xs -> weighed (map2 (*) xs (if n > 0 then copy xs with [0] = 3 * xs[n - 1] else copy xs))) xs
  && right (\xs -> let ys = replicate (n + 2) 1 with [1:n + 1] = map (* 2) xs in weighed (map2 (*) ys (reverse ys))) xs
  && right (\xs -> weighed (scatter (replicate n 0.5) (map (\i -> (i * 2) % (n + 1)) (iota n)) xs)) xs
  && right (\xs -> weighed (scatter (copy xs) (map (\i -> i * 2 - 1) (iota n)) (map (\x -> x * x) xs))) xs
  && right (\xs -> weighed (reduce_by_index (map (* 2) xs) (+) 0 (map (\i -> i % 2) (iota n)) (map (\x -> x * x) xs))) xs
  && right (\xs -> weighed (reduce_by_index (map (* 2) xs) (*) 1 (map (\i -> i % 3 - 1) (iota n)) (map (\x -> x * x) xs))) xs
  && right (\xs -> weighed (reduce_by_index (map (* 2) xs) f64.max (-100) (map (\i -> i % 2) (iota n)) (map (\x -> x * x) xs))) xs
  && right (\xs -> weighed (map f64.sum (reduce_by_index (map (\x -> [x, 1]) xs) (map2 (+)) [0, 0] (map (\i -> i % 2) (iota n)) (map (\x -> [x, x * x]) xs)))) xs
  && right (\xs -> weighed (flatten (scatter_2d (replicate n (replicate 2 1)) (map (\i -> (i, i % 2)) (iota n)) (map (\x -> x * x) xs)))) xs

entry arrays [n] (xs: [n]f64): bool =
  right (\xs -> weighed (reverse xs ++ rotate 2 xs ++ xs)) xs
  && right (\xs -> weighed (flatten (transpose (replicate 3 xs)))) xs
  && right (\xs -> weighed (flatten [xs, map (* 2) xs, xs])) xs
  && right (\xs -> weighed xs[n / 2:] + weighed xs[:n / 2] + weighed xs[::-1]) xs
  && right (\xs -> weighed (replicate 4 (f64.sum xs))) xs
  && right (\xs -> weighed (flatten (unflatten (replicate 6 (f64.sum xs) :> [2 * 3]f64)))) xs
  && right (\xs -> weighed (map (.0) (filter (\(_, i) -> i % 2 == 0) (zip xs (iota n))))) xs
  && right (\xs -> weighed (tabulate n (\i -> f64.sum (take i xs)))) xs
