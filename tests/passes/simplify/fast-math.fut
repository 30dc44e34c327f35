-- With `fast_math`, floats count as real numbers.
-- options: fast_math=on
entry main (x: f32) = (x * 0, x + 0, x * 1)
-- ---
-- before simplify (Anf)
entry main as main (x: f32) : (result: f32, result_2: f32, result_3: f32) =
  let mul: f32 = mul_f32(x, 0.0f32)
  let add: f32 = add_f32(x, 0.0f32)
  let mul_2: f32 = mul_f32(x, 1.0f32)
  in (mul, add, mul_2)

-- after simplify (Anf)
entry main as main (x: f32) : (result: f32, result_2: f32, result_3: f32) =
  in (0.0f32, x, x)
