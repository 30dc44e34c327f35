-- "Compound Types and Values": a record type names no field twice.
-- ==
-- error: .

let f (r: {a: i32, a: i32}) = 0

let main = 1
