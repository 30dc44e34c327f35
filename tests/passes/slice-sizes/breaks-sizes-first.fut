-- Before the pass, a branch returns the size with the array.
entry main [n] (b: bool) (xs: [n]i32) = if b then concat xs xs else xs
-- ---
sizes-first: in `main`: sizes of a call that could be known before it
    (stm [(param k (scalar i64)) (param result (array i32 [(var k)] false))] [] (call concat [(var n) (var n) (var xs…
