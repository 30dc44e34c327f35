-- A map changes places with a loop and a branch that are the same for all its iterations, whose condition is computed once.
-- options: threshold=1000 group_threshold=1000
entry main [n] [m] (k: i64) (xss: [n][m]i64) : ([n]i64, [n][m]i64) =
  unzip (map (\xs -> loop (s, ys) = (0, xs) for i < k do
           if i % 2 == 0 then (s + i64.sum ys, map (+ i) ys) else (s, scan (+) 0 ys)) xss)
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xss: [n][m]i64) : (result: [n]i64, result_2: [n][m]i64) =
  let map: [n]i64, map_2: [n][m]i64 = map n [xss]
    \(x: [m]i64) : (i64, [m]i64) -> {
      let acc: i64, acc_2: [m]i64 = loop (acc_3: i64 = 0i64,
        acc_4: [m]i64 = x) for i: i64 < k do {
        let mod: i64 = mod_i64(i, 2i64)
        let eq: bool = eq_i64(mod, 0i64)
        let branch: i64, branch_2: [m]i64 = if eq then {
          let red: i64, map_3: [m]i64 = reduce m [acc_4]
            \(x_2: i64, x_3: i64) : (i64) -> {
              let add: i64 = add_i64(x_2, x_3)
              in (add)
            } from (0i64)
            \(x_4: i64) : (i64, i64) -> {
              let add_2: i64 = add_i64(x_4, i)
              in (x_4, add_2)
            }
          let add_3: i64 = add_i64(acc_3, red)
          in (add_3, map_3)
        } else {
          let scan: [m]i64 = scan m [acc_4]
            \(x_5: i64, x_6: i64) : (i64) -> {
              let add_4: i64 = add_i64(x_5, x_6)
              in (add_4)
            } from (0i64)
            \(x_7: i64) : (i64) -> {
              in (x_7)
            }
          in (acc_3, scan)
        }
        in (branch, branch_2)
      }
      in (acc, acc_2)
    }
  in (map, map_2)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xss: [n][m]i64) : (result: [n]i64, result_2: [n][m]i64) =
  let t: bool = lt_i64(n, 1000i64)
  let map: [n]i64, map_2: [n][m]i64 = if t then {
    let each: [n]i64, each_2: [n][m]i64 = map n [xss]
      \(x: [m]i64) : (i64, [m]i64) -> {
        in (0i64, x)
      }
    let each_3: [n]i64, each_4: [n][m]i64 = loop (each_5: [n]i64 = each,
      each_6: [n][m]i64 = each_2) for i: i64 < k do {
      let mod: i64 = mod_i64(i, 2i64)
      let eq: bool = eq_i64(mod, 0i64)
      let each_7: [n]i64, each_8: [n][m]i64 = if eq then {
        let each_9: [n][m]i64 = map n [each_6]
          \(acc: [m]i64) : ([m]i64) -> {
            let map_3: [m]i64 = map m [acc]
              \(x_2: i64) : (i64) -> {
                let add: i64 = add_i64(x_2, i)
                in (add)
              }
            in (map_3)
          }
        let capacity: i64 = capacity()
        let t_2: i64 = mul_i64(capacity, 2i64)
        let t_3: i64 = max_i64(n, 1i64)
        let t_4: i64 = quot_i64(t_2, t_3)
        let t_5: i64 = min_i64(t_4, 256i64)
        let t_6: i64 = max_i64(t_5, 1i64)
        let t_7: i64 = sub_i64(t_6, 1i64)
        let t_8: i64 = add_i64(m, t_7)
        let t_9: i64 = quot_i64(t_8, t_6)
        let numbers: [t_6]i64 = iota_i64(t_6, 0i64, 1i64)
        let each_10: [n][t_6]i64 = map n [each_6]
          \(acc_2: [m]i64) : ([t_6]i64) -> {
            let partial: [t_6]i64 = map t_6 [numbers]
              \(part: i64) : (i64) -> {
                let t_10: i64 = mul_i64(part, t_9)
                let t_11: i64 = min_i64(t_10, m)
                let t_12: i64 = sub_i64(m, t_11)
                let t_13: i64 = min_i64(t_12, t_9)
                let elements: [t_13]i64 = acc_2[t_11:+t_13*1i64]
                let reduced: i64 = reduce t_13 [elements]
                  \(x_3: i64, x_4: i64) : (i64) -> {
                    let add_2: i64 = add_i64(x_3, x_4)
                    in (add_2)
                  } from (0i64)
                  \(x_5: i64) : (i64) -> {
                    let add_3: i64 = add_i64(x_5, i)
                    in (x_5)
                  }
                in (reduced)
              }
            in (partial)
          }
        let each_11: [n]i64 = map n [each_10]
          \(partial_2: [t_6]i64) : (i64) -> {
            let red: i64 = reduce t_6 [partial_2]
              \(x_6: i64, x_7: i64) : (i64) -> {
                let add_4: i64 = add_i64(x_6, x_7)
                in (add_4)
              } from (0i64)
              \(x_8: i64) : (i64) -> {
                in (x_8)
              }
            in (red)
          }
        let each_12: [n]i64, each_13: [n][m]i64 = map n [each_5, each_9, each_11]
          \(acc_3: i64, map_4: [m]i64, red_2: i64) : (i64, [m]i64) -> {
            let add_5: i64 = add_i64(acc_3, red_2)
            in (add_5, map_4)
          }
        in (each_12, each_13)
      } else {
        let t_14: i64 = mul_i64(n, m)
        let numbers_2: [t_14]i64 = iota_i64(t_14, 0i64, 1i64)
        let flat: [t_14]i64 = scan t_14 [numbers_2]
          \(flag: bool, x_9: i64, flag_2: bool, x_10: i64) : (bool, i64) -> {
            let flag_3: bool = logor_bool(flag, flag_2)
            let x_11: i64 = if flag_2 then {
              in (x_10)
            } else {
              let x_12: i64 = x_9
              let x_13: i64 = x_10
              let add_6: i64 = add_i64(x_12, x_13)
              in (add_6)
            }
            in (flag_3, x_11)
          } from (false, 0i64)
          \(k_2: i64) : (bool, i64, i64) -> {
            let t_15: i64 = quot_i64(k_2, m)
            let t_16: i64 = mul_i64(t_15, m)
            let t_17: i64 = sub_i64(k_2, t_16)
            let begins: bool = eq_i64(t_17, 0i64)
            let x_14: i64 = each_6[t_15, t_17]
            in (begins, x_14, k_2)
          }
          then \(flag_4: bool, x_15: i64, k_3: i64) : (i64) -> {
            let t_18: i64 = quot_i64(k_3, m)
            let t_19: i64 = mul_i64(t_18, m)
            let t_20: i64 = sub_i64(k_3, t_19)
            in (x_15)
          }
        let rows: [n][m]i64 = reshape([n, m], flat)
        let each_14: [n]i64, each_15: [n][m]i64 = map n [each_5, rows]
          \(acc_4: i64, scan: [m]i64) : (i64, [m]i64) -> {
            in (acc_4, scan)
          }
        in (each_14, each_15)
      }
      in (each_7, each_8)
    }
    let map_5: [n]i64, map_6: [n][m]i64 = (each_3, each_4)
    in (map_5, map_6)
  } else {
    let map_7: [n]i64, map_8: [n][m]i64 = map n [xss]
      \(x_16: [m]i64) : (i64, [m]i64) -> {
        let acc_5: i64, acc_6: [m]i64 = loop (acc_7: i64 = 0i64,
          acc_8: [m]i64 = x_16) for i_2: i64 < k do {
          let mod_2: i64 = mod_i64(i_2, 2i64)
          let eq_2: bool = eq_i64(mod_2, 0i64)
          let branch: i64, branch_2: [m]i64 = if eq_2 then {
            let red_3: i64, map_9: [m]i64 = reduce m [acc_8]
              \(x_17: i64, x_18: i64) : (i64) -> {
                let add_7: i64 = add_i64(x_17, x_18)
                in (add_7)
              } from (0i64)
              \(x_19: i64) : (i64, i64) -> {
                let add_8: i64 = add_i64(x_19, i_2)
                in (x_19, add_8)
              }
            let add_9: i64 = add_i64(acc_7, red_3)
            in (add_9, map_9)
          } else {
            let scan_2: [m]i64 = scan m [acc_8]
              \(x_20: i64, x_21: i64) : (i64) -> {
                let add_10: i64 = add_i64(x_20, x_21)
                in (add_10)
              } from (0i64)
              \(x_22: i64) : (i64) -> {
                in (x_22)
              }
            in (acc_7, scan_2)
          }
          in (branch, branch_2)
        }
        in (acc_5, acc_6)
      }
    in (map_7, map_8)
  }
  in (map, map_2)
