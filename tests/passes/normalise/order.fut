-- Operands are named from left to right.
entry main (x: i32) (y: i32) = (x + y) * (x - y)
-- ---
-- before normalise (FirstOrder)
entry main (x: i32) (y: i32): i32 =
  (x + y) * (x - y)

-- after normalise (Anf)
entry main as main (x: i32, y: i32) : (result: i32) =
  let add: i32 = add_i32(x, y)
  let sub: i32 = sub_i32(x, y)
  let mul: i32 = mul_i32(add, sub)
  in (mul)
