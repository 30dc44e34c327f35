-- The module `intrinsics` has the predefined operators, even if they have been redefined.
-- ==
-- input { 3 4 } output { -1 7 12 }

let (x: i32) + (y: i32) = x - y

let main (x: i32) (y: i32) = (x + y, x intrinsics.+ y, intrinsics.((x * y)))
