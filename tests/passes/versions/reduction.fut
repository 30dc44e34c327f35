-- The function of a reduction: its results are an array, which is reduced.
entry main [n][m] (xss: [n][m]i32) : i32 =
  reduce (+) 0 (map (reduce i32.max i32.lowest) xss)
-- ---
-- before versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: i32) =
  let red: i32 = reduce n [xss]
    \(x: i32, x_2: i32) : (i32) -> {
      let add: i32 = add_i32(x, x_2)
      in (add)
    } from (0i32)
    \(x_3: [m]i32) : (i32) -> {
      let red_2: i32 = reduce m [x_3]
        \(x_4: i32, x_5: i32) : (i32) -> {
          let max: i32 = max_i32(x_4, x_5)
          in (max)
        } from (-2147483648i32)
        \(x_6: i32) : (i32) -> {
          in (x_6)
        }
      in (red_2)
    }
  in (red)

-- after versions (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: i32) =
  let capacity: i64 = capacity()
  let t: i64 = mul_i64(capacity, 2i64)
  let t_2: bool = lt_i64(n, t)
  let t_3: bool = le_i64(256i64, m)
  let t_4: i64 = mul_i64(n, 16i64)
  let t_5: bool = le_i64(t_4, m)
  let both: bool = logand_bool(t_3, t_5)
  let both_2: bool = logand_bool(t_2, both)
  let red: i32 = if both_2 then {
    let blank: *[n]i32 = scratch_i32([n])
    let part: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let red_2: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let max: i32 = max_i32(x_2, x_3)
          in (max)
        } from (-2147483648i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
        }
      let acc_2: *[n]i32 = acc with [i] = red_2
      in (acc_2)
    }
    let red_3: i32 = reduce n [part]
      \(x_5: i32, x_6: i32) : (i32) -> {
        let add: i32 = add_i32(x_5, x_6)
        in (add)
      } from (0i32)
      \(x_7: i32) : (i32) -> {
        in (x_7)
      }
    in (red_3)
  } else {
    let red_4: i32 = reduce n [xss]
      \(x_8: i32, x_9: i32) : (i32) -> {
        let add_2: i32 = add_i32(x_8, x_9)
        in (add_2)
      } from (0i32)
      \(x_10: [m]i32) : (i32) -> {
        let red_5: i32 = reduce m [x_10]
          \(x_11: i32, x_12: i32) : (i32) -> {
            let max_2: i32 = max_i32(x_11, x_12)
            in (max_2)
          } from (-2147483648i32)
          \(x_13: i32) : (i32) -> {
            in (x_13)
          }
        in (red_5)
      }
    in (red_4)
  }
  in (red)
