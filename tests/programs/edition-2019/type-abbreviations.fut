-- Type abbreviations with shape parameters.
-- ==
-- input { }
-- output { [0, 1] [0, 0] }

type two_vecs [n] 't = ([n]t, [n]t)
type two_intvecs [n] = two_vecs [n] i32

let x: two_intvecs [2] = (iota 2, replicate 2 0)

let main: ([]i32, []i32) = x
