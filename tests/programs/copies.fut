-- Copies of copies, and equal arrays of which one is overwritten.
-- ==
-- entry: main
-- input { [[1f64, 2f64], [3f64, 4f64]] }
-- output { [[0f64, 0f64], [-3f64, 0f64]] 2f64 }

-- ==
-- entry: views
-- input { [1, 2, 3] }
-- output { [1, 2, 3] [1, 2, 3] [9, 2, 3] [2, 9] }

-- ==
-- entry: equal
-- input { 3i64 [1i64, 2i64, 3i64] }
-- output { 9i64 [8i64, 14i64, 14i64] [7i64, 14i64, 21i64] }

-- ==
-- entry: carried
-- input { [1, 2, 3] [4, 5, 6] 2 }
-- output { [9, 12, 15] [4, 5, 6] }
-- input { [1, 2, 3] [4, 5, 6] 0 }
-- output { [1, 2, 3] [4, 5, 6] }

-- ==
-- entry: called
-- input { [1, 2, 3] }
-- output { [7, 2, 3] [1, 2, 3] }

-- ==
-- entry: returned
-- input { 5 2i64 [7, 8] }
-- output { [[5, 5], [5, 5]] [[9, 5], [9, 5]] }

-- ==
-- entry: fresh
-- input { [1, 2, 3] }
-- output { [1, 2, 3] }

def doubled [n] (xss: [n][n]f64): ([n][n]f64, f64) =
  loop (yss, q) = (copy xss, 1) for k in 0..<(n - 1) do
    let yss = yss with [k + 1:, k] = map (* 2) yss[k + 1:, k]
    in (yss, q * 2)

entry main [n] (xss: [n][n]f64) =
  let (yss, q) = doubled (copy xss)
  in (map2 (map2 (-)) xss yss, q)

entry other [n] (xss: [n][n]f64) = doubled xss

entry views [n] (xs: [n]i32) =
  let ys = copy xs
  let zs = copy (copy xs) with [0] = 9
  let part = copy (drop 1 (copy xs)) with [1] = 9
  in (xs, ys, zs, part)

entry equal (n: i64) (xs: [n]i64) =
  let (more, sevens) = unzip (map (\x -> (x + 1, 7i64)) xs)
  let others = replicate n 7i64 with [0] = 1
  in (i64.sum more, map2 (+) sevens others, scan (+) 0 sevens)

-- Nobody overwrites the results of an entry point, so maps of nothing but elements are no copies at the end.
entry carried [n] (xs: [n]i32) (ys: [n]i32) (times: i32) =
  let pairs = loop pairs = zip xs ys for _i < times do map (\(x, y) -> (x + y, y)) pairs
  let quads = map (\(x, y) -> {x, y}) pairs
  in (map (.x) quads, map (.y) quads)

-- The function is an entry point, too, and needs a copy here.
entry fresh [n] (xs: [n]i32): *[n]i32 = copy xs

entry called [n] (xs: [n]i32) = (fresh xs with [0] = 7, xs)

-- Two maps that are one: a thread returns an array, and a changed copy of it.
entry returned [n] (x: i32) (k: i64) (ys: [n]i32) =
  (map (\_ -> replicate k x) ys, map (\_ -> replicate k x with [0] = 9) ys)
