-- The example of the documentation.
-- Documentation:
-- map (\xs -> reduce (+) 0 (map f xs)) xss
-- becomes
-- if n < 2·capacity && m >= 256 && m >= 16·n
-- then loop … for i < n do ys with [i] = reduce (+) 0 (map f xss[i])
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
    let blank: *[n]i32 = scratch_i32([n])
    let map_2: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let red: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          let mul: i32 = mul_i32(x_4, 2i32)
          in (mul)
        }
      let acc_2: *[n]i32 = acc with [i] = red
      in (acc_2)
    }
    in (map_2)
  } else {
    let map_3: [n]i32 = map n [xss]
      \(x_5: [m]i32) : (i32) -> {
        let red_2: i32 = reduce m [x_5]
          \(x_6: i32, x_7: i32) : (i32) -> {
            let add_2: i32 = add_i32(x_6, x_7)
            in (add_2)
          } from (0i32)
          \(x_8: i32) : (i32) -> {
            let mul_2: i32 = mul_i32(x_8, 2i32)
            in (mul_2)
          }
        in (red_2)
      }
    in (map_3)
  }
  in (map)
