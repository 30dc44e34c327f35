-- The user chooses from which number of indices on the outer level is parallel.
-- options: threshold=1000
entry main [n][m] (xss: [n][m]i32) : [n]i32 =
  map (reduce (+) 0) xss
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
          in (x_4)
        }
      in (red)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let t: bool = lt_i64(n, 1000i64)
  let map: [n]i32 = if t then {
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
    let each: [n][t_6]i32 = map n [xss]
      \(x: [m]i32) : ([t_6]i32) -> {
        let partial: [t_6]i32 = map t_6 [numbers]
          \(part: i64) : (i32) -> {
            let t_10: i64 = mul_i64(part, t_9)
            let t_11: i64 = min_i64(t_10, m)
            let t_12: i64 = sub_i64(m, t_11)
            let t_13: i64 = min_i64(t_12, t_9)
            let elements: [t_13]i32 = x[t_11:+t_13*1i64]
            let reduced: i32 = reduce t_13 [elements]
              \(x_2: i32, x_3: i32) : (i32) -> {
                let add: i32 = add_i32(x_2, x_3)
                in (add)
              } from (0i32)
              \(x_4: i32) : (i32) -> {
                in (x_4)
              }
            in (reduced)
          }
        in (partial)
      }
    let each_2: [n]i32 = map n [each]
      \(partial_2: [t_6]i32) : (i32) -> {
        let red: i32 = reduce t_6 [partial_2]
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
            in (x_11)
          }
        in (red_2)
      }
    in (map_3)
  }
  in (map)
