-- A parameter of a loop that only its own update uses.
entry main (n: i64) = (loop (x, y) = (1i64, 2i64) for i < n do (x * 2 + i, y * 3)).0
-- ---
-- before remove-dead (Anf)
entry main as main (n: i64) : (result: i64) =
  let acc: i64, acc_2: i64 = loop (acc_3: i64 = 1i64, acc_4: i64 = 2i64) for i: i64 < n do {
    let mul: i64 = mul_i64(acc_3, 2i64)
    let add: i64 = add_i64(mul, i)
    let mul_2: i64 = mul_i64(acc_4, 3i64)
    in (add, mul_2)
  }
  in (acc)

-- after remove-dead (Anf)
entry main as main (n: i64) : (result: i64) =
  let acc: i64 = loop (acc_2: i64 = 1i64) for i: i64 < n do {
    let mul: i64 = mul_i64(acc_2, 2i64)
    let add: i64 = add_i64(mul, i)
    in (add)
  }
  in (acc)
