-- A group of threads works on each row, also in loops, with arrays that are as long for all rows.
-- options: threshold=1000000 group_threshold=8
entry main [n] [m] (xss: [n][m]i32) : ([n]i32, [n][m]i32) =
  unzip (map (\xs -> let t = loop t = 1 for _i < 3i32 do t + reduce (+) 0 (map (* t) xs)
                     in (t, scan (+) t xs)) xss)
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let map: [n]i32, map_2: [n][m]i32 = map n [xss]
    \(x: [m]i32) : (i32, [m]i32) -> {
      let acc: i32 = loop (acc_2: i32 = 1i32) for _i: i32 < 3i32 do {
        let red: i32 = reduce m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            let mul: i32 = mul_i32(x_4, acc_2)
            in (mul)
          }
        let add_2: i32 = add_i32(acc_2, red)
        in (add_2)
      }
      let scan: [m]i32 = scan m [x]
        \(x_5: i32, x_6: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_5, x_6)
          in (add_3)
        } from (acc)
        \(x_7: i32) : (i32) -> {
          in (x_7)
        }
      in (acc, scan)
    }
  in (map, map_2)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let t_2: bool = le_i64(8i64, n)
  let both: bool = logand_bool(t, t_2)
  let map: [n]i32, map_2: [n][m]i32 = if both then {
    let map_3: [n]i32, map_4: [n][m]i32 = group map n [xss]
      \(x: [m]i32) : (i32, [m]i32) -> {
        let acc: i32 = loop (acc_2: i32 = 1i32) for _i: i32 < 3i32 do {
          let red: i32 = reduce m [x]
            \(x_2: i32, x_3: i32) : (i32) -> {
              let add: i32 = add_i32(x_2, x_3)
              in (add)
            } from (0i32)
            \(x_4: i32) : (i32) -> {
              let mul: i32 = mul_i32(x_4, acc_2)
              in (mul)
            }
          let add_2: i32 = add_i32(acc_2, red)
          in (add_2)
        }
        let scan: [m]i32 = scan m [x]
          \(x_5: i32, x_6: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_5, x_6)
            in (add_3)
          } from (acc)
          \(x_7: i32) : (i32) -> {
            in (x_7)
          }
        in (acc, scan)
      }
    in (map_3, map_4)
  } else {
    let map_5: [n]i32, map_6: [n][m]i32 = if t then {
      let blank: *[n]i32 = scratch_i32([n])
      let blank_2: *[n][m]i32 = scratch_i32([n, m])
      let map_7: [n]i32, map_8: [n][m]i32 = loop (acc_3: *[n]i32 = blank,
        acc_4: *[n][m]i32 = blank_2) for i: i64 < n do {
        let x_8: [m]i32 = xss[i, 0i64:+m*1i64]
        let acc_5: i32 = loop (acc_6: i32 = 1i32) for _i_2: i32 < 3i32 do {
          let red_2: i32 = reduce m [x_8]
            \(x_9: i32, x_10: i32) : (i32) -> {
              let add_4: i32 = add_i32(x_9, x_10)
              in (add_4)
            } from (0i32)
            \(x_11: i32) : (i32) -> {
              let mul_2: i32 = mul_i32(x_11, acc_6)
              in (mul_2)
            }
          let add_5: i32 = add_i32(acc_6, red_2)
          in (add_5)
        }
        let scan_2: [m]i32 = scan m [x_8]
          \(x_12: i32, x_13: i32) : (i32) -> {
            let add_6: i32 = add_i32(x_12, x_13)
            in (add_6)
          } from (acc_5)
          \(x_14: i32) : (i32) -> {
            in (x_14)
          }
        let acc_7: *[n]i32 = acc_3 with [i] = acc_5
        let acc_8: *[n][m]i32 = acc_4 with [i, 0i64:+m*1i64] = scan_2
        in (acc_7, acc_8)
      }
      in (map_7, map_8)
    } else {
      let map_9: [n]i32, map_10: [n][m]i32 = map n [xss]
        \(x_15: [m]i32) : (i32, [m]i32) -> {
          let acc_9: i32 = loop (acc_10: i32 = 1i32) for _i_3: i32 < 3i32 do {
            let red_3: i32 = reduce m [x_15]
              \(x_16: i32, x_17: i32) : (i32) -> {
                let add_7: i32 = add_i32(x_16, x_17)
                in (add_7)
              } from (0i32)
              \(x_18: i32) : (i32) -> {
                let mul_3: i32 = mul_i32(x_18, acc_10)
                in (mul_3)
              }
            let add_8: i32 = add_i32(acc_10, red_3)
            in (add_8)
          }
          let scan_3: [m]i32 = scan m [x_15]
            \(x_19: i32, x_20: i32) : (i32) -> {
              let add_9: i32 = add_i32(x_19, x_20)
              in (add_9)
            } from (acc_9)
            \(x_21: i32) : (i32) -> {
              in (x_21)
            }
          in (acc_9, scan_3)
        }
      in (map_9, map_10)
    }
    in (map_5, map_6)
  }
  in (map, map_2)
