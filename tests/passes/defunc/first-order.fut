-- Functions without functional parameters or results stay, and are called.
def add (x: i32) (y: i32) = x + y
entry main (x: i32) = add x (add 1 2)
-- ---
-- before defunc (Mono)
entry main (x: i32): i32 =
  add x (add 1i32 2i32)

-- after defunc (FirstOrder)
entry main (x: i32): i32 =
  add x (add 1i32 2i32)
