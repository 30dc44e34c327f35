-- "Alias Analysis": a result that is not unique aliases the arguments.
-- ==
-- error: .

let row (a: [][]i32) (i: i32): []i32 = a[i]

let main (a: *[][]i32): ([]i32, i32) =
  let b = row a 0
  let a[0, 0] = 1
  in (b, a[0, 0])
