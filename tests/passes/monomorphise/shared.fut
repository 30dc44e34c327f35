-- Two uses at arrays of different sizes share a copy, which has the size as a parameter.
-- show: all
def pair 't (x: t) = (x, x)
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = ((pair xs).0, (pair ys).1)
-- ---
-- before monomorphise (Typed)
def pair 't (x: t): (t, t) =
  (x, x)

entry main [n] [m] (xs: [n]i32) (ys: [m]i32): ([n]i32, [m]i32) =
  ((pair{[n]i32} xs).0, (pair{[m]i32} ys).1)

-- after monomorphise (MonoMatch)
def pair (d: i64) (x: [d]i32): ([d]i32, [d]i32) =
  (x, x)

entry main [n] [m] (xs: [n]i32) (ys: [m]i32): ([n]i32, [m]i32) =
  ((pair n xs).0, (pair m ys).1)
