-- A function names sizes in one way only.
-- ==
-- error: .*size

let main [n] (x: [n]i32) (y: [#m]i32): i32 = n + m
