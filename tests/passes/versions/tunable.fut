-- The threshold is a parameter of the compiled program. It decides if it is set, and otherwise the sizes do.
-- options: tunable=on loops=on
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
  let threshold: i64 = parameter("main.fut:4:3-24")
  let t: bool = le_i64(threshold, 0i64)
  let t_2: bool = lt_i64(n, threshold)
  let capacity: i64 = capacity()
  let t_3: i64 = mul_i64(capacity, 2i64)
  let t_4: bool = lt_i64(n, t_3)
  let t_5: bool = le_i64(256i64, m)
  let t_6: i64 = mul_i64(n, 16i64)
  let t_7: bool = le_i64(t_6, m)
  let both: bool = logand_bool(t_5, t_7)
  let both_2: bool = logand_bool(t_4, both)
  let both_3: bool = logand_bool(t, both_2)
  let t_8: bool = logor_bool(t_2, both_3)
  let map: [n]i32 = if t_8 then {
    let blank: *[n]i32 = scratch_i32([n])
    let map_2: [n]i32 = loop (acc: *[n]i32 = blank) for i: i64 < n do {
      let x: [m]i32 = xss[i, 0i64:+m*1i64]
      let red: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
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
            in (x_8)
          }
        in (red_2)
      }
    in (map_3)
  }
  in (map)
