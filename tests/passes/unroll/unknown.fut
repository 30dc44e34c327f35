-- A loop with an unknown trip count stays.
entry main (n: i32) (x: i32) = loop x for i < n do x * x + i
-- ---
-- before unroll (Anf)
entry main as main (n: i32, x: i32) : (result: i32) =
  let acc: i32 = loop (acc_2: i32 = x) for i: i32 < n do {
    let mul: i32 = mul_i32(acc_2, acc_2)
    let add: i32 = add_i32(mul, i)
    in (add)
  }
  in (acc)

-- after unroll (Anf)
the same
