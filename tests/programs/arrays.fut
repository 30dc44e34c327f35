-- The prelude's functions on arrays.
-- ==
-- entry: ends
-- input { [1,2,3,4,5] }
-- output { 1i32 5i32 [2i32, 3i32, 4i32, 5i32] [1i32, 2i32, 3i32, 4i32] 5i64 false true }

-- ==
-- entry: pieces
-- input { [1,2,3,4,5] 2i64 }
-- output { [1i32, 2i32] [3i32, 4i32, 5i32] }
-- input { [1,2,3,4,5] 0i64 }
-- output { empty([0]i32) [1i32, 2i32, 3i32, 4i32, 5i32] }
-- input { [1,2,3,4,5] 6i64 }
-- error: Index \[0:6\] out of bounds for array of shape \[5\]\.

-- ==
-- entry: built
-- input { 3i64 }
-- output { [0i64, 1i64, 2i64] [7i32, 7i32, 7i32] [0i64, 2i64, 4i64] [[0i64, -1i64], [1i64, 0i64], [2i64, 1i64]] [0i64, 1i64, 2i64] [1i32, 1i32, 1i32, 1i32] }
-- input { 0i64 }
-- output { empty([0]i64) empty([0]i32) empty([0]i64) empty([0][2]i64) empty([0]i64) [1i32, 1i32, 1i32, 1i32] }

-- ==
-- entry: moved
-- input { [1,2,3,4,5] }
-- output { [5i32, 4i32, 3i32, 2i32, 1i32] [3i32, 4i32, 5i32, 1i32, 2i32] [5i32, 1i32, 2i32, 3i32, 4i32] [1i32, 2i32, 3i32, 4i32, 5i32, 1i32, 2i32, 3i32, 4i32, 5i32] [1i32, 2i32, 3i32, 4i32, 5i32, 9i32] [1i32, 2i32, 3i32, 4i32, 5i32] [1i32, 2i32, 3i32, 4i32, 5i32] }

-- ==
-- entry: shaped
-- input { [[1,2,3],[4,5,6]] }
-- output { [[1i32, 4i32], [2i32, 5i32], [3i32, 6i32]] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [[1i32, 2i32], [3i32, 4i32], [5i32, 6i32]] [1i32, 2i32, 3i32, 4i32, 5i32, 6i32, 1i32, 2i32, 3i32, 4i32, 5i32, 6i32] [[[1i32, 2i32], [3i32, 4i32]], [[5i32, 6i32], [1i32, 2i32]], [[3i32, 4i32], [5i32, 6i32]]] [1i32, 2i32] [3i32, 4i32, 5i32, 6i32] [[3i32, 2i32, 1i32], [6i32, 5i32, 4i32]] }

-- ==
-- entry: folded
-- input { [1,2,3] }
-- output { 123i32 321i32 }

-- ==
-- entry: negative
-- input { -1i64 }
-- error: Range

entry ends (xs: []i32) = (head xs, last xs, tail xs, init xs, length xs, null xs, null (tail [1]))
entry pieces (xs: []i32) (n: i64) = (take n xs, drop n xs)
entry built (n: i64) = (iota n, replicate n 7i32, tabulate n (* 2), tabulate_2d n 2 (\i j -> i - j), indices (replicate n true), (rep 1i32 : [4]i32))
entry moved (xs: []i32) = (reverse xs, rotate 2 xs, rotate (-1) xs, xs ++ xs, concat xs [9], copy xs, sized 5 xs)
entry shaped (m: [2][3]i32) =
  let (left, right) = split (flatten m :> [2 + 4]i32) : ([2]i32, [4]i32)
  in ( transpose m, flatten m, (unflatten (flatten m :> [3 * 2]i32) : [3][2]i32), flatten_3d [m, m], (unflatten_3d (flatten_3d [m, m] :> [3 * 2 * 2]i32) : [3][2][2]i32)
  , left, right, map reverse m)
entry folded (xs: []i32) = (foldl (\a x -> a * 10 + x) 0 xs, foldr (\x a -> a * 10 + x) 0 xs)
entry negative (n: i64) = iota n
