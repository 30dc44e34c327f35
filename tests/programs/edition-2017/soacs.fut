-- Array operations take as many arrays as they are given.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] [2, 4] [1, 3] }
-- ==
-- entry: converted
-- input { [1, 2] } output { [0.5f64, 1f64] }

let main (xs: []i32): ([]i32, []i32, []i32) =
  let (even, odd) = partition (\x -> x % 2 == 0) xs
  in (scan (+) 0 xs, even, odd)

entry converted (xs: []i32): []f64 = map (\x y -> f64 x / f64 (y + y)) xs (map (/1) (replicate 2 1))
