-- An update happens once, however many consumers its result has.
-- ==
-- entry: iterations
-- input { [6i64, 6i64] } output { [13i64, 13i64] [13i64, 13i64] }

-- ==
-- entry: histogram
-- input { [6i64, 6i64] [1i64, 2i64] [1i64, 0i64] } output { [8i64, 7i64] [8i64, 7i64] }

-- ==
-- entry: branch
-- input { [6i64, 6i64] true } output { [12i64, 12i64] [12i64, 12i64] }
-- input { [6i64, 6i64] false } output { [6i64, 6i64] [6i64, 6i64] }

-- ==
-- entry: parts
-- input { [6i64, 6i64] } output { 26i64 [13i64, 13i64] [13i64, 13i64] }

-- ==
-- entry: copied_twice
-- input { [[11i64, 14i64], [9i64, -5i64]] } output { [[11i64, 25i64], [9i64, 4i64]] [[11i64, 25i64], [-11i64, -9i64]] }

-- ==
-- entry: under_checks
-- input { [1i64, 2i64, 3i64, 4i64] [5i64, 6i64, 7i64, 8i64] 9i64 }
-- output { [9i64, 3i64, 2i64, 1i64] [35i64, 3i64, 2i64, 1i64] }

entry iterations [n] (xs: *[n]i64) =
  let ys = loop xs for i < n do xs with [i] = xs[i] * 2 + 1
  in (ys, ys[0:n])

entry histogram [n] (xs: *[n]i64) (values: [n]i64) (is: [n]i64) =
  let ys = reduce_by_index xs (+) 0 is values
  in (ys, ys[0:n])

entry branch [n] (xs: *[n]i64) (c: bool) =
  let ys = if c then scatter xs (iota n) (map (* 2) xs) else xs
  in (ys, ys[0:n])

entry parts [n] (xs: *[n]i64) =
  let ys = loop xs for i < n do xs with [i] = xs[i] * 2 + 1
  in (i64.sum ys, take n ys, drop 0 ys)

entry copied_twice [n] (rows: *[n][n]i64) =
  let sums: [n][n]i64 = map (scan (+) 0) rows
  let before = copy sums
  let again = copy before
  let last = map (\row -> row[n - 1] - i64.sum row) again
  in (copy before, copy (sums with [1 % n] = last))

entry under_checks [n] (xs: *[n]i64) (values: [n]i64) (first: i64) =
  let backwards: [n]i64 = xs[::-1] :> [n]i64
  let ys = backwards with [0] = first
  let zs = copy ys
  let is = map (\y -> (loop z = y for j < 3 do z * 2 + zs[j % n]) % n) ys
  in (copy zs, reduce_by_index (copy ys) (+) 0 is values)
