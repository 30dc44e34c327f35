-- The example of the documentation.
-- Documentation:
-- map (\i -> reduce f 0 (xss[i])) is
-- becomes
-- map (\i -> loop acc = 0 for j < m do f acc xss[i, j]) is
--
-- Written out:
-- map n [xss] \(x: [m]i32) : (i32) -> { red = reduce m [x] … from (0) … in (red)
-- becomes
-- map n [xss] \(x: [m]i32) : (i32) -> { red = loop (acc: i32 = 0) for j: i64 < m do { x_2 = x[j] … mul = mul_i32(x_3, x_4) … in (add_2) } in (red)
--
entry main [n] [m] (xss: [n][m]i32) = map (\xs -> reduce (\x y -> x * y + x + y) 0 xs) xss
-- ---
-- before sequentialise (Anf)
entry main as main (n: i64, m: i64, xss: [n][m]i32) : (result: [n]i32) =
  let map: [n]i32 = map n [xss]
    \(x: [m]i32) : (i32) -> {
      let red: i32 = reduce m [x]
        \(x_2: i32, x_3: i32) : (i32) -> {
          let mul: i32 = mul_i32(x_2, x_3)
          let add: i32 = add_i32(mul, x_2)
          let add_2: i32 = add_i32(add, x_3)
          in (add_2)
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
        let mul: i32 = mul_i32(x_3, x_4)
        let add: i32 = add_i32(mul, x_3)
        let add_2: i32 = add_i32(add, x_4)
        in (add_2)
      }
      in (red)
    }
  in (map)
