-- Callers pass nothing for an argument of type `()`.
-- ==
-- entry: alone
-- input { }
-- output { 3i32 }

-- ==
-- entry: between
-- input { 1i32 2i32 }
-- output { 12i32 }

entry alone () : i32 = 3

entry between (x: i32) (_: ()) (y: i32) : i32 = 10 * x + y
