-- Arrays of as many elements are inputs; elements may keep their values, and rows are elements, too.
-- show: all
entry pairs [n] (xs: [n]i64) (ys: [n]i32) (zs: *[n]i64) : ([n]i64, [n]i32) =
  loop (as, bs) = (zs, replicate n 0) for i < n do
    (as with [i] = xs[i] * i, bs with [i] = ys[i])

entry some [n] (xs: *[n]i32) =
  loop ys = xs for i < n do if ys[i] > 3 then ys with [i] = i32.i64 i else ys

entry nests [n] [m] (xss: *[n][m]i64) =
  loop xss for i < n do loop xss for j < m do xss with [i, j] = xss[i, j] * i + j

entry threads [n] [m] (xss: [n][m]i32) =
  map (\xs -> loop ys = copy xs for i < m do ys with [i] = ys[i] + 1) xss
-- ---
-- before loops-to-maps (Anf)
entry pairs as pairs (n: i64,
  xs: [n]i64,
  ys: [n]i32,
  zs: [n]i64) : (result: [n]i64, result_2: [n]i32) =
  let replicate: [n]i32 = replicate([n], 0i32)
  let acc: [n]i64, acc_2: [n]i32 = loop (acc_3: [n]i64 = zs,
    acc_4: [n]i32 = replicate) for i: i64 < n do {
    let elem: i64 = xs[i]
    let mul: i64 = mul_i64(elem, i)
    let updated: [n]i64 = acc_3 with [i] = mul
    let elem_2: i32 = ys[i]
    let updated_2: [n]i32 = acc_4 with [i] = elem_2
    in (updated, updated_2)
  }
  in (acc, acc_2)

entry some as some (n_2: i64, xs_2: [n_2]i32) : (result_3: [n_2]i32) =
  let acc_5: [n_2]i32 = loop (acc_6: [n_2]i32 = xs_2) for i_2: i64 < n_2 do {
    let elem_3: i32 = acc_6[i_2]
    let gt: bool = lt_i32(3i32, elem_3)
    let branch: [n_2]i32 = if gt then {
      let conv: i32 = i32_of_i64(i_2)
      let updated_3: [n_2]i32 = acc_6 with [i_2] = conv
      in (updated_3)
    } else {
      in (acc_6)
    }
    in (branch)
  }
  in (acc_5)

entry nests as nests (n_3: i64,
  m: i64,
  xss: [n_3][m]i64) : (result_4: [n_3][m]i64) =
  let acc_7: [n_3][m]i64 = loop (acc_8: [n_3][m]i64 = xss) for i_3: i64 < n_3 do {
    let acc_9: [n_3][m]i64 = loop (acc_10: [n_3][m]i64 = acc_8) for j: i64 < m do {
      let elem_4: i64 = acc_10[i_3, j]
      let mul_2: i64 = mul_i64(elem_4, i_3)
      let add: i64 = add_i64(mul_2, j)
      let updated_4: [n_3][m]i64 = acc_10 with [i_3, j] = add
      in (updated_4)
    }
    in (acc_9)
  }
  in (acc_7)

entry threads as threads (n_4: i64,
  m_2: i64,
  xss_2: [n_4][m_2]i32) : (result_5: [n_4][m_2]i32) =
  let map: [n_4][m_2]i32 = map n_4 [xss_2]
    \(x: [m_2]i32) : ([m_2]i32) -> {
      let copy: [m_2]i32 = copy(x)
      let acc_11: [m_2]i32 = loop (acc_12: [m_2]i32 = copy) for i_4: i64 < m_2 do {
        let elem_5: i32 = acc_12[i_4]
        let add_2: i32 = add_i32(elem_5, 1i32)
        let updated_5: [m_2]i32 = acc_12 with [i_4] = add_2
        in (updated_5)
      }
      in (acc_11)
    }
  in (map)

-- after loops-to-maps (Anf)
entry pairs as pairs (n: i64,
  xs: [n]i64,
  ys: [n]i32,
  zs: [n]i64) : (result: [n]i64, result_2: [n]i32) =
  let replicate: [n]i32 = replicate([n], 0i32)
  let numbers: [n]i64 = iota_i64(n, 0i64, 1i64)
  let acc: [n]i64, acc_2: [n]i32 = map n [xs, ys, numbers]
    \(x: i64, x_2: i32, i: i64) : (i64, i32) -> {
      let elem: i64 = x
      let mul: i64 = mul_i64(elem, i)
      let updated: i64 = mul
      let elem_2: i32 = x_2
      let updated_2: i32 = elem_2
      in (updated, updated_2)
    }
  in (acc, acc_2)

entry some as some (n_2: i64, xs_2: [n_2]i32) : (result_3: [n_2]i32) =
  let numbers_2: [n_2]i64 = iota_i64(n_2, 0i64, 1i64)
  let acc_3: [n_2]i32 = map n_2 [xs_2, numbers_2]
    \(acc_4: i32, i_2: i64) : (i32) -> {
      let elem_3: i32 = acc_4
      let gt: bool = lt_i32(3i32, elem_3)
      let branch: i32 = if gt then {
        let conv: i32 = i32_of_i64(i_2)
        let updated_3: i32 = conv
        in (updated_3)
      } else {
        in (acc_4)
      }
      in (branch)
    }
  in (acc_3)

entry nests as nests (n_3: i64,
  m: i64,
  xss: [n_3][m]i64) : (result_4: [n_3][m]i64) =
  let numbers_3: [n_3]i64 = iota_i64(n_3, 0i64, 1i64)
  let acc_5: [n_3][m]i64 = map n_3 [xss, numbers_3]
    \(acc_6: [m]i64, i_3: i64) : ([m]i64) -> {
      let part: [m]i64 = acc_6[0i64:+m*1i64]
      let numbers_4: [m]i64 = iota_i64(m, 0i64, 1i64)
      let part_2: [m]i64 = map m [part, numbers_4]
        \(acc_7: i64, j: i64) : (i64) -> {
          let elem_4: i64 = acc_7
          let mul_2: i64 = mul_i64(elem_4, i_3)
          let add: i64 = add_i64(mul_2, j)
          let updated_4: i64 = add
          in (updated_4)
        }
      let acc_8: [m]i64 = part_2
      in (acc_8)
    }
  in (acc_5)

entry threads as threads (n_4: i64,
  m_2: i64,
  xss_2: [n_4][m_2]i32) : (result_5: [n_4][m_2]i32) =
  let map: [n_4][m_2]i32 = map n_4 [xss_2]
    \(x_3: [m_2]i32) : ([m_2]i32) -> {
      let copy: [m_2]i32 = copy(x_3)
      let acc_9: [m_2]i32 = map m_2 [copy]
        \(acc_10: i32) : (i32) -> {
          let elem_5: i32 = acc_10
          let add_2: i32 = add_i32(elem_5, 1i32)
          let updated_5: i32 = add_2
          in (updated_5)
        }
      in (acc_9)
    }
  in (map)
