-- The SOACs in the function of a map with groups stay, but what is inside of them becomes loops.
-- options: threshold=1000000 group_threshold=1
entry main [n] [m] (xss: [n][m]i32) : [n]i32 =
  map (\xs -> reduce (+) 0 (scan (\x y -> (x + y) % 1000) 0 xs)) xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let t_2: bool = le_i64(1i64, n)
  let both: bool = logand_bool(t, t_2)
  let map: [n]i32 = if both then {
    let map_2: [n]i32 = group map n [xss]
      \(x: [m]i32) : (i32) -> {
        let red: i32 = scan m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            let mod: i32 = mod_i32(add, 1000i32)
            in (mod)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            in (x_4)
          }
          then \(x_5: i32) : (i32) -> {
            in (x_5)
          }
          total \(x_6: i32, x_7: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_6, x_7)
            in (add_2)
          } from (0i32)
        in (red)
      }
    in (map_2)
  } else {
    let map_3: [n]i32 = if t then {
      let t_3: i64 = mul_i64(n, m)
      let numbers: [t_3]i64 = iota_i64(t_3, 0i64, 1i64)
      let flat: [t_3]i32 = scan t_3 [numbers]
        \(flag: bool, x_8: i32, flag_2: bool, x_9: i32) : (bool, i32) -> {
          let flag_3: bool = logor_bool(flag, flag_2)
          let x_10: i32 = if flag_2 then {
            in (x_9)
          } else {
            let x_11: i32 = x_8
            let x_12: i32 = x_9
            let add_3: i32 = add_i32(x_11, x_12)
            let mod_2: i32 = mod_i32(add_3, 1000i32)
            in (mod_2)
          }
          in (flag_3, x_10)
        } from (false, 0i32)
        \(k: i64) : (bool, i32, i64) -> {
          let t_4: i64 = quot_i64(k, m)
          let t_5: i64 = mul_i64(t_4, m)
          let t_6: i64 = sub_i64(k, t_5)
          let begins: bool = eq_i64(t_6, 0i64)
          let x_13: i32 = xss[t_4, t_6]
          in (begins, x_13, k)
        }
        then \(flag_4: bool, x_14: i32, k_2: i64) : (i32) -> {
          let t_7: i64 = quot_i64(k_2, m)
          let t_8: i64 = mul_i64(t_7, m)
          let t_9: i64 = sub_i64(k_2, t_8)
          in (x_14)
        }
      let rows: [n][m]i32 = reshape([n, m], flat)
      let capacity: i64 = capacity()
      let t_10: i64 = mul_i64(capacity, 2i64)
      let t_11: i64 = max_i64(n, 1i64)
      let t_12: i64 = quot_i64(t_10, t_11)
      let t_13: i64 = min_i64(t_12, 256i64)
      let t_14: i64 = max_i64(t_13, 1i64)
      let t_15: i64 = sub_i64(t_14, 1i64)
      let t_16: i64 = add_i64(m, t_15)
      let t_17: i64 = quot_i64(t_16, t_14)
      let numbers_2: [t_14]i64 = iota_i64(t_14, 0i64, 1i64)
      let each: [n][t_14]i32 = map n [rows]
        \(summed: [m]i32) : ([t_14]i32) -> {
          let partial: [t_14]i32 = map t_14 [numbers_2]
            \(part: i64) : (i32) -> {
              let t_18: i64 = mul_i64(part, t_17)
              let t_19: i64 = min_i64(t_18, m)
              let t_20: i64 = sub_i64(m, t_19)
              let t_21: i64 = min_i64(t_20, t_17)
              let elements: [t_21]i32 = summed[t_19:+t_21*1i64]
              let reduced: i32 = reduce t_21 [elements]
                \(x_15: i32, x_16: i32) : (i32) -> {
                  let add_4: i32 = add_i32(x_15, x_16)
                  in (add_4)
                } from (0i32)
                \(x_17: i32) : (i32) -> {
                  in (x_17)
                }
              in (reduced)
            }
          in (partial)
        }
      let each_2: [n]i32 = map n [each]
        \(partial_2: [t_14]i32) : (i32) -> {
          let red_2: i32 = reduce t_14 [partial_2]
            \(x_18: i32, x_19: i32) : (i32) -> {
              let add_5: i32 = add_i32(x_18, x_19)
              in (add_5)
            } from (0i32)
            \(x_20: i32) : (i32) -> {
              in (x_20)
            }
          in (red_2)
        }
      let map_4: [n]i32 = each_2
      in (map_4)
    } else {
      let map_5: [n]i32 = map n [xss]
        \(x_21: [m]i32) : (i32) -> {
          let red_3: i32 = scan m [x_21]
            \(x_22: i32, x_23: i32) : (i32) -> {
              let add_6: i32 = add_i32(x_22, x_23)
              let mod_3: i32 = mod_i32(add_6, 1000i32)
              in (mod_3)
            } from (0i32)
            \(x_24: i32) : (i32) -> {
              in (x_24)
            }
            then \(x_25: i32) : (i32) -> {
              in (x_25)
            }
            total \(x_26: i32, x_27: i32) : (i32) -> {
              let add_7: i32 = add_i32(x_26, x_27)
              in (add_7)
            } from (0i32)
          in (red_3)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let t_2: bool = le_i64(1i64, n)
  let both: bool = logand_bool(t, t_2)
  let map: [n]i32 = if both then {
    let map_2: [n]i32 = group map n [xss]
      \(x: [m]i32) : (i32) -> {
        let red: i32 = scan m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            let mod: i32 = mod_i32(add, 1000i32)
            in (mod)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            in (x_4)
          }
          then \(x_5: i32) : (i32) -> {
            in (x_5)
          }
          total \(x_6: i32, x_7: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_6, x_7)
            in (add_2)
          } from (0i32)
        in (red)
      }
    in (map_2)
  } else {
    let map_3: [n]i32 = if t then {
      let t_3: i64 = mul_i64(n, m)
      let numbers: [t_3]i64 = iota_i64(t_3, 0i64, 1i64)
      let flat: [t_3]i32 = scan t_3 [numbers]
        \(flag: bool, x_8: i32, flag_2: bool, x_9: i32) : (bool, i32) -> {
          let flag_3: bool = logor_bool(flag, flag_2)
          let x_10: i32 = if flag_2 then {
            in (x_9)
          } else {
            let x_11: i32 = x_8
            let x_12: i32 = x_9
            let add_3: i32 = add_i32(x_11, x_12)
            let mod_2: i32 = mod_i32(add_3, 1000i32)
            in (mod_2)
          }
          in (flag_3, x_10)
        } from (false, 0i32)
        \(k: i64) : (bool, i32, i64) -> {
          let t_4: i64 = quot_i64(k, m)
          let t_5: i64 = mul_i64(t_4, m)
          let t_6: i64 = sub_i64(k, t_5)
          let begins: bool = eq_i64(t_6, 0i64)
          let x_13: i32 = xss[t_4, t_6]
          in (begins, x_13, k)
        }
        then \(flag_4: bool, x_14: i32, k_2: i64) : (i32) -> {
          let t_7: i64 = quot_i64(k_2, m)
          let t_8: i64 = mul_i64(t_7, m)
          let t_9: i64 = sub_i64(k_2, t_8)
          in (x_14)
        }
      let rows: [n][m]i32 = reshape([n, m], flat)
      let capacity: i64 = capacity()
      let t_10: i64 = mul_i64(capacity, 2i64)
      let t_11: i64 = max_i64(n, 1i64)
      let t_12: i64 = quot_i64(t_10, t_11)
      let t_13: i64 = min_i64(t_12, 256i64)
      let t_14: i64 = max_i64(t_13, 1i64)
      let t_15: i64 = sub_i64(t_14, 1i64)
      let t_16: i64 = add_i64(m, t_15)
      let t_17: i64 = quot_i64(t_16, t_14)
      let numbers_2: [t_14]i64 = iota_i64(t_14, 0i64, 1i64)
      let each: [n][t_14]i32 = map n [rows]
        \(summed: [m]i32) : ([t_14]i32) -> {
          let partial: [t_14]i32 = map t_14 [numbers_2]
            \(part: i64) : (i32) -> {
              let t_18: i64 = mul_i64(part, t_17)
              let t_19: i64 = min_i64(t_18, m)
              let t_20: i64 = sub_i64(m, t_19)
              let t_21: i64 = min_i64(t_20, t_17)
              let elements: [t_21]i32 = summed[t_19:+t_21*1i64]
              let reduced: i32 = reduce t_21 [elements]
                \(x_15: i32, x_16: i32) : (i32) -> {
                  let add_4: i32 = add_i32(x_15, x_16)
                  in (add_4)
                } from (0i32)
                \(x_17: i32) : (i32) -> {
                  in (x_17)
                }
              in (reduced)
            }
          in (partial)
        }
      let each_2: [n]i32 = map n [each]
        \(partial_2: [t_14]i32) : (i32) -> {
          let red_2: i32 = reduce t_14 [partial_2]
            \(x_18: i32, x_19: i32) : (i32) -> {
              let add_5: i32 = add_i32(x_18, x_19)
              in (add_5)
            } from (0i32)
            \(x_20: i32) : (i32) -> {
              in (x_20)
            }
          in (red_2)
        }
      let map_4: [n]i32 = each_2
      in (map_4)
    } else {
      let map_5: [n]i32 = map n [xss]
        \(x_21: [m]i32) : (i32) -> {
          let scanned: i32, scanned_2: i32 = loop (acc: i32 = 0i32,
            acc_2: i32 = 0i32) for i: i64 < m do {
            let x_22: i32 = x_21[i]
            let x_23: i32 = acc_2
            let x_24: i32 = x_22
            let add_6: i32 = add_i32(x_23, x_24)
            let mod_3: i32 = mod_i32(add_6, 1000i32)
            let x_25: i32 = mod_3
            let x_26: i32 = acc
            let x_27: i32 = x_25
            let add_7: i32 = add_i32(x_26, x_27)
            in (add_7, mod_3)
          }
          let red_3: i32 = scanned
          in (red_3)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
