-- "Higher-order functions": Only lifted type parameters stand for functions.
-- ==
-- error: .

let id 'a (x: a): a = x
let main (x: i32) = (id (\(y: i32) -> y + x)) 1
