-- Updates in place: of elements, rows and slices, in arrays and in records of arrays.
-- ==
-- entry: elements
-- input { [1,2,3,4,5] }
-- output { [10i32, 20i32, 30i32, 40i32, 5i32] }

-- ==
-- entry: slices
-- input { [1,2,3,4,5,6] }
-- output { [7i32, 100i32, 200i32, 4i32, 10i32, 9i32] }

-- ==
-- entry: matrix
-- input { [[1,2],[3,4],[5,6]] }
-- output { [[11i32, 20i32], [4i32, -1i32], [6i32, 6i32]] }

-- ==
-- entry: swapped
-- input { [1,2,3,4,5] 0i64 4i64 }
-- output { [5i32, 2i32, 3i32, 4i32, 1i32] }
-- input { [1,2,3,4,5] 0i64 5i64 }
-- error: Index \[5\] out of bounds for array of shape \[5\]\.

-- ==
-- entry: reversed
-- input { [1,2,3,4,5] }
-- output { [5i32, 4i32, 3i32, 2i32, 1i32] }

entry elements (xs: *[]i32) : []i32 =
  let xs = xs with [0] = 10 with [1] = 20
  let xs[2] = xs[0] + xs[1]
  let xs[3] = 40
  in xs

entry slices (xs: *[]i32) : []i32 =
  let xs[1:3] = [100, 200]
  let xs = xs with [4:] = map (* 2) (copy xs[4:])
  let xs[::5] = [7, 9] :> [length xs[::5]]i32
  in xs

entry matrix (m: *[][]i32) =
  let m[0] = map (* 10) (copy m[0])
  let m[1, 1] = -1
  let m[:, 0] = map (+ 1) (copy m[:, 0])
  in m

def swap 't (xs: *[]t) (i: i64) (j: i64) : *[]t =
  let x = copy xs[i]
  let y = copy xs[j]
  in xs with [i] = y with [j] = x

entry swapped (xs: *[]i32) (i: i64) (j: i64) : []i32 = swap xs i j

entry reversed [n] (xs: *[n]i32) : [n]i32 =
  loop xs for i < n / 2 do swap xs i (n - 1 - i) :> *[n]i32
