-- Systems of linear equations by Gauss and Jordan, with the largest pivot.
-- ==
-- input { [[2.0f64,1.0f64],[1.0f64,3.0f64]] [3.0f64,5.0f64] }
-- output { [0.800000000000000f64, 1.400000000000000f64] }
-- input { [[0.0f64,2.0f64,1.0f64],[1.0f64,-2.0f64,-3.0f64],[-1.0f64,1.0f64,2.0f64]] [-8.0f64,0.0f64,3.0f64] }
-- output { [-4.000000000000000f64, -5.000000000000000f64, 2.000000000000000f64] }

def argmax [n] (xs: [n]f64) : i64 =
  (reduce (\(x, i) (y, j) -> if y > x then (y, j) else (x, i)) (-f64.inf, 0) (zip xs (iota n))).1

def solve [n] [m] (system: [n][m]f64) : [n][m]f64 =
  loop s = copy system for k < n do
    let column = map2 (\i row -> if i < k then -1 else f64.abs row[k]) (iota n) s
    let p = argmax column
    let (row_k, row_p) = (copy s[k], copy s[p])
    let s = s with [k] = row_p with [p] = row_k
    let pivot = map (/ s[k, k]) s[k]
    in map2 (\i row -> if i == k then pivot else map2 (\x y -> x - row[k] * y) row pivot) (iota n) s

def main [n] (a: [n][n]f64) (b: [n]f64) : [n]f64 =
  let solved = solve (map2 (\row x -> row ++ [x]) a b)
  in map last solved
