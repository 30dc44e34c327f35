-- The second-order array combinators.
-- ==
-- entry: maps
-- input { [1,2,3] [10,20,30] }
-- output { [2i32, 3i32, 4i32] [11i32, 22i32, 33i32] [11i32, 42i32, 93i32] [22i32, 44i32, 66i32] [14i32, 28i32, 42i32] [1i64, 2i64, 3i64] }

-- ==
-- entry: reductions
-- input { [1,2,3,4] }
-- output { 10i32 24i32 10i32 24i32 4i32 1i32 4i32 }
-- input { empty([0]i32) }
-- output { 0i32 1i32 0i32 1i32 -2147483648i32 2147483647i32 -2147483648i32 }

-- ==
-- entry: scans
-- input { [3,1,4,1,5] }
-- output { [3i32, 4i32, 8i32, 9i32, 14i32] [3i32, 3i32, 4i32, 4i32, 5i32] [3i32, 4i32, 8i32, 9i32, 14i32] }

-- ==
-- entry: of_tuples
-- input { [3,9,2,9] }
-- output { 9i32 1i64 [3i32, 12i32, 14i32, 23i32] [3i32, 27i32, 54i32, 486i32] }

-- ==
-- entry: of_arrays
-- input { [[1,2],[3,4],[5,6]] }
-- output { [9i32, 12i32] [[1i32, 2i32], [4i32, 6i32], [9i32, 12i32]] [3i32, 7i32, 11i32] [[1i32, 2i32], [3i32, 12i32], [5i32, 30i32]] [5i32, 6i32] }

entry maps [n] (xs: [n]i32) (ys: [n]i32) =
  ( map (+ 1) xs, map2 (+) xs ys, map3 (\x y z -> x * y + z) xs ys xs, map4 (\a b c d -> a + b + c + d) xs ys xs ys
  , map5 (\a b c d e -> a + b + c + d + e) xs xs xs xs ys, map1 i64.i32 xs)

entry reductions (xs: []i32) =
  (reduce (+) 0 xs, reduce_comm (*) 1 xs, i32.sum xs, i32.product xs, i32.maximum xs, i32.minimum xs, reduce i32.max i32.lowest xs)

entry scans (xs: []i32) = (scan (+) 0 xs, scan i32.max i32.lowest xs, scan (\x y -> x * 10 + y - x * 9) 0 xs)

entry of_tuples (xs: []i32) =
  let pick (x, i) (y, j) = if x > y || (x == y && i < j) then (x, i) else (y, j)
  let best = reduce_comm pick (i32.lowest, i64.highest) (zip xs (indices xs))
  let (sums, products) = unzip (scan (\(a, b) (c, d) -> (a + c, b * d)) (0, 1) (zip xs xs))
  in (best.0, best.1, sums, products)

entry of_arrays [n] (m: [n][2]i32) =
  (reduce (map2 (+)) [0, 0] m, scan (map2 (+)) [0, 0] m, map i32.sum m, map (scan (*) 1) m, map (reduce i32.max 0) (transpose m))
