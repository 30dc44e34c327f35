-- Before the pass there are constants.
def xs = map (* 2) [1, 2, 3]
entry main (i: i64) = xs[i]
-- ---
only-wanted: a constant outside functions
    (stm [(param array (array i32 [(const 3i64)] false))] [] (array-lit [(const 1i32) (const 2i32) (const 3i32)] i32 []))
