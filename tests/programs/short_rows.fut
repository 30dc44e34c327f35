-- Rows of lengths that are only known when the program runs: lanes take a row each if rows are short.

-- ==
-- entry: sums
-- input { 0i64 5i64 } output { 0i32 }
-- input { 100i64 0i64 } output { 4950i32 }
-- input { 100i64 1i64 } output { 245i32 }
-- input { 100i64 10i64 } output { -510i32 }
-- input { 47i64 32i64 } output { -353i32 }
-- input { 47i64 33i64 } output { -332i32 }
-- input { 47i64 100i64 } output { -147i32 }
entry sums (n: i64) (m: i64) : i32 =
  let row (i: i64) = i32.sum (tabulate m (\j -> i32.i64 ((i * 7 + j * j) % 23 - 11)))
  in i32.sum (map2 (\x i -> x ^ i32.i64 i) (tabulate n row) (iota n))

def matrix (n: i64) (m: i64) : [n][m]i32 = tabulate_2d n m (\i j -> i32.i64 ((i * 31 + j * 17) % 101 - 50))

-- ==
-- entry: scans
-- input { 0i64 5i64 } output { 0i32 }
-- input { 100i64 1i64 } output { -48656i32 }
-- input { 100i64 10i64 } output { 308500i32 }
-- input { 47i64 32i64 } output { 695695i32 }
-- input { 47i64 33i64 } output { 723520i32 }
entry scans (n: i64) (m: i64) : i32 =
  let xss = map (scan (+) 0) (matrix n m)
  let yss = map (scan i32.max i32.lowest) (matrix n m)
  in i32.sum (map2 (\xs ys -> i32.sum (map2 (\x y -> x % 1000 ^ y) xs ys)) xss yss)

-- ==
-- entry: smallest
-- input { 100i64 1i64 } output { 0i64 }
-- input { 100i64 10i64 } output { 13691i64 }
-- input { 33i64 31i64 } output { 3312i64 }
-- input { 33i64 64i64 } output { 10345i64 }
entry smallest (n: i64) (m: i64) : i64 =
  let least (xs: [m]i32) =
    let smaller (x: i32, i: i64) (y: i32, j: i64) = if y < x || (y == x && j < i) then (y, j) else (x, i)
    in (reduce_comm smaller (i32.highest, m) (zip xs (iota m))).1
  in i64.sum (map2 (*) (map least (matrix n m)) (iota n))

-- Numbers of 8 bits, and rows that the program checks.
-- ==
-- entry: bytes
-- input { 70i64 9i64 3i64 } output { -84i64 }
-- input { 70i64 40i64 3i64 } output { 49i64 }
-- input { 70i64 9i64 9i64 } error: Index \[9\] out of bounds
entry bytes (n: i64) (m: i64) (k: i64) : i64 =
  let xss = tabulate_2d n m (\i j -> i8.i64 (i * 5 + j * 3))
  in i64.sum (map (\xs -> i64.i8 (i8.sum xs + xs[k])) xss)
