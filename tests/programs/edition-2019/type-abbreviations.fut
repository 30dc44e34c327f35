-- "Type Abbreviations": shape parameters, type parameters, omitted sizes.
-- ==
-- input { }
-- output { [0, 1] [0, 0] [0, 1] [0, 0] }

type two_vecs [n] 't = ([n]t, [n]t)
type two_intvecs [n] = two_vecs [n] i32

let x: two_intvecs [2] = (iota 2, replicate 2 0)

let y: two_vecs [2] i32 = (iota 2, replicate 2 0)

let first ((a, _): two_vecs [] i32): []i32 = a

let main: ([]i32, []i32, []i32, []i32) = (x.1, x.2, first y, y.2)
