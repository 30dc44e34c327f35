-- A value with an ascription of a unique type must be unique.
-- ==
-- error: .

let main (x: []i32) = x : *[]i32
