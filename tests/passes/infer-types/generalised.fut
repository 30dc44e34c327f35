-- A function without annotations becomes polymorphic.
-- show: twice main
def twice f x = f (f x)
entry main (x: i32) = twice (\y -> y * 2) x
-- ---
-- after infer-types (Typed)
def twice '^t (f: t -> t) (x: t): t =
  f (f x)

entry main (x_2: i32): i32 =
  twice{i32} (\(y: i32): i32 -> y * 2i32) x_2
