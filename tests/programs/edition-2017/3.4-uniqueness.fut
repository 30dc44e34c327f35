-- Unique arguments are updated in place; unique results have no aliases; `copy` ends aliasing.
-- ==
-- input { 6 } output { [0, 1, 1, 2, 3, 5] }
-- ==
-- entry: modified
-- input { [1, 2, 3] 1 10 } output { [1, 12, 3] }
-- ==
-- entry: unshared
-- input { [[1, 2], [3, 4]] 1 } output { [0, 4] [3, 4] }

import "/futlib/array"

let main (n: i32): []i32 =
  -- Create "empty" array.
  let arr = iota(n) in
  -- Fill array with Fibonacci numbers.
  loop arr for i < n-2 do
    let arr[i+2] = arr[i] + arr[i+1]
    in arr

let modify(a: *[]i32) (i: i32) (x: i32): *[]i32 =
  let a[i] = a[i] + x in
  a

entry modified (a: *[]i32) (i: i32) (x: i32): []i32 =
  let b = modify a i x in
  b

let row (a: [][]i32) (i: i32): *[]i32 = copy (a[i])

entry unshared (a: [][]i32) (i: i32): ([]i32, []i32) =
  let b = row a i
  let b[0] = 0
  in (b, a[i])
