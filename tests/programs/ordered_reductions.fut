-- Reductions whose operators do not commute, over so many elements that they are split into runs: one below the bound,
-- whole runs, and runs with elements left.
-- ==
-- entry: segment
-- input { 0i64 }
-- output { 0i32 }
-- input { 16383i64 }
-- output { 159i32 }
-- input { 16400i64 }
-- output { 159i32 }
-- input { 20001i64 }
-- output { 159i32 }

-- ==
-- entry: matrices
-- input { 16383i64 }
-- output { 2647006783u32 2641003871u32 1332268861u32 3728995485u32 }
-- input { 16400i64 }
-- output { 725087253u32 3058367908u32 1858579903u32 4143404780u32 }
-- input { 20001i64 }
-- output { 4018949725u32 3932023625u32 3621124247u32 1701570907u32 }

-- ==
-- entry: longest
-- input { 16400i64 }
-- output { 9i32 }
-- input { 20001i64 }
-- output { 9i32 }

-- ==
-- entry: first_and_last
-- input { 16400i64 }
-- output { 102i16 1394i16 }
-- input { 20001i64 }
-- output { 102i16 1989i16 }

-- ==
-- entry: largest
-- input { 16400i64 }
-- output { 50.000000000000000f64 44i64 }
-- input { 20001i64 }
-- output { 50.000000000000000f64 44i64 }

-- ==
-- entry: affine
-- input { 20001i64 }
-- output { 129u8 10u8 }

-- ==
-- entry: two
-- input { 20001i64 }
-- output { 100005i64 2i64 }

def number (i: i64) : i32 = i32.i64 ((i * 7919 + 13) % 101) - 50

-- The greatest sum of neighbours.
entry segment (n: i64) : i32 =
  let op (a: (i32, i32, i32, i32)) (b: (i32, i32, i32, i32)) =
    (i32.max a.0 (i32.max b.0 (a.2 + b.1)), i32.max a.1 (a.3 + b.1), i32.max b.2 (a.2 + b.3), a.3 + b.3)
  let one x = (i32.max x 0, i32.max x 0, i32.max x 0, x)
  in (reduce op (0, 0, 0, 0) (map (\i -> one (number i)) (iota n))).0

-- A product of matrices of two rows.
entry matrices (n: i64) : (u32, u32, u32, u32) =
  let op (a: (u32, u32, u32, u32)) (b: (u32, u32, u32, u32)) =
    (a.0 * b.0 + a.1 * b.2, a.0 * b.1 + a.1 * b.3, a.2 * b.0 + a.3 * b.2, a.2 * b.1 + a.3 * b.3)
  let row i = u32.i64 (i % 5)
  in reduce op (1, 0, 0, 1) (map (\i -> (row i + 1, row (i + 1), row (i + 2), row (i + 3) + 2)) (iota n))

-- The longest run of numbers that do not fall, with branches.
entry longest (n: i64) : i32 =
  let op (a: (i32, i32, i32, i32, i32, i32)) (b: (i32, i32, i32, i32, i32, i32)) =
    let joins = a.5 <= b.4 || a.3 == 0 || b.3 == 0
    let best = if joins then i32.max (a.2 + b.1) (i32.max a.0 b.0) else i32.max a.0 b.0
    let from_left = if a.1 == a.3 && joins then a.1 + b.1 else a.1
    let from_right = if b.2 == b.3 && joins then b.2 + a.2 else b.2
    in (best, from_left, from_right, a.3 + b.3, if a.3 == 0 then b.4 else a.4, if b.3 == 0 then a.5 else b.5)
  let one x = (1, 1, 1, 1, x, x)
  in (reduce op (0, 0, 0, 0, 0, 0) (map (\i -> one (number (i / 3))) (iota n))).0

-- The first and the last number of an array that are divisible by 17.
entry first_and_last (n: i64) : (i16, i16) =
  let xs = map (\i -> i16.i64 (i % 3001)) (iota n)
  let op (a: (bool, i16, i16)) (b: (bool, i16, i16)) =
    (a.0 || b.0, if a.0 then a.1 else b.1, if b.0 then b.2 else a.2)
  let r = reduce op (false, 0, 0) (map (\x -> (x % 17 == 0 && x > 100, x, x)) xs)
  in (r.1, r.2)

-- The largest number and the first place where it is.
entry largest (n: i64) : (f64, i64) =
  let op (a: (f64, i64)) (b: (f64, i64)) = if b.0 > a.0 then b else a
  in reduce op (-f64.inf, -1) (zip (map (\i -> f64.i32 (number i)) (iota n)) (iota n))

-- A composition of functions `a x + b`, of bytes.
entry affine (n: i64) : (u8, u8) =
  let op (f: (u8, u8)) (g: (u8, u8)) = (f.0 * g.0, g.0 * f.1 + g.1)
  in reduce op (1, 0) (map (\i -> (u8.i64 (i * 2 + 1), u8.i64 (i % 7))) (iota n))

-- Two reductions at once, one of which commutes, and rows of an array that they read.
entry two (n: i64) : (i64, i64) =
  let xss = tabulate_2d n 3 (\i j -> i32.i64 ((i * 5 + j) % 11))
  let op (a: (i64, i64)) (b: (i64, i64)) = (a.0 + b.0, if b.1 % 3 != 0 then b.1 else a.1)
  in reduce op (0, 0) (map (\xs -> (i64.i32 xs[0], i64.i32 (xs[1] * xs[2]))) xss)
