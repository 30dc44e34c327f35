-- A loop stores its state in each iteration; the way back reads the iterations from the last to the first.
entry main (n: i64) (x: f64): f64 = vjp (\x -> loop y = 1 for _i < n do y * x) x 1
-- ---
-- before differentiate (Anf)
entry main as main (n: i64, x: f64) : (result: f64) =
  let d: f64, d_2: f64 = vjp (x) by (1.0f64)
    \(x_2: f64) : (f64) -> {
      let acc: f64 = loop (acc_2: f64 = 1.0f64) for _i: i64 < n do {
        let mul: f64 = mul_f64(acc_2, x_2)
        in (mul)
      }
      in (acc)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (n: i64, x: f64) : (result: f64) =
  let x_2: f64 = x
  let t: i64 = max_i64(n, 0i64)
  let tape: [t]f64 = scratch_f64([t])
  let acc: f64, tape_2: [t]f64 = loop (acc_2: f64 = 1.0f64,
    tape_3: [t]f64 = tape) for _i: i64 < n do {
    let updated: [t]f64 = tape_3 with [_i] = acc_2
    let mul: f64 = mul_f64(acc_2, x_2)
    in (mul, updated)
  }
  let out: f64, out_2: f64 = loop (state: f64 = 1.0f64, adj: f64 = 0.0f64) for i: i64 < t do {
    let t_2: i64 = sub_i64(t, 1i64)
    let t_3: i64 = sub_i64(t_2, i)
    let _i_2: i64 = t_3
    let elem: f64 = tape_2[t_3]
    let acc_3: f64 = elem
    let mul_2: f64 = mul_f64(acc_3, x_2)
    let mul_3: f64 = mul_f64(x_2, state)
    let mul_4: f64 = mul_f64(acc_3, state)
    let add: f64 = add_f64(adj, mul_4)
    in (mul_3, add)
  }
  let d: f64 = acc
  let d_2: f64 = out_2
  in (d_2)
