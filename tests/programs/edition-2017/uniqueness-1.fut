-- What was the source of an update is not used again.
-- ==
-- error: .

let f (b: []i32, a: []i32): i32 = a[0] + b[0]

let main (a: *[]i32) (i: i32): i32 =
  let b = a
  let b[i] = 2 in
  f (b, a)
