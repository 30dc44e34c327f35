-- Arrays are compared element by element.
entry main [n] (xs: [n]i32) (ys: [n]i32) = xs == ys
-- ---
-- before expand-equality (MonoMatch)
entry main [n] (xs: [n]i32) (ys: [n]i32): bool =
  xs == ys

-- after expand-equality (MonoMatch)
entry main [n] (xs: [n]i32) (ys: [n]i32): bool =
  let a: [n]i32 = xs
  let b: [n]i32 = ys
  in intrinsics.reduce
       (\(p: bool) (q: bool): bool -> p && q)
       true
       (intrinsics.map (\(x: i32, y: i32): bool -> x == y) (intrinsics.zip a b))
