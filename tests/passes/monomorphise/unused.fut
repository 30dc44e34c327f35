-- Definitions that no entry point needs are omitted.
-- show: all
def unused (x: i32) = x
entry main (x: i32) = x + 1
-- ---
-- before monomorphise (Typed)
def unused (x: i32): i32 =
  x

entry main (x_2: i32): i32 =
  x_2 + 1i32

-- after monomorphise (MonoMatch)
entry main (x: i32): i32 =
  x + 1i32
