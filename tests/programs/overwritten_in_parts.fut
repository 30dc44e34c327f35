-- Reads, copies and updates behind checks that are removed, or that only one place needs.
-- ==
-- entry: branches
-- input { [8i64, 1i64] [[17i64, 6i64], [17i64, 6i64]] 13i64 } output { [17i64, 6i64] [13i64, 13i64] }

-- ==
-- entry: twice
-- input { [7i64, 3i64, 16i64] [[-4i64, 0i64, 16i64], [11i64, 13i64, 19i64], [9i64, -2i64, 2i64]]
--         [[-5i64, -1i64, 10i64], [15i64, 2i64, 16i64], [-1i64, 11i64, 19i64]] 2i64 }
-- output { 49i64 -7i64 }

def row [n] (xss: [n][n]i64) (i: i64) : [n]i64 = xss[i]

def either [n] (xs: [n]i64) (ys: [n]i64) (c: bool) : [n]i64 = if c then xs else ys

entry branches [n] (start: *[n]i64) (xss: *[n][n]i64) (k: i64) =
  let (first, _) = loop (xs, i) = (copy start, 0) while i < 3 do (xs with [i % n] = xs[(i + 1) % n] - i, i + 1)
  let xss: [n][n]i64 = xss with [0] = first
  let products: [n]i64 = map2 (*) start (iota n)
  let there = row xss (k % n)
  let (second, _) = loop (xs, i) = (copy there, 0) while i < 3 do (xs with [i % n] = xs[(i + 1) % n] - i, i + 1)
  let sums: [n]i64 = loop xs = products for i < n do xs with [i] = xs[i] * 2 + second[n - 1 - i]
  let column = (transpose xss)[k % n]
  let chosen: [n]i64 =
    if k * 3 - 1 > 3
    then replicate n k
    else let _ = loop (_: *[n]i64) = sums for _i < 0 do map2 (\i x -> x + column[i]) (iota n) column
         in copy column
  in (copy there, copy (either chosen there (k * 3 - 1 > 3)))

entry twice [n] (xs: *[n]i64) (xss: *[n][n]i64) (yss: *[n][n]i64) (k: i64) =
  let sums: [n]i64 = map (\x -> let t = replicate 3 x let t[1] = x + 1 in i64.sum t) xs
  let column = (transpose yss)[(k + 3) % n]
  let xss: [n][n]i64 = xss with [0, 0] = k * 3 - 1
  let xss: [n][n]i64 = xss with [1 % n, k % n] = k * 3 - 1
  let parted = (filter (> 3) column ++ filter (<= 3) column) :> [n]i64
  let yss: [n][n]i64 = loop a = yss for i < n do let r = copy a[i] in a with [(i + 1) % n] = map2 (-) r parted
  let yss: [n][n]i64 = yss with [(k + 3) % n] = map (\row -> row[k % n] - i64.sum row) xss
  let xss: [n][n]i64 = xss with [1 % n, 1 % n] = yss[n - 1, (k + 3) % n]
  in (sums[n - 1], xss[1 % n, 1 % n])
