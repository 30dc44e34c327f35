-- If the inner map needs a statement of constant time, the statement runs twice.
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = map (\x -> let a = x * x in (a, map (\y -> y + a) ys)) xs |> unzip
-- ---
-- before distribute (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let map: [n]i32, map_2: [n][m]i32 = map n [xs]
    \(x: i32) : (i32, [m]i32) -> {
      let mul: i32 = mul_i32(x, x)
      let map_3: [m]i32 = map m [ys]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, mul)
          in (add)
        }
      in (mul, map_3)
    }
  in (map, map_2)

-- after distribute (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let map: [n][m]i32 = map n [xs]
    \(x: i32) : ([m]i32) -> {
      let mul: i32 = mul_i32(x, x)
      let map_2: [m]i32 = map m [ys]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, mul)
          in (add)
        }
      in (map_2)
    }
  let map_3: [n]i32 = map n [xs]
    \(x_3: i32) : (i32) -> {
      let mul_2: i32 = mul_i32(x_3, x_3)
      in (mul_2)
    }
  in (map_3, map)
