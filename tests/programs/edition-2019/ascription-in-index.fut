-- "Resolving Ambiguities": an index has no type ascription: the colon belongs to a slice.
-- ==
-- error: .

let main (xs: []i32) (i: i32) = xs[i : i32]
