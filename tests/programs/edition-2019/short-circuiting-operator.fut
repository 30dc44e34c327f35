-- "User-Defined Operators": `&&` cannot be defined.
-- ==
-- error: .

let (x: bool) && (y: bool) = x

let main = true && false
