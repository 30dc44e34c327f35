-- The second example of the documentation: some elements of a row.
-- Documentation:
-- loop ys = xs for i < m do ys with [k, i] = f ys[k, i]
-- becomes
-- xs with [k, :m] = map (\y -> f y) xs[k, :m]
--
-- Written out:
-- loop (acc_2: [n][l]f64 = xs) for i_2: i64 < m … elem: f64 = acc_2[k, i_2] … acc_2 with [k, i_2] = sqrt
-- becomes
-- t_17: bool = lt_i64(0i64, m) … if t_17 then { part: [m]f64 = <cert> xs[k, 0i64:+m*1i64] … part_2: [m]f64 = <cert> map m [part, numbers] … xs with [k, 0i64:+m*1i64] = part_2 … } else { in (xs) }
--
entry main [n] [l] (k: i64) (m: i64) (xs: *[n][l]f64) =
  loop ys = xs for i < m do ys with [k, i] = f64.sqrt ys[k, i]
-- ---
-- before loops-to-maps (Anf)
entry main as main (n: i64,
  l: i64,
  k: i64,
  m: i64,
  xs: [n][l]f64) : (result: [n][l]f64) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, n)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(m, l)
  let t_5: bool = logand_bool(t_3, t_4)
  let t_6: bool = le_i64(m, 0i64)
  let t_7: bool = logor_bool(t_6, t_5)
  let held: bool, i: i64 = if t_7 then {
    in (true, 0i64)
  } else {
    let t_8: bool = le_i64(0i64, k)
    let t_9: bool = lt_i64(k, n)
    let t_10: bool = logand_bool(t_8, t_9)
    let at: i64, good: bool = loop (at_2: i64 = -1i64, good_2: bool = true) while good_2 do {
      let t_11: i64 = add_i64(at_2, 1i64)
      let t_12: bool = lt_i64(t_11, l)
      let t_13: bool = logand_bool(t_10, t_12)
      let t_14: bool = lt_i64(t_11, m)
      let t_15: bool = logand_bool(t_14, t_13)
      in (t_11, t_15)
    }
    let t_16: bool = le_i64(m, at)
    in (t_16, at)
  }
  let cert: cert = assert held ("Index [",
    k,
    ", ",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    l,
    "]",
    ".") at [main.fut:13:55-62]
  let le: bool = le_i64(0i64, k)
  let lt: bool = lt_i64(k, n)
  let logand: bool = logand_bool(le, lt)
  let acc: [n][l]f64 = <cert> loop (acc_2: [n][l]f64 = xs) for i_2: i64 < m do {
    let lt_2: bool = lt_i64(i_2, l)
    let logand_2: bool = logand_bool(logand, lt_2)
    let elem: f64 = acc_2[k, i_2]
    let sqrt: f64 = sqrt_f64(elem)
    let updated: [n][l]f64 = acc_2 with [k, i_2] = sqrt
    in (updated)
  }
  in (acc)

-- after loops-to-maps (Anf)
entry main as main (n: i64,
  l: i64,
  k: i64,
  m: i64,
  xs: [n][l]f64) : (result: [n][l]f64) =
  let t: bool = le_i64(0i64, k)
  let t_2: bool = lt_i64(k, n)
  let t_3: bool = logand_bool(t, t_2)
  let t_4: bool = le_i64(m, l)
  let t_5: bool = logand_bool(t_3, t_4)
  let t_6: bool = le_i64(m, 0i64)
  let t_7: bool = logor_bool(t_6, t_5)
  let held: bool, i: i64 = if t_7 then {
    in (true, 0i64)
  } else {
    let t_8: bool = le_i64(0i64, k)
    let t_9: bool = lt_i64(k, n)
    let t_10: bool = logand_bool(t_8, t_9)
    let at: i64, good: bool = loop (at_2: i64 = -1i64, good_2: bool = true) while good_2 do {
      let t_11: i64 = add_i64(at_2, 1i64)
      let t_12: bool = lt_i64(t_11, l)
      let t_13: bool = logand_bool(t_10, t_12)
      let t_14: bool = lt_i64(t_11, m)
      let t_15: bool = logand_bool(t_14, t_13)
      in (t_11, t_15)
    }
    let t_16: bool = le_i64(m, at)
    in (t_16, at)
  }
  let cert: cert = assert held ("Index [",
    k,
    ", ",
    i,
    "] out of bounds for array of shape ",
    "[",
    n,
    "]",
    "[",
    l,
    "]",
    ".") at [main.fut:13:55-62]
  let le: bool = le_i64(0i64, k)
  let lt: bool = lt_i64(k, n)
  let logand: bool = logand_bool(le, lt)
  let t_17: bool = lt_i64(0i64, m)
  let acc: [n][l]f64 = if t_17 then {
    let part: [m]f64 = <cert> xs[k, 0i64:+m*1i64]
    let numbers: [m]i64 = iota_i64(m, 0i64, 1i64)
    let part_2: [m]f64 = <cert> map m [part, numbers]
      \(acc_2: f64, i_2: i64) : (f64) -> {
        let lt_2: bool = lt_i64(i_2, l)
        let logand_2: bool = logand_bool(logand, lt_2)
        let elem: f64 = acc_2
        let sqrt: f64 = sqrt_f64(elem)
        let updated: f64 = sqrt
        in (updated)
      }
    let acc_3: [n][l]f64 = <cert> xs with [k, 0i64:+m*1i64] = part_2
    in (acc_3)
  } else {
    in (xs)
  }
  in (acc)
