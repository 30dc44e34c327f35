-- The argument of a higher-order function is known at each application, and its body is inlined there.
def twice (f: i32 -> i32) (x: i32) = f (f x)
entry main (a: i32) (x: i32) = twice (\y -> y + a) x
-- ---
-- before defunc (Mono)
entry main (a: i32) (x: i32): i32 =
  twice (\(y: i32): i32 -> y + a) x

-- after defunc (FirstOrder)
entry main (a: i32) (x: i32): i32 =
  let f: {a: i32} = {a = a}
  let x_2: i32 = x
  let a_2: i32 = f.a
  let y: i32 =
    let a_3: i32 = f.a
    let y_2: i32 = x_2
    in y_2 + a_3
  in y + a_2
