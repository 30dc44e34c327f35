-- Histograms: of counts, of sums, of maxima, with bins out of range.
-- ==
-- entry: counts
-- input { 4i64 [0i64,1i64,1i64,3i64,3i64,3i64] }
-- output { [1i32, 2i32, 0i32, 3i32] }
-- input { 2i64 [5i64,-1i64,0i64] }
-- output { [1i32, 0i32] }
-- input { 3i64 empty([0]i64) }
-- output { [0i32, 0i32, 0i32] }

-- ==
-- entry: extremes
-- input { [0i64,1i64,0i64,1i64,2i64] [5,-3,7,-9,4] }
-- output { [5i32, -9i32, 4i32] [7i32, -3i32, 4i32] }
-- input { [7i64,0i64] [1,2] }
-- output { [2i32, 2147483647i32, 2147483647i32] [2i32, -2147483648i32, -2147483648i32] }

-- ==
-- entry: onto
-- input { [10,20,30] [0i64,0i64,2i64] [1,2,3] }
-- output { [13i32, 20i32, 33i32] }

entry counts (k: i64) (is: []i64) : [k]i32 =
  hist (+) 0 k is (map (const 1) is)

entry extremes [n] (is: [n]i64) (xs: [n]i32) : ([3]i32, [3]i32) =
  (hist i32.min i32.highest 3 is xs, hist i32.max i32.lowest 3 is xs)

entry onto [k] [n] (dest: *[k]i32) (is: [n]i64) (xs: [n]i32) : [k]i32 =
  reduce_by_index dest (+) 0 is xs
