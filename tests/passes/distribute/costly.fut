-- A map that needs the result of a reduction stays.
entry main [n] [m] (xss: [n][m]i32) = map (\xs -> let s = reduce (+) 0 xs in map (+ s) xs) xss
-- ---
-- before distribute (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let red: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
        }
      let map_2: [m]i32 = map m [x]
        \(x_5: i32) : (i32) -> {
          let add_2: i32 = add_i32(x_5, red)
          in (add_2)
        }
      in (map_2)
    }
  in (map)

-- after distribute (Anf)
the same
