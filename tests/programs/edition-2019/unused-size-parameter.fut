-- A size parameter must be the size of something.
-- ==
-- error: .

let f [n] (x: i32) = n

let main (x: i32) = f x
