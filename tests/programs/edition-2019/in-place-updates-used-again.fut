-- A consumed value is not used again.
-- ==
-- error: .

let main (a: *[]i32): ([]i32, []i32) =
  let b = a with [0] = 1
  in (a, b)
