-- LU decomposition without pivoting, and the product of the factors.
-- ==
-- entry: decompose
-- input { [[4.0f64,3.0f64],[6.0f64,3.0f64]] }
-- output { [[1.000000000000000f64, 0.000000000000000f64], [1.500000000000000f64, 1.000000000000000f64]] [[4.000000000000000f64, 3.000000000000000f64], [0.000000000000000f64, -1.500000000000000f64]] }

-- ==
-- entry: product
-- input { [[4.0f64,3.0f64],[6.0f64,3.0f64]] }
-- output { [[4.000000000000000f64, 3.000000000000000f64], [6.000000000000000f64, 3.000000000000000f64]] }

-- ==
-- entry: decompose
-- input { [[2.0f64,-1.0f64,-2.0f64],[-4.0f64,6.0f64,3.0f64],[-4.0f64,-2.0f64,8.0f64]] }
-- output { [[1.000000000000000f64, 0.000000000000000f64, 0.000000000000000f64], [-2.000000000000000f64, 1.000000000000000f64, 0.000000000000000f64], [-2.000000000000000f64, -1.000000000000000f64, 1.000000000000000f64]] [[2.000000000000000f64, -1.000000000000000f64, -2.000000000000000f64], [0.000000000000000f64, 4.000000000000000f64, -1.000000000000000f64], [0.000000000000000f64, 0.000000000000000f64, 3.000000000000000f64]] }

def lu [n] (a: *[n][n]f64) : *[n][n]f64 =
  loop a for k < n do
    let factors = tabulate n (\i -> if i > k then a[i, k] / a[k, k] else 0)
    let pivot_row = copy a[k]
    in tabulate_2d n n (\i j ->
         if i <= k then a[i, j]
         else if j == k then factors[i]
         else if j > k then a[i, j] - factors[i] * pivot_row[j]
         else a[i, j])

entry decompose [n] (a: *[n][n]f64) : ([n][n]f64, [n][n]f64) =
  let both = lu a
  let lower = tabulate_2d n n (\i j -> if i == j then 1 else if i > j then both[i, j] else 0)
  let upper = tabulate_2d n n (\i j -> if i <= j then both[i, j] else 0)
  in (lower, upper)

entry product [n] (a: *[n][n]f64) : [n][n]f64 =
  let (lower, upper) = decompose a
  in map (\row -> map (\col -> f64.sum (map2 (*) row col)) (transpose upper)) lower
