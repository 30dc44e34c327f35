-- A unique result shares nothing with a parameter that is not unique.
-- ==
-- error: .

let broken (a: [][]i32, i: i32): *[]i32 = a[i]

let main (a: [][]i32) (i: i32): []i32 = broken (a, i)
