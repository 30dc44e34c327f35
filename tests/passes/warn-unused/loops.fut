-- An unused loop index.
entry main (x: i32) = loop y = x for i < 3 do y * 2
-- ---
-- after warn-unused (Resolved)
main.fut:2:38-38: warning W0001: unused name `i`
    if that is intended, call it `_i`
the same
