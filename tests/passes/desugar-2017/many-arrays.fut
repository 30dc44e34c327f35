-- A `map` over three arrays becomes `map3`, one over a single array stays.
-- edition: 2017
let main (xs: [#n]i32): [n]i32 = map (\x y z -> x + y + z) xs xs (map (+ 1) xs)
-- ---
-- after desugar-2017 (Source)
def main [n] (xs: [n]i32) : [n]i32 = map3 (\x y z -> x + y + z) xs xs (map (+ 1) xs)
