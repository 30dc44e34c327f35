-- Code that moves in front of a loop reads nothing if the loop has no iteration.
-- ==
-- entry: rows
-- input { [[1i64, 2i64], [3i64, 4i64]] 1000000000000i64 0i64 } output { 0i64 }
-- input { [[1i64, 2i64], [3i64, 4i64]] 1i64 3i64 } output { 21i64 }
-- input { [[1i64, 2i64], [3i64, 4i64]] 2i64 3i64 } error: out of bounds

-- ==
-- entry: elements
-- input { [[1i64, 2i64], [3i64, 4i64]] -1000000000000i64 empty([0]i64) } output { empty([0]i64) }
-- input { [[1i64, 2i64], [3i64, 4i64]] 1i64 [1i64, 2i64] } output { [8i64, 9i64] }

-- ==
-- entry: slices
-- input { [1i64, 2i64, 3i64] 20i64 10i64 0i64 } output { 0i64 }
-- input { [1i64, 2i64, 3i64] 10000000000i64 20000000000i64 0i64 } output { 0i64 }
-- input { [1i64, 2i64, 3i64] 1i64 3i64 2i64 } output { 7i64 }

-- ==
-- entry: reshaped
-- input { [[[1i64, 2i64], [3i64, 4i64]]] 10000000000i64 0i64 0i64 } output { 0i64 }
-- input { [[[1i64, 2i64], [3i64, 4i64]]] 0i64 1i64 2i64 } output { 6i64 }

-- ==
-- entry: inner
-- input { [[1i64, 2i64], [3i64, 4i64]] 1000000000000i64 0i64 [true, false] } output { [0i64, 5i64] }

-- ==
-- entry: long
-- input { 0i64 100000000000000i64 } output { 0i64 }

entry rows [n] [m] (xss: [n][m]i64) (k: i64) (c: i64) = loop s = 0 for i < c do s + i64.sum xss[k] * i

entry elements [n] [m] (xss: [n][m]i64) (k: i64) (is: []i64) = map (\i -> i + i64.sum xss[k]) is

entry slices [n] (xs: [n]i64) (a: i64) (b: i64) (c: i64) =
  loop s = 0 for i < c do
    let ys = map (+ 1) xs[a:b]
    in s + i64.sum ys * i

entry reshaped [k] [n] [m] (xsss: [k][n][m]i64) (at: i64) (i: i64) (c: i64) =
  loop s = 0 for _i < c do s + (flatten (transpose xsss[at]))[i]

entry inner [n] [m] (xss: [n][m]i64) (k: i64) (c: i64) (bs: []bool) =
  map (\b -> if b then loop s = 0 for i < c do s + i64.sum xss[k] * i else 5) bs

entry long (c: i64) (m: i64) = loop s = 0 for _i < c do s + (loop t = 1 for j < m do t * 3 + j)
