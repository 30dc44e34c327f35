-- "Alias Analysis": the result of an `if` has the aliases of both branches.
-- ==
-- error: .

let main (a: *[]i32) (b: *[]i32) (c: bool): ([]i32, []i32) =
  let d = if c then a else b
  let b[0] = 1
  in (d, b)
