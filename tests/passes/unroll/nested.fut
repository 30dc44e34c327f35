-- Inner loops are unrolled first.
entry main (x: i32) = loop x for i < 2 do loop x for j < 2 do x * 3 + j
-- ---
-- before unroll (Anf)
entry main as main (x: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = x) for i: i32 < 2i32 do {
    let acc_3: i32 = loop (acc_4: i32 = acc_2) for j: i32 < 2i32 do {
      let mul: i32 = mul_i32(acc_4, 3i32)
      let add: i32 = add_i32(mul, j)
      in (add)
    }
    in (acc_3)
  }
  in (acc)

-- after unroll (Anf)
entry main as main (x: i32) : (result: i32) =
  let acc: i32 = x
  let i: i32 = 0i32
  let acc_2: i32 = acc
  let j: i32 = 0i32
  let mul: i32 = mul_i32(acc_2, 3i32)
  let add: i32 = add_i32(mul, j)
  let acc_3: i32 = add
  let j_2: i32 = 1i32
  let mul_2: i32 = mul_i32(acc_3, 3i32)
  let add_2: i32 = add_i32(mul_2, j_2)
  let acc_4: i32 = add_2
  let acc_5: i32 = acc_4
  let i_2: i32 = 1i32
  let acc_6: i32 = acc_5
  let j_3: i32 = 0i32
  let mul_3: i32 = mul_i32(acc_6, 3i32)
  let add_3: i32 = add_i32(mul_3, j_3)
  let acc_7: i32 = add_3
  let j_4: i32 = 1i32
  let mul_4: i32 = mul_i32(acc_7, 3i32)
  let add_4: i32 = add_i32(mul_4, j_4)
  let acc_8: i32 = add_4
  let acc_9: i32 = acc_8
  in (acc_9)
