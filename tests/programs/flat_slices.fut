-- Elements of an array at regular distances, in several dimensions.
-- ==
-- entry: blocks
-- input { 4i64 }
-- output { [[[[0i64, 1i64], [4i64, 5i64]], [[2i64, 3i64], [6i64, 7i64]]],
--           [[[8i64, 9i64], [12i64, 13i64]], [[10i64, 11i64], [14i64, 15i64]]]] }

-- ==
-- entry: diagonals
-- input { [0i64,1i64,2i64,3i64,4i64,5i64,6i64,7i64] }
-- output { [[[1i64, 2i64], [3i64, 4i64]], [[4i64, 5i64], [6i64, 7i64]]] }
-- input { [0i64,1i64,2i64] }
-- error: out of bounds

-- ==
-- entry: back
-- input { 3i64 }
-- output { [[8i64, 7i64, 6i64], [5i64, 4i64, 3i64], [2i64, 1i64, 0i64]] }
-- input { 0i64 }
-- output { empty([0][0]i64) }

-- ==
-- entry: frame
-- input { [0,0,0,0,0,0,0,0,0] }
-- output { [1i32, 0i32, 2i32, 0i32, 0i32, 0i32, 3i32, 0i32, 4i32] }
-- input { [0,0,0,0,0] }
-- error: out of bounds

-- ==
-- entry: cube
-- input { 8i64 }
-- output { [0i64, 4i64, 2i64, 6i64, 1i64, 5i64, 3i64, 7i64] }

-- ==
-- entry: hyper
-- input { 16i64 }
-- output { [0i64, 8i64, 4i64, 12i64, 2i64, 10i64, 6i64, 14i64, 1i64, 9i64, 5i64, 13i64, 3i64, 11i64, 7i64, 15i64] }

entry blocks (n: i64) = intrinsics.flat_index_4d (iota (n * n)) 0 2 8 2 2 2 4 2 1
entry diagonals (xs: []i64) = intrinsics.flat_index_3d xs 1 2 3 2 2 2 1
entry back (n: i64) = intrinsics.flat_index_2d (iota (n * n)) (n * n - 1) n (-n) n (-1)
entry frame (xs: *[]i32) = intrinsics.flat_update_2d xs 0 6 2 [[1, 2], [3, 4]]
entry cube (n: i64) =
  intrinsics.flat_update_3d (replicate n 0i64) 0 1 2 4 ([[[0, 1], [2, 3]], [[4, 5], [6, 7]]])
entry hyper (n: i64) =
  intrinsics.flat_update_4d (replicate n 0) 0 1 2 4 8 (iota (2 * 2 * 2 * 2) |> unflatten |> unflatten |> unflatten)
