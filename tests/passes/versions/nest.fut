-- Both maps of the nest become loops. What is inside of them has one version.
entry main [n][m][k] (xsss: [n][m][k]i32) : [n][m][k]i32 =
  map (map (scan (+) 0)) xsss
-- ---
-- before versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xsss: [n][m][k]i32) : (result: [n][m][k]i32) =
  let map: [n][m][k]i32 = map n [xsss]
    \(x: [m][k]i32) : ([m][k]i32) -> {
      let map_2: [m][k]i32 = map m [x]
        \(x_2: [k]i32) : ([k]i32) -> {
          let scan: [k]i32 = scan k [x_2]
            \(x_3: i32, x_4: i32) : (i32) -> {
              let add: i32 = add_i32(x_3, x_4)
              in (add)
            } from (0i32)
            \(x_5: i32) : (i32) -> {
              in (x_5)
            }
          in (scan)
        }
      in (map_2)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64,
  m: i64,
  k: i64,
  xsss: [n][m][k]i32) : (result: [n][m][k]i32) =
  let t: i64 = mul_i64(n, m)
  let capacity: i64 = capacity()
  let t_2: i64 = mul_i64(capacity, 2i64)
  let t_3: bool = lt_i64(t, t_2)
  let t_4: bool = le_i64(256i64, k)
  let t_5: i64 = mul_i64(t, 64i64)
  let t_6: bool = le_i64(capacity, t_5)
  let t_7: bool = le_i64(4i64, t)
  let both: bool = logand_bool(t_6, t_7)
  let both_2: bool = logand_bool(t_3, t_4)
  let both_3: bool = logand_bool(both_2, both)
  let t_8: i64 = mul_i64(t, 16i64)
  let t_9: bool = le_i64(t_8, k)
  let both_4: bool = logand_bool(t_4, t_9)
  let both_5: bool = logand_bool(t_3, both_4)
  let map: [n][m][k]i32 = if both_3 then {
    let map_2: [n][m][k]i32 = group map n [xsss]
      \(x: [m][k]i32) : ([m][k]i32) -> {
        let map_3: [m][k]i32 = map m [x]
          \(x_2: [k]i32) : ([k]i32) -> {
            let scan: [k]i32 = scan k [x_2]
              \(x_3: i32, x_4: i32) : (i32) -> {
                let add: i32 = add_i32(x_3, x_4)
                in (add)
              } from (0i32)
              \(x_5: i32) : (i32) -> {
                in (x_5)
              }
            in (scan)
          }
        in (map_3)
      }
    in (map_2)
  } else {
    let map_4: [n][m][k]i32 = if both_5 then {
      let blank: *[n][m][k]i32 = scratch_i32([n, m, k])
      let map_5: [n][m][k]i32 = loop (acc: *[n][m][k]i32 = blank) for i: i64 < n do {
        let x_6: [m][k]i32 = xsss[i, 0i64:+m*1i64, 0i64:+k*1i64]
        let t_10: i64 = mul_i64(m, k)
        let numbers: [t_10]i64 = iota_i64(t_10, 0i64, 1i64)
        let flat: [t_10]i32 = scan t_10 [numbers]
          \(flag: bool, x_7: i32, flag_2: bool, x_8: i32) : (bool, i32) -> {
            let flag_3: bool = logor_bool(flag, flag_2)
            let x_9: i32 = if flag_2 then {
              in (x_8)
            } else {
              let x_10: i32 = x_7
              let x_11: i32 = x_8
              let add_2: i32 = add_i32(x_10, x_11)
              in (add_2)
            }
            in (flag_3, x_9)
          } from (false, 0i32)
          \(k_2: i64) : (bool, i32, i64) -> {
            let t_11: i64 = quot_i64(k_2, k)
            let t_12: i64 = mul_i64(t_11, k)
            let t_13: i64 = sub_i64(k_2, t_12)
            let begins: bool = eq_i64(t_13, 0i64)
            let x_12: i32 = x_6[t_11, t_13]
            in (begins, x_12, k_2)
          }
          then \(flag_4: bool, x_13: i32, k_3: i64) : (i32) -> {
            let t_14: i64 = quot_i64(k_3, k)
            let t_15: i64 = mul_i64(t_14, k)
            let t_16: i64 = sub_i64(k_3, t_15)
            in (x_13)
          }
        let rows: [m][k]i32 = reshape([m, k], flat)
        let map_6: [m][k]i32 = rows
        let acc_2: *[n][m][k]i32 = acc with [i, 0i64:+m*1i64, 0i64:+k*1i64] = map_6
        in (acc_2)
      }
      in (map_5)
    } else {
      let map_7: [n][m][k]i32 = map n [xsss]
        \(x_14: [m][k]i32) : ([m][k]i32) -> {
          let map_8: [m][k]i32 = map m [x_14]
            \(x_15: [k]i32) : ([k]i32) -> {
              let scan_2: [k]i32 = scan k [x_15]
                \(x_16: i32, x_17: i32) : (i32) -> {
                  let add_3: i32 = add_i32(x_16, x_17)
                  in (add_3)
                } from (0i32)
                \(x_18: i32) : (i32) -> {
                  in (x_18)
                }
              in (scan_2)
            }
          in (map_8)
        }
      in (map_7)
    }
    in (map_4)
  }
  in (map)
