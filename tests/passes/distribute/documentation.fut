-- The example of the documentation.
-- Documentation:
-- map (\x -> (f x, map (g x) ys)) xs     becomes     map f xs, map (\x -> map (g x) ys) xs
--
-- Written out:
-- map n [xs] \(x: i32) : (i32, [m]i32) -> { pow = pow_i32(x, 3) map_3 = map m [ys] … in (pow, map_3)
-- becomes
-- map n [xs] \(x: i32) : ([m]i32) -> { map_2 = map m [ys] … in (map_2) } map_3 = map n [xs] \(x_3: i32) : (i32) -> { pow = pow_i32(x_3, 3) in (pow) }
--
entry main [n] [m] (xs: [n]i32) (ys: [m]i32) = map (\x -> (x ** 3, map (\y -> y + x) ys)) xs |> unzip
-- ---
-- before distribute (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let map: [n]i32, map_2: [n][m]i32 = map n [xs]
    \(x: i32) : (i32, [m]i32) -> {
      let pow: i32 = pow_i32(x, 3i32)
      let map_3: [m]i32 = map m [ys]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x)
          in (add)
        }
      in (pow, map_3)
    }
  in (map, map_2)

-- after distribute (Anf)
entry main as main (n: i64, m: i64, xs: [n]i32, ys: [m]i32) : (result: [n]i32,
  result_2: [n][m]i32) =
  let map: [n][m]i32 = map n [xs]
    \(x: i32) : ([m]i32) -> {
      let map_2: [m]i32 = map m [ys]
        \(x_2: i32) : (i32) -> {
          let add: i32 = add_i32(x_2, x)
          in (add)
        }
      in (map_2)
    }
  let map_3: [n]i32 = map n [xs]
    \(x_3: i32) : (i32) -> {
      let pow: i32 = pow_i32(x_3, 3i32)
      in (pow)
    }
  in (map_3, map)
