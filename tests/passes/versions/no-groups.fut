-- Threads of a group cannot work together: one may fail where others wait for it, or the function makes arrays whose
-- sizes differ from row to row.
-- options: threshold=1000000 group_threshold=8
entry main [n] [m] (xss: [n][m]i32) (is: [n]i64) : [n]i32 =
  map2 (\xs i -> i32.sum (map (100 /) xs) + i32.sum (scan (+) 0 (map i32.i64 (iota i)))) xss is
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  is: [n]i64) : (result: [n]i32) =
  let map: [n]i32 = map n [xss, is]
    \(x: [m]i32, x_2: i64) : (i32) -> {
      let red: i32 = reduce m [x]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        } from (0i32)
        \(x_5: i32) : (i32) -> {
          let ne: bool = ne_i32(x_5, 0i32)
          let cert: cert = assert ne ("division by zero") at [main.fut:5:31-37,
            main.fut:5:27-40,
            main.fut:5:3-95]
          let div: i32 = <cert> div_i32(100i32, x_5)
          in (div)
        }
      let le: bool = le_i64(0i64, x_2)
      let cert_2: cert = assert le ("Range 0..1..<", x_2, " is invalid.") at [main.fut:5:79-84,
        main.fut:5:79-84]
      let iota: [x_2]i64 = <cert_2> iota_i64(x_2, 0i64, 1i64)
      let red_2: i32 = scan x_2 [iota]
        \(x_6: i32, x_7: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_6, x_7)
          in (add_2)
        } from (0i32)
        \(x_8: i64) : (i32) -> {
          let conv: i32 = i32_of_i64(x_8)
          in (conv)
        }
        then \(x_9: i32) : (i32) -> {
          in (x_9)
        }
        total \(x_10: i32, x_11: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_10, x_11)
          in (add_3)
        } from (0i32)
      let add_4: i32 = add_i32(red, red_2)
      in (add_4)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  is: [n]i64) : (result: [n]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let map: [n]i32 = if t then {
    let blank: *[n]i32 = scratch_i32([n])
    let map_2: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let x_2: i64 = is[i]
      let red: i32 = reduce m [x]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        } from (0i32)
        \(x_5: i32) : (i32) -> {
          let ne: bool = ne_i32(x_5, 0i32)
          let cert: cert = assert ne ("division by zero") at [main.fut:5:31-37,
            main.fut:5:27-40,
            main.fut:5:3-95]
          let div: i32 = <cert> div_i32(100i32, x_5)
          in (div)
        }
      let le: bool = le_i64(0i64, x_2)
      let cert_2: cert = assert le ("Range 0..1..<", x_2, " is invalid.") at [main.fut:5:79-84,
        main.fut:5:79-84]
      let iota: [x_2]i64 = <cert_2> iota_i64(x_2, 0i64, 1i64)
      let red_2: i32 = scan x_2 [iota]
        \(x_6: i32, x_7: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_6, x_7)
          in (add_2)
        } from (0i32)
        \(x_8: i64) : (i32) -> {
          let conv: i32 = i32_of_i64(x_8)
          in (conv)
        }
        then \(x_9: i32) : (i32) -> {
          in (x_9)
        }
        total \(x_10: i32, x_11: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_10, x_11)
          in (add_3)
        } from (0i32)
      let add_4: i32 = add_i32(red, red_2)
      let acc_2: *[n]i32 = acc with [i] = add_4
      in (acc_2)
    }
    in (map_2)
  } else {
    let map_3: [n]i32 = map n [xss, is]
      \(x_12: [m]i32, x_13: i64) : (i32) -> {
        let red_3: i32 = reduce m [x_12]
          \(x_14: i32, x_15: i32) : (i32) -> {
            let add_5: i32 = add_i32(x_14, x_15)
            in (add_5)
          } from (0i32)
          \(x_16: i32) : (i32) -> {
            let ne_2: bool = ne_i32(x_16, 0i32)
            let cert_3: cert = assert ne_2 ("division by zero") at [main.fut:5:31-37,
              main.fut:5:27-40,
              main.fut:5:3-95]
            let div_2: i32 = <cert_3> div_i32(100i32, x_16)
            in (div_2)
          }
        let le_2: bool = le_i64(0i64, x_13)
        let cert_4: cert = assert le_2 ("Range 0..1..<", x_13, " is invalid.") at [main.fut:5:79-84,
          main.fut:5:79-84]
        let iota_2: [x_13]i64 = <cert_4> iota_i64(x_13, 0i64, 1i64)
        let red_4: i32 = scan x_13 [iota_2]
          \(x_17: i32, x_18: i32) : (i32) -> {
            let add_6: i32 = add_i32(x_17, x_18)
            in (add_6)
          } from (0i32)
          \(x_19: i64) : (i32) -> {
            let conv_2: i32 = i32_of_i64(x_19)
            in (conv_2)
          }
          then \(x_20: i32) : (i32) -> {
            in (x_20)
          }
          total \(x_21: i32, x_22: i32) : (i32) -> {
            let add_7: i32 = add_i32(x_21, x_22)
            in (add_7)
          } from (0i32)
        let add_8: i32 = add_i32(red_3, red_4)
        in (add_8)
      }
    in (map_3)
  }
  in (map)
