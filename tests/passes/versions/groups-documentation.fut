-- The version for groups of the documentation.
-- Documentation:
-- map (\xs -> reduce (+) 0 (map f xs)) xss
-- becomes
-- if … then group map (\xs -> reduce (+) 0 (map f xs)) xss else if … then … else …
--
-- Written out:
-- map n [xss] \(x: [m]i32) : (i32) -> { red = reduce m [x] … from (0) … in (red)
-- becomes
-- if both_2 then { map_2 = group map n [xss] \(x: [m]i32) : (i32) -> { red = reduce m [x] … } else { map_3 = if t then { … } else { …
--
-- options: threshold=1000000
entry main [n] [m] (xss: [n][m]i32) = map (\xs -> reduce (+) 0 (map (* 2) xs)) xss
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xss]
    \(x: [m]i32) : (i32) -> {
      let red: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          let mul: i32 = mul_i32(x_4, 2i32)
          in (mul)
        }
      in (red)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(n, 1000000i64)
  let capacity: i64 = capacity()
  let t_2: i64 = mul_i64(n, 64i64)
  let t_3: bool = le_i64(capacity, t_2)
  let t_4: bool = le_i64(4i64, n)
  let both: bool = logand_bool(t_3, t_4)
  let both_2: bool = logand_bool(t, both)
  let map: [n]i32 = if both_2 then {
    let map_2: [n]i32 = group map n [xss]
      \(x: [m]i32) : (i32) -> {
        let red: i32 = reduce m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            let mul: i32 = mul_i32(x_4, 2i32)
            in (mul)
          }
        in (red)
      }
    in (map_2)
  } else {
    let map_3: [n]i32 = if t then {
      let capacity_2: i64 = capacity()
      let t_5: i64 = mul_i64(capacity_2, 2i64)
      let t_6: i64 = max_i64(n, 1i64)
      let t_7: i64 = quot_i64(t_5, t_6)
      let t_8: i64 = min_i64(t_7, 256i64)
      let t_9: i64 = max_i64(t_8, 1i64)
      let t_10: i64 = sub_i64(t_9, 1i64)
      let t_11: i64 = add_i64(m, t_10)
      let t_12: i64 = quot_i64(t_11, t_9)
      let numbers: [t_9]i64 = iota_i64(t_9, 0i64, 1i64)
      let each: [n][t_9]i32 = map n [xss]
        \(x_5: [m]i32) : ([t_9]i32) -> {
          let partial: [t_9]i32 = map t_9 [numbers]
            \(part: i64) : (i32) -> {
              let t_13: i64 = mul_i64(part, t_12)
              let t_14: i64 = min_i64(t_13, m)
              let t_15: i64 = sub_i64(m, t_14)
              let t_16: i64 = min_i64(t_15, t_12)
              let elements: [t_16]i32 = x_5[t_14:+t_16*1i64]
              let reduced: i32 = reduce t_16 [elements]
                \(x_6: i32, x_7: i32) : (i32) -> {
                  let add_2: i32 = add_i32(x_6, x_7)
                  in (add_2)
                } from (0i32)
                \(x_8: i32) : (i32) -> {
                  let mul_2: i32 = mul_i32(x_8, 2i32)
                  in (mul_2)
                }
              in (reduced)
            }
          in (partial)
        }
      let each_2: [n]i32 = map n [each]
        \(partial_2: [t_9]i32) : (i32) -> {
          let red_2: i32 = reduce t_9 [partial_2]
            \(x_9: i32, x_10: i32) : (i32) -> {
              let add_3: i32 = add_i32(x_9, x_10)
              in (add_3)
            } from (0i32)
            \(x_11: i32) : (i32) -> {
              in (x_11)
            }
          in (red_2)
        }
      let map_4: [n]i32 = each_2
      in (map_4)
    } else {
      let map_5: [n]i32 = map n [xss]
        \(x_12: [m]i32) : (i32) -> {
          let red_3: i32 = reduce m [x_12]
            \(x_13: i32, x_14: i32) : (i32) -> {
              let add_4: i32 = add_i32(x_13, x_14)
              in (add_4)
            } from (0i32)
            \(x_15: i32) : (i32) -> {
              let mul_3: i32 = mul_i32(x_15, 2i32)
              in (mul_3)
            }
          in (red_3)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
