-- The example of the documentation.
-- show: f main
-- Documentation:
-- def f [n] 't (xs: [n]t) = …   f{[m], i32} ys     becomes     def f_1 (n: i64) (xs: [n]i32) = …   f_1 m ys
--
def f [n] 't (xs: [n]t) = xs
entry main [m] (ys: [m]i32) = f ys
-- ---
-- before monomorphise (Typed)
def f [n] 't (xs: [n]t): [n]t =
  xs

entry main [m] (ys: [m]i32): [m]i32 =
  f{[m], i32} ys

-- after monomorphise (MonoMatch)
def f (n: i64) (xs: [n]i32): [n]i32 =
  xs

entry main [m] (ys: [m]i32): [m]i32 =
  f m ys
