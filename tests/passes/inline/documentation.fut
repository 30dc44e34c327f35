-- The example of the documentation.
-- Documentation:
-- def f (x: i32) = { y = x + 1 in y }   … z = f 2 …     becomes     … y_1 = 2 + 1; z = y_1 …
--
-- Written out:
-- z = f(a); mul = mul_i32(z, 3)
-- becomes
-- y = add_i32(a, 1); z = y; mul = mul_i32(z, 3)
--
def f (x: i32) = let y = x + 1 in y
entry main (a: i32) = let z = f a in z * 3
-- ---
-- before inline (Anf)
entry main as main (a: i32) : (result: i32) =
  let result_2: i32 = f(a)
  let mul: i32 = mul_i32(result_2, 3i32)
  in (mul)

-- after inline (Anf)
entry main as main (a: i32) : (result: i32) =
  let add: i32 = add_i32(a, 1i32)
  let result_2: i32 = add
  let mul: i32 = mul_i32(result_2, 3i32)
  in (mul)
