-- "In-place Updates": parameters that are consumed.
-- ==
-- input { [1, 2, 3] 1 10 } output { [1, 12, 3] }

let modify (a: *[]i32) (i: i32) (x: i32): *[]i32 =
  a with [i] = a[i] + x

let main (a: *[]i32) (i: i32) (x: i32): []i32 = modify a i x
