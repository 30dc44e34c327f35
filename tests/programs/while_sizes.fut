-- The condition of a loop computes arrays of unknown sizes anew in each iteration.
-- ==
-- entry: filtered
-- input { [1, 2, 3] } output { [-2, -1, 0] 3 }
-- input { [0] } output { [0] 0 }
-- ==
-- entry: unique
-- input { [5, 3, 5, 3] } output { [0, 0, 0, 0] 5 }

entry filtered (xs: []i32) =
  loop (xs, i) = (xs, 0i32) while length (filter (> 0) xs) > 0 && i < 50 do (map (\x -> x - 1) xs, i + 1)

entry unique (xs: []i32) =
  loop (xs, i) = (xs, 0i32)
  while (let positive = filter (> 0) xs
         let large = filter (> 1) positive
         in length positive + length large > 0 && i < 50)
  do (map (\x -> i32.max 0 (x - 1)) xs, i + 1)
