-- Such a value is consumed by the ascription.
-- ==
-- input { [1, 2] } output { [3, 2] }

let main (x: *[]i32) = (x : *[]i32) with [0] = 3
