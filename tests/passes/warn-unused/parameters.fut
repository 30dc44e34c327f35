-- An unused parameter, and an unused part of a pattern.
entry main (x: i32) (y: i32) = let (a, b) = (x, 1) in a
-- ---
-- after warn-unused (Resolved)
main.fut:2:22-22: warning W0001: unused name `y`
    if that is intended, call it `_y`
main.fut:2:40-40: warning W0001: unused name `b`
    if that is intended, call it `_b`
the same
