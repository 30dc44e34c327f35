-- A scan with an operator on whole arrays becomes a loop, so the function that makes the rows becomes a map.
entry main [n][m] (xss: [n][m]i64) =
  scan (\p q -> map (\i -> q[i]) p) (iota m) (map (\xs -> loop ys = copy xs for i < m do ys with [i] = ys[i] * ys[0]) xss)
-- ---
-- before split-scans (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [n][m]i64) =
  let iota: [m]i64 = iota_i64(m, 0i64, 1i64)
  let scan: [n][m]i64 = scan n [xss]
    \(x: [m]i64, x_2: [m]i64) : ([m]i64) -> {
      let map: [m]i64 = map m [x]
        \(x_3: i64) : (i64) -> {
          let le: bool = le_i64(0i64, x_3)
          let lt: bool = lt_i64(x_3, m)
          let logand: bool = logand_bool(le, lt)
          let cert: cert = assert logand ("Index [",
            x_3,
            "] out of bounds for array of shape ",
            "[",
            m,
            "]",
            ".") at [main.fut:3:28-31, main.fut:3:17-34, main.fut:3:3-122]
          let elem: i64 = <cert> x_2[x_3]
          in (elem)
        }
      in (map)
    } from (iota)
    \(x_4: [m]i64) : ([m]i64) -> {
      let copy: [m]i64 = copy(x_4)
      let acc: [m]i64 = loop (acc_2: [m]i64 = copy) for i: i64 < m do {
        let elem_2: i64 = acc_2[i]
        let elem_3: i64 = acc_2[0i64]
        let mul: i64 = mul_i64(elem_2, elem_3)
        let updated: [m]i64 = acc_2 with [i] = mul
        in (updated)
      }
      in (acc)
    }
  in (scan)

-- after split-scans (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [n][m]i64) =
  let iota: [m]i64 = iota_i64(m, 0i64, 1i64)
  let part: [n][m]i64 = map n [xss]
    \(x: [m]i64) : ([m]i64) -> {
      let copy: [m]i64 = copy(x)
      let acc: [m]i64 = loop (acc_2: [m]i64 = copy) for i: i64 < m do {
        let elem: i64 = acc_2[i]
        let elem_2: i64 = acc_2[0i64]
        let mul: i64 = mul_i64(elem, elem_2)
        let updated: [m]i64 = acc_2 with [i] = mul
        in (updated)
      }
      in (acc)
    }
  let scan: [n][m]i64 = scan n [part]
    \(x_2: [m]i64, x_3: [m]i64) : ([m]i64) -> {
      let map: [m]i64 = map m [x_2]
        \(x_4: i64) : (i64) -> {
          let le: bool = le_i64(0i64, x_4)
          let lt: bool = lt_i64(x_4, m)
          let logand: bool = logand_bool(le, lt)
          let cert: cert = assert logand ("Index [",
            x_4,
            "] out of bounds for array of shape ",
            "[",
            m,
            "]",
            ".") at [main.fut:3:28-31, main.fut:3:17-34, main.fut:3:3-122]
          let elem_3: i64 = <cert> x_3[x_4]
          in (elem_3)
        }
      in (map)
    } from (iota)
    \(x_5: [m]i64) : ([m]i64) -> {
      in (x_5)
    }
  in (scan)
