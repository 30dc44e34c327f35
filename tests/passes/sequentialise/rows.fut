-- A reduction by an operator on arrays becomes a loop; the map inside stays.
entry main [n] [m] (xss: [n][m]i32) = reduce (map2 (+)) (replicate m 0) xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let red: [m]i32 = reduce n [xss]
    \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let map: [m]i32 = map m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        }
      in (map)
    } from (replicate)
    \(x_5: [m]i32) : ([m]i32) -> {
      in (x_5)
    }
  in (red)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let red: [m]i32 = loop (acc: [m]i32 = replicate) for i: i64 < n do {
    let x: [m]i32 = xss[i, 0i64:+m*1i64]
    let x_2: [m]i32 = acc
    let x_3: [m]i32 = x
    let map: [m]i32 = map m [x_2, x_3]
      \(x_4: i32, x_5: i32) : (i32) -> {
        let add: i32 = add_i32(x_4, x_5)
        in (add)
      }
    in (map)
  }
  in (red)
