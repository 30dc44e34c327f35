-- Derivatives, for the chapter of that name.

-- ==
-- entry: slope
-- input { 2.0 } output { 0.0770037537312 }

-- ==
-- entry: along
-- input { [1.0, 2.0, 3.0] [0.0, 1.0, 0.0] } output { 4.0 }

-- ==
-- entry: products
-- input { [1.0, 2.0, 3.0] } output { [6.0, 3.0, 2.0] }

-- ==
-- entry: gathered
-- input { [1.0, 2.0, 3.0] [0i64, 2i64, 2i64] } output { [2.0, 0.0, 12.0] }

-- ==
-- entry: powers
-- input { 4i64 1.5 } output { 13.5 }

-- ANCHOR: slope
entry slope (x: f64) = vjp (\x -> x * f64.sin x) x 1
-- ANCHOR_END: slope

-- ANCHOR: along
entry along [n] (xs: [n]f64) (direction: [n]f64) =
  jvp (\xs -> f64.sum (map (\x -> x * x) xs)) xs direction
-- ANCHOR_END: along

-- ANCHOR: products
entry products [n] (xs: [n]f64) = vjp (reduce (*) 1) xs 1
-- ANCHOR_END: products

-- ANCHOR: gathered
entry gathered [n] [m] (xs: [n]f64) (is: [m]i64) =
  vjp (\(xs: [n]f64) -> f64.sum (map (\i -> xs[i] * xs[i]) is)) xs 1
-- ANCHOR_END: gathered

-- ANCHOR: powers
entry powers (n: i64) (x: f64) = vjp (\x -> loop y = 1 for _i < n do y * x) x 1
-- ANCHOR_END: powers
