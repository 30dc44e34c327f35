-- Views of an array that are overwritten further in: what read the array before must have read it by then.
-- ==
-- entry: branch
-- input { [[1i64, 2i64], [3i64, 4i64]] true } output { [702i64, 6i64] }
-- input { [[1i64, 2i64], [3i64, 4i64]] false } output { [2i64, 4i64] }

-- ==
-- entry: iterations
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [13i64, 6i64] }

entry branch [n] (xs: *[2][n]i64) (c: bool) =
  let doubled = map (* 2) xs[0]
  let ys = if c then (let row = xs[0] in copy (row with [0] = 700)) else replicate n 0
  in map2 (+) doubled ys

entry iterations [n] (xs: *[2][n]i64) =
  let doubled = map (* 2) xs[0]
  let ys =
    loop xs = xs for i < 2 do
      let row = xs[0]
      let row = row with [0] = row[0] + 9 - i * 8
      in copy (replicate 2 row)
  in map2 (+) doubled ys[0]
