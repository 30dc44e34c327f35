-- Slices that are joined: rotations of vectors and matrices, in loops, and several slices.

-- ==
-- entry: twice
-- input { 1i64 [1, 2, 3, 4] }
-- output { [3i32, 5i32, 7i32, 5i32] }
-- input { 4i64 [1, 2, 3, 4] }
-- output { [2i32, 4i32, 6i32, 8i32] }
-- input { 3i64 empty([0]i32) }
-- output { empty([0]i32) }
entry twice [n] (k: i64) (xs: [n]i32) : [n]i32 = map2 (+) xs (rotate k xs)

-- ==
-- entry: matrices
-- input { 1i64 [[1, 2, 3], [4, 5, 6]] }
-- output { [[2i32, 2i32, 5i32], [-4i32, -4i32, -1i32]] }
-- input { 1i64 empty([2][0]i32) }
-- output { empty([2][0]i32) }
entry matrices [n][m] (k: i64) (xss: [n][m]i32) : [n][m]i32 = map2 (map2 (-)) (rotate k xss) (map (rotate 1) xss)

-- ==
-- entry: three
-- input { [1, 2, 3, 4] 3i64 }
-- output { [8i32, 2i32, 4i32, 6i32, 4i32] }
entry three [n] (xs: [n]i32) (k: i64) : []i32 = map (* 2) (xs[k:] ++ xs[:k] ++ xs[1:2])

-- The array that the slices are from is overwritten afterwards.
-- ==
-- entry: before_an_update
-- input { [1, 2, 3, 4] }
-- output { [3i32, 12i32, 7i32, 5i32] 10i32 }
entry before_an_update [n] (xs: *[n]i32) : ([n]i32, i32) =
  let ys = rotate 1 xs
  let xs = xs with [1] = 9
  in (map2 (+) ys xs, i32.sum ys)

-- ==
-- entry: in_loops
-- input { [1, 2, 3, 4] }
-- output { [200i32, 120i32, 184i32, 136i32] }
entry in_loops [n] (xs: *[n]i32) : [n]i32 =
  loop xs for _i < 3 do map2 (\a b -> a * 3 + b) (rotate 1 xs) (rotate (-1) xs)
