-- "Entry Points": `entry`, and `main` in any case. "Value Declarations".
-- ==
-- input { 1 } output { 43 }
-- ==
-- entry: other
-- input { 1 } output { 41 }

let seven = 7
let answer: i32 = 6 * seven
let main (x: i32) = answer + x
entry other (x: i32) = answer - x
