-- A file without `#0` counts the components of tuples from 1, as the compilers of the time did.
-- ==
-- input { 1 2 3 } output { 1 3 2 }

let main (x: i32) (y: i32) (z: i32): (i32, i32, i32) =
  let t = (x, (y, z))
  in (#1 t, #2 (#2 t), #1 (#2 t))
