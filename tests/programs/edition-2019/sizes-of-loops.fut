-- The declared type of a loop's parameter is the type of its initial value, too.
-- ==
-- input { [1, 2, 3] 3 } output { [4, 4, 4] }
-- input { [1] 3 } error: .
-- ==
-- entry: pair
-- input { [1, 2] 2 } output { [2, 4] [1, 2] }
-- input { [1, 2, 3] 2 } error: .

let main (xs: []i32) (n: i32) =
  loop (ys: [n]i32) = xs for i < 3 do replicate n (ys[0] + 1)

entry pair (xs: []i32) (n: i32) =
  loop (ys: [n]i32, zs: [n]i32) = (xs, xs) for i < 1 do (map2 (+) ys zs, zs)
