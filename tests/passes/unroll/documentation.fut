-- The first example of the documentation.
-- Documentation:
-- loop x = a for i < 2 do x * i     becomes     x_1 = a * 0; x_2 = x_1 * 1
--
-- Written out:
-- loop (acc_2: i32 = a) for i: i32 < 2 do { mul = mul_i32(acc_2, i) in (mul) }
-- becomes
-- acc = a; i = 0; mul = mul_i32(acc, i); acc_2 = mul; i_2 = 1; mul_2 = mul_i32(acc_2, i_2)
--
entry main (a: i32) = loop x = a for i < 2i32 do x * i
-- ---
-- before unroll (Anf)
entry main as main (a: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = a) for i: i32 < 2i32 do {
    let mul: i32 = mul_i32(acc_2, i)
    in (mul)
  }
  in (acc)

-- after unroll (Anf)
entry main as main (a: i32) : (result: i32) =
  let acc: i32 = a
  let i: i32 = 0i32
  let mul: i32 = mul_i32(acc, i)
  let acc_2: i32 = mul
  let i_2: i32 = 1i32
  let mul_2: i32 = mul_i32(acc_2, i_2)
  let acc_3: i32 = mul_2
  in (acc_3)
