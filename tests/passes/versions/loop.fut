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
  let t_4: i64 = mul_i64(n, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let map: [n]i32 = if both_2 then {
    let blank: *[n]i32 = scratch_i32([n])
    let map_2: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let acc_2: i32, continue: bool = loop (acc_3: i32 = 0i32,
        continue_2: bool = lt) while continue_2 do {
        let red: i32 = reduce m [x]
          \(x_2: i32, x_3: i32) : (i32) -> {
            let add: i32 = add_i32(x_2, x_3)
            in (add)
          } from (0i32)
          \(x_4: i32) : (i32) -> {
            let mul: i32 = mul_i32(x_4, acc_3)
            in (mul)
          }
        let add_2: i32 = add_i32(1i32, red)
        let lt_2: bool = lt_i32(add_2, k)
        in (add_2, lt_2)
      }
      let acc_4: *[n]i32 = acc with [i] = acc_2
      in (acc_4)
    }
    in (map_2)
  } else {
    let map_3: [n]i32 = map n [xss]
      \(x_5: [m]i32) : (i32) -> {
        let acc_5: i32, continue_3: bool = loop (acc_6: i32 = 0i32,
          continue_4: bool = lt) while continue_4 do {
          let red_2: i32 = reduce m [x_5]
            \(x_6: i32, x_7: i32) : (i32) -> {
              let add_3: i32 = add_i32(x_6, x_7)
              in (add_3)
            } from (0i32)
            \(x_8: i32) : (i32) -> {
              let mul_2: i32 = mul_i32(x_8, acc_6)
              in (mul_2)
            }
          let add_4: i32 = add_i32(1i32, red_2)
          let lt_3: bool = lt_i32(add_4, k)
          in (add_4, lt_3)
        }
        in (acc_5)
      }
    in (map_3)
  }
  in (map)
