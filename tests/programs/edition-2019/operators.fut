-- User-defined operators, and `unsafe`.
-- ==
-- input { 1 2 3 4 } output { 4 6 }
-- ==
-- entry: unchecked
-- input { [5, 6, 7] 1 } output { 6 }

let (a: i32, b: i32) +^ (c: i32, d: i32) = (a + c, b + d)

let main (a: i32) (b: i32) (c: i32) (d: i32): (i32, i32) = (a, b) +^ (c, d)

entry unchecked (xs: []i32) (i: i32): i32 = unsafe xs[i]
