-- The adjoint of a largest or least number is that of the first element that is equal to it, unless it is the neutral
-- element.

-- ==
-- entry: largest
-- input { [1.0, 3.0, 3.0, 2.0] } output { [0.0, 5.0, 0.0, 0.0] }
-- input { [-0.0, 0.0] } output { [5.0, 0.0] }
-- input { [0.0, -0.0] } output { [5.0, 0.0] }
-- input { [1.0, f64.nan, 3.0] } output { [0.0, 0.0, 5.0] }
-- input { [f64.nan, f64.nan] } output { [0.0, 0.0] }
-- input { [-f64.inf, -f64.inf] } output { [0.0, 0.0] }
-- input { empty([0]f64) } output { empty([0]f64) }

-- ==
-- entry: least
-- input { [1.0, 3.0, 1.0, 2.0] } output { [5.0, 0.0, 0.0, 0.0] }
-- input { [-f64.inf, -f64.inf] } output { [5.0, 0.0] }
-- input { [f64.inf] } output { [0.0] }

-- ==
-- entry: rows
-- input { [[1.0, 2.0], [4.0, 3.0], [5.0, 5.0]] }
-- output { [[0.0, 4.0], [8.0, 0.0], [10.0, 0.0]] [6.0, 0.0] }

-- ==
-- entry: integers
-- input { [1i64, 9i64, 9i64] } output { [0i64, 2i64, 0i64] }

entry largest [n] (xs: [n]f64): [n]f64 = vjp f64.maximum xs 5

entry least [n] (xs: [n]f64): [n]f64 = vjp f64.minimum xs 5

-- Of each row, and of an array that all rows use.
entry rows [n][m] (xss: [n][m]f64): ([n][m]f64, [m]f64) =
  (vjp (\xss -> f64.sum (map (\xs -> f64.maximum xs ** 2) xss)) xss 1,
   vjp (\ys -> f64.sum (map (\xs -> f64.sum xs + f64.maximum (map (* 2) ys)) xss)) ([4.0, 3.0] :> [m]f64) 1)

entry integers [n] (xs: [n]i64): [n]i64 = vjp i64.maximum xs 2
