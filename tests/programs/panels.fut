-- Products of matrices that are copied in panels, and kernels that only look like them.
-- ==
-- entry: product
-- input { 16i64 130i64 65i64 }
-- output { -138366i32 }
-- input { 3i64 4i64 5i64 }
-- output { 162i32 }
-- input { 0i64 130i64 65i64 }
-- output { 0i32 }

-- ==
-- entry: offsets
-- input { 16i64 95i64 }
-- output { 272345i32 }

-- ==
-- entry: guarded
-- input { 16i64 95i64 false }
-- output { -741i32 }
-- input { 16i64 95i64 true }
-- output { -27403i32 }

def numbers (n: i64) (m: i64) : [n][m]i32 = tabulate_2d n m (\i j -> i32.i64 ((i * 7 + j * 3) % 11 - 5))

def check [n] [m] (xss: [n][m]i32) : i32 = i32.sum (map2 (\i xs -> i * i32.sum (map2 (*) (map i32.i64 (iota m)) xs)) (map i32.i64 (iota n)) xss)

entry product (n: i64) (m: i64) (p: i64) : i32 =
  check (map (\r -> map (\c -> i32.sum (map2 (*) r c)) (transpose (numbers m p))) (numbers n m))

-- The columns of the last rows only, from the second column on.
entry offsets (n: i64) (m: i64) : i32 =
  let a = numbers n m
  let b = numbers (m + 3) (m + 1)
  in check (map (\r -> tabulate m (\j -> loop s = 0 for k < m do s + r[k] * b[k + 3, j + 1])) a)

-- A branch that only reads if the array has the rows.
entry guarded (n: i64) (m: i64) (b: bool) : i32 =
  let rows = if b then m else 2
  let a = numbers n m
  let c = numbers rows m
  in check (map (\r -> tabulate m (\j -> if rows == m then loop s = 0 for k < m do s + r[k] * c[k, j] else r[j])) a)
