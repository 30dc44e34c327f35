-- A scan inside of a map.
entry main [n] [m] (xss: [n][m]i32) = map (scan (+) 0) xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let scan: [m]i32 = scan m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x_3)
          in (add)
        } from (0i32)
        \(x_4: i32) : (i32) -> {
          in (x_4)
        }
      in (scan)
    }
  in (map)

-- after sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n][m]i32) =
  let map: [n][m]i32 = map n [xss]
    \(x: [m]i32) : ([m]i32) -> {
      let blank: *[m]i32 = scratch_i32([m])
      let scanned: *[m]i32, scanned_2: i32 = loop (acc: *[m]i32 = blank,
        acc_2: i32 = 0i32) for i: i64 < m do {
        let x_2: i32 = x[i]
        let x_3: i32 = acc_2
        let x_4: i32 = x_2
        let add: i32 = add_i32(x_3, x_4)
        let x_5: i32 = add
        let acc_3: *[m]i32 = acc with [i] = x_5
        in (acc_3, add)
      }
      let scan: [m]i32 = scanned
      in (scan)
    }
  in (map)
