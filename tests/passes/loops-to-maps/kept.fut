-- Iterations that use elements of others, that print, that are few, or that a thread would need more memory for.
-- show: all
entry neighbours [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [i] = ys[i] + ys[n - 1 - i]

entry other [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [n - 1 - i] = ys[n - 1 - i] + 1

entry same [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [0] = i32.i64 i

entry sums [n] (xs: *[n]i32) =
  loop (ys, s) = (xs, 0) for i < n do let y = ys[i] in (ys with [i] = s, s + y)

entry rows [n] [m] (xss: *[n][m]i32) =
  loop yss = xss for i < n do yss with [i, 0] = yss[i, 0] + 1

entry prints [n] (xs: *[n]i32) =
  loop ys = xs for i < n do ys with [i] = #[trace] (ys[i] + 1)

entry checks [n] (xs: *[n]i32) (is: [n]i64) =
  loop ys = xs for i < n - 1 do ys with [i] = ys[i] + i32.i64 (100 / is[i])

entry few (xs: *[16]i32) =
  loop ys = xs for i < 16 do ys with [i] = ys[i] + 1

entry parts [n] [m] (k: i64) (xss: [n][m]i32) =
  map (\xs -> loop ys = copy xs for i < k do ys with [i] = ys[i] + 1) xss
-- ---
-- before loops-to-maps (Anf)
entry neighbours as neighbours (n: i64, xs: [n]i32) : (result: [n]i32) =
  let sub: i64 = sub_i64(n, 1i64)
  let acc: [n]i32 = loop (acc_2: [n]i32 = xs) for i: i64 < n do {
    let elem: i32 = acc_2[i]
    let sub_2: i64 = sub_i64(sub, i)
    let elem_2: i32 = acc_2[sub_2]
    let add: i32 = add_i32(elem, elem_2)
    let updated: [n]i32 = acc_2 with [i] = add
    in (updated)
  }
  in (acc)

entry other as other (n_2: i64, xs_2: [n_2]i32) : (result_2: [n_2]i32) =
  let sub_3: i64 = sub_i64(n_2, 1i64)
  let acc_3: [n_2]i32 = loop (acc_4: [n_2]i32 = xs_2) for i_2: i64 < n_2 do {
    let sub_4: i64 = sub_i64(sub_3, i_2)
    let elem_3: i32 = acc_4[sub_4]
    let add_2: i32 = add_i32(elem_3, 1i32)
    let updated_2: [n_2]i32 = acc_4 with [sub_4] = add_2
    in (updated_2)
  }
  in (acc_3)

entry same as same (n_3: i64, xs_3: [n_3]i32) : (result_3: [n_3]i32) =
  let acc_5: [n_3]i32 = loop (acc_6: [n_3]i32 = xs_3) for i_3: i64 < n_3 do {
    let conv: i32 = i32_of_i64(i_3)
    let updated_3: [n_3]i32 = acc_6 with [0i64] = conv
    in (updated_3)
  }
  in (acc_5)

entry sums as sums (n_4: i64, xs_4: [n_4]i32) : (result_4: [n_4]i32, result_5: i32) =
  let acc_7: [n_4]i32, acc_8: i32 = loop (acc_9: [n_4]i32 = xs_4,
    acc_10: i32 = 0i32) for i_4: i64 < n_4 do {
    let elem_4: i32 = acc_9[i_4]
    let updated_4: [n_4]i32 = acc_9 with [i_4] = acc_10
    let add_3: i32 = add_i32(acc_10, elem_4)
    in (updated_4, add_3)
  }
  in (acc_7, acc_8)

entry rows as rows (n_5: i64, m: i64, xss: [n_5][m]i32) : (result_6: [n_5][m]i32) =
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(n_5, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let held: bool, i_5: i64 = if t_3 then {
    in (true, 0i64)
  } else {
    let t_4: bool = lt_i64(0i64, m)
    let at: i64, good: bool = loop (at_2: i64 = -1i64, good_2: bool = true) while good_2 do {
      let t_5: i64 = add_i64(at_2, 1i64)
      let t_6: bool = lt_i64(t_5, n_5)
      let t_7: bool = logand_bool(t_6, t_4)
      in (t_5, t_7)
    }
    let t_8: bool = le_i64(n_5, at)
    in (t_8, at)
  }
  let cert: cert = assert held ("Index [",
    i_5,
    ", ",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    n_5,
    "]",
    "[",
    m,
    "]",
    ".") at [main.fut:16:49-57]
  let lt: bool = lt_i64(0i64, m)
  let acc_11: [n_5][m]i32 = <cert> loop (acc_12: [n_5][m]i32 = xss) for i_6: i64 < n_5 do {
    let elem_5: i32 = acc_12[i_6, 0i64]
    let add_4: i32 = add_i32(elem_5, 1i32)
    let updated_5: [n_5][m]i32 = acc_12 with [i_6, 0i64] = add_4
    in (updated_5)
  }
  in (acc_11)

entry prints as prints (n_6: i64, xs_5: [n_6]i32) : (result_7: [n_6]i32) =
  let acc_13: [n_6]i32 = loop (acc_14: [n_6]i32 = xs_5) for i_7: i64 < n_6 do {
    let elem_6: i32 = acc_14[i_7]
    let add_5: i32 = add_i32(elem_6, 1i32)
    trace "main.fut:19:43-62" "0" (add_5)
    let updated_6: [n_6]i32 = acc_14 with [i_7] = add_5
    in (updated_6)
  }
  in (acc_13)

entry checks as checks (n_7: i64, xs_6: [n_7]i32, is: [n_7]i64) : (result_8: [n_7]i32) =
  let sub_5: i64 = sub_i64(n_7, 1i64)
  let t_9: bool = le_i64(sub_5, n_7)
  let t_10: bool = le_i64(sub_5, 0i64)
  let t_11: bool = logor_bool(t_10, t_9)
  let held_2: bool, i_8: i64 = if t_11 then {
    in (true, 0i64)
  } else {
    let at_3: i64, good_3: bool = loop (at_4: i64 = -1i64, good_4: bool = true) while good_4 do {
      let t_12: i64 = add_i64(at_4, 1i64)
      let t_13: bool = lt_i64(t_12, n_7)
      let t_14: bool = lt_i64(t_12, sub_5)
      let t_15: bool = logand_bool(t_14, t_13)
      in (t_12, t_15)
    }
    let t_16: bool = le_i64(sub_5, at_3)
    in (t_16, at_3)
  }
  let cert_2: cert = assert held_2 ("Index [",
    i_8,
    "] out of bounds for array of shape ",
    "[",
    n_7,
    "]",
    ".") at [main.fut:22:47-51]
  let acc_15: [n_7]i32 = <cert_2> loop (acc_16: [n_7]i32 = xs_6) for i_9: i64 < sub_5 do {
    let lt_2: bool = lt_i64(i_9, n_7)
    let elem_7: i32 = acc_16[i_9]
    let elem_8: i64 = is[i_9]
    let ne: bool = ne_i64(elem_8, 0i64)
    let cert_3: cert = assert ne ("division by zero") at [main.fut:22:64-74]
    let div: i64 = <cert_3> div_i64(100i64, elem_8)
    let conv_2: i32 = i32_of_i64(div)
    let add_6: i32 = add_i32(elem_7, conv_2)
    let updated_7: [n_7]i32 = acc_16 with [i_9] = add_6
    in (updated_7)
  }
  in (acc_15)

entry few as few (xs_7: [16i64]i32) : (result_9: [16i64]i32) =
  let acc_17: [16i64]i32 = loop (acc_18: [16i64]i32 = xs_7) for i_10: i32 < 16i32 do {
    let conv_3: i64 = i64_of_i32(i_10)
    let le: bool = le_i64(0i64, conv_3)
    let lt_3: bool = lt_i64(conv_3, 16i64)
    let logand: bool = logand_bool(le, lt_3)
    let elem_9: i32 = acc_18[conv_3]
    let add_7: i32 = add_i32(elem_9, 1i32)
    let updated_8: [16i64]i32 = acc_18 with [conv_3] = add_7
    in (updated_8)
  }
  in (acc_17)

entry parts as parts (n_8: i64,
  m_2: i64,
  k: i64,
  xss_2: [n_8][m_2]i32) : (result_10: [n_8][m_2]i32) =
  let t_17: bool = le_i64(k, m_2)
  let t_18: bool = le_i64(k, 0i64)
  let t_19: bool = logor_bool(t_18, t_17)
  let held_3: bool, i_11: i64 = if t_19 then {
    in (true, 0i64)
  } else {
    let at_5: i64, good_5: bool = loop (at_6: i64 = -1i64, good_6: bool = true) while good_6 do {
      let t_20: i64 = add_i64(at_6, 1i64)
      let t_21: bool = lt_i64(t_20, m_2)
      let t_22: bool = lt_i64(t_20, k)
      let t_23: bool = logand_bool(t_22, t_21)
      in (t_20, t_23)
    }
    let t_24: bool = le_i64(k, at_5)
    in (t_24, at_5)
  }
  let t_25: bool = le_i64(n_8, 0i64)
  let t_26: bool = logor_bool(t_25, held_3)
  let cert_4: cert = assert t_26 ("Index [",
    i_11,
    "] out of bounds for array of shape ",
    "[",
    m_2,
    "]",
    ".") at [main.fut:28:60-64, main.fut:28:3-73]
  let t_27: bool = le_i64(k, m_2)
  let t_28: bool = le_i64(k, 0i64)
  let t_29: bool = logor_bool(t_28, t_27)
  let map: [n_8][m_2]i32 = <cert_4> map n_8 [xss_2]
    \(x: [m_2]i32) : ([m_2]i32) -> {
      let copy: [m_2]i32 = copy(x)
      let held_4: bool, i_12: i64 = if t_29 then {
        in (true, 0i64)
      } else {
        let at_7: i64, good_7: bool = loop (at_8: i64 = -1i64,
          good_8: bool = true) while good_8 do {
          let t_30: i64 = add_i64(at_8, 1i64)
          let t_31: bool = lt_i64(t_30, m_2)
          let t_32: bool = lt_i64(t_30, k)
          let t_33: bool = logand_bool(t_32, t_31)
          in (t_30, t_33)
        }
        let t_34: bool = le_i64(k, at_7)
        in (t_34, at_7)
      }
      let acc_19: [m_2]i32 = loop (acc_20: [m_2]i32 = copy) for i_13: i64 < k do {
        let lt_4: bool = lt_i64(i_13, m_2)
        let elem_10: i32 = acc_20[i_13]
        let add_8: i32 = add_i32(elem_10, 1i32)
        let updated_9: [m_2]i32 = acc_20 with [i_13] = add_8
        in (updated_9)
      }
      in (acc_19)
    }
  in (map)

-- after loops-to-maps (Anf)
the same
