-- An array that is overwritten is copied, as the way back needs it: here the old elements are factors.
entry main [n] (xs: [n]f64) (ys': [n]f64): [n]f64 =
  vjp (\xs -> loop ys = copy xs for i < n do ys with [i] = ys[i] * xs[n - 1 - i]) xs ys'
-- ---
-- before differentiate (Anf)
entry main as main (n: i64, xs: [n]f64, ys': [n]f64) : (result: [n]f64) =
  let d: [n]f64, d_2: [n]f64 = vjp (xs) by (ys')
    \(x: [n]f64) : ([n]f64) -> {
      let copy: [n]f64 = copy(x)
      let acc: [n]f64 = loop (acc_2: [n]f64 = copy) for i: i64 < n do {
        let elem: f64 = acc_2[i]
        let sub: i64 = sub_i64(n, 1i64)
        let sub_2: i64 = sub_i64(sub, i)
        let elem_2: f64 = x[sub_2]
        let mul: f64 = mul_f64(elem, elem_2)
        let updated: [n]f64 = acc_2 with [i] = mul
        in (updated)
      }
      in (acc)
    }
  in (d_2)

-- after differentiate (Anf)
entry main as main (n: i64, xs: [n]f64, ys': [n]f64) : (result: [n]f64) =
  let x: [n]f64 = xs
  let copy: [n]f64 = copy(x)
  let t: i64 = max_i64(n, 0i64)
  let tape: [t][n]f64 = scratch_f64([t, n])
  let acc: [n]f64, tape_2: [t][n]f64 = loop (acc_2: [n]f64 = copy,
    tape_3: [t][n]f64 = tape) for i: i64 < n do {
    let updated: [t][n]f64 = tape_3 with [i, 0i64:+n*1i64] = acc_2
    let elem: f64 = acc_2[i]
    let sub: i64 = sub_i64(n, 1i64)
    let sub_2: i64 = sub_i64(sub, i)
    let elem_2: f64 = x[sub_2]
    let mul: f64 = mul_f64(elem, elem_2)
    let updated_2: [n]f64 = acc_2 with [i] = mul
    in (updated_2, updated)
  }
  let zeros: [n]f64 = replicate([n], 0.0f64)
  let ys'_2: [n]f64 = copy(ys')
  let out: [n]f64, out_2: [n]f64 = loop (state: [n]f64 = ys'_2,
    adj: [n]f64 = zeros) for i_2: i64 < t do {
    let t_2: i64 = sub_i64(t, 1i64)
    let t_3: i64 = sub_i64(t_2, i_2)
    let i_3: i64 = t_3
    let elem_3: [n]f64 = tape_2[t_3, 0i64:+n*1i64]
    let acc_3: [n]f64 = elem_3
    let elem_4: f64 = acc_3[i_3]
    let sub_3: i64 = sub_i64(n, 1i64)
    let sub_4: i64 = sub_i64(sub_3, i_3)
    let elem_5: f64 = x[sub_4]
    let mul_2: f64 = mul_f64(elem_4, elem_5)
    let acc_4: [n]f64 = copy(acc_3)
    let updated_3: [n]f64 = acc_4 with [i_3] = mul_2
    let part: f64 = state[i_3]
    let adj_2: [n]f64 = state with [i_3] = 0.0f64
    let mul_3: f64 = mul_f64(elem_5, part)
    let mul_4: f64 = mul_f64(elem_4, part)
    let part_2: f64 = adj[sub_4]
    let add: f64 = add_f64(part_2, mul_4)
    let adj_3: [n]f64 = adj with [sub_4] = add
    let part_3: f64 = adj_2[i_3]
    let add_2: f64 = add_f64(part_3, mul_3)
    let adj_4: [n]f64 = adj_2 with [i_3] = add_2
    in (adj_4, adj_3)
  }
  let sum: [n]f64 = map n [out_2, out]
    \(x_2: f64, y: f64) : (f64) -> {
      let add_3: f64 = add_f64(x_2, y)
      in (add_3)
    }
  let d: [n]f64 = acc
  let d_2: [n]f64 = sum
  in (d_2)
