-- A loop with the attribute has more iterations than others may have.
entry main (x: i32) = #[unroll] loop x for i < 10i32 do x * x + i
-- ---
-- before unroll (Anf)
entry main as main (x: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = x) for i: i32 < 10i32 unrolled do {
    let mul: i32 = mul_i32(acc_2, acc_2)
    let add: i32 = add_i32(mul, i)
    in (add)
  }
  in (acc)

-- after unroll (Anf)
entry main as main (x: i32) : (result: i32) =
  let acc: i32 = x
  let i: i32 = 0i32
  let mul: i32 = mul_i32(acc, acc)
  let add: i32 = add_i32(mul, i)
  let acc_2: i32 = add
  let i_2: i32 = 1i32
  let mul_2: i32 = mul_i32(acc_2, acc_2)
  let add_2: i32 = add_i32(mul_2, i_2)
  let acc_3: i32 = add_2
  let i_3: i32 = 2i32
  let mul_3: i32 = mul_i32(acc_3, acc_3)
  let add_3: i32 = add_i32(mul_3, i_3)
  let acc_4: i32 = add_3
  let i_4: i32 = 3i32
  let mul_4: i32 = mul_i32(acc_4, acc_4)
  let add_4: i32 = add_i32(mul_4, i_4)
  let acc_5: i32 = add_4
  let i_5: i32 = 4i32
  let mul_5: i32 = mul_i32(acc_5, acc_5)
  let add_5: i32 = add_i32(mul_5, i_5)
  let acc_6: i32 = add_5
  let i_6: i32 = 5i32
  let mul_6: i32 = mul_i32(acc_6, acc_6)
  let add_6: i32 = add_i32(mul_6, i_6)
  let acc_7: i32 = add_6
  let i_7: i32 = 6i32
  let mul_7: i32 = mul_i32(acc_7, acc_7)
  let add_7: i32 = add_i32(mul_7, i_7)
  let acc_8: i32 = add_7
  let i_8: i32 = 7i32
  let mul_8: i32 = mul_i32(acc_8, acc_8)
  let add_8: i32 = add_i32(mul_8, i_8)
  let acc_9: i32 = add_8
  let i_9: i32 = 8i32
  let mul_9: i32 = mul_i32(acc_9, acc_9)
  let add_9: i32 = add_i32(mul_9, i_9)
  let acc_10: i32 = add_9
  let i_10: i32 = 9i32
  let mul_10: i32 = mul_i32(acc_10, acc_10)
  let add_10: i32 = add_i32(mul_10, i_10)
  let acc_11: i32 = add_10
  in (acc_11)
