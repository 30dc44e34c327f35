-- A parameter may have the name of a size. The size still restricts the parameters before it.
-- ==
-- input { [1, 2] [3, 4] 5 } output { [-2, 0] }
-- input { [1, 2] [3] 5 } error: .

let main [n] (xs: [n]i32) (ys: [n]i32) (n: i32) = map2 (\x y -> x + y + ~n) xs ys
