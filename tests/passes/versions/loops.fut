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
  let t_4: i64 = mul_i64(n, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let map: [n]i32 = if both_2 then {
    let blank: *[n]i32 = scratch_i32([n])
    let map_2: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let acc_2: i32 = loop (acc_3: i32 = 0i32) for i_2: i64 < k do {
        let conv: i32 = i32_of_i64(i_2)
        let gt: bool = lt_i32(conv, acc_3)
        let branch: i32 = if gt then {
          in (acc_3)
        } else {
          let red: i32 = reduce m [x]
            \(x_2: i32, x_3: i32) : (i32) -> {
              let add: i32 = add_i32(x_2, x_3)
              in (add)
            } from (acc_3)
            \(x_4: i32) : (i32) -> {
              in (x_4)
            }
          in (red)
        }
        in (branch)
      }
      let acc_4: *[n]i32 = acc with [i] = acc_2
      in (acc_4)
    }
    in (map_2)
  } else {
    let map_3: [n]i32 = map n [xss]
      \(x_5: [m]i32) : (i32) -> {
        let acc_5: i32 = loop (acc_6: i32 = 0i32) for i_3: i64 < k do {
          let conv_2: i32 = i32_of_i64(i_3)
          let gt_2: bool = lt_i32(conv_2, acc_6)
          let branch_2: i32 = if gt_2 then {
            in (acc_6)
          } else {
            let red_2: i32 = reduce m [x_5]
              \(x_6: i32, x_7: i32) : (i32) -> {
                let add_2: i32 = add_i32(x_6, x_7)
                in (add_2)
              } from (acc_6)
              \(x_8: i32) : (i32) -> {
                in (x_8)
              }
            in (red_2)
          }
          in (branch_2)
        }
        in (acc_5)
      }
    in (map_3)
  }
  in (map)
