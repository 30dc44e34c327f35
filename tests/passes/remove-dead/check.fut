-- An assertion that may fail stays, with the statements that it needs.
entry main (x: i32) = let y = assert (x * 2 > 0) 5i32 let z = x * 3 in x
-- ---
-- before remove-dead (Anf)
entry main as main (x: i32) : (result: i32) =
  let mul: i32 = mul_i32(x, 2i32)
  let gt: bool = lt_i32(0i32, mul)
  let cert: cert = assert gt ("Assertion is false: (x * 2 > 0)") at [main.fut:2:31-53]
  in (x)

-- after remove-dead (Anf)
the same
