-- Equal arrays, some of which are overwritten or only read in part.
-- ==
-- entry: filters
-- input { [5i64, 1i64] } output { 1i64 [5i64] }
-- ==
-- entry: scans
-- input { [1i64, 2i64] } output { [2i64, 3i64] }
-- ==
-- entry: tables
-- input { [1i64, 5i64] } output { [[1i64, 5i64], [5i64, 25i64]] [6i64, 30i64] }
-- ==
-- entry: branches
-- input { [1i64, 5i64, 2i64, 7i64] } output { [9i64, 5i64, 2i64, 7i64] 3i64 }
-- input { [1i64, 5i64] } output { [9i64, 6i64] 4i64 }
-- ==
-- entry: joined
-- input { [1i64, 5i64] } output { [1i64, 2i64, 1i64, 5i64] [1i64, 5i64, 1i64, 5i64] [16i64, 32i64] }

entry filters [n] (xs: [n]i64) =
  let a = filter (> 3) xs
  let b = filter (> 3) xs
  in (length a, b)

entry scans [n] (xs: [n]i64) =
  let a = scan (+) 0 xs
  let _ = a with [0] = 1
  in scan (+) 0 xs with [0] = 2

entry tables [n] (xs: [n]i64) =
  let a = map (\i -> map (* i) xs) xs
  let _ = a with [0] = copy xs
  let b = map (\i -> map (* i) xs) xs
  in (transpose b, map i64.sum b)

entry branches [n] (xs: [n]i64) =
  let f () = if n > 3 then (copy xs, 3i64) else (map (+ 1) xs, 4)
  let (a, _) = f ()
  let _ = a with [0] = 3
  let (b, c) = f ()
  in (b with [0] = 9, c)

entry joined [n] (xs: [n]i64) =
  let f () = xs ++ xs
  let a = f ()
  let _ = a with [0] = 1
  let b = f () with [1] = 2
  let c = f ()
  in (b, c, map (\x -> i64.sum (map (+ x) c)) xs)
