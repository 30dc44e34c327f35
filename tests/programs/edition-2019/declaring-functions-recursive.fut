-- "Declaring Functions and Values": functions may not be recursive.
-- ==
-- error: .

let fact (n: i32): i32 = if n == 0 then 1 else n * fact (n - 1)

let main = fact 5
