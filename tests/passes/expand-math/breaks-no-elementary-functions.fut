-- Before the pass, functions are operators.
entry main [n] (xs: [n]f32) : [n]f32 = map (\x -> f32.sin (x * 2)) xs
-- ---
no-elementary-functions: in `main`: the elementary function `sin`
    (un sin f32 (var mul))
