-- The array combinators, with every form of function.
-- ==
-- input { [1, 2, 3, 4] } output { [1, 3, 6, 10] [2, 4] 24 }
-- ==
-- entry: partitioned
-- input { [1, 2, 3, 4] } output { [2, 4] [1, 3] }
-- ==
-- entry: functions
-- input { [1, 2] } output { [2, 4] [2, 3] [11, 12] [9, 8] [-9, -8] [1, 4] }
-- ==
-- entry: several
-- input { [1, 2] } output { [0.5f64, 1f64] }

let main (xs: []i32): ([]i32, []i32, i32) =
  (scan (+) 0 xs, filter (\x -> x % 2 == 0) xs, reduce (\(x: i32) (y: i32): i32 -> x * y) 1 xs)

entry partitioned (xs: []i32): ([]i32, []i32) = partition (\x -> x % 2 == 0) xs

let double (x: i32): i32 = x * 2

let add (x: i32) (y: i32): i32 = x + y

entry functions (xs: []i32): ([]i32, []i32, []i32, []i32, []i32, []i32) =
  (map double xs, map (add 1) xs, map (10+) xs, map (10-) xs, map (-10) xs, map (*) xs xs)

entry several (xs: []i32): []f64 = map (\x y -> f64 x / f64 (y + y)) xs (map (/1) (replicate 2 1))
