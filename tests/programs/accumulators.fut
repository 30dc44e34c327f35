-- Accumulators: arrays that functions write to, element by element. Places out of bounds are ignored.
-- ==
-- entry: squares
-- input { [9,9,9,9,9,9] }
-- output { [0i32, 1i32, 9i32, 9i32, 2i32, 9i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) }

-- ==
-- entry: counts
-- input { [3i64,5i64,1i64] }
-- output { [3i64, 2i64, 2i64, 1i64, 1i64] }

-- ==
-- entry: either
-- input { true [1,1,1] }
-- output { [1i32, 2i32, 3i32] }
-- input { false [1,1,1] }
-- output { [0i32, 1i32, 2i32] }

-- ==
-- entry: rows
-- input { [[1,2],[3,4],[5,6]] [0i64,2i64,0i64] }
-- output { [[21i32, 22i32], [3i32, 4i32], [15i32, 16i32]] }

-- ==
-- entry: extremes
-- input { [4i64,-2i64,7i64,0i64] }
-- output { [7i64, -2i64] [2i64, 1i64] }

-- ==
-- entry: inside
-- input { 2i64 }
-- output { [[0i64, 10i64, 0i64], [0i64, 11i64, 0i64]] }

type~ acc 't = intrinsics.acc t

def write [n] 't (acc: *acc ([n]t)) (i: i64) (v: t) : *acc ([n]t) = intrinsics.acc_write acc i v

entry squares [n] (dest: *[n]i32) = intrinsics.scatter_stream dest (\(acc: *acc ([n]i32)) i -> write acc (i * i) (i32.i64 i)) (iota n)

-- A function whose number of writes depends on the element.
entry counts (ns: []i64) =
  let upto (acc: *acc ([5]i64)) (n: i64) = loop acc for i < n do write acc i 1
  in intrinsics.hist_stream (replicate 5 0) (+) 0 upto ns

-- The same writes with and without combination, some of them under a condition.
def enumerate [n] (acc: *acc ([n]i32)) (i: i64) : *acc ([n]i32) = if i < 3 then write acc i (i32.i64 i) else acc
entry either (add: bool) (xs: *[]i32) =
  if add then intrinsics.hist_stream xs (+) 0 enumerate (iota 10) else intrinsics.scatter_stream xs enumerate (iota 10)

-- Rows, and an operator and a function that capture arrays.
entry rows [m] (xss: *[m][2]i32) (is: []i64) =
  let ones = rep 1i32
  let tens = map (* 10) ones
  in intrinsics.hist_stream xss
                            (\xs ys -> map3 (\x y one -> x + y * one) xs ys ones)
                            (rep 0)
                            (\(acc: *acc ([m][2]i32)) i -> write acc i tens)
                            is

-- Pairs.
entry extremes (xs: []i64) =
  let further (x, i) (y, j) = if i64.abs y > i64.abs x then (y, j) else (x, i)
  let put (acc: *acc ([2](i64, i64))) (i, x) = write acc (i % 2) (x, i)
  in unzip (intrinsics.hist_stream (replicate 2 (0, 0)) further (0, 0) put (zip (indices xs) xs))

-- Inside of a parallel operation.
entry inside (n: i64) =
  tabulate n (\i -> intrinsics.scatter_stream (replicate 3 0) (\(acc: *acc ([3]i64)) j -> write acc j (i + 10)) [1, 5])
