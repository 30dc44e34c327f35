-- Maps and a reduction of one element, in a function of a map.
entry main [n][m] (xss: [n][m]i64) : [n][m]i64 =
  map (\xs -> reduce (map2 (+)) (replicate m 7) (map (map (* 2)) [xs])) xss
-- ---
-- before unroll (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [n][m]i64) =
  let map: [n][m]i64 = map n [xss]
    \(x: [m]i64) : ([m]i64) -> {
      let replicate: [m]i64 = replicate([m], 7i64)
      let array: [1i64][m]i64 = [x]
      let map_2: [1i64][m]i64 = map 1i64 [array]
        \(x_2: [m]i64) : ([m]i64) -> {
          let map_3: [m]i64 = map m [x_2]
            \(x_3: i64) : (i64) -> {
              let mul: i64 = mul_i64(x_3, 2i64)
              in (mul)
            }
          in (map_3)
        }
      let red: [m]i64 = reduce 1i64 [map_2]
        \(x_4: [m]i64, x_5: [m]i64) : ([m]i64) -> {
          let map_4: [m]i64 = map m [x_4, x_5]
            \(x_6: i64, x_7: i64) : (i64) -> {
              let add: i64 = add_i64(x_6, x_7)
              in (add)
            }
          in (map_4)
        } from (replicate)
        \(x_8: [m]i64) : ([m]i64) -> {
          in (x_8)
        }
      in (red)
    }
  in (map)

-- after unroll (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i64) : (result: [n][m]i64) =
  let map: [n][m]i64 = map n [xss]
    \(x: [m]i64) : ([m]i64) -> {
      let replicate: [m]i64 = replicate([m], 7i64)
      let array: [1i64][m]i64 = [x]
      let x_2: [m]i64 = array[0i64, 0i64:+m*1i64]
      let map_2: [m]i64 = map m [x_2]
        \(x_3: i64) : (i64) -> {
          let mul: i64 = mul_i64(x_3, 2i64)
          in (mul)
        }
      let map_3: [1i64][m]i64 = [map_2]
      let x_4: [m]i64 = map_3[0i64, 0i64:+m*1i64]
      let x_5: [m]i64 = replicate
      let x_6: [m]i64 = x_4
      let map_4: [m]i64 = map m [x_5, x_6]
        \(x_7: i64, x_8: i64) : (i64) -> {
          let add: i64 = add_i64(x_7, x_8)
          in (add)
        }
      let red: [m]i64 = map_4
      in (red)
    }
  in (map)
