-- "Module System": an abstract type differs from all other types.
-- ==
-- error: .

module m = { type t = i32 let make (x: i32): t = x } : { type t val make: i32 -> t }

let main (x: i32): i32 = m.make x + 1
