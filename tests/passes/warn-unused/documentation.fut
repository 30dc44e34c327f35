-- The example of the documentation.
-- show: f
-- Documentation:
-- def f (x: i32) = let y = x + 1 in x     warns: unused name `y`
--
def f (x: i32) = let y = x + 1 in x
entry main = f 1
-- ---
-- after warn-unused (Resolved)
main.fut:6:22-22: warning W0001: unused name `y`
    if that is intended, call it `_y`
the same
