-- Two histograms of the same elements with bins of their own: each computes and checks what it needs. In rows, a thread
-- computes the bins of several elements at once, although the search in it may fail.

def search [n] (bounds: [n]f64) (x: f64) : i64 =
  let (low, _) =
    loop (low, high) = (0, n) while low + 1 < high do
      let middle = (low + high) / 2
      in if bounds[middle] <= x then (middle, high) else (low, middle)
  in low

-- ==
-- entry: whole
-- input { [0.0, 1.0, 2.5, 7.0] [0.5, 3.0, 9.0, 1.0, 2.5, 2.0, 6.0] [1, 2, 0, 1, 2, 2, 0] [10, 20, 30] }
-- output { [1i64, 2i64, 3i64, 1i64] [20i32, 40i32, 90i32] }
-- input { [0.0, 1.0] [0.5, 3.0] [0, 3] [10, 20, 30] } error: Index \[3\] out of bounds
-- input { empty([0]f64) empty([0]f64) empty([0]i32) [10, 20, 30] }
-- output { empty([0]i64) [0i32, 0i32, 0i32] }
entry whole [n] [b] (bounds: [b]f64) (xs: [n]f64) (is: [n]i32) (ws: [3]i32) : ([b]i64, [3]i32) =
  let places = map (search bounds) xs
  let weights = map (\i -> ws[i]) is
  in (hist (+) 0 b places (replicate n 1), hist (+) 0 3 (map i64.i32 is) weights)

-- ==
-- entry: rows
-- input { [0.0, 1.0, 2.5, 7.0] [[0.5, 3.0, 9.0, 1.0, 2.5, 2.0, 6.0], [7.0, 8.0, 0.0, 0.0, 2.0, 0.5, 0.25]] [[1, 2, 0, 1, 2, 2, 0], [0, 0, 0, 0, 2, 2, 1]] [10, 20, 30] }
-- output { [[1i32, 2i32, 3i32, 1i32], [4i32, 1i32, 0i32, 2i32]] [[20i32, 40i32, 90i32], [40i32, 20i32, 60i32]] }
-- input { [0.0, 1.0] [[0.5, 3.0], [0.5, 3.0], [0.5, 3.0]] [[0, 1], [2, 0], [-1, 0]] [10, 20, 30] } error: Index \[-1\] out of bounds
entry rows [n] [m] [b] (bounds: [b]f64) (xss: [m][n]f64) (iss: [m][n]i32) (ws: [3]i32) : ([m][b]i32, [m][3]i32) =
  unzip (map2 (\xs is ->
                 let places = map (search bounds) xs
                 let weights = map (\i -> ws[i]) is
                 in (hist (+) 0 b places (replicate n 1), hist (+) 0 3 (map i64.i32 is) weights))
              xss
              iss)

-- ==
-- entry: many
-- input { 5000i64 }
-- output { [240i64, 240i64] }
entry many (n: i64) : [2]i64 =
  let bounds = map (\i -> f64.i64 (i * 5)) (iota 21)
  let counts = map (\r -> hist (+) 0i32 21 (map (\i -> search bounds (f64.i64 ((i * r) % 105))) (iota n)) (replicate n 1)) [1, 2]
  in map (\c -> i64.i32 c[3]) counts
