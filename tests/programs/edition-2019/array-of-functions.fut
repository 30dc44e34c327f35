-- "Higher-order functions": Arrays of functions are not permitted.
-- ==
-- error: .

let main (x: i32) = let fs = [\(y: i32) -> y + x] in fs[0] 1
