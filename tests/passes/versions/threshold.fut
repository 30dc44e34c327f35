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
