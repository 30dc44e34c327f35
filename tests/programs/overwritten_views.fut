-- Views of an array that inner code overwrites. Earlier reads of the array must come before.
-- ==
-- entry: branch
-- input { [[1i64, 2i64], [3i64, 4i64]] true } output { [702i64, 6i64] }
-- input { [[1i64, 2i64], [3i64, 4i64]] false } output { [2i64, 4i64] }

-- ==
-- entry: iterations
-- input { [[1i64, 2i64], [3i64, 4i64]] } output { [13i64, 6i64] }

-- ==
-- entry: copied
-- input { [[1i64, 2i64], [3i64, 4i64]] false } output { 1012i64 }

-- ==
-- entry: read_before
-- input { [1i64, 2i64, 3i64, 4i64] false } output { 1005i64 20i64 }

-- ==
-- entry: histogram
-- input { [[1i64, 2i64, 3i64, 4i64], [1i64, 2i64, 3i64, 4i64]] false [5i64, 6i64, 7i64, 8i64] } output { [9i64, 7i64, 9i64, 11i64] }

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

-- Here, the views are made outside of the branch that overwrites them.

entry copied [n] (xss: *[n][n]i64) (c: bool) =
  let row = xss[0]
  in if c then 1
     else let before = copy xss
          let row[0] = 1000
          in i64.sum row + i64.sum (flatten before)

entry read_before [n] (xs: *[n]i64) (c: bool) =
  let view = xs[0:n - 1]
  in if c then (0, 1)
     else let doubled = map (* 2) xs
          let view[0] = 1000
          in (i64.sum view, i64.sum doubled)

entry histogram [n] (xss: *[2][n]i64) (c: bool) (is: [n]i64) =
  let row = xss[0]
  in if c then copy is else reduce_by_index row (+) 0 (map (\i -> xss[0, i] % n) (iota n)) is
