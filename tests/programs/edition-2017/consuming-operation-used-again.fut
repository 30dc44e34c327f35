-- An array operation whose function consumes its argument consumes the array.
-- ==
-- error: .*consumed

let main (a: *[][]i32): ([][]i32, i32) =
  let b = map (\(row: *[]i32): *[]i32 -> let row[0] = 1 in row) a
  in (b, a[0, 0])
