-- "Alias Analysis": a unique result has no aliases, and neither has a fresh array.
-- ==
-- input { [[1, 2], [3, 4]] } output { [1, 2] 9 }

let row (a: [][]i32) (i: i32): *[]i32 = copy a[i]

let main (a: *[][]i32): ([]i32, i32) =
  let b = row a 0
  let a[0, 0] = 9
  in (b, a[0, 0])
