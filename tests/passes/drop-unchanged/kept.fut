-- What the loop, a loop around it, or code after it overwrites stays.
-- show: all
entry after [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  let (a, b) = loop (a: *[m]i64, b) = (xs, ys) for i < n do (map id a, map (+ i) b)
  in (a with [0] = 1, b)

entry around [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  loop (a: *[m]i64, b) = (xs, ys) for i < n do
    let (a, b) = loop (a: *[m]i64, b) = (a, b) for j < i do (map id a, map (+ j) b)
    in (a with [i] = 1, b)

entry inside [m] (n: i64) (xs: *[m]i64) (ys: [m]i64) =
  loop (a: *[m]i64, b) = (xs, ys) for i < n do
    let a = a with [i] = b[i]
    in (map id a, map (+ i) b)

-- Arrays that change places change.
entry places [m] (n: i64) (xs: [m]i64) (ys: [m]i64) =
  loop (a, b) = (xs, ys) for _i < n do (b, map id a)
-- ---
-- before drop-unchanged (Anf)
entry after as after (m: i64,
  n: i64,
  xs: [m]i64,
  ys: [m]i64) : (result: [m]i64, result_2: [m]i64) =
  let acc: [m]i64, acc_2: [m]i64 = loop (acc_3: [m]i64 = xs,
    acc_4: [m]i64 = ys) for i: i64 < n do {
    let map: [m]i64 = copy(acc_3)
    let map_2: [m]i64 = map m [acc_4]
      \(x: i64) : (i64) -> {
        let add: i64 = add_i64(x, i)
        in (add)
      }
    in (map, map_2)
  }
  let lt: bool = lt_i64(0i64, m)
  let cert: cert = assert lt ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:7-20]
  let updated: [m]i64 = <cert> acc with [0i64] = 1i64
  in (updated, acc_2)

entry around as around (m_2: i64,
  n_2: i64,
  xs_2: [m_2]i64,
  ys_2: [m_2]i64) : (result_3: [m_2]i64, result_4: [m_2]i64) =
  let acc_5: [m_2]i64, acc_6: [m_2]i64 = loop (acc_7: [m_2]i64 = xs_2,
    acc_8: [m_2]i64 = ys_2) for i_2: i64 < n_2 do {
    let acc_9: [m_2]i64, acc_10: [m_2]i64 = loop (acc_11: [m_2]i64 = acc_7,
      acc_12: [m_2]i64 = acc_8) for j: i64 < i_2 do {
      let map_3: [m_2]i64 = copy(acc_11)
      let map_4: [m_2]i64 = map m_2 [acc_12]
        \(x_2: i64) : (i64) -> {
          let add_2: i64 = add_i64(x_2, j)
          in (add_2)
        }
      in (map_3, map_4)
    }
    let lt_2: bool = lt_i64(i_2, m_2)
    let cert_2: cert = assert lt_2 ("Index [",
      i_2,
      "] out of bounds for array of shape ",
      "[",
      m_2,
      "]",
      ".") at [main.fut:10:9-22]
    let updated_2: [m_2]i64 = <cert_2> acc_9 with [i_2] = 1i64
    in (updated_2, acc_10)
  }
  in (acc_5, acc_6)

entry inside as inside (m_3: i64,
  n_3: i64,
  xs_3: [m_3]i64,
  ys_3: [m_3]i64) : (result_5: [m_3]i64, result_6: [m_3]i64) =
  let acc_13: [m_3]i64, acc_14: [m_3]i64 = loop (acc_15: [m_3]i64 = xs_3,
    acc_16: [m_3]i64 = ys_3) for i_3: i64 < n_3 do {
    let lt_3: bool = lt_i64(i_3, m_3)
    let cert_3: cert = assert lt_3 ("Index [",
      i_3,
      "] out of bounds for array of shape ",
      "[",
      m_3,
      "]",
      ".") at [main.fut:14:26-29]
    let elem: i64 = <cert_3> acc_16[i_3]
    let updated_3: [m_3]i64 = <cert_3> acc_15 with [i_3] = elem
    let map_5: [m_3]i64 = copy(updated_3)
    let map_6: [m_3]i64 = map m_3 [acc_16]
      \(x_3: i64) : (i64) -> {
        let add_3: i64 = add_i64(x_3, i_3)
        in (add_3)
      }
    in (map_5, map_6)
  }
  in (acc_13, acc_14)

entry places as places (m_4: i64,
  n_4: i64,
  xs_4: [m_4]i64,
  ys_4: [m_4]i64) : (result_7: [m_4]i64, result_8: [m_4]i64) =
  let acc_17: [m_4]i64, acc_18: [m_4]i64 = loop (acc_19: [m_4]i64 = xs_4,
    acc_20: [m_4]i64 = ys_4) for _i: i64 < n_4 do {
    let map_7: [m_4]i64 = copy(acc_19)
    in (acc_20, map_7)
  }
  in (acc_17, acc_18)

-- after drop-unchanged (Anf)
the same
