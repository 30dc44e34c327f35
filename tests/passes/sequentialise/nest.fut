-- Perfectly nested maps stay.
entry main [n] [m] (xss: [n][m]i32) = map (map (+ 1)) xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let map_2: [m]i32 = map m [x]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, 1i32)
          in (add)
        }
      in (map_2)
    }
  in (map)

-- after sequentialise (Anf)
the same
