-- The most valuable load of a knapsack, by dynamic programming.
-- ==
-- input { 10i64 [5i64,4i64,6i64,3i64] [10,40,30,50] }
-- output { 90i32 }
-- input { 2i64 [5i64] [10] }
-- output { 0i32 }

def main [n] (capacity: i64) (weights: [n]i64) (values: [n]i32) : i32 =
  let best = loop best = replicate (capacity + 1) 0 for (w, v) in zip weights values do
               map (\c -> if c >= w then i32.max best[c] (best[c - w] + v) else best[c]) (iota (capacity + 1))
  in last best
