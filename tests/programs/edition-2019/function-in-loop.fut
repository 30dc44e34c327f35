-- "Higher-order functions": A loop parameter is no function.
-- ==
-- error: .

let main (n: i32) = (loop f = (\(x: i32) -> x) for _i < n do (\x -> x + 1)) 2
