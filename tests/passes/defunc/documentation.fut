-- The example of the documentation.
-- Documentation:
-- let f = \y -> y + a in f 1     becomes     let f = {a = a} in let a' = f.a in let y = 1 in y + a'
--
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
