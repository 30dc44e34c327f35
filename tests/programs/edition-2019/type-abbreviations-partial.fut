-- "Type Abbreviations": all arguments must be given.
-- ==
-- error: .

type two_vecs [n] 't = ([n]t, [n]t)
let f (x: two_vecs i32): i32 = 0
let main = 1
