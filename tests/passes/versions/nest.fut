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
      let blank_2: *[m][k]i32 = scratch_i32([m, k])
      let map_3: [m][k]i32 = loop (acc_2: *[m][k]i32 = blank_2) for i_2: i64 < m do {
        let x_2: [k]i32 = x[i_2, 0i64:+k*1i64]
        let scan: [k]i32 = scan k [x_2]
          \(x_3: i32, x_4: i32) : (i32) -> {
            let add: i32 = add_i32(x_3, x_4)
            in (add)
          } from (0i32)
          \(x_5: i32) : (i32) -> {
            in (x_5)
          }
        let acc_3: *[m][k]i32 = acc_2 with [i_2, 0i64:+k*1i64] = scan
        in (acc_3)
      }
      let acc_4: *[n][m][k]i32 = acc with [i, 0i64:+m*1i64, 0i64:+k*1i64] = map_3
      in (acc_4)
    }
    in (map_2)
  } else {
    let map_4: [n][m][k]i32 = map n [xsss]
      \(x_6: [m][k]i32) : ([m][k]i32) -> {
        let map_5: [m][k]i32 = map m [x_6]
          \(x_7: [k]i32) : ([k]i32) -> {
            let scan_2: [k]i32 = scan k [x_7]
              \(x_8: i32, x_9: i32) : (i32) -> {
                let add_2: i32 = add_i32(x_8, x_9)
                in (add_2)
              } from (0i32)
              \(x_10: i32) : (i32) -> {
                in (x_10)
              }
            in (scan_2)
          }
        in (map_5)
      }
    in (map_4)
  }
  in (map)
