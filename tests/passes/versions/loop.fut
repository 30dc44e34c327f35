-- The loop of the documentation.
-- Documentation:
-- map (\xs -> loop … do reduce (+) 0 (map f xs)) xss
-- becomes
-- loop … for i < n do ys with [i] = loop … do reduce (+) 0 (map f xss[i])
--
-- Written out:
-- map n [xss] … loop … reduce m
-- becomes
-- loop (ys: *[n]i32 = blank) for i: i64 < n do { xs: [m]i32 = xss[i, 0i64:+m*1i64] … loop … reduce m … ys with [i]
--
entry main [n] [m] (xss: [n][m]i32) (k: i32) =
  map (\xs -> loop acc = 0 while acc < k do 1 + reduce (+) 0 (map (* acc) xs)) xss
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32, k: i32) : (result: [n]i32) =
  let lt: bool = lt_i32(0i32, k)
  let map: [n]i32 = map n [xss]
    \(x: [m]i32) : (i32) -> {
      let acc: i32, continue: bool = loop (acc_2: i32 = 0i32,
        continue_2: bool = lt) while continue_2 do {
        let red: i32 = reduce m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            let mul: i32 = mul_i32(x_4, acc_2)
            in (mul)
          }
        let add_2: i32 = add_i32(1i32, red)
        let lt_2: bool = lt_i32(add_2, k)
        in (add_2, lt_2)
      }
      in (acc)
    }
  in (map)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32, k: i32) : (result: [n]i32) =
  let lt: bool = lt_i32(0i32, k)
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
        let acc: i32, continue: bool = loop (acc_2: i32 = 0i32,
          continue_2: bool = lt) while continue_2 do {
          let red: i32 = reduce m [x]
            \(x_2: i32, x_3: i32) : (i32) -> {
              let add: i32 = add_i32(x_2, x_3)
              in (add)
            } from (0i32)
            \(x_4: i32) : (i32) -> {
              let mul: i32 = mul_i32(x_4, acc_2)
              in (mul)
            }
          let add_2: i32 = add_i32(1i32, red)
          let lt_2: bool = lt_i32(add_2, k)
          in (add_2, lt_2)
        }
        in (acc)
      }
    in (map_2)
  } else {
    let map_3: [n]i32 = if both_5 then {
      let blank: *[n]i32 = scratch_i32([n])
      let map_4: [n]i32 = loop (acc_3: *[n]i32 = blank) for i: i64 < n do {
        let x_5: [m]i32 = xss[i, 0i64:+m*1i64]
        let acc_4: i32, continue_3: bool = loop (acc_5: i32 = 0i32,
          continue_4: bool = lt) while continue_4 do {
          let red_2: i32 = reduce m [x_5]
            \(x_6: i32, x_7: i32) : (i32) -> {
              let add_3: i32 = add_i32(x_6, x_7)
              in (add_3)
            } from (0i32)
            \(x_8: i32) : (i32) -> {
              let mul_2: i32 = mul_i32(x_8, acc_5)
              in (mul_2)
            }
          let add_4: i32 = add_i32(1i32, red_2)
          let lt_3: bool = lt_i32(add_4, k)
          in (add_4, lt_3)
        }
        let acc_6: *[n]i32 = acc_3 with [i] = acc_4
        in (acc_6)
      }
      in (map_4)
    } else {
      let map_5: [n]i32 = map n [xss]
        \(x_9: [m]i32) : (i32) -> {
          let acc_7: i32, continue_5: bool = loop (acc_8: i32 = 0i32,
            continue_6: bool = lt) while continue_6 do {
            let red_3: i32 = reduce m [x_9]
              \(x_10: i32, x_11: i32) : (i32) -> {
                let add_5: i32 = add_i32(x_10, x_11)
                in (add_5)
              } from (0i32)
              \(x_12: i32) : (i32) -> {
                let mul_3: i32 = mul_i32(x_12, acc_8)
                in (mul_3)
              }
            let add_6: i32 = add_i32(1i32, red_3)
            let lt_4: bool = lt_i32(add_6, k)
            in (add_6, lt_4)
          }
          in (acc_7)
        }
      in (map_5)
    }
    in (map_3)
  }
  in (map)
