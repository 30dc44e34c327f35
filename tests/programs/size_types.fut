-- Sizes in types: expressions, existential sizes, coercions, sizes bound by patterns.
-- ==
-- entry: joined
-- input { [1,2] [3,4,5] }
-- output { [1i32, 2i32, 3i32, 4i32, 5i32] 5i64 [0i64, 1i64, 2i64, 3i64, 4i64] }

-- ==
-- entry: squares
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64, 3i64, 4i64, 5i64, 6i64, 7i64, 8i64] [3i64, 12i64, 21i64] }

-- ==
-- entry: coerced
-- input { [1,2,3,4,5,6] 2i64 3i64 }
-- output { [[1i32, 2i32, 3i32], [4i32, 5i32, 6i32]] }
-- input { [1,2,3,4,5] 2i64 3i64 }
-- error: cannot match shape

-- ==
-- entry: bound
-- input { [5,-1,3,-2] }
-- output { 2i64 [5i32, 4i32] }

-- ==
-- entry: dependent
-- input { 2i64 }
-- output { [0i64, 1i64] [3i64, 3i64, 3i64] }

def join [n] [m] 'a (xs: [n]a) (ys: [m]a) : [n + m]a = xs ++ ys

def grid (n: i64) : [n * n]i64 = flatten (tabulate_2d n n (\i j -> i * n + j))

def positives (xs: []i32) : ?[k].[k]i32 = filter (> 0) xs

entry joined [n] [m] (xs: [n]i32) (ys: [m]i32) =
  let both: [n + m]i32 = join xs ys
  in (both, n + m, zip both (iota (n + m)) |> map (.1))

entry squares (n: i64) = (grid n, unflatten (grid n) |> map i64.sum)

entry coerced [k] (xs: [k]i32) (n: i64) (m: i64) : [n][m]i32 = unflatten (xs :> [n * m]i32)

entry bound (xs: []i32) =
  let [n] (ys: [n]i32) = positives xs
  in (n, map2 (+) ys (map i32.i64 (iota n)))

def repeated (n: i64) (f: (k: i64) -> [k]i64) : [n]i64 = f n

entry dependent (n: i64) = (repeated n (\k -> iota k), repeated (n + 1) (\k -> replicate k k))
