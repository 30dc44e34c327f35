-- A parameter whose name begins with an underscore may be unused.
entry main (x: i32) (_y: i32) = let z = x in z
-- ---
-- after warn-unused (Resolved)
the same
