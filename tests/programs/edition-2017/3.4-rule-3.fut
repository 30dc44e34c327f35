-- Uniqueness rule 3: a call's result is consumed while a possible alias of it is still used.
-- ==
-- error: .

let same (a: []i32): []i32 = a

let main (a: *[]i32): ([]i32, []i32) =
  let b = same a
  let b[0] = 1
  in (a, b)
