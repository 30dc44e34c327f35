-- The SOAC inside is in a loop and in a branch.
entry main [n][m] (k: i64) (xss: [n][m]i32) : [n]i32 =
  map (\xs -> loop s = 0 for i < k do if s > i32.i64 i then s else reduce (+) s xs) xss
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, k: i64, xss: [n][m]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xss]
    \(x: [m]i32) : (i32) -> {
      let acc: i32 = loop (acc_2: i32 = 0i32) for i: i64 < k do {
        let conv: i32 = i32_of_i64(i)
        let gt: bool = lt_i32(conv, acc_2)
        let branch: i32 = if gt then {
          in (acc_2)
        } else {
          let red: i32 = reduce m [x]
            \(x_2: i32, x_3: i32) : (i32) -> {
              let add: i32 = add_i32(x_2, x_3)
              in (add)
            } from (acc_2)
            \(x_4: i32) : (i32) -> {
              in (x_4)
            }
          in (red)
        }
        in (branch)
      }
      in (acc)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, m: i64, k: i64, xss: [n][m]i32) : (result: [n]i32) =
  let capacity: i64 = capacity()
  let t: i64 = mul_i64(capacity, 2i64)
  let t_2: bool = lt_i64(n, t)
  let t_3: bool = le_i64(256i64, m)
  let t_4: i64 = mul_i64(n, 64i64)
  let t_5: bool = le_i64(capacity, t_4)
  let t_6: bool = le_i64(4i64, n)
  let both: bool = logand_bool(t_5, t_6)
  let both_2: bool = logand_bool(t_2, t_3)
  let both_3: bool = logand_bool(both_2, both)
  let t_7: i64 = mul_i64(n, 16i64)
  let t_8: bool = le_i64(t_7, m)
  let both_4: bool = logand_bool(t_3, t_8)
  let both_5: bool = logand_bool(t_2, both_4)
  let map: [n]i32 = if both_3 then {
    let map_2: [n]i32 = group map n [xss]
      \(x: [m]i32) : (i32) -> {
        let acc: i32 = loop (acc_2: i32 = 0i32) for i: i64 < k do {
          let conv: i32 = i32_of_i64(i)
          let gt: bool = lt_i32(conv, acc_2)
          let branch: i32 = if gt then {
            in (acc_2)
          } else {
            let red: i32 = reduce m [x]
              \(x_2: i32, x_3: i32) : (i32) -> {
                let add: i32 = add_i32(x_2, x_3)
                in (add)
              } from (acc_2)
              \(x_4: i32) : (i32) -> {
                in (x_4)
              }
            in (red)
          }
          in (branch)
        }
        in (acc)
      }
    in (map_2)
  } else {
    let map_3: [n]i32 = if both_5 then {
      let blank: *[n]i32 = scratch_i32([n])
      let map_4: [n]i32 = loop (acc_3: *[n]i32 = blank) for i_2: i64 < n do {
        let x_5: [m]i32 = xss[i_2, 0i64:+m*1i64]
        let acc_4: i32 = loop (acc_5: i32 = 0i32) for i_3: i64 < k do {
          let conv_2: i32 = i32_of_i64(i_3)
          let gt_2: bool = lt_i32(conv_2, acc_5)
          let branch_2: i32 = if gt_2 then {
            in (acc_5)
          } else {
            let red_2: i32 = reduce m [x_5]
              \(x_6: i32, x_7: i32) : (i32) -> {
                let add_2: i32 = add_i32(x_6, x_7)
                in (add_2)
              } from (acc_5)
              \(x_8: i32) : (i32) -> {
                in (x_8)
              }
            in (red_2)
          }
          in (branch_2)
        }
        let acc_6: *[n]i32 = acc_3 with [i_2] = acc_4
        in (acc_6)
      }
      in (map_4)
    } else {
      let map_5: [n]i32 = map n [xss]
        \(x_9: [m]i32) : (i32) -> {
          let acc_7: i32 = loop (acc_8: i32 = 0i32) for i_4: i64 < k do {
            let conv_3: i32 = i32_of_i64(i_4)
            let gt_3: bool = lt_i32(conv_3, acc_8)
            let branch_3: i32 = if gt_3 then {
              in (acc_8)
            } else {
              let red_3: i32 = reduce m [x_9]
                \(x_10: i32, x_11: i32) : (i32) -> {
                  let add_3: i32 = add_i32(x_10, x_11)
                  in (add_3)
                } from (acc_8)
                \(x_12: i32) : (i32) -> {
                  in (x_12)
                }
              in (red_3)
            }
            in (branch_3)
          }
          in (acc_7)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
