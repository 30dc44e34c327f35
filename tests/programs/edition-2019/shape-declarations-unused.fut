-- "Shape Declarations": a size parameter must be used in a value parameter.
-- ==
-- error: .

let f [n] (x: i32) = n

let main (x: i32) = f x
