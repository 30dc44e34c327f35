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
  let t_5: i64 = mul_i64(t, 16i64)
  let t_6: bool = le_i64(t_5, k)
  let both: bool = logand_bool(t_4, t_6)
  let both_2: bool = logand_bool(t_3, both)
  let map: [n][m][k]i32 = if both_2 then {
    let blank: *[n][m][k]i32 = scratch_i32([n, m, k])
    let map_2: [n][m][k]i32 = loop (acc: *[n][m][k]i32 = blank) for i: i64 < n do {
      let x: [m][k]i32 = xsss[i, 0i64:+m*1i64, 0i64:+k*1i64]
      let t_7: i64 = mul_i64(m, k)
      let numbers: [t_7]i64 = iota_i64(t_7, 0i64, 1i64)
      let flat: [t_7]i32 = scan t_7 [numbers]
        \(flag: bool, x_2: i32, flag_2: bool, x_3: i32) : (bool, i32) -> {
          let flag_3: bool = logor_bool(flag, flag_2)
          let x_4: i32 = if flag_2 then {
            in (x_3)
          } else {
            let x_5: i32 = x_2
            let x_6: i32 = x_3
            let add: i32 = add_i32(x_5, x_6)
            in (add)
          }
          in (flag_3, x_4)
        } from (false, 0i32)
        \(k_2: i64) : (bool, i32, i64) -> {
          let t_8: i64 = quot_i64(k_2, k)
          let t_9: i64 = mul_i64(t_8, k)
          let t_10: i64 = sub_i64(k_2, t_9)
          let begins: bool = eq_i64(t_10, 0i64)
          let x_7: i32 = x[t_8, t_10]
          in (begins, x_7, k_2)
        }
        then \(flag_4: bool, x_8: i32, k_3: i64) : (i32) -> {
          let t_11: i64 = quot_i64(k_3, k)
          let t_12: i64 = mul_i64(t_11, k)
          let t_13: i64 = sub_i64(k_3, t_12)
          in (x_8)
        }
      let rows: [m][k]i32 = reshape([m, k], flat)
      let map_3: [m][k]i32 = rows
      let acc_2: *[n][m][k]i32 = acc with [i, 0i64:+m*1i64, 0i64:+k*1i64] = map_3
      in (acc_2)
    }
    in (map_2)
  } else {
    let map_4: [n][m][k]i32 = map n [xsss]
      \(x_9: [m][k]i32) : ([m][k]i32) -> {
        let map_5: [m][k]i32 = map m [x_9]
          \(x_10: [k]i32) : ([k]i32) -> {
            let scan: [k]i32 = scan k [x_10]
              \(x_11: i32, x_12: i32) : (i32) -> {
                let add_2: i32 = add_i32(x_11, x_12)
                in (add_2)
              } from (0i32)
              \(x_13: i32) : (i32) -> {
                in (x_13)
              }
            in (scan)
          }
        in (map_5)
      }
    in (map_4)
  }
  in (map)
