-- Loop-invariant scalars.
entry main (n: i64) (x: i64) (y: i64) = loop a = 0 for i < n do a + i * (x * y)
-- ---
-- before hoist-invariant (Anf)
entry main as main (n: i64, x: i64, y: i64) : (result: i64) =
  let acc: i64 = loop (acc_2: i64 = 0i64) for i: i64 < n do {
    let mul: i64 = mul_i64(x, y)
    let mul_2: i64 = mul_i64(i, mul)
    let add: i64 = add_i64(acc_2, mul_2)
    in (add)
  }
  in (acc)

-- after hoist-invariant (Anf)
entry main as main (n: i64, x: i64, y: i64) : (result: i64) =
  let mul: i64 = mul_i64(x, y)
  let acc: i64 = loop (acc_2: i64 = 0i64) for i: i64 < n do {
    let mul_2: i64 = mul_i64(i, mul)
    let add: i64 = add_i64(acc_2, mul_2)
    in (add)
  }
  in (acc)
