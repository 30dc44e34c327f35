-- `open` takes several modules. Later ones hide names of earlier ones.
-- ==
-- input { } output { 1 3 5 }

module a = { let x = 1 let y = 2 }
module b = { let y = 3 }
module f (P: { val y: i32 }) = { let z = P.y + 2 }
open a b
open f b

let main = (x, y, z)
