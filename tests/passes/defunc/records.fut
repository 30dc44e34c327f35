-- A function in a record.
entry main (x: i32) = let r = {f = \y -> y + x, k = 3} in r.f r.k
-- ---
-- before defunc (Mono)
entry main (x: i32): i32 =
  let r: {f: i32 -> i32, k: i32} = {f = \(y: i32): i32 -> y + x, k = 3i32}
  in r.f r.k

-- after defunc (FirstOrder)
entry main (x: i32): i32 =
  let r: {f: {x: i32}, k: i32} = {f = {x = x}, k = 3i32}
  let env: {x: i32} = r.f
  let x_2: i32 = env.x
  let y: i32 = r.k
  in y + x_2
