-- Sizes of parameters and results that are calls and other expressions.
-- ==
-- entry: padded
-- input { 2i64 [5i64, 6i64, 7i64] [1i64, 1i64, 1i64] } output { [6i64, 7i64, 8i64] 21i64 }
-- input { 2i64 [5i64, 6i64] [1i64, 1i64] } error: cannot match shape

-- ==
-- entry: calls
-- input { 3i64 [4i32, 2i32] } output { 0i64 9i64 4i64 4i64 6i64 }

-- ==
-- entry: grid
-- input { 2i32 3i32 [1, 2, 3, 4, 5, 6] } output { 2i64 3i64 [[1, 4], [2, 5], [3, 6]] }
-- input { 2i32 3i32 [1, 2, 3, 4, 5] } error: cannot match shape

-- ==
-- entry: constant
-- input { 1i64 2i64 } output { [[3i64, 3i64, 3i64], [3i64, 3i64, 3i64], [3i64, 3i64, 3i64]] }

-- ==
-- entry: fill
-- input { 2i64 } output { [0i64, 1i64, 2i64] [7i32, 7i32, 7i32] }

def next (n: i64) = n + 1

def add (n: i64) (xs: [next n]i64) (ys: [next n]i64) : [next n]i64 = map2 (+) xs ys

entry padded (n: i64) (xs: [next n]i64) (ys: [next n]i64) =
  let zs = add n xs ys
  in (zs, i64.sum (map3 (\x y z -> x + y + z - z) xs ys (add n zs (map (0 -) zs))))

def total [m] (n: i64) (xs: [next (n + m)]i64) (ys: [m]i32) = i64.sum xs + length ys

-- Sizes may be elements, fields and choices.
def element (sizes: []i32) (xs: [i64.i32 sizes[0]]i64) = length xs
def field (shape: {rows: i64, columns: i32}) (xs: [i64.i32 shape.columns]i64) = length xs
def choice (n: i64) (xs: [if n > 2 then n else 2]i64) = length xs

-- A parameter with a computed size may have a name that later parameters use.
def twice (n: i64) (xs: *[next n]i64) (ys: [length xs + 2]i64) =
  let xs[0] = ys[0]
  in xs[0] + length ys

entry calls [m] (n: i64) (sizes: [m]i32) =
  ( (add (n + 1) (replicate (next (n + 1)) 1) (replicate (next (n + 1)) (-1)))[n]
  , total n (map (const 1) (iota (next (n + m)))) sizes + n - m
  , element sizes (replicate (i64.i32 sizes[0]) 1)
  , let inner (m: i64) (xs: [next m]i64) = i64.sum xs
    in inner n (replicate (next n) 1)
  , let xs = replicate (next n) 0
    in twice n xs (replicate (length xs + 2) 0)
       + choice n (replicate (if n > 2 then n else 2) 1)
       + let shape = {rows = n, columns = sizes[1]}
         in field shape (replicate (i64.i32 shape.columns) 0) - 5
  )

-- ==
-- entry: loops
-- input { 3i64 } output { [8i64, 8i64, 8i64, 8i64] }

entry loops (n: i64) = loop xs = replicate (next n) 1 for _i < n do add n xs xs

-- The result is a function.
def unpack 't (n: i32) (m: i32) : [i64.i32 n * i64.i32 m]t -> [][]t = unflatten

entry grid n m xs =
  let [rows] [columns] (grid: [rows][columns]i32) = unpack n m xs
  in (rows, columns, unpack n m xs |> transpose)

def plus a b : i64 = a + b
def sums [a] [b] : [plus a b][plus b a]i64 = tabulate_2d (plus a b) (plus b a) (\_ _ -> plus a b)

entry constant a b = copy sums : [plus a b][plus b a]i64

def filled 't (n: i64) (x: t) : [next n]t = replicate (next n) x

entry fill (n: i64) = (map2 (+) (filled n 0) (indices (filled n 0)), filled n 7)
