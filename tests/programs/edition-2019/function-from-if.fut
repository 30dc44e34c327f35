-- "Higher-order functions": A function is not returned from `if`.
-- ==
-- error: .

let main (b: bool) = (if b then (\(x: i32) -> x) else (\x -> x + 1)) 2
