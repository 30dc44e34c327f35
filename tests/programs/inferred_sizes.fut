-- Inferred sizes: of results, of rows, of branches, of computed slices, of replaced fields.
-- ==
-- entry: rows
-- input { 2i64 3i64 }
-- output { [[0i64, 1i64, 2i64], [0i64, 1i64, 2i64]] 3i64 }
-- input { 0i64 4i64 }
-- output { empty([0][4]i64) 4i64 }

-- ==
-- entry: joined
-- input { [1] [2, 3] }
-- output { [1, 2, 3] }
-- input { empty([0]i32) [2, 3] }
-- output { [2, 3] }

-- ==
-- entry: windows
-- input { [1, 2, 3, 4, 5, 6] 1i64 }
-- output { [6i32, 8i32] }

-- ==
-- entry: longer
-- input { [1, 2] }
-- output { 3i64 [1i32, 2i32, 7i32] }

-- ==
-- entry: composed
-- input { [1, -2, 3] }
-- output { [101i64, 103i64] }

-- ==
-- entry: total
-- input { [1, 2, 3] }
-- output { 6i32 }

def matrix (n: i64) (m: i64) : [][]i64 = map (\_ -> iota m) (iota n)

-- The result has the sizes of the function's body.
entry rows (n: i64) (m: i64) : ([][]i64, i64) =
  let xss : [n][m]i64 = matrix n m
  in (xss, length (transpose xss))

entry joined (xs: []i32) (ys: []i32) : []i32 = if length xs == 0 then ys else xs ++ ys

def twice (x: i64) = x * 2

entry windows (xs: []i32) (i: i64) : []i32 =
  map2 (+) xs[twice i:twice (i + 1)] xs[twice i:twice (i + 1)]

type list [n] = {length: i64, elems: [n]i32}

def push [n] (x: i32) (list: list [n]) =
  let list = list with elems = list.elems ++ [x]
  in list with length = list.length + 1

entry longer [n] (xs: [n]i32) : (i64, []i32) =
  let list = push 7 {length = n, elems = xs}
  in (list.length, list.elems)

def shift [n] (k: i64) (xs: [n]i64) : [n]i64 = map (+ k) xs

-- The size of the result of `filter` is known before `shift` is applied to anything.
entry composed (xs: []i32) : []i64 = (shift 100) (filter (> 0) (map i64.i32 xs))

-- An entry point need not name its parameters.
entry total = i32.sum
