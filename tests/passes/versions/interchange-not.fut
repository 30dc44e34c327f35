-- A loop whose number of rounds is that of the row, and a branch that depends on it, stay inside: the rows are computed one
-- after the other.
-- options: threshold=1000 group_threshold=1000
entry main [n] [m] (ks: [n]i64) (xss: [n][m]i64) : [n][m]i64 =
  map2 (\k xs -> loop ys = xs for _i < k do if k > 3 then map (* 2) ys else scan (+) 0 ys) ks xss
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  ks: [n]i64,
  xss: [n][m]i64) : (result: [n][m]i64) =
  let map: [n][m]i64 = map n [ks, xss]
    \(x: i64, x_2: [m]i64) : ([m]i64) -> {
      let gt: bool = lt_i64(3i64, x)
      let acc: [m]i64 = loop (acc_2: [m]i64 = x_2) for _i: i64 < x do {
        let branch: [m]i64 = if gt then {
          let map_2: [m]i64 = map m [acc_2]
            \(x_3: i64) : (i64) -> {
              let mul: i64 = mul_i64(x_3, 2i64)
              in (mul)
            }
          in (map_2)
        } else {
          let scan: [m]i64 = scan m [acc_2]
            \(x_4: i64, x_5: i64) : (i64) -> {
              let add: i64 = add_i64(x_4, x_5)
              in (add)
            } from (0i64)
            \(x_6: i64) : (i64) -> {
              in (x_6)
            }
          in (scan)
        }
        in (branch)
      }
      in (acc)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  ks: [n]i64,
  xss: [n][m]i64) : (result: [n][m]i64) =
  let t: bool = lt_i64(n, 1000i64)
  let map: [n][m]i64 = if t then {
    let blank: *[n][m]i64 = scratch_i64([n, m])
    let map_2: [n][m]i64 = loop (acc: *[n][m]i64 = blank) for i: i64 < n do {
      let x: i64 = ks[i]
      let x_2: [m]i64 = xss[i, 0i64:+m*1i64]
      let gt: bool = lt_i64(3i64, x)
      let acc_2: [m]i64 = loop (acc_3: [m]i64 = x_2) for _i: i64 < x do {
        let branch: [m]i64 = if gt then {
          let map_3: [m]i64 = map m [acc_3]
            \(x_3: i64) : (i64) -> {
              let mul: i64 = mul_i64(x_3, 2i64)
              in (mul)
            }
          in (map_3)
        } else {
          let scan: [m]i64 = scan m [acc_3]
            \(x_4: i64, x_5: i64) : (i64) -> {
              let add: i64 = add_i64(x_4, x_5)
              in (add)
            } from (0i64)
            \(x_6: i64) : (i64) -> {
              in (x_6)
            }
          in (scan)
        }
        in (branch)
      }
      let acc_4: *[n][m]i64 = acc with [i, 0i64:+m*1i64] = acc_2
      in (acc_4)
    }
    in (map_2)
  } else {
    let map_4: [n][m]i64 = map n [ks, xss]
      \(x_7: i64, x_8: [m]i64) : ([m]i64) -> {
        let gt_2: bool = lt_i64(3i64, x_7)
        let acc_5: [m]i64 = loop (acc_6: [m]i64 = x_8) for _i_2: i64 < x_7 do {
          let branch_2: [m]i64 = if gt_2 then {
            let map_5: [m]i64 = map m [acc_6]
              \(x_9: i64) : (i64) -> {
                let mul_2: i64 = mul_i64(x_9, 2i64)
                in (mul_2)
              }
            in (map_5)
          } else {
            let scan_2: [m]i64 = scan m [acc_6]
              \(x_10: i64, x_11: i64) : (i64) -> {
                let add_2: i64 = add_i64(x_10, x_11)
                in (add_2)
              } from (0i64)
              \(x_12: i64) : (i64) -> {
                in (x_12)
              }
            in (scan_2)
          }
          in (branch_2)
        }
        in (acc_5)
      }
    in (map_4)
  }
  in (map)
