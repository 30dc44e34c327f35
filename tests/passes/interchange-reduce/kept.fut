-- An operator that mixes the elements stays, and so does a reduction of arrays that its function makes.
entry main [n][m] (xss: [n][m]i32) (ks: [n]i32) =
  let a = reduce (\xs ys -> map2 (+) (scan (+) 0 xs) ys) (replicate m 0) xss
  let b = reduce (map2 (+)) (replicate m 0) (map (\k -> map (* k) (map i32.i64 (iota m))) ks)
  in (a, b)
-- ---
-- before interchange-reduce (Anf)
entry main as main (n: i64,
  m: i64,
  xss: [n][m]i32,
  ks: [n]i32) : (result: [m]i32, result_2: [m]i32) =
  let replicate: [m]i32 = replicate([m], 0i32)
  let red: [m]i32 = reduce n [xss]
    \(x: [m]i32, x_2: [m]i32) : ([m]i32) -> {
      let scan: [m]i32, map: [m]i32 = scan m [x, x_2]
        \(x_3: i32, x_4: i32) : (i32) -> {
          let add: i32 = add_i32(x_3, x_4)
          in (add)
        } from (0i32)
        \(x_5: i32, x_6: i32) : (i32, i32) -> {
          in (x_5, x_6)
        }
        then \(x_7: i32, x_8: i32) : (i32, i32) -> {
          let add_2: i32 = add_i32(x_7, x_8)
          in (x_7, add_2)
        }
      in (map)
    } from (replicate)
    \(x_9: [m]i32) : ([m]i32) -> {
      in (x_9)
    }
  let red_2: [m]i32 = reduce n [ks]
    \(x_10: [m]i32, x_11: [m]i32) : ([m]i32) -> {
      let map_2: [m]i32 = map m [x_10, x_11]
        \(x_12: i32, x_13: i32) : (i32) -> {
          let add_3: i32 = add_i32(x_12, x_13)
          in (add_3)
        }
      in (map_2)
    } from (replicate)
    \(x_14: i32) : ([m]i32) -> {
      let iota: [m]i64 = iota_i64(m, 0i64, 1i64)
      let map_3: [m]i32 = map m [iota]
        \(x_15: i64) : (i32) -> {
          let conv: i32 = i32_of_i64(x_15)
          let mul: i32 = mul_i32(conv, x_14)
          in (mul)
        }
      in (map_3)
    }
  in (red, red_2)

-- after interchange-reduce (Anf)
the same
