-- The example of the documentation.
entry main (a: i32) = let f = \y -> y + a in f 1
-- ---
-- before defunc (Mono)
entry main (a: i32): i32 =
  let f: i32 -> i32 = \(y: i32): i32 -> y + a
  in f 1i32

-- after defunc (FirstOrder)
entry main (a: i32): i32 =
  let f: {a: i32} = {a = a}
  let a_2: i32 = f.a
  let y: i32 = 1i32
  in y + a_2
