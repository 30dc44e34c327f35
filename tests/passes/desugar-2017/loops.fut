-- A loop whose pattern binds a size binds it in every iteration.
-- edition: 2017
let main (n: i32): []i32 = loop (xs: [#m]i32) = replicate 0 0 for i < n do concat xs [m + i]
-- ---
-- after desugar-2017 (Source)
def main (n: i32) : []i32 =
  loop x'2017'1 = replicate 0 0 for i < n do
    let [m] xs: [m]i32 = x'2017'1
    in concat xs [m + i]
