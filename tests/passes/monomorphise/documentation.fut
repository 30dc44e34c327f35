-- The example of the documentation.
-- show: f main
def f [n] 't (xs: [n]t) = xs
entry main [m] (xs: [m]i32) = f xs
-- ---
-- before monomorphise (Typed)
def f [n] 't_3 (xs: [n]t): [n]t =
  xs

entry main [m] (xs_2: [m]i32): [m]i32 =
  f{[m], i32} xs_2

-- after monomorphise (MonoMatch)
def f (n: i64) (xs: [n]i32): [n]i32 =
  xs

entry main [m] (xs_2: [m]i32): [m]i32 =
  f m xs_2
