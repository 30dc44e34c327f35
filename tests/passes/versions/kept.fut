-- There are no versions if nothing is inside, if it is small, if its size is only known inside, or for an operator on
-- arrays.
entry main [n][m] (xss: [n][m]i32) (ks: [n]i64) =
  let a = map (map (+ 1)) xss
  let b = map (\xs -> reduce (+) xs[0] (iota 100 |> map i32.i64)) xss
  let c = map (\k -> reduce (+) 0 (map (* k) (iota k))) ks
  let d = reduce (map2 (+)) (replicate m 0) xss
  in (a, b, c, d)
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  ks: [n]i64) : (result: [n][m]i32,
  result_2: [n]i32,
  result_3: [n]i64,
  result_4: [m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let map_2: [m]i32 = map m [x]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, 1i32)
          in (add)
        }
      in (map_2)
    }
  let t: bool = lt_i64(0i64, m)
  let t_2: bool = le_i64(n, 0i64)
  let t_3: bool = logor_bool(t_2, t)
  let cert: cert = assert t_3 ("Index [",
    0i64,
    "] out of bounds for array of shape ",
    "[",
    m,
    "]",
    ".") at [main.fut:5:34-38, main.fut:5:11-69]
  let map_3: [n]i32 = <cert> map n [xss]
    \(x_3: [m]i32) : (i32) -> {
      let elem: i32 = x_3[0i64]
      let iota: [100i64]i64 = iota_i64(100i64, 0i64, 1i64)
      let red: i32 = reduce 100i64 [iota]
        \(x_4: i32, x_5: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_4, x_5)
          in (add_2)
        } from (elem)
        \(x_6: i64) : (i32) -> {
          let conv: i32 = i32_of_i64(x_6)
          in (conv)
        }
      in (red)
    }
  let map_4: [n]i64 = map n [ks]
    \(x_7: i64) : (i64) -> {
      let le: bool = le_i64(0i64, x_7)
      let cert_2: cert = assert le ("Range 0..1..<", x_7, " is invalid.") at [main.fut:5:41-48,
        main.fut:6:47-52]
      let iota_2: [x_7]i64 = <cert_2> iota_i64(x_7, 0i64, 1i64)
      let red_2: i64 = reduce x_7 [iota_2]
        \(x_8: i64, x_9: i64) : (i64) -> {
          let add_3: i64 = add_i64(x_8, x_9)
          in (add_3)
        } from (0i64)
        \(x_10: i64) : (i64) -> {
          let mul: i64 = mul_i64(x_10, x_7)
          in (mul)
        }
      in (red_2)
    }
  let replicate: [m]i32 = replicate([m], 0i32)
  let t_4: bool = le_i64(256i64, n)
  let choice: i64 = if t_4 then {
    in (64i64)
  } else {
    in (1i64)
  }
  let t_5: i64 = sub_i64(choice, 1i64)
  let t_6: i64 = add_i64(n, t_5)
  let t_7: i64 = quot_i64(t_6, choice)
  let parts: [choice]i64 = iota_i64(choice, 0i64, 1i64)
  let partial: [choice][m]i32 = map choice [parts]
    \(part: i64) : ([m]i32) -> {
      let t_8: i64 = mul_i64(part, t_7)
      let t_9: i64 = min_i64(t_8, n)
      let t_10: i64 = sub_i64(n, t_9)
      let t_11: i64 = min_i64(t_10, t_7)
      let elements: [t_11][m]i32 = xss[t_9:+t_11*1i64, 0i64:+m*1i64]
      let columns: [m][t_11]i32 = rearrange([1, 0], elements)
      let reduced: [m]i32 = map m [replicate, columns]
        \(neutral: i32, column: [t_11]i32) : (i32) -> {
          let reduced_2: i32 = loop (acc: i32 = neutral) for i: i64 < t_11 do {
            let x_11: i32 = column[i]
            let x_12: i32 = acc
            let x_13: i32 = x_11
            let add_4: i32 = add_i32(x_12, x_13)
            in (add_4)
          }
          in (reduced_2)
        }
      in (reduced)
    }
  let columns_2: [m][choice]i32 = rearrange([1, 0], partial)
  let red_3: [m]i32 = map m [replicate, columns_2]
    \(neutral_2: i32, column_2: [choice]i32) : (i32) -> {
      let reduced_3: i32 = loop (acc_2: i32 = neutral_2) for i_2: i64 < choice do {
        let x_14: i32 = column_2[i_2]
        let x_15: i32 = acc_2
        let x_16: i32 = x_14
        let add_5: i32 = add_i32(x_15, x_16)
        in (add_5)
      }
      in (reduced_3)
    }
  in (map, map_3, map_4, red_3)

-- after versions (Anf)
the same
