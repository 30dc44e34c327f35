-- Inside of a map, a reduction by a plain operator stays, and so does a map of scalars. A scan becomes a loop.
entry main [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs -> let ys = map (* 2) xs
              let zs = scan (+) 0 xs
              in reduce i32.max 0 (map2 (*) zs ys) + zs[0] + ys[m - 1])
      xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert: cert = assert t_3 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:54-58, main.fut:3:3-6:9]
  let t_4: i64 = sub_i64(m, 1i64)
  let t_5: bool = le_i64(0i64, t_4)
  let t_6: bool = logor_bool(t_2, t_5)
  let cert_2: cert = assert t_6 ("Index [",
    t_4,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:62-70, main.fut:3:3-6:9]
  let map: [n]i32 = <cert, cert_2> map n [xss]
    \(x: [m]i32) : (i32) -> {
      let red: i32, map_2: [m]i32, scan: [m]i32 = scan m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32, i32) -> {
          let mul: i32 = mul_i32(x_4, 2i32)
          in (x_4, mul)
        }
        then \(x_5: i32, x_6: i32) : (i32, i32, i32) -> {
          let mul_2: i32 = mul_i32(x_5, x_6)
          in (mul_2, x_6, x_5)
        }
        total \(x_7: i32, x_8: i32) : (i32) -> {
          let max: i32 = max_i32(x_7, x_8)
          in (max)
        } from (0i32)
      let elem: i32 = scan[0i64]
      let add_2: i32 = add_i32(red, elem)
      let elem_2: i32 = map_2[t_4]
      let add_3: i32 = add_i32(add_2, elem_2)
      in (add_3)
    }
  in (map)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert: cert = assert t_3 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:54-58, main.fut:3:3-6:9]
  let t_4: i64 = sub_i64(m, 1i64)
  let t_5: bool = le_i64(0i64, t_4)
  let t_6: bool = logor_bool(t_2, t_5)
  let cert_2: cert = assert t_6 ("Index [",
    t_4,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:62-70, main.fut:3:3-6:9]
  let map: [n]i32 = <cert, cert_2> map n [xss]
    \(x: [m]i32) : (i32) -> {
      let blank: *[m]i32 = scratch_i32([m])
      let blank_2: *[m]i32 = scratch_i32([m])
      let scanned: i32,
        scanned_2: *[m]i32,
        scanned_3: *[m]i32,
        scanned_4: i32 = loop (acc: i32 = 0i32,
        acc_2: *[m]i32 = blank,
        acc_3: *[m]i32 = blank_2,
        acc_4: i32 = 0i32) for i: i64 < m do {
        let x_2: i32 = x[i]
        let mul: i32 = mul_i32(x_2, 2i32)
        let x_3: i32 = acc_4
        let x_4: i32 = x_2
        let add: i32 = add_i32(x_3, x_4)
        let x_5: i32 = add
        let x_6: i32 = mul
        let mul_2: i32 = mul_i32(x_5, x_6)
        let x_7: i32 = acc
        let x_8: i32 = mul_2
        let max: i32 = max_i32(x_7, x_8)
        let acc_5: *[m]i32 = acc_2 with [i] = x_6
        let acc_6: *[m]i32 = acc_3 with [i] = x_5
        in (max, acc_5, acc_6, add)
      }
      let red: i32, map_2: [m]i32, scan: [m]i32 = (scanned, scanned_2, scanned_3)
      let elem: i32 = scan[0i64]
      let add_2: i32 = add_i32(red, elem)
      let elem_2: i32 = map_2[t_4]
      let add_3: i32 = add_i32(add_2, elem_2)
      in (add_3)
    }
  in (map)
