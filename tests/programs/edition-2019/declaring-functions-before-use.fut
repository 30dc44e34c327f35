-- "Declaring Functions and Values": functions must be defined before they are used.
-- ==
-- error: .

let main = later 1

let later (x: i32) = x
