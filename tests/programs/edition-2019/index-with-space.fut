-- "Semantics of Simple Expressions": `a [i]` is a call of a function.
-- ==
-- error: .

let main (a: []i32) (i: i32) = a [i]
