-- The example of the documentation.
-- edition: 2017
-- show: f
-- Documentation:
-- let f (xs: [#n]i32) (p: (i32, i32)): [n]f64 = map (\x y -> f64 (x + y + #0 p)) xs xs
-- becomes
-- def f [n] (xs: [n]i32) (p: (i32, i32)): [n]f64 = map2 (\x y -> f64 (x + y + p.1)) xs xs
--
let f (xs: [#n]i32) (p: (i32, i32)): [n]f64 = map (\x y -> f64 (x + y + #0 p)) xs xs
-- ---
-- after desugar-2017 (Source)
def f [n] (xs: [n]i32) (p: (i32, i32)) : [n]f64 = map2 (\x y -> f64 (x + y + p.1)) xs xs
