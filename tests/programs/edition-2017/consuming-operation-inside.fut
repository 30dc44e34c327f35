-- The function of an operation that consumes an array may not use this array.
-- ==
-- error: .*consume

let main (a: *[][]i32): []i32 = map (\(_row: *[]i32): i32 -> a[0, 0]) a
