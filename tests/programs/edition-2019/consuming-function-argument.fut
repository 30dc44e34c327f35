-- "In-place Updates and Higher-Order Functions": a consuming function is not passed to another function.
-- ==
-- error: .

let apply '^a '^b (f: a -> b) (x: a): b = f x
let f (xs: *[]i32): []i32 = xs with [0] = 0

let main (xs: *[]i32) = apply f xs
