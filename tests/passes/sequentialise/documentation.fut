-- The example of the documentation.
entry main [n] [m] (xss: [n][m]i32) = map (\xs -> reduce (+) 0 xs) xss
-- ---
-- before sequentialise (Anf)
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

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xss]
    \(x: [m]i32) : (i32) -> {
      let red: i32 = loop (acc: i32 = 0i32) for i: i64 < m do {
        let x_2: i32 = x[i]
        let x_3: i32 = acc
        let x_4: i32 = x_2
        let add: i32 = add_i32(x_3, x_4)
        in (add)
      }
      in (red)
    }
  in (map)
