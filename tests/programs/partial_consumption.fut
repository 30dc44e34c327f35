-- Partial applications that consume an argument: each call has the argument as it was.
-- ==
-- entry: histograms
-- input { [[0i64, 1i64], [1i64, 1i64]] [[1, 2], [3, 4]] } output { [[1, 2, 0], [0, 7, 0]] }
-- ==
-- entry: twice
-- input { [1, 2] } output { [9, 2] [1, 9] }
-- ==
-- entry: local_function
-- input { [1, 2] [5, 6] } output { [[5, 2], [6, 2]] }
-- ==
-- entry: records
-- input { [1, 2] [5, 6] } output { [[5, 2], [6, 2]] }
-- ==
-- entry: evaluated_once
-- input { [1, 2] } output { 3 }

entry histograms (is: [][]i64) (xss: [][]i32) = map2 (reduce_by_index (replicate 3 0) (+) 0) is xss

def set [n] (xs: *[n]i32) (i: i64) : *[n]i32 = xs with [i] = 9

entry twice [n] (xs: [n]i32) = let f = set (copy xs) in (f 0, f 1)

entry local_function [n] (xs: [n]i32) (ys: []i32) =
  let put (xs: *[n]i32) (y: i32) = xs with [0] = y
  in map (put (copy xs)) ys

def put_in [n] (r: *{a: [n]i32, b: i64}) (y: i32) : *[n]i32 = r.a with [r.b] = y

entry records [n] (xs: [n]i32) (ys: []i32) = map (put_in {a = copy xs, b = 0}) ys

-- The function that `prefix` gives is no partial application: its sums are computed once.
def prefix [n] (xs: *[n]i32) = let sums = scan (+) 0 xs in \(i: i64) -> sums[i]

entry evaluated_once (xs: *[]i32) = prefix xs 1
