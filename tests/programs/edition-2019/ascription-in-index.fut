-- "Resolving Ambiguities": no type ascription in an index: what stands after the colon is the end of a slice.
-- ==
-- error: .

let main (xs: []i32) (i: i32) = xs[i : i32]
