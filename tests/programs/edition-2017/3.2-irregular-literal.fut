-- All rows of an array have the same number of elements: a compile-time error.
-- ==
-- error: .

let main: [][]i32 = [[1, 2], [3]]
