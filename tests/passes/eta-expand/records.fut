-- The type decides the parameters: a tuple is one parameter.
def add (p: (i32, i32)) (z: i32) = p.0 + p.1 + z
entry main = add
-- ---
-- before eta-expand (Typed)
entry main: (i32, i32) -> i32 -> i32 =
  add

-- after eta-expand (Typed)
entry main (x: (i32, i32)) (x_2: i32): i32 =
  add x x_2
