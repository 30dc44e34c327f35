-- Uniqueness rule 3: the result of a call is consumed while something that it may share memory with is still used.
-- ==
-- error: .

let same (a: []i32): []i32 = a

let main (a: *[]i32): ([]i32, []i32) =
  let b = same a
  let b[0] = 1
  in (a, b)
