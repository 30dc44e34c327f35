-- The example of the documentation.
-- Documentation:
-- map (\xs -> reduce (+) 0 (map f xs)) xss
-- becomes
-- if n < 2·capacity && m >= 256 && m >= 16·n
-- then map (\xs -> map (\part -> reduce (+) 0 (map f xs[part])) parts) xss and map (reduce (+) 0) of these
-- else map (\xs -> reduce (+) 0 (map f xs)) xss
--
-- Written out:
-- map n [xss] \(x: [m]i32) : (i32) -> { red = reduce m [x] … from (0) … in (red)
-- becomes
-- capacity = capacity() t = mul_i64(capacity, 2i64) t_2 = lt_i64(n, t) … if
--
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
  let capacity: i64 = capacity()
  let t: i64 = mul_i64(capacity, 2i64)
  let t_2: bool = lt_i64(n, t)
  let t_3: bool = le_i64(256i64, m)
  let t_4: i64 = mul_i64(n, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let map: [n]i32 = if both_2 then {
    let capacity_2: i64 = capacity()
    let t_6: i64 = mul_i64(capacity_2, 2i64)
    let t_7: i64 = max_i64(n, 1i64)
    let t_8: i64 = quot_i64(t_6, t_7)
    let t_9: i64 = min_i64(t_8, 256i64)
    let t_10: i64 = max_i64(t_9, 1i64)
    let t_11: i64 = sub_i64(t_10, 1i64)
    let t_12: i64 = add_i64(m, t_11)
    let t_13: i64 = quot_i64(t_12, t_10)
    let numbers: [t_10]i64 = iota_i64(t_10, 0i64, 1i64)
    let each: [n][t_10]i32 = map n [xss]
      \(x: [m]i32) : ([t_10]i32) -> {
        let partial: [t_10]i32 = map t_10 [numbers]
          \(part: i64) : (i32) -> {
            let t_14: i64 = mul_i64(part, t_13)
            let t_15: i64 = min_i64(t_14, m)
            let t_16: i64 = sub_i64(m, t_15)
            let t_17: i64 = min_i64(t_16, t_13)
            let elements: [t_17]i32 = x[t_15:+t_17*1i64]
            let reduced: i32 = reduce t_17 [elements]
              \(x_2: i32, x_3: i32) : (i32) -> {
                let add: i32 = add_i32(x_2, x_3)
                in (add)
              } from (0i32)
              \(x_4: i32) : (i32) -> {
                let mul: i32 = mul_i32(x_4, 2i32)
                in (mul)
              }
            in (reduced)
          }
        in (partial)
      }
    let each_2: [n]i32 = map n [each]
      \(partial_2: [t_10]i32) : (i32) -> {
        let red: i32 = reduce t_10 [partial_2]
          \(x_5: i32, x_6: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_5, x_6)
            in (add_2)
          } from (0i32)
          \(x_7: i32) : (i32) -> {
            in (x_7)
          }
        in (red)
      }
    let map_2: [n]i32 = each_2
    in (map_2)
  } else {
    let map_3: [n]i32 = map n [xss]
      \(x_8: [m]i32) : (i32) -> {
        let red_2: i32 = reduce m [x_8]
          \(x_9: i32, x_10: i32) : (i32) -> {
            let add_3: i32 = add_i32(x_9, x_10)
            in (add_3)
          } from (0i32)
          \(x_11: i32) : (i32) -> {
            let mul_2: i32 = mul_i32(x_11, 2i32)
            in (mul_2)
          }
        in (red_2)
      }
    in (map_3)
  }
  in (map)
