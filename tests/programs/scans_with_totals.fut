-- Scans, consumers of their prefixes, and reductions of either. They become one pass over memory.
-- ==
-- entry: beside
-- input { [1,5,3,-2] }
-- output { [1i32, 6i32, 9i32, 7i32] 5i32 14i32 [2i32, 6i32, 4i32, -1i32] }
-- input { empty([0]i32) }
-- output { empty([0]i32) -2147483648i32 0i32 empty([0]i32) }
-- input { [7] }
-- output { [7i32] 7i32 14i32 [8i32] }

-- ==
-- entry: of_prefixes
-- input { [1,-5,3,4] [2,2,3,9] }
-- output { [1i32, -4i32, -1i32, 3i32] [2i32, -8i32, -3i32, 27i32] -4i32 -17i32 }
-- input { empty([0]i32) empty([0]i32) }
-- output { empty([0]i32) empty([0]i32) 2147483647i32 0i32 }

-- ==
-- entry: in_order
-- input { [1,2,3,4,5] }
-- output { 120i32 485i32 15i32 }
-- input { empty([0]i32) }
-- output { 1i32 0i32 -1i32 }

-- ==
-- entry: many
-- input { 100000i64 }
-- output { 3640i32 193107420i32 500i32 -2084788923i32 104059320i32 100i32 -631i32 }
-- input { 1i64 }
-- output { -500i32 -500i32 -500i32 -499i32 -500i32 0i32 -500i32 }
-- input { 0i64 }
-- output { -2147483648i32 0i32 -2147483648i32 1i32 0i32 0i32 0i32 }

-- ==
-- entry: tuples
-- input { [1.5,-2.0,4.0] [true,false,true] [3u8,250u8,9u8] }
-- output { [1.5f64, -0.5f64, 3.5f64] [true, true, false] [3u8, 250u8, 250u8] 3.5f64 false 6u8 [4.5f64, -125.0f64, 875.0f64] }
-- input { empty([0]f64) empty([0]bool) empty([0]u8) }
-- output { empty([0]f64) empty([0]bool) empty([0]u8) -f64.inf true 0u8 empty([0]f64) }

-- ==
-- entry: checked
-- input { [1i64,0i64,1i64] [10,20,30] }
-- output { [20i32, 20i32, 30i32] }
-- input { [1i64,1i64,1i64] [10,20,30] } error: Index \[3\] out of bounds for array of shape \[3\]

-- ==
-- entry: checked_late
-- input { 50000i64 50000i64 }
-- output { 399981i64 }
-- input { 50000i64 40000i64 } error: Index \[40000\] out of bounds for array of shape \[40000\]

-- ==
-- entry: inside
-- input { [[1,2,3],[4,5,6]] }
-- output { [[1i32, 3i32, 6i32], [4i32, 9i32, 15i32]] [10i32, 28i32] [3i32, 6i32] }
-- input { empty([0][3]i32) }
-- output { empty([0][3]i32) empty([0]i32) empty([0]i32) }

-- ==
-- entry: segments
-- input { [true,false,false,true,false] [1,2,3,4,5] }
-- output { [1i32, 3i32, 6i32, 4i32, 9i32] 9i32 }

-- ==
-- entry: rows
-- input { [[1,2],[3,4],[5,6]] }
-- output { [3i32, 10i32, 21i32] [9i32, 12i32] [[4i32, 5i32], [13i32, 14i32], [26i32, 27i32]] }

-- ==
-- entry: twice
-- input { [3,1,2] }
-- output { [9i32, 3i32, 6i32] [9i32, 12i32, 18i32] [9i32, 27i32, 162i32] 18i32 }

-- ==
-- entry: partition
-- input { [5,2,8,1,9,4] }
-- output { 3i64 [2i32, 8i32, 4i32, 5i32, 1i32, 9i32] }
-- input { empty([0]i32) }
-- output { 0i64 empty([0]i32) }

-- ==
-- entry: own_index
-- input { [5,2,8,1] }
-- output { [-5i32, 5i32, 22i32, 47i32] }

-- ==
-- entry: overwritten
-- input { [1,2,3] }
-- output { [11i32, 5i32, 9i32] [1i32, 3i32, 6i32] }

-- | A scan and reductions of one array.
entry beside [n] (xs: [n]i32) = (scan (+) 0 xs, i32.maximum xs, i32.sum (map (* 2) xs), map (+ 1) xs)

-- | Maps and reductions of prefixes and another array.
entry of_prefixes [n] (xs: [n]i32) (ys: [n]i32) =
  let ps = scan (+) 0 xs
  in (ps, map2 (*) ps ys, i32.minimum ps, i32.sum (map2 (-) ps ys))

-- | Totals that do not commute: composition of linear functions, and the last element.
entry in_order [n] (xs: [n]i32) =
  let compose (a, b) (c, d) = (a * c, b * c + d)
  let ps = scan (+) 0 xs
  let (a, b) = reduce compose (1, 0) (map2 (\x p -> (x, p)) xs ps)
  in (a, b, reduce (\a b -> if b < 0 then a else b) (-1) ps)

-- | Enough elements for several threads.
entry many (n: i64) =
  let xs = map (\i -> i32.i64 (i * 7919 % 1001) - 500) (iota n)
  let compose (a, b) (c, d) = (a * c, b * c + d)
  let ps = scan (+) 0 xs
  let (a, b) = reduce compose (1, 0) (map2 (\x p -> (x | 1, p)) xs ps)
  let qs = map2 (^) ps xs
  in (i32.maximum ps, i32.sum ps, i32.maximum xs, a, b, reduce (^) 0 qs, if n == 0 then 0 else ps[n - 1] + qs[n / 2])

-- | Operators of several types on several arrays.
entry tuples [n] (xs: [n]f64) (bs: [n]bool) (us: [n]u8) =
  let (ss, os) = unzip (scan (\(a, b) (c, d) -> (a + c, b != d)) (0, false) (zip xs bs))
  let ms = scan u8.max 0 us
  in (ss, os, ms, f64.maximum ss, reduce (&&) true os, u8.sum us, map2 (\s m -> s * f64.u8 m) ss ms)

-- | An index that depends on a prefix.
entry checked [n] (xs: [n]i64) (ys: [n]i32) = map (\p -> ys[p]) (scan (+) 0 xs)

entry checked_late (n: i64) (m: i64) =
  let ys = map (\i -> i * i % 17) (iota m)
  in i64.sum (map (\p -> ys[p - 1]) (scan (+) 0 (replicate n 1)))

-- | In loops.
entry inside [n] [m] (xss: [n][m]i32) =
  unzip3 (map (\xs -> let ps = scan (+) 0 xs in (ps, i32.sum ps, i32.maximum xs)) xss)

entry segments [n] (flags: [n]bool) (xs: [n]i32) =
  let (fs, ps) = unzip (scan (\(f, x) (g, y) -> (f || g, if g then y else x + y)) (false, 0) (zip flags xs))
  in (map2 (\f p -> if f then p else -p) fs ps, i32.maximum ps)

-- | Prefixes that are arrays, and rows of another array.
entry rows [n] [m] (xss: [n][m]i32) =
  let pss = scan (map2 (+)) (replicate m 0) xss
  let ps = scan (+) 0 (map i32.sum xss)
  in (map i32.sum pss, reduce (map2 i32.max) (replicate m 0) pss, map2 (\xs p -> map (+ p) xs) xss ps)

-- | A scan of prefixes, and a scan that depends on no prefix.
entry twice [n] (xs: [n]i32) =
  let ys = map (* 3) xs
  let ps = scan (+) 0 ys
  in (ys, scan i32.max 0 ps, scan (*) 1 ys, i32.sum ys)

entry partition [n] (xs: [n]i32) =
  let low = map (\x -> i64.bool (x % 2 == 0)) xs
  let places = scan (+) 0 low
  let count = i64.sum low
  let target = map3 (\l p i -> if l == 1 then p - 1 else count + i - p) low places (iota n)
  in (count, scatter (replicate n 0) target xs)

entry own_index [n] (xs: [n]i32) =
  let ps = scan (+) 0 xs
  in map3 (\i p x -> i32.i64 i * p - x) (iota n) ps xs

-- | No read comes after the update of its array.
entry overwritten [n] (xs: *[n]i32) =
  let ps = scan (+) 0 xs
  let total = i32.sum ps
  let xs = if n > 0 then xs with [0] = total else xs
  in (map2 (+) ps xs, ps)
